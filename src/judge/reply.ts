import { NO_TOKENS } from '../domain/judging/model.ts';
import type { Unjudged, UnjudgedCause } from '../domain/judging/unjudged.ts';
import type { JudgeReply } from '../ports.ts';

/** A reply that is no answer. `call`: what is known of the call; without it nothing left the machine. */
export function unanswered(
  cause: UnjudgedCause,
  detail: string,
  call: Partial<Pick<JudgeReply, 'isUsageKnown' | 'requestId' | 'endpoint'>> = {},
): JudgeReply {
  return {
    answered: false,
    unjudged: { cause, detail },
    usage: NO_TOKENS,
    isUsageKnown: true,
    requestId: null,
    endpoint: null,
    ...call,
  };
}

/** What was read in a reply: an answer, or why there is none. */
export function answerOf(
  said: { readonly text: string } | { readonly unjudged: Unjudged },
): { answered: true; text: string } | { answered: false; unjudged: Unjudged } {
  return 'text' in said
    ? { answered: true, text: said.text }
    : { answered: false, unjudged: said.unjudged };
}
