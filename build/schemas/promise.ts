import * as z from 'zod/mini';
import { ACCEPTERS, WAIVED_BY } from '../../src/domain/promise/promise.ts';

const text = z.optional(z.nullable(z.string()));
const name = z.string().check(z.minLength(1));

/** The line of the ledger by which a person's act counts. */
const actEvent = z.looseObject({ offset: z.number(), digest: z.string() });

const waiver = z.looseObject({
  by: z.literal(WAIVED_BY),
  at: z.string(),
  reason: z.string().check(z.regex(/\S/)),
  // A waiver without it can be read, and does not count.
  event: z.optional(z.nullable(actEvent)),
});

const acceptance = z.looseObject({
  digest: z.string(),
  by: z.enum(ACCEPTERS),
  at: z.string(),
  reason: z.string().check(z.regex(/\S/)),
  session: text,
  // An acceptance without it can be read, and does not count.
  event: z.optional(z.nullable(actEvent)),
});

const judgment = z.looseObject({ status: z.string(), verdict: z.string() });

const tier = z.optional(z.nullable(z.literal([1, 2, 3])));
const texts = z.optional(z.nullable(z.array(z.string())));

const check = z.looseObject({ kind: z.string() });

const proof = z.looseObject({
  source: z.string(),
  tree: z.nullable(z.string()),
  inputs: texts,
  files: texts,
  checks: text,
  glance: text,
  checkout: text,
  shown: z.optional(z.unknown()),
});

const attempt = z.looseObject({ by: z.string(), verdict: z.string() });

const criterion = z.looseObject({
  id: name,
  description: text,
  status: z.string(),
  evidence: text,
  evidence_type: text,
  met_at: text,
  met_by: text,
  waived: z.optional(z.nullable(waiver)),
  checks: z.optional(z.nullable(z.array(check))),
  trust: text,
  proof: z.optional(z.nullable(proof)),
  must_show: z.optional(z.nullable(z.boolean())),
  attempts: z.optional(z.nullable(z.array(attempt))),
  tier,
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

/**
 * A promise file: the keys that it must have, and the types of those that it may have. Published for
 * other programs. The suite reads by `domain/promise/promise-reading.ts`, and a test holds that to this.
 */
export const promiseSchema = z.looseObject({
  id: name,
  title: text,
  summary: text,
  status: name,
  acceptance_criteria: z.optional(z.nullable(z.array(criterion))),
  ownership,
  verification: z.optional(z.nullable(verification)),
  judgments: z.optional(z.nullable(z.array(judgment))),
  accepted: z.optional(z.nullable(z.array(acceptance))),
  tier,
  give_up_requested: z.optional(z.nullable(z.looseObject({}))),
  settings: z.optional(z.unknown()),
});
