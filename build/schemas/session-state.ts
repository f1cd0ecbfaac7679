import * as z from 'zod/mini';

/** `sessions/<session dir>/session-state.json`. */
export const sessionStateSchema = z.looseObject({
  version: z.string(),
  session_id: z.string(),
  initiative: z.nullable(z.string()),
  started_at: z.string(),
  iteration: z.number(),
  max_iterations: z.number(),
});
