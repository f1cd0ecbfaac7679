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
const rs = (before: string, after: string): readonly TextChange[] => [
  { path: 'tests/add.rs', before, after },
];
const java = (...texts: readonly [before: string, after: string]): readonly TextChange[] => {
  const [before, after] = texts.map(
    (lines) => `class AddTest {\n  @Test void adds() {\n${lines}\n  }\n}\n`,
  );
  return [{ path: 'src/test/java/AddTest.java', before, after }];
};
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
const TRY = 'function tryOut(n) { expect(add(n, n)).toBe(2 * n); }\n';
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
    [
      'a condition less of those that must all hold',
      rs(
        '#[test]\n#[cfg(all(feature = "net", not(miri)))]\nfn adds() { assert_eq!(add(1), 2); }',
        '#[test]\n#[cfg(feature = "net")]\nfn adds() { assert_eq!(add(1), 2); }',
      ),
    ],
    [
      'one of two methods of a name, of which the other never asserted',
      rs(
        'impl F for A { fn poll(&self) { a(1); } }\nimpl F for B { fn poll(&self) { assert_eq!(b(1), 2); } }',
        'impl F for A { fn poll(&self) { a(2); } }\nimpl F for B { fn poll(&self) { log(); assert_eq!(b(3), 2); } }',
      ),
    ],
    [
      'what a program that is named like a test checks',
      [
        {
          path: 'shop/testclient.py',
          before: 'def send(mode):\n    assert mode in ["text"]\n    post(mode)\n',
          after: 'def send(mode):\n    post(mode)\n',
        },
      ],
    ],
    [
      'a call that a new helper makes',
      js(
        `${TRY}${jest('tryOut(1);', 'expect(add(1, 2)).toBe(3);')}`,
        `${TRY}const tryOne = () => { tryOut(1); };\n${jest('tryOne();', 'expect(add(1, 2)).toBe(3);')}`,
      ),
    ],
    [
      'the sides of an equation turned around',
      java(
        'assertThat(EnumSet.allOf(Hand.class)).isEqualTo(gson.read("[1]", new Token<Set<Hand>>() {}.getType()));',
        'Set<Hand> read = gson.read("[1]", new Token<>() {});\nassertThat(read).isEqualTo(EnumSet.allOf(Hand.class));',
      ),
    ],
    ['a tighter bound', py('assert f(1) >= 7', 'assert f(1) >= 8')],
    [
      'a matcher for the beginning of a text',
      py('assert f(1)[:3] == "abc"', 'assert f(1).startswith("abc")'),
    ],
    [
      'a call that throws by itself where it fails',
      js(
        "it('resets option stores', () => { const s = make(); s.reset(); expect(s.n).toBe(0); });\nit('resets setup stores', () => { const s = makeSetup(); expect(() => s.reset()).not.toThrow(); expect(s.n).toBe(0); });\n",
        "it.each([make, makeSetup])('resets stores', (of) => { const s = of(); s.reset(); expect(s.n).toBe(0); });\n",
      ),
    ],
    [
      'a double for a flag',
      js(
        jest('let ended = false;', 'run(() => { ended = true; });', 'expect(ended).toBe(true);'),
        jest('const end = vi.fn();', 'run(end);', 'expect(end).toHaveBeenCalled();'),
      ),
    ],
    [
      'an assertion whose failure was dropped',
      js(
        jest('try { expect(load()).toBe(1); } catch {}', 'expect(add(1, 2)).toBe(3);'),
        jest('expect(add(1, 2)).toBe(3);'),
      ),
    ],
    [
      'an error by its class and message',
      js(
        jest("expect(read()).toStrictEqual(new ReadError('empty'));"),
        jest('expect(read()).toBeInstanceOf(ReadError);', "expect(read().message).toBe('empty');"),
      ),
    ],
    [
      'a key without quotes',
      js(
        jest('const row = load(1).first;', "expect(row['id']).toBeUndefined();"),
        jest("const row = open('shop');", 'expect(row.id).toBeUndefined();'),
      ),
    ],
    [
      'the name of a snapshot',
      js(
        jest("expect(add(1, 2)).toMatchSnapshot('sum');"),
        jest('expect(add(1, 2)).toMatchSnapshot();'),
      ),
    ],
    [
      'a snapshot that came into a file',
      js(
        jest("expect(add(1, 2)).toMatchInlineSnapshot('3 apples');"),
        jest('expect(add(1, 2)).toMatchSnapshot();'),
        [
          {
            path: 'src/__snapshots__/add.test.js.snap',
            before: undefined,
            after: 'exports[`adds 1`] = `3 apples`;\n',
          },
        ],
      ),
    ],
    [
      'a message that is thrown in place of a warning',
      js(
        jest('expect(() => use()).toThrow();', "expect('no store').toHaveBeenWarned();"),
        jest('expect(() => use()).toThrow(/no store/);'),
      ),
    ],
    [
      'what a helper checked of itself',
      js(
        `const serve = () => { if (open(0).listening) throw new Error('twice'); };\n${jest('serve();', 'expect(add(1, 2)).toBe(3);')}`,
        jest('start();', 'expect(add(1, 2)).toBe(3);'),
      ),
    ],
    [
      'a function of another test file with a comment',
      [
        {
          path: 'test/helpers.js',
          before: 'export function wait(n) { return n + 1; }\n',
          after: undefined,
        },
        ...js(
          `import { wait } from '../test/helpers.js';\n${jest('expect(wait(1)).toBe(2);')}`,
          `/** Waits. */\nfunction wait(n) { return n + 1; }\n${jest('expect(wait(1)).toBe(2);')}`,
        ),
      ],
    ],
    [
      'the same error of another call before it',
      java(
        'try { read(); fail(); } catch (IOException e) { assertEquals("no file", e.getMessage()); }',
        'try { read(); fail(); } catch (IOException e) { }\ntry { read(); fail(); } catch (IOException e) { assertEquals(NO_FILE, e.getMessage()); }',
      ),
    ],
    [
      'an empty list',
      java('assertEquals(Collections.emptyList(), read());', 'assertThat(read()).isEmpty();'),
    ],
    [
      'an own assertion that is given what was expected',
      rs(
        '#[test]\nfn adds() { let fut = add(1); assert_eq!(fut.wait().unwrap(), "two"); }',
        '#[test]\nfn adds() { let fut = add(1); assert_ready_ok!(fut.wait(), "two"); }',
      ),
    ],
    [
      'messages that became rows',
      [
        {
          path: 'tests/test_add.py',
          before:
            'def test_add():\n    with raises(E) as e:\n        add("a")\n    assert "one" in str(e.value)\n    with raises(E) as e:\n        add("b")\n    assert "two" in str(e.value)\n',
          after:
            '@pytest.mark.parametrize("given, key", [("a", "one"), ("b", "two")])\ndef test_add(given, key):\n    with raises(E) as e:\n        add(given)\n    assert key in str(e.value)\n',
        },
      ],
    ],
    [
      'a value that changed with a version in a script of Gradle',
      [
        ...java('assertEquals("one", read());', 'assertEquals("two", read());'),
        {
          path: 'libraries.gradle',
          before: 'feign = "11.0"\n',
          after: 'feign = "11.1"\n',
        },
      ],
    ],
    [
      'a value that is nothing now, beside a claim of its type',
      js(
        jest("expect(read()).toBe('');"),
        jest('expectTypeOf(read()).toEqualTypeOf();', 'expect(read()).toBe(undefined);'),
        [source('export const read = () => "";\n', 'export const read = () => undefined;\n')],
      ),
    ],
    [
      'a test that was expected to fail',
      [
        {
          path: 'tests/test_add.py',
          before:
            '@pytest.mark.xfail\ndef test_add():\n    assert f(1) == 2\n\ndef test_sub():\n    assert g(1) == 0\n',
          after: 'def test_sub():\n    assert g(1) == 0\n',
        },
      ],
    ],
    ['a file that is no test', [source('export const add = 1;\n', 'export const add = 2;\n')]],
    ['nothing', []],
  ])('%s', (_what, change) => {
    expect(suspicionsIn(change, READER)).toEqual([]);
  });
});
