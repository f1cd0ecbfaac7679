import * as z from 'zod/mini';
import type { ContinuationVerdict } from '../domain/continuation.ts';
import { boolean, type JsonSchema, object, string } from './reply-parts.ts';

/** The JSON Schema that is sent with a continuation review: the keys of the seed. */
export function continuationReplySchema(): JsonSchema {
  return object({ should_continue: boolean, reason: string, suggestion: string });
}

const reply = z.object({
  should_continue: z.boolean(),
  reason: z.string(),
  suggestion: z.string(),
});

/**
 * Reads an object as a reply; nothing where it is none. Every key must be there, of its type. Whoever
 * says go on and not a word more has told nobody anything: that is no reply either.
 */
export function readContinuationReply(value: unknown): ContinuationVerdict | undefined {
  const { data } = reply.safeParse(value);
  if (data === undefined) return undefined;
  const isMute = data.reason.trim() === '' && data.suggestion.trim() === '';
  return data.should_continue && isMute ? undefined : data;
}
