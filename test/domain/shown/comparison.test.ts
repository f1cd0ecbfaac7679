import { describe, expect, it } from 'vitest';
import { missingIn } from '../../../src/domain/shown/builders.ts';
import {
  afterProbe,
  compareRuns,
  firstLook,
  isSurprise,
  type NamedRun,
} from '../../../src/domain/shown/comparison.ts';
import { movedText } from '../../../src/domain/shown/moved-text.ts';
import { type Shown, shownIn } from '../../../src/domain/shown/outcome.ts';

const GREEN: NamedRun = {
  passed: true,
  ranTests: true,
  failed: [],
  succeeded: [],
  detail: 'it passes',
};
const RED: NamedRun = { ...GREEN, passed: false, detail: 'exit code 1' };

describe('what a run without the work says by itself', () => {
  it.each<[string, NamedRun, ReturnType<typeof firstLook>]>([
    ['it passes', GREEN, 'passes'],
    ['it names a test that fails', { ...RED, failed: ['a'] }, 'fails'],
    ['it cannot be built', { ...RED, missing: 'undefined: X' }, 'fails'],
    [
      'it fails and names nothing',
      RED,
      { kind: 'not-told', reason: 'it fails without the work and names no test (exit code 1)' },
    ],
    [
      'it is too slow, whatever it named until then',
      { ...RED, failed: ['a'], cutOff: 'it took longer than 3 s' },
      { kind: 'not-told', reason: 'it took longer than 3 s without the work' },
    ],
  ])('%s', (_what, run, expected) => {
    expect(firstLook(run)).toEqual(expected);
  });
});

describe('a run without the work beside one with it', () => {
  it.each<[string, NamedRun, NamedRun, Shown]>([
    [
      'tests that fail there and pass here',
      { ...RED, failed: ['a', 'b'] },
      { ...GREEN, succeeded: ['a', 'b', 'c'] },
      { kind: 'shown', failing: ['a', 'b'], among: 3 },
    ],
    [
      'tests that are red here as well are no credit',
      { ...RED, failed: ['a', 'b'] },
      { ...RED, failed: ['b'], succeeded: ['a'] },
      { kind: 'shown', failing: ['a'], among: 3 },
    ],
    [
      'a test that did not change fails beside them: of how many is not known',
      { ...RED, failed: ['a', 'OLD ONE'] },
      { ...GREEN, succeeded: ['a', 'OLD ONE'] },
      { kind: 'shown', failing: ['a', 'OLD ONE'], among: 0 },
    ],
    [
      'a runner that names what fails alone',
      { ...RED, failed: ['a'] },
      GREEN,
      { kind: 'shown', failing: ['a'], among: 3 },
    ],
    [
      'what is not known to pass here is no credit where the run is red',
      { ...RED, failed: ['a'] },
      { ...RED, failed: ['b'] },
      {
        kind: 'not-told',
        reason: 'it does not pass in a fresh copy of the files of now either (exit code 1)',
      },
    ],
    [
      'titles of suites beside tests are none',
      { ...RED, failed: ['Cart', 'adds'] },
      { ...GREEN, succeeded: ['adds', 'removes'] },
      { kind: 'shown', failing: ['adds'], among: 3 },
    ],
    [
      'what does not build without it, and does with it',
      { ...RED, missing: 'undefined: X' },
      GREEN,
      { kind: 'not-built', missing: 'undefined: X' },
    ],
    [
      'what is missing for a command that runs no tests',
      { ...RED, missing: "Cannot find module 'sum.mjs'" },
      { ...GREEN, ranTests: false },
      { kind: 'not-told', reason: 'it fails without the work and names no test (exit code 1)' },
    ],
    [
      'what builds nowhere but in the checkout',
      { ...RED, missing: "Cannot find module 'x'" },
      { ...RED, missing: "Cannot find module 'x'", detail: 'exit code 2' },
      {
        kind: 'not-told',
        reason: 'it does not pass in a fresh copy of the files of now either (exit code 2)',
      },
    ],
    [
      'a test that fails counts more than what cannot be built beside it',
      { ...RED, failed: ['a'], missing: 'undefined: X' },
      GREEN,
      { kind: 'shown', failing: ['a'], among: 3 },
    ],
    [
      'time that ran out with the work',
      { ...RED, failed: ['a'] },
      { ...RED, cutOff: 'it took longer than 3 s' },
      {
        kind: 'not-told',
        reason: 'it took longer than 3 s in a fresh copy of the files of now',
      },
    ],
  ])('%s', (_what, without, withWork, expected) => {
    expect(compareRuns(without, withWork, ['a', 'b', 'adds'])).toEqual(expected);
  });

  it('of how many is not said where more fail than changed', () => {
    const shown = compareRuns({ ...RED, failed: ['a', 'b'] }, GREEN, ['a']);
    expect(shown).toEqual({ kind: 'shown', failing: ['a', 'b'], among: 0 });
  });
});

