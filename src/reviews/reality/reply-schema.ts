import * as z from 'zod/mini';
import type { RealityReply } from '../../domain/judging/reality-check.ts';
import {
  boolean,
  type JsonSchema,
  listOf,
  numberOrNull,
  object,
  string,
} from '../asking/reply-parts.ts';

/** The JSON Schema that is sent with a reality check. */
export function realityReplySchema(): JsonSchema {
  return object({
    pass: boolean,
    reason: string,
    missingItems: listOf(string),
    questionsForUser: listOf(string),
    forwardProgress: boolean,
    convergenceEstimate: numberOrNull,
    suggestedNextSteps: listOf(string),
  });
}

const reply = z.object({
  pass: z.boolean(),
  reason: z.string(),
  missingItems: z.array(z.string()),
  questionsForUser: z.array(z.string()),
  forwardProgress: z.boolean(),
  convergenceEstimate: z.optional(z.nullable(z.number())),
  suggestedNextSteps: z.array(z.string()),
});

/**
 * Reads an object as a reply; nothing where it is none. Every key but the estimate must be there, of its
 * type: what is half a verdict is none. Blank entries of lists say nothing and are dropped.
 */
export function readRealityReply(value: unknown): RealityReply | undefined {
  const { data } = reply.safeParse(value);
  if (data === undefined) return undefined;
  const { convergenceEstimate: estimate } = data;
  return {
    ...data,
    missingItems: spoken(data.missingItems),
    questionsForUser: spoken(data.questionsForUser),
    suggestedNextSteps: spoken(data.suggestedNextSteps),
    convergenceEstimate:
      typeof estimate === 'number' && Number.isFinite(estimate)
        ? Math.min(1, Math.max(0, estimate))
        : null,
  };
}

function spoken(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text.trim() !== '');
}
