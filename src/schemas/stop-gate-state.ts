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
        by: z.optional(z.string()),
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
  prompts_let_go: z.optional(z.number()),
  host: z.optional(z.looseObject({ pid: z.number(), started: z.string(), place: z.string() })),
  inherited_from: z.optional(z.string()),
  ended: z.optional(z.looseObject({ by: z.literal('person'), at: z.string(), reason: z.string() })),
});
