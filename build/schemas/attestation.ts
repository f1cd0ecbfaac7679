import * as z from 'zod/mini';
import { VERDICTS } from '../../src/domain/validation/validation-response.ts';
import { promiseSchema } from './promise.ts';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const check = z.looseObject({ kind: z.string() });

/** What the resource `proof` of a test result holds. */
export const attestedProofSchema = z.looseObject({
  promise: z.string(),
  criterion: z.looseObject({ id: z.string(), description: z.string() }),
  checks: z.array(check),
  proof: z.looseObject({ source: z.string(), tree: z.string() }),
});

/** What the resource `record` of a record statement holds. */
export const attestedRecordSchema = z.looseObject({
  promise: promiseSchema,
  proofs: z.array(z.looseObject({ ac_id: z.string(), sha256 })),
  evidence: z.array(z.looseObject({ ac_id: z.string(), digest: z.string() })),
  waived: z.array(z.looseObject({ ac_id: z.string(), at: z.string(), reason: z.string() })),
  redacted: z.array(z.looseObject({ kind: z.string(), count: z.number() })),
});

const answer = z.looseObject({
  ac_id: z.string(),
  verdict: z.enum(VERDICTS),
  reasoning: z.string(),
  evidence_digest: z.nullable(z.string()),
  results: z.array(z.looseObject({ name: z.string(), status: z.string(), detail: z.string() })),
});

/** The predicate of a statement of answers. */
export const attestedAnswersSchema = z.looseObject({
  promise: z.string(),
  asks: sha256,
  validator: z.string(),
  at: z.string(),
  url: z.nullable(z.string()),
  answers: z.array(answer),
});

const matches = z.enum(['yes', 'no', 'unknown']);

const signed = z.strictObject({
  status: z.enum(['known', 'unknown', 'unsigned', 'broken']),
  by: z.array(z.strictObject({ keyid: sha256, whose: z.enum(['given', 'own']), name: z.string() })),
  named: z.array(z.string()),
});

const line = z.int();

/** What `cs promise attest verify --json` prints. */
export const attestVerifySchema = z.strictObject({
  bundle: z.string(),
  outcome: z.enum(['holds', 'not-established', 'does-not-fit']),
  reasons: z.array(z.strictObject({ line, why: z.string() })),
  statements: z.array(
    z.strictObject({
      line,
      says: z.enum(['test-result', 'record', 'verification', 'answers', 'other']),
      promise: z.nullable(z.string()),
      ac_id: z.nullable(z.string()),
      signed,
      matches,
      subjects: z.array(
        z.strictObject({
          kind: z.enum(['files', 'git-tree', 'git-commit', 'other']),
          digest: z.nullable(z.string()),
          matches,
          reason: z.string(),
        }),
      ),
      answers: z.nullable(z.array(answer)),
    }),
  ),
  broken: z.array(z.strictObject({ line, reason: z.string(), signed })),
  gaps: z.array(
    z.strictObject({
      promise: z.string(),
      what: z.enum(['no-record', 'no-proof', 'no-verification', 'not-listed', 'several-records']),
      ac_id: z.string(),
      line,
    }),
  ),
  ignored: z.array(z.strictObject({ line, reason: z.string() })),
  rerun: z.nullable(
    z.array(
      z.strictObject({
        promise: z.string(),
        ac_id: z.string(),
        verdict: z.nullable(z.enum(VERDICTS)),
        results: z.array(z.looseObject({ name: z.string(), status: z.string() })),
        reason: z.string(),
      }),
    ),
  ),
  stored: z.array(
    z.strictObject({
      promise: z.string(),
      ac_id: z.string(),
      verdict: z.enum(VERDICTS),
      stored_by: z.string(),
      governing: z.nullable(z.enum(VERDICTS)),
      left: z.string(),
    }),
  ),
});
