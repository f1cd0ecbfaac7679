import { withoutHidden } from './hidden-characters.ts';
import type { JudgeStatus } from './judgment.ts';
import type { QuestionSpent } from './spent.ts';

/** The continuation review (DESIGN §6, P3.5): has a session that is about to end more to do? */

/** What a model replied, and what the review answers, in the keys of the seed. */
export interface ContinuationVerdict {
  readonly should_continue: boolean;
  readonly reason: string;
  /** What to do next; empty where the session may end. */
  readonly suggestion: string;
}

/** A finished review: its verdict, and what else there is to say about it. */
export interface ContinuationOutcome extends QuestionSpent {
  readonly verdict: ContinuationVerdict;
  /** `not-asked`: nobody was asked. Any but this and `success`: it could not be judged. */
  readonly status: JudgeStatus | 'not-asked';
  readonly model: string;
  /** How many turns the model was shown, or would have been. */
  readonly turns: number;
  /** Why it was not judged. */
  readonly error: string | undefined;
}

/** Longest texts of a verdict, in characters: they are for an agent that has to act on them. */
const LONGEST_REASON = 1000;
const LONGEST_SUGGESTION = 2000;

/**
 * The verdict on a reply. Whoever is to go on is told what to do: where the model suggests nothing, its
 * reason has to do. Whoever may end needs no suggestion.
 */
export function continuationVerdict(reply: ContinuationVerdict): ContinuationVerdict {
  const reason = cutTo(reply.reason, LONGEST_REASON);
  const suggestion = cutTo(reply.suggestion, LONGEST_SUGGESTION);
  const words = { reason: reason || suggestion, suggestion: suggestion || reason };
  return reply.should_continue
    ? { should_continue: true, ...words }
    : { should_continue: false, reason, suggestion: '' };
}

/** The verdict where nothing was judged: the session is not held up, and the reason says why. */
export function continuationUnjudged(why: string): ContinuationVerdict {
  return {
    should_continue: false,
    reason: `The continuation review did not judge the session, so it does not hold it up: ${why}`,
    suggestion: '',
  };
}

/** The outcome where nobody was asked, whatever kept it from that. */
export function continuationNotAsked(
  error: string,
  { model, status, turns }: Pick<ContinuationOutcome, 'model' | 'turns' | 'status'>,
): ContinuationOutcome {
  return {
    verdict: continuationUnjudged(error),
    status,
    model,
    turns,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    latencyMs: 0,
    requestId: null,
    endpoint: null,
    redacted: [],
    error,
    warnings: [],
  };
}

function cutTo(text: string, longest: number): string {
  const whole = withoutHidden(text).trim();
  return whole.length <= longest
    ? whole
    : `${whole.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
