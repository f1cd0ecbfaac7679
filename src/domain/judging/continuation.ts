import { beginningOf } from '../base/cutting.ts';
import { withoutHidden } from '../base/hidden-characters.ts';

/** The continuation review: has a session that is about to end more to do? */

/** What a model replied, and what the review answers. Its keys are interface. */
export interface ContinuationVerdict {
  readonly should_continue: boolean;
  readonly reason: string;
  /** What to do next; empty where the session may end. */
  readonly suggestion: string;
}

/** Longest texts of a verdict, in characters: they are for an agent that has to act on them. */
const LONGEST_REASON = 1000;
const LONGEST_SUGGESTION = 2000;

/**
 * The verdict on a reply. A session that should continue is told what to do: the model's suggestion, or
 * its reason where it suggests nothing. A session that may end gets no suggestion.
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
    reason: `The continuation review could not judge the session, so it does not block: ${why}`,
    suggestion: '',
  };
}

function cutTo(text: string, longest: number): string {
  const whole = withoutHidden(text).trim();
  return whole.length <= longest ? whole : `${beginningOf(whole, longest - 1)}…`;
}
