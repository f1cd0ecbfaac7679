import * as z from 'zod/mini';
import { DIRECTIVE_TYPES } from '../domain/directive.ts';

/** `stop-gate/<session>.json`. Other keys are kept. */
export const stopGateStateSchema = z.looseObject({
  directives: z.optional(
    z.array(
      z.looseObject({
        id: z.string(),
        type: z.enum(DIRECTIVE_TYPES),
        text: z.string(),
        at: z.string(),
        status: z.enum(['active', 'retired']),
        retired_at: z.optional(z.string()),
        commit: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  stop_attempts: z.optional(
    z.array(
      z.looseObject({
        at: z.string(),
        fingerprint: z.nullable(z.string()),
        pass: z.boolean(),
        reason: z.string(),
        missing_items: z.array(z.string()),
        suggested_next_steps: z.optional(z.array(z.string())),
      }),
    ),
  ),
});
