import * as z from 'zod/mini';

/** A stored validator's answer: the response as it was given, and where and when it was stored. */
export const validationSchema = z.looseObject({
  task_id: z.unknown(),
  verdict: z.string().check(z.regex(/^(pass|fail|partial|blocked)$/i)),
  criteria_results: z.unknown(),
  timestamp: z.unknown(),
  _metadata: z.looseObject({
    promise_id: z.string(),
    ac_id: z.string(),
    stored_at: z.string(),
  }),
});
