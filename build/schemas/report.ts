import * as z from 'zod/mini';
import { CRITERION_STANDINGS, STANDINGS } from '../../src/domain/account/account.ts';
import { CONCERNS } from '../../src/domain/account/concern.ts';
import { forgeCommitSchema, shownSchema } from './ci.ts';

const text = z.string();
const textOrNull = z.nullable(text);
const count = z.int().check(z.minimum(0));
const dollars = z.number().check(z.minimum(0));
const texts = z.array(text);

const cost = { calls: count, cost_usd: dollars, calls_of_unknown_cost: count };
const modelCost = z.strictObject({ model: text, ...cost });
const feedback = { finding: text, would_satisfy: text };

const artifact = z.strictObject({
  path: text,
  bytes: count,
  sha256: textOrNull,
  kept: textOrNull,
  tail: text,
});

const proof = z.strictObject({
  source: text,
  command: textOrNull,
  exit_code: z.nullable(z.number()),
  started_at: textOrNull,
  duration_ms: z.nullable(z.number()),
  output_tail: text,
  output_sha256: textOrNull,
  only: z.nullable(texts),
  program: textOrNull,
  tree: textOrNull,
  checkout: textOrNull,
  standing: z.enum([
    'fresh',
    'stale',
    'not-bound',
    'unproved',
    'checks-changed',
    'unknown',
    'not-compared',
  ]),
  reason: text,
  changed: texts,
  results: z.array(
    z.strictObject({ name: text, status: z.enum(['PASS', 'FAIL', 'SKIPPED']), detail: text }),
  ),
  shown: z.nullable(shownSchema),
  artifacts: z.array(artifact),
});

const validation = z.strictObject({
  verdict: textOrNull,
  by: textOrNull,
  at: textOrNull,
  session_id: textOrNull,
  reasoning: text,
  self_validated: z.boolean(),
  is_about_other_evidence: z.boolean(),
  unreadable: textOrNull,
});

const criterion = z.strictObject({
  id: text,
  description: text,
  source: z.nullable(z.strictObject({ file: text, line: count })),
  standing: z.enum(CRITERION_STANDINGS),
  evidence: text,
  evidence_type: text,
  met_at: textOrNull,
  met_by: textOrNull,
  tier: z.nullable(z.number()),
  checks: texts,
  proof: z.nullable(proof),
  validation: z.nullable(validation),
  waiver: z.nullable(z.strictObject({ by: text, at: text, reason: text, counts: z.boolean() })),
  failures: count,
  feedback: z.array(z.strictObject(feedback)),
});

const judgment = z.strictObject({
  at: text,
  model: text,
  backend: text,
  session_id: text,
  status: text,
  verdict: text,
  confidence: z.nullable(z.number()),
  reasoning: text,
  criteria: z.array(z.strictObject({ ac_id: text, judgment: text, reasoning: text })),
  feedback: z.array(z.strictObject({ ac_id: text, ...feedback })),
  votes: z.nullable(
    z.strictObject({
      asked: z.number(),
      passed: z.number(),
      failed: z.number(),
      lost: z.number(),
      disputed: texts,
      dissent: z.array(
        z.strictObject({
          ac_id: text,
          vote: z.number(),
          model: text,
          judgment: text,
          reasoning: text,
        }),
      ),
    }),
  ),
  cost_usd: z.nullable(dollars),
  same_model: z.boolean(),
  for_person: z.boolean(),
});

const tampering = z.strictObject({
  source: z.enum(['looked', 'recorded', 'not-examined']),
  reason: text,
  notes: z.array(text),
  passage: textOrNull,
  findings: z.array(
    z.strictObject({
      digest: text,
      kind: text,
      path: text,
      line: z.number(),
      detail: text,
      accepted: z.boolean(),
    }),
  ),
  acceptances: z.array(
    z.strictObject({
      digest: text,
      by: text,
      at: text,
      reason: text,
      session_id: textOrNull,
      counts: z.boolean(),
    }),
  ),
});

const promise = z.strictObject({
  id: text,
  title: text,
  summary: textOrNull,
  standing: z.enum(STANDINGS),
  status: text,
  owner: textOrNull,
  project: textOrNull,
  machine: textOrNull,
  created_by: textOrNull,
  created_at: textOrNull,
  verified_at: textOrNull,
  verified_by: textOrNull,
  tier: z.nullable(z.number()),
  criteria: z.array(criterion),
  gates: z.array(z.strictObject({ gate: text, passage: text, is_weak: z.boolean() })),
  judgments: z.array(judgment),
  tampering,
  cost: z.nullable(z.strictObject(cost)),
  waiting: z.nullable(z.strictObject({ question: text, needs: text, at: text })),
  request: z.nullable(z.strictObject({ what: text, at: text, session_id: text })),
  capped: z.nullable(z.strictObject({ at: text, why: text })),
  record: z.nullable(z.enum(['recorded', 'changed-outside', 'unrecorded'])),
  timeline: z.array(z.strictObject({ at: text, session_id: textOrNull, event: text, words: text })),
  timeline_left_out: count,
  concerns: z.array(z.strictObject({ kind: z.enum(CONCERNS), criteria: texts, detail: text })),
});

/** Counts by every one of some names. */
function countsBy(names: readonly string[]) {
  return z.strictObject(Object.fromEntries(names.map((name) => [name, count])));
}

const totals = z.strictObject({
  promises: count,
  standings: countsBy(STANDINGS),
  criteria: count,
  criterion_standings: countsBy(CRITERION_STANDINGS),
  concerns: countsBy(CONCERNS),
  with_concerns: count,
  judge: z.record(text, count),
  validation: z.record(text, count),
  judge_runs: z.strictObject({
    runs: count,
    passed: count,
    failed: count,
    could_not_judge: count,
    with_dissent: count,
  }),
  cost: z.nullable(
    z.strictObject({
      ...cost,
      models: z.array(modelCost),
    }),
  ),
});

/** What `cs report --json` prints. */
export const reportSchema = z.strictObject({
  made_at: text,
  version: text,
  project: text,
  selection: z.strictObject({
    by: z.enum(['ids', 'session', 'since', 'all', 'own', 'recent']),
    words: text,
  }),
  gaps: z.array(
    z.strictObject({
      what: z.enum(['promise', 'ledger', 'cost-log', 'proofs']),
      place: text,
      reason: text,
    }),
  ),
  totals,
  pushed: forgeCommitSchema,
  fleet: z.nullable(
    z.strictObject({
      projects: z.array(
        z.strictObject({
          project: text,
          promises: count,
          verified: count,
          with_concerns: count,
          sessions: count,
          silent: count,
          cost_usd: z.nullable(dollars),
        }),
      ),
    }),
  ),
  promises: z.array(promise),
});