it.each<[string, readonly string[], readonly string[], boolean]>([
  ['nothing fails', [], ['a'], false],
  ['a test that changed', ['tests/a.py::test_a[1]', 'b'], ['test_a'], false],
  ['tests that did not change', ['b'], ['test_a'], true],
  ['no tests are known', ['b'], [], true],
])(
  'a failure is a surprise where it is of no test that changed: %s',
  (_what, failing, tests, is) => {
    expect(isSurprise(failing, tests)).toBe(is);
  },
);

it.each<[string, NamedRun, Shown]>([
  ['it fails', RED, { kind: 'kept' }],
  ['it passes', GREEN, { kind: 'not-told', reason: 'the command does not run these files' }],
  [
    'it does not end',
    { ...RED, cutOff: 'it took longer than 3 s' },
    { kind: 'not-told', reason: 'it took longer than 3 s where the changed files are broken' },
  ],
])('after a probe where %s', (_what, probe, expected) => {
  expect(afterProbe(GREEN, probe, [])).toEqual(expected);
});

describe('what passes without the work, and runs what changed', () => {
  const left: Shown = { kind: 'not-told', reason: 'none of its new or changed tests ran' };
  it.each<[string, Partial<NamedRun>, readonly string[], Shown]>([
    ['none of the tests that changed is named', {}, ['b'], left],
    ['one of them is', {}, ['b', 'a'], { kind: 'kept' }],
    ['not all names are known', { namesAll: false }, ['b'], { kind: 'kept' }],
    ['no test is known to have changed', {}, [], { kind: 'kept' }],
    ['a name is filled in when it is printed', {}, ['%s + 1'], { kind: 'kept' }],
  ])('%s', (_what, parts, tests, expected) => {
    const without = { ...GREEN, succeeded: ['sum > a'], namesAll: true, ...parts };
    expect(afterProbe(without, RED, tests)).toEqual(expected);
  });
});

describe('what builders and loaders say is missing', () => {
  it.each<[string, string | undefined]>([
    ['./sum_test.go:5:2: undefined: Sum', 'undefined: Sum'],
    ['vet: ./sum_test.go:5:2: undefined: Sum', 'undefined: Sum'],
    ['    sum_test.go:5: got 3, want 4', undefined],
    [
      'error[E0425]: cannot find function `sum` in this scope',
      'cannot find function `sum` in this scope',
    ],
    [
      "a.ts(1,1): error TS2305: Module './b' has no exported member 'c'.",
      "Module './b' has no exported member 'c'.",
    ],
    [
      "SyntaxError: The requested module './a.mjs' does not provide an export named 'b'",
      "The requested module './a.mjs' does not provide an export named 'b'",
    ],
    ["Error: Cannot find module './a'", "Cannot find module './a'"],
    [
      "E   ImportError: cannot import name 'a' from 'b.c' (/x/b/c.py)",
      "cannot import name 'a' from 'b.c'",
    ],
    ["E   ModuleNotFoundError: No module named 'a'", "No module named 'a'"],
    ["a.c:(.text+0x1): undefined reference to `sum'", "undefined reference to `sum'"],
    [
      "a.c:3:5: error: implicit declaration of function 'sum'",
      "implicit declaration of function 'sum'",
    ],
    ['AssertionError: 1 == 2', undefined],
    ['error: test failed', undefined],
  ])('%s', (line, expected) => {
    expect(missingIn(line)).toBe(expected);
  });
});

it.each<[string, string]>([
  ['/home/a/shop', '/tmp/x'],
  ['/home/a/shop/bin:/usr/bin', '/tmp/x/bin:/usr/bin'],
  ['cd "/home/a/shop" && npm test', 'cd "/tmp/x" && npm test'],
  ['/home/a/shop-two/bin', '/home/a/shop-two/bin'],
  ['/mnt/home/a/shop', '/mnt/home/a/shop'],
])('a path leads to the copy: %s', (text, expected) => {
  expect(movedText(text, { from: ['/home/a/shop'], to: '/tmp/x' })).toBe(expected);
});

it.each<[{ readonly [key: string]: unknown }, Shown | undefined]>([
  [{ kind: 'kept', later: 1 }, { kind: 'kept' }],
  [{ kind: 'no-test-changed' }, { kind: 'no-test-changed' }],
  [
    { kind: 'shown', failing: ['a'], among: 2 },
    { kind: 'shown', failing: ['a'], among: 2 },
  ],
  [{ kind: 'shown', failing: 'a', among: 2 }, undefined],
  [
    { kind: 'not-built', missing: 'X' },
    { kind: 'not-built', missing: 'X' },
  ],
  [{ kind: 'not-told' }, undefined],
  [{ kind: 'of a later version' }, undefined],
])('an outcome is read again: %j', (value, expected) => {
  expect(shownIn(value)).toEqual(expected);
});
