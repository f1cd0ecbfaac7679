import * as z from 'zod/mini';
import type { CompletionPromise } from '../domain/promise.ts';
import { type PromiseReading, readPromise } from '../domain/promise-reading.ts';

const text = z.optional(z.nullable(z.string()));
const name = z.string().check(z.minLength(1));

const criterion = z.looseObject({
  id: name,
  description: text,
  status: z.string(),
  evidence: text,
  evidence_type: text,
  met_at: text,
  met_by: text,
});

const ownership = z.looseObject({
  created_by: text,
  created_at: text,
  owned_by: z.nullable(z.string()),
  owned_since: text,
});

const verification = z.looseObject({
  verified_at: text,
  verified_by: text,
  type: text,
  proof: text,
});

/** A promise file: what must be there, and of which type what may be there is (CONTRACT). */
export const promiseSchema = z.looseObject({
  id: name,
  title: text,
  summary: text,
  status: name,
  acceptance_criteria: z.optional(z.nullable(z.array(criterion))),
  ownership,
  verification: z.optional(z.nullable(verification)),
});

/**
 * Reads a parsed document as a promise by the schema. The reason for a refusal is the light
 * reading's, so that both lanes use the same words. The document itself is the promise: the copy
 * that the schema makes has its keys in another order.
 */
export function readPromiseBySchema(document: unknown): PromiseReading {
  if (isPromise(document)) return { ok: true, promise: document };
  const light = readPromise(document);
  return light.ok ? { ok: false, reason: 'it is not a promise: the schema refuses it' } : light;
}

function isPromise(document: unknown): document is CompletionPromise {
  return promiseSchema.safeParse(document).success;
}
