import type { FoundJudge } from '../../../src/reviews/asking/access.ts';
import type { FinishedReview, ReviewOutcome } from '../../../src/reviews/asking/session-review.ts';

/** Finished reviews of a session, for tests of how they are told. */

const ACCESS: FoundJudge = {
  backend: 'api',
  isModel: true,
  paidBy: 'the key in ANTHROPIC_API_KEY',
  lacks: undefined,
  keys: [],
  isClaudeThere: false,
  commandFor: () => null,
  open: () => {
    throw new Error('nothing is asked here');
  },
};

/** A review that was judged, with parts of its own. */
export function finishedReview<Material, Verdict>(
  parts: Pick<ReviewOutcome<Material, Verdict>, 'verdict' | 'material'> &
    Partial<ReviewOutcome<Material, Verdict>>,
): FinishedReview<Material, Verdict> {
  const model = 'claude-sonnet-5-5';
  const outcome: ReviewOutcome<Material, Verdict> = {
    status: 'success',
    model,
    inputTokens: 100,
    outputTokens: 20,
    costUsd: 0.002,
    latencyMs: 900,
    requestId: null,
    endpoint: null,
    redacted: [],
    error: undefined,
    warnings: [],
    ...parts,
  };
  return { outcome, access: ACCESS, model: { id: model, warning: undefined }, sessionModel: null };
}
