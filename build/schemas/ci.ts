import * as z from 'zod/mini';
import { ANSWERS_FORMAT, CI_VALIDATOR } from '../../src/domain/ci/ci-answers.ts';
import { CI_OUTCOMES, CI_VERDICTS, RESULT_FORMAT } from '../../src/domain/ci/ci-result.ts';

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A commit as its forge shows it. */
export const forgeCommitSchema = z.strictObject({
  forge_url: z.string(),
  commit: z.string(),
  folder: z.string(),
});

const cause = z.nullable(z.strictObject({ path: z.string(), line: z.int() }));

const change = z.strictObject({
  service: z.enum(['github', 'gitlab', 'none']),
  event: z.string(),
  repository: z.string(),
  number: z.nullable(z.int()),
  from_fork: z.nullable(z.boolean()),
  head: z.string(),
  pushed: forgeCommitSchema,
  base: z.string(),
  merge_base: z.string(),
  run_url: z.string(),
  run: z.nullable(z.int()),
});

const result = z.strictObject({
  name: z.string(),
  status: z.enum(['PASS', 'FAIL', 'SKIPPED']),
  detail: z.string(),
  output: z.optional(z.string()),
});

const seen = {
  tree: z.nullable(z.string()),
  inputs: z.nullable(z.array(z.string())),
  files: z.array(z.string()),
};

/** What a command says of the work: whether it fails without it (`ShownFact`). */
export const shownSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('shown'),
    failing: z.array(z.string()),
    count: z.int(),
    among: z.int(),
    base: z.string(),
  }),
  z.strictObject({ kind: z.literal('not-built'), missing: z.string(), base: z.string() }),
  z.strictObject({ kind: z.literal('not-told'), reason: z.string(), base: z.string() }),
  z.strictObject({ kind: z.literal('kept'), base: z.string() }),
  z.strictObject({ kind: z.literal('no-test-changed'), base: z.string() }),
]);

const criterion = z.strictObject({
  id: z.string(),
  description: z.string(),
  verdict: z.enum(CI_VERDICTS),
  results: z.array(result),
  ...seen,
  command: z.nullable(
    z.strictObject({
      argv: z.array(z.string()),
      exit_code: z.nullable(z.int()),
      duration_ms: z.number(),
      output_tail: z.string(),
      output_sha256: z.string(),
      program: z.nullable(z.string()),
    }),
  ),
  artifacts: z.array(
    z.strictObject({
      path: z.string(),
      bytes: z.int(),
      sha256: z.nullable(z.string()),
    }),
  ),
  shown: z.nullable(shownSchema),
  cause,
});

const ofPromise = {
  path: z.string(),
  promise_id: z.nullable(z.string()),
  title: z.string(),
  digest,
};

/** What `cs ci --json` prints and `--result` writes. */
export const ciResultSchema = z.strictObject({
  format: z.literal(RESULT_FORMAT),
  outcome: z.enum(CI_OUTCOMES),
  because: z.array(z.string()),
  started_at: z.string(),
  duration_ms: z.number(),
  change,
  trust: z.strictObject({
    definitions: z.enum(['base', 'head', 'record']),
    revision: z.string(),
    why: z.string(),
    changes: z.array(
      z.strictObject({ path: z.string(), change: z.enum(['added', 'changed', 'deleted']) }),
    ),
  }),
  definitions: z.array(z.strictObject({ ...ofPromise, criteria: z.array(criterion) })),
  broken: z.array(z.strictObject({ path: z.string(), problems: z.array(z.string()) })),
  always: z.array(
    z.strictObject({
      command: z.string(),
      verdict: z.enum(['PASS', 'FAIL', 'BLOCKED']),
      results: z.array(result),
      cause,
    }),
  ),
  changed_files: z.strictObject({
    broken: z.array(z.strictObject({ path: z.string(), detail: z.string() })),
    parsed: z.int(),
  }),
  tampering: z.strictObject({
    setting: z.enum(['warn', 'block']),
    examined: z.boolean(),
    reason: z.string(),
    findings: z.array(
      z.strictObject({
        kind: z.string(),
        path: z.string(),
        line: z.int(),
        detail: z.string(),
        digest: z.string(),
      }),
    ),
  }),
  notes: z.array(z.string()),
});

/** What `cs ci --answers` writes and `cs promise validate --from` reads. */
export const ciAnswersSchema = z.strictObject({
  format: z.literal(ANSWERS_FORMAT),
  validator: z.literal(CI_VALIDATOR),
  answered_at: z.string(),
  change,
  promises: z.array(
    z.strictObject({
      ...ofPromise,
      answers: z.array(
        z.strictObject({
          ac_id: z.string(),
          ...seen,
          response: z.looseObject({
            task_id: z.string(),
            verdict: z.enum(['PASS', 'FAIL', 'BLOCKED']),
            criteria_results: z.array(result),
            timestamp: z.string(),
          }),
        }),
      ),
    }),
  ),
});
