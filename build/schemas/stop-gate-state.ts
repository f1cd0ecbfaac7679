import * as z from 'zod/mini';
import { DIRECTIVE_TYPES } from '../../src/domain/session/directive.ts';
import { CAP_REASONS } from '../../src/domain/session/liveness.ts';
import { RECEIPTS } from '../../src/domain/session/receipt.ts';
import { NEEDS } from '../../src/domain/session/waiting.ts';

const count = z.int().check(z.nonnegative());

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
  liveness: z.optional(
    z.looseObject({
      idle: count,
      busy: count,
      hosted: count,
      all: count,
      rests: count,
      repeats: count,
      last: z.nullable(z.enum(['block', 'rest', 'cap'])),
      why: z.nullable(z.enum(CAP_REASONS)),
      prompts: z.optional(count),
      position: z.nullable(z.string()),
      work: z.string(),
      todos: z.string(),
      tree: z.nullable(z.string()),
    }),
  ),
  blocks: z.optional(
    z.looseObject({
      all: count,
      unclosed: count,
      ages: z.array(count),
      at: z.nullable(z.looseObject({ day: z.number(), machine: z.number() })),
      payload: z.string(),
      shared: count,
      closed: z.array(z.tuple([z.string(), count])),
    }),
  ),
  prompts: z.optional(count),
  beads_at_start: z.optional(z.array(z.tuple([z.string(), z.nullable(z.string())]))),
  open_promises: z.optional(z.array(z.string())),
  open_folders: z.optional(z.array(z.string())),
  told: z.optional(z.array(z.string())),
  receipts: z.optional(
    z.array(z.looseObject({ name: z.string(), what: z.enum(RECEIPTS), text: z.string() })),
  ),
  last_reason: z.optional(z.string()),
  last_cause: z.optional(z.string()),
  capped: z.optional(
    z.array(z.looseObject({ at: z.string(), why: z.string(), checker: z.string() })),
  ),
  prompts_let_go: z.optional(z.number()),
  host: z.optional(z.looseObject({ pid: z.number(), started: z.string(), place: z.string() })),
  inherited_from: z.optional(z.string()),
  continued_by: z.optional(z.string()),
  made_by_subagents: z.optional(
    z.record(z.string(), z.looseObject({ agent: z.string(), type: z.string() })),
  ),
  waiting: z.optional(
    z.looseObject({
      question: z.string(),
      needs: z.enum(NEEDS),
      at: z.string(),
      kind: z.enum(['asked', 'plan']),
      used: z.boolean(),
      over: z.optional(z.literal(true)),
    }),
  ),
  interrupted: z.optional(
    z.looseObject({ at: z.string(), used: z.boolean(), stop: z.nullable(z.string()) }),
  ),
  // In the file of no session: `stop-gate/_pause.json`.
  paused: z.optional(
    z.looseObject({
      by: z.literal('person'),
      at: z.string(),
      until: z.string(),
      // A pause without it does not count.
      event: z.optional(z.looseObject({ offset: z.number(), digest: z.string() })),
    }),
  ),
  ended: z.optional(
    z.looseObject({
      by: z.literal('person'),
      at: z.string(),
      reason: z.string(),
      promises: z.array(z.string()),
      unreadable: z.array(z.string()),
      session: z.optional(z.string()),
      // An end without it does not count.
      event: z.optional(z.looseObject({ offset: z.number(), digest: z.string() })),
      inherited: z.optional(z.looseObject({ offset: z.number(), digest: z.string() })),
    }),
  ),
});
