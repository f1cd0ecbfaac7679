import { describe, expect, it } from 'vitest';
import { shortened } from '../../src/tampering/comparing/shortened.ts';
import { suspicionsIn } from '../../src/tampering/tampering.ts';
import { READER } from '../rig/values/reader.ts';

/** What is left of changed test files to be parsed, and that nothing hides behind what is left out. */

const lines = (...all: readonly string[]): string => all.join('\n');
const TEST = (name: string): string =>
  lines(`  it('${name}', () => {`, `    expect(size('${name}')).toBe(3);`, '  });');
const FILE = (...tests: readonly string[]): string =>
  lines("import { size } from './size';", '', "describe('size', () => {", ...tests, '});', '');
const METHOD = (name: string): string =>
  lines(`def test_${name}():`, `    assert size("${name}") == 3`, '', '');

describe('what is left of a file', () => {
  it('a test that is there as before is one line, and all others stand on their lines', () => {
    const before = FILE(TEST('one'), '', TEST('two'));
    const after = FILE(TEST('one'), '', TEST('three'));
    expect(shortened({ before, after }, 'JavaScript')?.after).toBe(
      FILE(lines('  untouched;', '', ''), '', TEST('three')),
    );
  });

  it.each([
    ['the text around the tests changed', FILE(TEST('one')).replace("'size'", "'sizes'")],
    ['a test moved to another place', lines(TEST('one'), FILE())],
    ['no test is as before', FILE(TEST('two'))],
  ])('it is read whole where %s', (_why, after) => {
    expect(shortened({ before: FILE(TEST('one')), after }, 'JavaScript')).toBeUndefined();
  });

  it.each([
    ['Python', lines('class Sizes:', '    @slow', '    def test_a(', '        self,', '    ):', '        assert a', ''), '    untouched'],
    ['Java', lines('class A {', '    @Test', '    void a() {', '        a();', '    }', '}'), '    int untouched;'],
    ['C#', lines('class A', '{', '    [Fact]', '    public void A()', '    {', '        B();', '    }', '}'), '    int untouched;'],
    ['C and C++', lines('// sums', 'TEST(A, B) {', '  EXPECT_EQ(1, one());', '}'), 'int untouched;'],
    ['Ruby', lines("describe 'a' do", "  it 'b' do", '    expect(a).to eq(1)', '  end', 'end'), '  untouched'],
    ['PHP', lines('class A {', '    public function testA(): void', '    {', '        a();', '    }', '}'), '    const UNTOUCHED = 0;'],
    ['shell', lines('@test "adds" {', '  run add', '}'), 'untouched'],
  ])('tests of %s are told by their lines', (language, text, filler) => {
    const left = shortened({ before: text, after: text }, language)?.after.split('\n') ?? [];
    expect(left.filter((line) => line.trim() === filler.trim())).toEqual([filler]);
    expect(left.join('\n')).not.toMatch(/assert|EXPECT|a\(\)|run|eq/);
  }); // biome-ignore format: a table
});

describe('nothing hides behind what is left out', () => {
  const NEW = (...body: readonly string[]): string =>
    lines("  it('new', () => {", ...body, '  });');
  it.each([
    ['a comment', NEW('    expect(size()).toBe(1); /*'), NEW('    */')],
    ['a suite that is skipped', NEW('  }); describe.skip("off", () => { it("x", () => {'), NEW('  }); }); it("y", () => {')],
    ['a test that is skipped', lines("  it.skip('new', () => {", '    x(() => {', '    // }); });', '  });'), NEW('    }); });')],
    ['a text', NEW('    const text = `'), NEW('    `;')],
    ['a condition', NEW('  }); if (false) { it("x", () => {'), NEW('  }); } it("y", () => {')],
  ])('new tests that put old ones into %s', (_what, first, last) => {
    const old = [TEST('one'), '', TEST('two')];
    const change = { before: FILE(...old), after: FILE(first, '', ...old, '', last) };
    expect(shortened(change, 'JavaScript')).toBeDefined();
    expect(suspicionsIn([{ path: 'size.test.ts', ...change }], READER)).not.toEqual([]);
  }); // biome-ignore format: a table

  it('a text of Python that is opened by a new test', () => {
    const old = METHOD('one') + METHOD('two');
    const after = `${METHOD('new').replace('== 3', '== """')}${old}${METHOD('last').replace('3', '"""')}`;
    expect(suspicionsIn([{ path: 'test_size.py', before: old, after }], READER)).not.toEqual([]);
  });

  it('a test of the name of one that is left out', () => {
    const old = METHOD('one');
    const after = `${old}def test_one(x=1):\n    pass\n`;
    expect(suspicionsIn([{ path: 'test_size.py', before: old, after }], READER)).not.toEqual([]);
  });

  it('a test that moves to another file is looked for among those that are left out', () => {
    const one = { before: FILE(TEST('one'), '', TEST('two')), after: FILE(TEST('one')) };
    const twin = FILE(TEST('two'), '', TEST('three'));
    const other = { before: twin, after: FILE(TEST('two'), '', TEST('three'), '', TEST('four')) };
    const change = [
      { path: 'one.test.ts', ...one },
      { path: 'other.test.ts', ...other },
    ];
    expect(suspicionsIn(change, READER)).toEqual([]);
  });
});
