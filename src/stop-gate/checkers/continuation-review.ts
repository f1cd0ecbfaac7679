import type { ContinuationVerdict } from '../../domain/judging/continuation.ts';
import { unjudgedText } from '../../domain/judging/unjudged.ts';
import { beginsWithOneOf } from '../../domain/promise/session.ts';
import { KEY_ADVICE } from '../../judge/api/credential.ts';
import type { Block, Checker, Examine } from '../checker.ts';
import type { ExaminedStop } from '../examined-stop.ts';
import { examineByReview, isAllowedStep, reviewBlock } from '../review.ts';

/** P3.5. Blocks where a model finds in the last turns that such a session has more to do. */
export const continuationReview = {
  name: 'continuation review',
  priority: 3.5,
  asksModel: true,
  concerns: ({ configuration, stopper }) =>
    beginsWithOneOf(stopper.session, configuration.continuation.prefixes),
} as const satisfies Checker;

export const examineContinuation: Examine = async (world) => {
  const lack = lackOfKey(world);
  // To load the reviews only to be told so takes twice as long as all else that the gate does.
  if (lack !== undefined) return { notes: [`The continuation review did not run: ${lack}`] };
  // Its time counts from the start of the process, and so includes what the gate did before it.
  const deadline = world.configuration.continuation.timeoutMs;
  return examineByReview('continuation', world, deadline, async (stop) => {
    const { reviewContinuation } = await world.loadReviews();
    const { notes, verdict } = await reviewContinuation(stop, world);
    return { block: verdict && continuationBlock(verdict), notes };
  });
};

/** Why the Messages API cannot be asked, where the review would ask it. */
function lackOfKey({ configuration, lacksKey }: ExaminedStop): string | undefined {
  return lacksKey && configuration.judge.backend === 'api'
    ? unjudgedText({ cause: 'no-key', detail: KEY_ADVICE })
    : undefined;
}

export function continuationBlock(verdict: ContinuationVerdict): Block | undefined {
  if (!verdict.should_continue) return undefined;
  const next = [verdict.suggestion].filter(isAllowedStep);
  return reviewBlock(
    'continuation-review',
    'This session should continue:',
    verdict.reason,
    next,
    [],
  );
}
