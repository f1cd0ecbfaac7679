import { describe, expect, it } from 'vitest';
import type { TextChange } from '../../src/tampering/change.ts';
import { suspicionsIn } from '../../src/tampering/tampering.ts';
import { READER } from '../rig/values/reader.ts';

/** The rules by which tests before and after a change are compared, one row each. */

const jest = (...lines: readonly string[]): string =>
  `it('adds', () => {\n${lines.join('\n')}\n});\n`;
const js = (
  before: string,
  after: string,
  more: readonly TextChange[] = [],
): readonly TextChange[] => [{ path: 'src/add.test.js', before, after }, ...more];
const py = (before: string, after: string): readonly TextChange[] => [
  {
    path: 'tests/test_add.py',
    before: `def test_add():\n    ${before}\n`,
    after: `def test_add():\n    ${after}\n`,
  },
];
const kindsOf = (change: readonly TextChange[]): readonly string[] => [
  ...new Set(suspicionsIn(change, READER).map(({ kind }) => kind)),
];
const source = (before: string | undefined, after: string | undefined): TextChange => ({
  path: 'src/add.js',
  before,
  after,
});
const moved = (earlierPath: string, path: string, text: string): TextChange => ({
  path,
  earlierPath,
  before: text,
  after: text,
});
const THREE = jest('  expect(add(1, 2)).toBe(3);');

describe('is suspected', () => {
  it.each<[string, readonly TextChange[], string]>([
    ['another value', js(THREE, jest('expect(add(1, 2)).toBe(4);')), 'expected-value-edited'],
    [
      'a list the other way around',
      py('assert f(1) == [3, 4]', 'assert f(1) == [4, 3]'),
      'expected-value-edited',
    ],
    ['the opposite', js(THREE, jest('expect(add(1, 2)).not.toBe(3);')), 'assertion-weakened'],
    ['that it is there', js(THREE, jest('expect(add(1, 2)).toBeDefined();')), 'assertion-weakened'],
    [
      'the subject itself as what is expected',
      js(THREE, jest('expect(add(1, 2)).toBe(add(1, 2));')),
      'assertion-vacuous',
    ],
    ['nothing asserted', js(THREE, jest('add(1, 2);')), 'assertion-removed'],
    [
      'a wider tolerance',
      py('assert f(1) == approx(0.5, abs=0.01)', 'assert f(1) == approx(0.5, abs=0.1)'),
      'assertion-weakened',
    ],
    [
      'any error',
      py('with raises(KeyError):\n        f(1)', 'with raises(Exception):\n        f(1)'),
      'assertion-weakened',
    ],
    [
      'a test that is gone while its subject is still there',
      js(`${THREE}it('sums', () => { expect(sum([1])).toBe(1); });\n`, THREE),
      'test-deleted',
    ],
    [
      'a value that changed beside another function',
      js(THREE, jest('expect(add(1, 2)).toBe(4);'), [
        source('export const sub = (a, b) => a - b;\n', 'export const sub = (a, b) => b - a;\n'),
      ]),
      'expected-value-edited',
    ],
    [
      'a value that changed beside a new name',
      js(THREE, jest('expect(add(1, 2)).toBe(4);'), [
        source(
          'export function add(a, b) { return a + b; }\nexport function minus(a) { return -a; }\n',
          'export function add(a, b) { return a + b; }\nexport function negate(a) { return -a; }\n',
        ),
      ]),
      'expected-value-edited',
    ],
    [
      'a test that moved to a name that nobody looks for',
      [moved('src/add.test.js', 'src/add.spec_.js', THREE)],
      'test-not-collected',
    ],
    [
      'a test that moved to where nobody looks',
      [moved('test/add.test.js', 'test/node_modules/add.test.js', THREE)],
      'test-not-collected',
    ],
    [
      'a workflow that moved to where nobody looks',
      [
        moved(
          '.github/workflows/ci.yml',
          '.github2/workflows/ci.yml',
          'on: push\njobs:\n  test:\n    runs-on: x\n    steps:\n      - run: npm test\n',
        ),
      ],
      'run-neutered',
    ],
  ])('%s', (_what, change, kind) => {
    expect(kindsOf(change)).toContain(kind);
  });
});

describe('raises no alarm', () => {
  it.each<[string, readonly TextChange[]]>([
    ['the same in other white space', js(THREE, jest('expect(add(1,2))', '  .toBe(3)'))],
    ['the same number', py('assert f(1) == 1000', 'assert f(1) == 1_000')],
    ['a constant in its place', py('assert f(1) == 301', 'assert f(1) == MOVED_PERMANENTLY')],
    [
      'the rounding of another framework',
      py('self.assertAlmostEqual(f(1), 0.3)', 'assert f(1) == pytest.approx(0.3)'),
    ],
    ['nothing in another way', py('assert f(1) == []', 'assert not f(1)')],
    [
      'a narrower error',
      py('with raises(Exception):\n        f(1)', 'with raises(KeyError):\n        f(1)'),
    ],
    ['a stronger assertion', js(jest('expect(add(1, 2)).toBeDefined();'), THREE)],
    ['another name', js(THREE, THREE.replace("'adds'", "'sums two numbers'"))],
    ['another file', [moved('src/add.test.js', 'test/add.test.js', THREE)]],
    [
      'a value that changed with its subject',
      js(THREE, jest('expect(add(1, 2)).toBe(4);'), [
        source(
          'export const add = (a, b) => a + b;\n',
          'export const add = (a, b) => a + b + 1;\n',
        ),
      ]),
    ],
    [
      'a value that changed with a dependency',
      js(THREE, jest('expect(add(1, 2)).toBe(4);'), [
        {
          path: 'package.json',
          before: '{"dependencies":{"add":"^1.0.0"}}\n',
          after: '{"dependencies":{"add":"^2.0.0-beta.1"}}\n',
        },
      ]),
    ],
    [
      'a test that went with its subject',
      [
        { path: 'src/add.test.js', before: THREE, after: undefined },
        source('export const add = (a, b) => a + b;\n', undefined),
      ],
    ],
    [
      'tests that became rows',
      js(
        "it('one', () => { expect(add(1, 1)).toBe(2); });\nit('two', () => { expect(add(2, 2)).toBe(4); });\n",
        "it.each([[1, 1, 2], [2, 2, 4]])('%i + %i', (a, b, sum) => { expect(add(a, b)).toBe(sum); });\n",
      ),
    ],
    [
      'parts that became the whole',
      js(
        jest('expect(read().a).toBe(1);', 'expect(read().b).toBe(2);'),
        jest('expect(read()).toEqual({ a: 1, b: 2 });'),
      ),
    ],
    ['a file that is no test', [source('export const add = 1;\n', 'export const add = 2;\n')]],
    ['nothing', []],
  ])('%s', (_what, change) => {
    expect(suspicionsIn(change, READER)).toEqual([]);
  });
});
