import * as z from 'zod/mini';
import { VERDICTS } from '../domain/validation.ts';

const item = z.looseObject({
  name: z.optional(z.string()),
  status: z.optional(z.string()),
  detail: z.optional(z.string()),
});

/** A stored validator's answer: the response as it was given, and where and when it was stored. */
export const validationSchema = z.looseObject({
  task_id: z.string(),
  verdict: z.enum(VERDICTS),
  criteria_results: z.array(item),
  timestamp: z.string(),
  confidence: z.optional(z.number()),
  reasoning: z.optional(z.string()),
  _metadata: z.looseObject({
    promise_id: z.string(),
    ac_id: z.string(),
    stored_at: z.string(),
  }),
});
