import * as z from 'zod/mini';
import { objectsIn, timesNamed } from '../../domain/base/reply-text.ts';
import {
  type AgentAnswer,
  emptinessOf,
  heldToItsWord,
} from '../../domain/judging/agent-answers.ts';
import { VERDICTS } from '../../domain/validation/validation-response.ts';
import { boolean, type JsonSchema, listOf, object, oneOf, string } from '../asking/reply-parts.ts';

/** The shape in which a validator answers. */
export const VALIDATOR_SCHEMA: JsonSchema = object({
  nonce: string,
  criteria: listOf(
    object({
      ac_id: string,
      observations: listOf(object({ what: string, saw: string, holds: boolean })),
      reasoning: string,
      verdict: oneOf(VERDICTS),
    }),
  ),
});

const LONGEST = 4000;
const text = z.string().check(z.maxLength(100_000));
const reply = z.object({
  nonce: text,
  criteria: z.array(
    z.object({
      ac_id: text,
      observations: z.array(z.object({ what: text, saw: text, holds: z.boolean() })),
      reasoning: text,
      verdict: z.enum(VERDICTS),
    }),
  ),
});

/** The answers of a session, or why there are none, as a clause. */
export type ValidatorReply =
  | { readonly ok: true; readonly answers: readonly AgentAnswer[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads what a session answered: one object, which repeats the nonce and answers for each criterion that was asked
 * about once and for no other. Prose is no answer, and half an answer is none.
 */
export function readValidatorReply(
  said: string,
  nonce: string,
  asked: readonly string[],
): ValidatorReply {
  const found = objectsIn(said).flatMap((value) => {
    const { data } = reply.safeParse(value);
    return data === undefined ? [] : [data];
  });
  const [only, ...others] = found;
  if (only === undefined) return none('it gave no answer in the requested format');
  if (others.length > 0 || timesNamed(said, 'criteria') > 1) return none('it gave two answers');
  if (only.nonce !== nonce) return none('its answer does not name this question');
  const named = only.criteria.map(({ ac_id }) => ac_id).sort();
  if (JSON.stringify(named) !== JSON.stringify([...asked].sort())) {
    return none(`it answered for ${named.join(', ') || 'nothing'}, not for ${asked.join(', ')}`);
  }
  const answers = only.criteria.map((one) => heldToItsWord(cut(one)));
  const empty = answers.map(emptinessOf).find((why) => why !== undefined);
  return empty === undefined ? { ok: true, answers } : none(empty);
}

function none(reason: string): ValidatorReply {
  return { ok: false, reason };
}

/** What is kept of an answer: its texts to a length that can be read. */
function cut(answer: AgentAnswer): AgentAnswer {
  return {
    ...answer,
    reasoning: answer.reasoning.slice(0, LONGEST),
    observations: answer.observations.map(({ holds, saw, what }) => ({
      holds,
      saw: saw.slice(0, LONGEST),
      what: what.slice(0, LONGEST),
    })),
  };
}
