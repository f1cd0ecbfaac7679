import * as z from 'zod/mini';
import { FILE_TYPES } from '../domain/check.ts';
import { CHECK_TIMEOUT_RANGE } from '../domain/setting.ts';

const filled = z.string().check(z.regex(/\S/));
const texts = z.array(z.string());
const tier = z.optional(z.literal([1, 2, 3]));
const bytes = z.optional(z.int().check(z.nonnegative()));
const inputs = z.optional(z.array(filled).check(z.minLength(1)));

const commandCheck = z.strictObject({
  kind: z.literal('command'),
  run: z.union([filled, texts.check(z.minLength(1))]),
  timeout_ms: z.optional(
    z.int().check(z.minimum(CHECK_TIMEOUT_RANGE.least), z.maximum(CHECK_TIMEOUT_RANGE.most)),
  ),
  exit_code: z.optional(z.int().check(z.minimum(0), z.maximum(255))),
  matches: z.optional(texts),
  cwd: z.optional(filled),
  pass_env: z.optional(texts),
  alone: z.optional(z.boolean()),
  inputs,
});

const fileCheck = z.strictObject({
  kind: z.literal('file'),
  path: filled,
  type: z.optional(z.enum(FILE_TYPES)),
  contains: z.optional(texts),
  min_bytes: bytes,
  max_bytes: bytes,
  inputs,
});

const toolResultsCheck = z.strictObject({
  kind: z.literal('tool-results'),
  match: z.string().check(z.minLength(1)),
  inputs,
});

/** A declared check, in a definition file and in a promise alike. */
export const checkSchema = z.discriminatedUnion('kind', [
  commandCheck,
  fileCheck,
  toolResultsCheck,
]);

const criterion = z.union([
  filled,
  z.strictObject({ description: filled, tier, checks: z.optional(z.array(checkSchema)) }),
]);

/**
 * What `cs-promise --create --from` takes. Published for editors; the suite reads by
 * `domain/promise-definition.ts`, which also refuses paths that leave the project, and patterns and
 * globs that are none.
 */
export const promiseDefinitionSchema = z.strictObject({
  $schema: z.optional(z.string()),
  title: filled,
  summary: z.optional(filled),
  tier,
  acceptance_criteria: z.array(criterion).check(z.minLength(1)),
});
