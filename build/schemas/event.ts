import * as z from 'zod/mini';
import { ACCEPTERS } from '../../src/domain/promise/promise.ts';

const digest = z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/)));
const fileRecord = z.object({ path: z.string(), before: digest, after: digest });

const line = {
  timestamp: z.string(),
  session_id: z.nullable(z.string()),
  file: z.optional(fileRecord),
  also: z.optional(z.array(fileRecord)),
  // Missing in a line of an earlier version, which chained nothing.
  prev: z.optional(digest),
};
const ofPromise = { ...line, promise_id: z.string() };

const gates = z.object({
  self_report: z.enum(['passed', 'proof']),
  proofs: z.enum(['passed', 'not-bound', 'none']),
  // Missing in a line of an earlier version.
  changed_files: z.optional(z.enum(['passed', 'off', 'not-examined'])),
  always: z.optional(z.enum(['passed', 'none'])),
  tampering: z.optional(z.enum(['none', 'accepted', 'warned', 'not-examined'])),
  validation: z.enum(['passed', 'partial', 'skipped', 'no-criteria', 'when-present', 'off']),
  judge: z.enum(['passed', 'not-run', 'skipped', 'unavailable', 'rubric', 'no-criteria']),
});

/** One line of `events.jsonl`. */
export const eventSchema = z.discriminatedUnion('event', [
  z.object({
    ...ofPromise,
    event: z.literal('promise.created'),
    criteria: z.number(),
    settings: z.optional(z.record(z.string(), z.unknown())),
  }),
  z.object({ ...ofPromise, event: z.literal('criterion.added'), ac_id: z.string() }),
  z.object({
    ...ofPromise,
    event: z.literal('criterion.met'),
    ac_id: z.string(),
    evidence_type: z.string(),
  }),
  z.object({
    ...ofPromise,
    event: z.literal('check.added'),
    ac_id: z.string(),
    kind: z.string(),
  }),
  z.object({
    ...ofPromise,
    event: z.literal('criterion.answered'),
    ac_id: z.string(),
    by: z.string(),
    verdict: z.string(),
  }),
  z.object({ ...ofPromise, event: z.literal('checks.trusted'), ac_id: z.string() }),
  z.object({
    ...ofPromise,
    event: z.literal('criterion.proved'),
    ac_id: z.string(),
    source: z.string(),
    verdict: z.string(),
  }),
  z.object({ ...ofPromise, event: z.literal('promise.started') }),
  z.object({
    ...ofPromise,
    event: z.literal('promise.adopted'),
    from: z.optional(z.string()),
  }),
  z.object({
    ...ofPromise,
    event: z.enum(['promise.released', 'promise.cancelled']),
    by: z.optional(z.literal('person')),
  }),
  z.object({
    ...ofPromise,
    event: z.literal('promise.give-up-requested'),
    what: z.enum(['cancel', 'release']),
  }),
  z.object({
    ...ofPromise,
    event: z.literal('criterion.waived'),
    ac_id: z.string(),
    reason: z.string(),
  }),
  z.object({
    ...ofPromise,
    event: z.literal('tampering.accepted'),
    digests: z.array(z.string()),
    by: z.enum(ACCEPTERS),
    reason: z.string(),
  }),
  z.object({
    ...ofPromise,
    event: z.literal('promise.judged'),
    status: z.string(),
    verdict: z.string(),
    failed: z.array(z.string()),
    divergent: z.optional(z.nullable(z.boolean())),
    tampering: z.optional(z.array(z.string())),
  }),
  z.object({ ...ofPromise, event: z.literal('promise.verified'), gates }),
  z.object({
    ...ofPromise,
    event: z.literal('validation.stored'),
    ac_id: z.string(),
    verdict: z.string(),
    stored_by: z.string(),
  }),
  z.object({
    ...line,
    event: z.literal('directive.added'),
    directive: z.string(),
    type: z.string(),
  }),
  z.object({ ...line, event: z.literal('directive.retired'), directive: z.string() }),
  z.object({
    ...line,
    event: z.literal('session.initialized'),
    initiative: z.nullable(z.string()),
  }),
  z.object({
    ...line,
    event: z.literal('session.ended'),
    session: z.string(),
    reason: z.string(),
    // Missing in a line of an earlier version.
    covers: z.optional(z.string()),
  }),
  z.object({ ...line, event: z.literal('session.reopened'), session: z.string() }),
  z.object({
    ...line,
    event: z.literal('session.continued'),
    session: z.string(),
    from: z.string(),
    end: z.string(),
  }),
  z.object({
    ...line,
    event: z.literal('session.waits'),
    session: z.string(),
    needs: z.string(),
    question: z.string(),
  }),
  z.object({
    ...line,
    event: z.literal('session.waited'),
    session: z.string(),
    until: z.enum(['prompt', 'withdrawn']),
  }),
  z.object({ ...line, event: z.literal('session.interrupted'), session: z.string() }),
  z.object({ ...line, event: z.literal('gate.paused'), until: z.string() }),
  z.object({ ...line, event: z.literal('gate.resumed') }),
  z.object({ ...line, event: z.literal('file.quarantined'), from: z.string(), to: z.string() }),
  z.object({
    ...line,
    event: z.literal('ledger.started'),
    taken_over: z.object({ bytes: z.number(), sha256: z.string() }),
  }),
]);
