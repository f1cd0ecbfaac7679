import { listenForInterrupts } from '../adapters/interrupts.ts';
import type { Failure } from '../domain/base/failure.ts';
import { unexpectedFailure } from '../domain/base/unexpected.ts';
import type { ContinuationVerdict } from '../domain/judging/continuation.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import { failureMessage } from '../report/failure-text.ts';
import { spentOn } from './asking/question.ts';
import { type ReviewOutcome, type ReviewSubject, runReview } from './asking/session-review.ts';
import { type ContinuationMaterial, continuationReview } from './continuation/review.ts';
import type { ReviewWorld, Watch } from './world.ts';

/** The reviews as the stop gate runs them: quietly, since the host reads what a stop gate prints. */

type ContinuationOutcome = ReviewOutcome<ContinuationMaterial, ContinuationVerdict> & {
  /** How many turns the model was shown. */
  readonly turns: number;
};

/**
 * The continuation review for the stop gate. Never throws and never fails: whatever keeps it from being
 * judged is an outcome that lets the session end and says why.
 */
export async function runContinuationReview(
  subject: ReviewSubject,
  configuration: Configuration,
  world: ReviewWorld,
): Promise<ContinuationOutcome> {
  const unjudged = (failure: Failure): ContinuationOutcome => {
    const error = failureMessage(failure);
    return {
      ...spentOn([]),
      verdict: continuationReview.unjudged(error, { turns: [] }),
      status: 'error',
      model: configuration.continuation.model,
      material: { turns: [] },
      redacted: [],
      error,
      turns: 0,
    };
  };
  try {
    const run = await runReview(continuationReview, subject, configuration, world, watchQuietly);
    if (!run.ok) return unjudged(run.failure);
    const { outcome } = run.value;
    return { ...outcome, turns: outcome.material.turns.length };
  } catch (error) {
    return unjudged(unexpectedFailure(error));
  }
}

/** Listens for interrupts and shows nothing. */
export const watchQuietly: Watch = () => ({ ...listenForInterrupts(), onProgress: () => {} });
