import type { ContinuationVerdict } from '../../domain/judging/continuation.ts';
import { beginsWithOneOf } from '../../domain/promise/session.ts';
import type { Block, Checker, Examine } from '../checker.ts';
import { examineByReview, isAllowedStep, reviewBlock } from '../review.ts';

/** P3.5. Blocks where a model finds in the last turns that such a session has more to do. */
export const continuationReview = {
  name: 'continuation review',
  priority: 3.5,
  asksModel: true,
  concerns: ({ configuration, stopper }) =>
    beginsWithOneOf(stopper.session, configuration.continuation.prefixes),
} as const satisfies Checker;

export const examineContinuation: Examine = (world) => {
  // Its time counts from the start of the process, and so includes what the gate did before it.
  const deadline = world.configuration.continuation.timeoutMs;
  return examineByReview('continuation', world, deadline, async (stop) => {
    const { reviewContinuation } = await world.loadReviews();
    const { notes, verdict } = await reviewContinuation(stop, world);
    return { block: verdict && continuationBlock(verdict), notes };
  });
};

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
