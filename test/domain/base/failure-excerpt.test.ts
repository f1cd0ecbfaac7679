import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureExcerpt, tellingLine } from '../../../src/domain/base/failure-excerpt.ts';

/** Outputs of real runners: of each two tests, one fails, at adding 1 and 2. */
const outputOf = (runner: string): string =>
  readFileSync(new URL(`outputs/${runner}.txt`, import.meta.url), 'utf8');

interface Told {
  /** The one line that tells most. */
  readonly line: string;
  readonly tells: readonly (string | RegExp)[];
}

const RUNNERS: Readonly<Record<string, Told>> = {
  'node-tap': {
    line: 'not ok 2 - adds two numbers',
    tells: ['sum.test.js:5:1', '-1 !== 3', 'expected: 3'],
  },
  'node-spec': { line: '✖ adds two numbers (0.941226ms)', tells: ['-1 !== 3', 'sum.test.js:5:39'] },
  vitest: {
    line: '× adds two numbers 9ms',
    tells: ['expected -1 to be 3', 'vit/sum.test.js:5:52'],
  },
  jest: {
    line: 'FAIL jest/sum.test.js',
    tells: ['● sums › adds two numbers', 'Expected: 3', 'Received: -1', 'sum.test.js:4:52'],
  },
  'npm-mocha': { line: '1) adds two numbers', tells: ['-1 !== 3', 'mocha/sum.test.js:5:39'] },
  pytest: {
    line: 'Sums.test_adds',
    tells: ['>       self.assertEqual(add(1, 2), 3)', 'AssertionError: -1 != 3', 'test_sum.py:11'],
  },
  unittest: {
    line: 'FAIL: test_adds (test_sum.Sums.test_adds)',
    tells: ['line 11, in test_adds', 'AssertionError: -1 != 3'],
  },
  cargo: { line: 'tests::adds --- FAILED', tells: ['src/lib.rs:8:17', 'left: -1', 'right: 3'] },
  go: { line: '--- FAIL: TestAdds (0.00s)', tells: ['sum_test.go:12: sum(1, 2) = -1, want 3'] },
  tsc: {
    line: "bad.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    tells: ['bad.ts(1,39)'],
  },
  make: { line: 'main.c:3:5: error: expected', tells: [] },
  plain: { line: 'disk quota exceeded while writing dist/app.js', tells: ['reading 3 files'] },
};

/** What runners say after a failure, and what says nothing of it. */
const TRAILING =
  /duration_ms|^\W*(pass|fail|tests|suites|todo) \d|Start at|Ran (all|\d)|Test Suites|passing|short test summary|exit status|^FAIL$|example\.org|^make|doubles|^> \w/m;

describe.each(Object.entries(RUNNERS))('of the output of %s', (runner, { line, tells }) => {
  it('the failure is told, and nothing that runners say besides', () => {
    const told = failureExcerpt(outputOf(runner)).join('\n');
    for (const words of [line, ...tells]) expect(told).toContain(words);
    expect(told).not.toMatch(TRAILING);
  });

  it('one line tells most', () => {
    expect(tellingLine(outputOf(runner))).toBe(line);
  });
});

describe('an output in which nothing speaks of a failure', () => {
  it.each<[string, string, readonly string[]]>([
    ['is told by its last lines', 'a\nb\nc\nd\ne\nf\n', ['b', 'c', 'd', 'e', 'f']],
    [
      'is told by what it has, if that is noise',
      '# tests 1\n# duration_ms 672\n',
      ['# tests 1', '# duration_ms 672'],
    ],
    [
      'counts of no errors are no errors',
      'no failures\nfound 0 errors\nstopped\n',
      ['no failures', 'found 0 errors', 'stopped'],
    ],
    ['that is blank is told by nothing', ' \n\n', []],
  ])('%s', (_what, output, lines) => {
    expect(failureExcerpt(output)).toEqual(lines);
  });

  it('that is blank has no line that tells', () => expect(tellingLine('\n \n')).toBe(''));
});

it('a test that is known to fail is no failure', () => {
  const output = 'not ok 1 - later # TODO write it\nok 2 - now\nError: no space left\n';
  expect(failureExcerpt(output)).toEqual(['Error: no space left']);
});

it('whatever a command said, few lines of it are told, and none that it did not say', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.constantFrom(
      'not ok 1 - x',
      'FAIL',
      '# tests 1',
      '    at x (y:1:1)',
      '1 failing',
      '1) x',
      '',
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const output = lines.join('\n');
      const told = failureExcerpt(output);
      expect(told.length).toBeLessThanOrEqual(12);
      expect(told.join('\n').length).toBeLessThanOrEqual(1000);
      for (const one of [...told, tellingLine(output)]) expect(output).toContain(one.trim());
    }),
  );
});
