import fc from 'fast-check';
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { checkSchema, promiseDefinitionSchema } from '../../build/schemas/promise-definition.ts';
import { isInside } from '../../src/checks/check-keys.ts';
import { checkFault, readCheck } from '../../src/checks/kinds.ts';
import { isObject } from '../../src/domain/base/document.ts';
import { globFault } from '../../src/domain/base/glob.ts';
import { readDefinition } from '../../src/domain/promise/promise-definition.ts';
import { jsonValue } from '../rig/values/arbitraries.ts';
import { runs } from '../rig/values/runs.ts';

/** Values that a key may hold, most of them nearly right. */
const texts = fc.constantFrom<unknown>(
  'a',
  'src/**',
  '',
  ' ',
  '..',
  '/a',
  'a/../b',
  '(',
  '[',
  'C:x',
);
const near = fc.oneof(
  texts,
  fc.constantFrom<unknown>(0, 1, 2, 3, 99, 100, 255, 256, 1.5, -1, 86_400_000, 86_400_001, 2 ** 53),
  fc.constantFrom<unknown>(true, false, null, undefined, 'json', 'folder', 'text', 'toml', [], {}),
  fc.array(fc.oneof(texts, fc.constantFrom<unknown>('a', 'b', 7, null)), { maxLength: 3 }),
  jsonValue,
);

const KEYS = ['run', 'timeout_ms', 'exit_code', 'matches', 'cwd', 'pass_env', 'alone', 'inputs'];
const FILE_KEYS = ['path', 'type', 'contains', 'min_bytes', 'max_bytes', 'match', 'other'];

/** Something that is a check but for a few keys. */
const nearlyCheck: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.constantFrom<object>(
      { kind: 'command', run: 'npm test' },
      { kind: 'command', run: ['npm', 'test'] },
      { kind: 'file', path: 'dist/app.js' },
      { kind: 'tool-results', match: 'npm' },
      { kind: 'http' },
      {},
    ),
    fc.dictionary(fc.constantFrom(...KEYS, ...FILE_KEYS), near, { maxKeys: 3 }),
  )
  .map(([base, parts]) => ({ ...base, ...parts }));

const nearlyDefinition: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.dictionary(fc.constantFrom('title', 'summary', 'tier', '$schema', 'other'), near, {
      maxKeys: 2,
    }),
    fc.oneof(
      near,
      fc.array(
        fc.oneof(
          near,
          fc.constant('it works'),
          fc
            .tuple(
              fc.dictionary(fc.constantFrom('description', 'tier', 'other'), near, { maxKeys: 1 }),
              fc.oneof(
                near,
                fc.array(fc.oneof(nearlyCheck, fc.constant({ kind: 'file', path: 'a' }))),
              ),
            )
            .map(([parts, checks]) => ({ description: 'it works', checks, ...parts })),
        ),
        { maxLength: 3 },
      ),
    ),
  )
  .map(([parts, acceptance_criteria]) => ({ title: 'T', acceptance_criteria, ...parts }));

/** Whether a check breaks a rule that no schema can say: paths that leave, patterns, globs. */
function breaksStricterRule(check: unknown): boolean {
  if (!isObject(check)) return false;
  const { cwd, inputs, matches, path, run } = check;
  return (
    (cwd !== undefined && !isInside(cwd)) ||
    (path !== undefined && (!isInside(path) || globFault(path) !== undefined)) ||
    listOf(inputs).some((glob) => globFault(glob) !== undefined) ||
    listOf(matches).some((pattern) => !isPattern(pattern)) ||
    (Array.isArray(run) && run[0] === '')
  );
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u').test('');
    return true;
  } catch {
    return false;
  }
}

/** Whether a blank folder is one has a test of its own, in test/domain. */
function hasBlankFolder(check: unknown): boolean {
  return isObject(check) && check['cwd'] === ' ';
}

/** A text, or nothing at all. */
function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** zod throws where a `length` cannot become a number; what throws is not accepted either. */
function isOf(schema: z.ZodMiniType, value: unknown): boolean {
  try {
    return schema.safeParse(value).success;
  } catch {
    return false;
  }
}

/** The light reading takes what the schema takes, but for the rules that only it knows. */
function expectAgreement(isTaken: boolean, isOfSchema: boolean, isStricter: boolean): void {
  expect(isTaken).toBe(isOfSchema && !isStricter);
}

it('a check is read where its schema takes it', () => {
  fc.assert(
    fc.property(nearlyCheck, (value) => {
      // What is undefined is not there: JSON knows no such value.
      const check: unknown = JSON.parse(JSON.stringify(value));
      fc.pre(!hasBlankFolder(check));
      const isOfSchema = isOf(checkSchema, check);
      expectAgreement(readCheck(check).ok, isOfSchema, breaksStricterRule(check));
    }),
    runs(5000),
  );
});

it('any JSON value is read as a check or refused with a reason', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const reading = readCheck(value);
      expect(reading.ok).toBe(isOf(checkSchema, value) && !breaksStricterRule(value));
      if (!reading.ok) expect(reading.reason).toMatch(/\S/);
    }),
    runs(500),
  );
});

function checksIn(document: unknown): readonly unknown[] {
  const criteria: unknown = isObject(document) ? document['acceptance_criteria'] : undefined;
  if (!Array.isArray(criteria)) return [];
  return criteria.filter(isObject).flatMap(({ checks }) => (Array.isArray(checks) ? checks : []));
}

it('a definition is read where its schema takes it', () => {
  fc.assert(
    fc.property(nearlyDefinition, (value) => {
      const document: unknown = JSON.parse(JSON.stringify(value));
      fc.pre(!checksIn(document).some(hasBlankFolder));
      // What `$schema` may be has a test of its own.
      fc.pre(!isObject(document) || isText(document['$schema']));
      const reading = readDefinition(document, checkFault);
      const isOfSchema = isOf(promiseDefinitionSchema, document);
      expectAgreement(reading.ok, isOfSchema, checksIn(document).some(breaksStricterRule));
      if (!reading.ok) expect(reading.problems.join('')).toMatch(/\S/);
    }),
    runs(5000),
  );
});

it('a definition that is read says what it was given', () => {
  fc.assert(
    fc.property(nearlyDefinition, (value) => {
      const document: unknown = JSON.parse(JSON.stringify(value));
      fc.pre(!checksIn(document).some(hasBlankFolder));
      const reading = readDefinition(document, checkFault);
      fc.pre(reading.ok);
      const { criteria } = reading.definition;
      expect(criteria.flatMap(({ checks }) => checks)).toEqual(checksIn(document));
      for (const { description } of criteria) expect(description).toMatch(/\S/);
    }),
    runs(2000),
  );
});

it('a definition whose $schema is no text is refused, as by the schema', () => {
  const document = { $schema: 7, title: 'T', acceptance_criteria: ['it works'] };
  expect(promiseDefinitionSchema.safeParse(document).success).toBe(false);
  expect(readDefinition(document, checkFault).ok).toBe(false);
});
