import * as z from 'zod/mini';
import type { ContinuationVerdict } from '../../domain/judging/continuation.ts';
import { boolean, type JsonSchema, object, string } from '../asking/reply-parts.ts';

/** The JSON Schema that is sent with a continuation review. Its keys are interface. */
export function continuationReplySchema(): JsonSchema {
  return object({ should_continue: boolean, reason: string, suggestion: string });
}

const reply = z.object({
  should_continue: z.boolean(),
  reason: z.string(),
  suggestion: z.string(),
});

/**
 * Reads an object as a reply; nothing where it is none. Every key must be there, of its type. A
 * reply that says to go on and gives neither a reason nor a suggestion helps no session: it is none either.
 */
export function readContinuationReply(value: unknown): ContinuationVerdict | undefined {
  const { data } = reply.safeParse(value);
  if (data === undefined) return undefined;
  const isMute = data.reason.trim() === '' && data.suggestion.trim() === '';
  return data.should_continue && isMute ? undefined : data;
}
