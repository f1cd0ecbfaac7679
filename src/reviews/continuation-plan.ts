import { estimateTokens, replyTokens } from '../domain/model.ts';
import { type KnownSecret, mergedRedactions, type Redacted } from '../domain/secrets.ts';
import type { Turn } from '../domain/turns.ts';
import {
  continuationSystemPrompt,
  continuationUserPrompt,
} from '../prompts/continuation-review.ts';
import { cleaned, createFence } from '../prompts/fence.ts';
import { continuationReplySchema } from '../schemas/continuation-reply.ts';
import type { QuestionPlan } from './one-question.ts';

/** What a continuation review goes by. */
export interface ContinuationFacts {
  /** Oldest first. */
  readonly turns: readonly Turn[];
  readonly model: string;
  /** Values that must not leave the machine, such as those of the project's .env files. */
  readonly secrets: readonly KnownSecret[];
}

/** Plans one question. Pure but for what it is given: the nonce is new for every request. */
export function planContinuation(
  { model, secrets, turns }: ContinuationFacts,
  nonce: string,
): QuestionPlan {
  const redacted: (readonly Redacted[])[] = [];
  const clean = (text: string): string => {
    const part = cleaned(text, secrets);
    redacted.push(part.redacted);
    return part.text;
  };
  const fence = createFence(nonce, secrets);
  const system = continuationSystemPrompt(nonce);
  const user = continuationUserPrompt(turns, fence, clean);
  const schema = continuationReplySchema();
  return {
    request: { model, system, user, schema, maxTokens: replyTokens(model, 0) },
    redacted: mergedRedactions([...redacted, ...fence.redacted()]),
    promptTokens: estimateTokens(Buffer.byteLength(system + user), 'typical'),
  };
}
