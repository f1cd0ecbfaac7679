import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { configurationSuspicions } from '../../src/tampering/settings.ts';

const CHANGES = z.array(
  z.strictObject({
    path: z.string(),
    before: z.string(),
    after: z
      .string()
      .nullable()
      .transform((text) => text ?? undefined),
  }),
);
const SPELLINGS = z
  .strictObject({ weaker: CHANGES, honest: CHANGES, writtenAnew: CHANGES })
  .parse(parse(readFileSync(join(import.meta.dirname, 'cases', 'spellings.yaml'), 'utf8')));

const gh = (s: string) =>
  `on: [push, pull_request]\njobs:\n  test:\n    runs-on: x\n    steps:\n${s}`;
const W = '.github/workflows/ci.yml';
test.each(SPELLINGS.weaker)('reports in $path: $before → $after', ({ path, before, after }) => {
  expect(configurationSuspicions([{ path, before, after }]).length).toBeGreaterThan(0);
});

const moved = (path: string, earlierPath: string, text: string) =>
  configurationSuspicions([{ path, earlierPath, before: text, after: text }]);

test.each([
  ['.github/workflows/ci.yml.disabled'],
  ['.github/workflows/ci.yml.bak'],
  ['.github/disabled/ci.yml'],
  ['docs/old/ci.yml'],
])('reports a workflow that is moved to %s', (path) => {
  const found = moved(path, W, gh('      - run: npm test\n'));
  expect(found.map(({ kind }) => kind)).toEqual(['run-neutered']);
});

test('is quiet about a workflow with another name', () => {
  expect(moved('.github/workflows/tests.yml', W, gh('      - run: npm test\n'))).toEqual([]);
});

test.each(SPELLINGS.honest)('is quiet in $path: $before → $after', ({ path, before, after }) => {
  expect(configurationSuspicions([{ path, before, after }])).toEqual([]);
});

test('is quiet where a test that is gone is left out', () => {
  const found = configurationSuspicions([
    {
      path: 'Makefile',
      before: 'test:\n\tgo test ./...\n',
      after: 'test:\n\tgo test ./... -skip TestLegacy\n',
    },
    { path: 'a_test.go', before: 'func TestLegacy(t *testing.T) {}', after: 'package a' },
  ]);
  expect(found).toEqual([]);
});

test.each(SPELLINGS.writtenAnew)(
  'reports in $path results that are written anew: $before → $after',
  ({ path, before, after }) => {
    const found = configurationSuspicions([{ path, before, after }]);
    expect(found.map(({ kind }) => kind)).toEqual(['run-neutered']);
  },
);
