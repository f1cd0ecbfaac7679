import { describe, expect, it } from 'vitest';
import type { TextChange } from '../../src/tampering/change.ts';
import { suspicionsIn } from '../../src/tampering/tampering.ts';
import { READER } from '../rig/values/reader.ts';

/** What comes between a test and its framework, conditions that let it run less often, and what says as much in other words. */

type Sides = readonly [before: string | undefined, after: string | undefined];

const kindsOf = (files: Readonly<Record<string, Sides>>): readonly string[] => {
  const change = Object.entries(files).map(
    ([path, [before, after]]): TextChange => ({ path, before, after }),
  );
  return [...new Set(suspicionsIn(change, READER).map(({ kind }) => kind))];
};

const ADDS = "it('adds', () => { expect(add(1)).toBe(2); });\n";
const from = (module: string): string => `import { expect } from '${module}';\n${ADDS}`;
const py = (marks: string, body: string): string => `${marks}\ndef test_add():\n    ${body}\n`;
const skip = (when: string): string => py(`@pytest.mark.skipif(${when})`, 'assert add(1) == 2');
const kt = (body: string): string => `class AddTest {\n  @Test fun adds() {\n    ${body}\n  }\n}\n`;
const kotlin = 'src/test/kotlin/AddTest.kt';

describe('is told', () => {
  it.each<[what: string, kind: string, files: Readonly<Record<string, Sides>>]>(
    [
    ['an import in which nothing can fail', 'assertion-vacuous', {
      'a.test.ts': [from('vitest'), from('./quiet')],
      'quiet.ts': [undefined, 'export const expect = () => new Proxy({}, { get: () => () => {} });\n'],
    }],
    ['a function of the name that does nothing', 'assertion-vacuous', {
      'a.test.ts': [ADDS, `function expect() { return { toBe() {} }; }\n${ADDS}`],
    }],
    ['a wrapper that drops errors', 'assertion-swallowed', {
      'a.test.ts': [
        ADDS,
        "const quiet = (f) => () => { try { f(); } catch {} };\nit('adds', quiet(() => { expect(add(1)).toBe(2); }));\n",
      ],
    }],
    ['one more platform that is skipped', 'test-conditional', {
      'test_add.py': [skip('sys.platform == "win32"'), skip('sys.platform == "win32" or sys.platform == "linux"')],
    }],
    ['one platform less on which it runs', 'test-conditional', {
      'src/test/java/AddTest.java': [
        'class AddTest { @EnabledOnOs({LINUX, MAC}) @Test void adds() { assertEquals(2, add(1)); } }',
        'class AddTest { @EnabledOnOs({LINUX}) @Test void adds() { assertEquals(2, add(1)); } }',
      ],
    }],
    ['a script that is new and hides a failure', 'run-neutered', {
      'web/package.json': [undefined, '{ "scripts": { "test": "vitest run || true" } }'],
    }],
  ] /* biome-ignore format: a table */,
  )('%s: %s', (_what, kind, files) => {
    expect(kindsOf(files)).toEqual([kind]);
  });
});

describe('is not told', () => {
  it.each<[what: string, files: Readonly<Record<string, Sides>>]>(
    [
    ['an import that passes the framework on', {
      'a.test.ts': [from('vitest'), from('./setup')],
      'setup.ts': [undefined, "export { expect } from 'vitest';\n"],
    }],
    ['a function of the name that throws', {
      'a.test.ts': [ADDS, `function expect(a) { return { toBe(b) { if (a !== b) throw new Error(); } }; }\n${ADDS}`],
    }],
    ['a wrapper that only waits', {
      'a.test.ts': [ADDS, "const slow = (f) => () => f();\nit('adds', slow(() => { expect(add(1)).toBe(2); }));\n"],
    }],
    ['another reason, and a narrower condition', {
      'test_add.py': [
        skip('sys.platform == "win32", reason="a"'),
        skip('sys.platform == "win32" and sys.version_info < (3, 9), reason="b"'),
      ],
    }],
    ['a script that is new and only allows that there are no tests', {
      'web/package.json': [undefined, '{ "scripts": { "test": "vitest run --passWithNoTests" } }'],
    }],
    ['a matcher of its own for a text of a page', {
      'a.test.ts': [
        "it('a', () => { expect(by('x').textContent).toBe('a'); });\n",
        "it('a', () => { expect(by('x')).toHaveTextContent('a'); });\n",
      ],
    }],
    ['the whole for some of its parts', {
      'a.test.ts': [
        "it('a', () => { expect(f().items[0].code).toBe('a'); expect(f().items[0].open).toBe(false); });\n",
        "it('a', () => { expect(f().items).toMatchInlineSnapshot(`[ { \"code\": \"a\", \"open\": false } ]`); });\n",
      ],
    }],
    ["an error's message in the words of Truth", {
      [kotlin]: [
        kt('assertThat(e).hasMessage("a"); assertThat(e).hasCauseInstanceOf(IOException::class.java)'),
        kt('assertThat(e).hasMessageThat().isEqualTo("a"); assertThat(e).hasCauseThat().isInstanceOf(IOException::class.java)'),
      ],
    }],
    ['a constant that is qualified', {
      [kotlin]: [kt('assertEquals(ExitCode.OK, run(1))'), kt('assertEquals(Compilation.ExitCode.OK, compile(1))')],
    }],
    ['warnings of Kotlin that are silenced', {
      [kotlin]: [kt('assertEquals(2, add(1))'), `@Suppress("UNUSED")\n${kt('assertEquals(2, add(1))')}`],
    }],
    ['the same words of what has the name now', {
      'test_add.py': [
        py('', 'out = f(1)\n    assert out == "a"\n    stream = g(1)\n    assert stream.read() == "a"'),
        py('', 'out = f(1)\n    assert out == "a"\n    out = g(1)\n    assert out == "a"'),
      ],
    }],
    ['a test that became rows of a table', {
      'test_add.py': [
        'def test_flag_value_of_text():\n    result = invoke(hello, ["--name"])\n    assert result.output == "Flag"\n',
        '@pytest.mark.parametrize("kind,expected", [(str, "FlagValue"), (int, "1")])\ndef test_flag_value(kind, expected):\n    result = invoke(make(kind), ["--name"])\n    assert result.output == expected\n',
      ],
    }],
    ['a case whose error the program no longer has', {
      'test_add.py': [
        '@pytest.mark.parametrize("kind,error", [(1, "one is not allowed"), (2, "two is not allowed")])\ndef test_error(kind, error):\n    with pytest.raises(ValueError, match=error):\n        check(kind)\n',
        '@pytest.mark.parametrize("kind,error", [(2, "two is not allowed")])\ndef test_error(kind, error):\n    with pytest.raises(ValueError, match=error):\n        check(kind)\n',
      ],
      'add.py': ['def other():\n    raise ValueError("one is not allowed")\n', 'def other():\n    return 1\n'],
    }],
    ['helpers that went to a crate of their own', {
      'mock/src/lib.rs': [undefined, 'pub fn assert_seen(a: u32, b: u32) {\n    assert_eq!(a, b);\n}\n'],
      'tests/a.rs': [
        'fn assert_seen(a: u32, b: u32) {\n    assert_eq!(a, b);\n}\n#[test]\nfn sees() {\n    assert_seen(see(1), 1);\n}\n',
        'use mock::assert_seen;\n#[test]\nfn sees() {\n    assert_seen(see(1), 1);\n}\n',
      ],
    }],
  ] /* biome-ignore format: a table */,
  )('%s', (_what, files) => {
    expect(kindsOf(files)).toEqual([]);
  });
});
