import { describe, expect, it } from 'vitest';
import { baseOf, globFault, isGlob, matcherOf } from '../../../src/domain/base/glob.ts';

const matches = (glob: string, path: string) => matcherOf([glob])(path);

describe('what a glob takes', () => {
  it.each<[string, string, boolean]>([
    ['a.txt', 'a.txt', true],
    ['a.txt', 'b/a.txt', false],
    ['a.txt', 'a.txt.bak', false],
    ['src', 'src/a', true],
    ['src', 'src/b/c', true],
    ['src', 'srcs', false],
    ['src/', 'src/a', true],
    ['./src', 'src/a', true],
    ['./././src', 'src/a', true],
    ['*', 'a', true],
    ['*', '.hidden', true],
    ['*', 'a/b', false],
    ['*.txt', 'a.txt', true],
    ['*.txt', '.txt', true],
    ['*.txt', 'a/b.txt', false],
    ['**', 'a', true],
    ['**', 'a/b/c', true],
    ['**', '.git2/x', true],
    ['**/*.txt', 'a.txt', true],
    ['**/*.txt', 'a/b/c.txt', true],
    ['a/**', 'a/b', true],
    ['a/**', 'a/b/c', true],
    ['a/**', 'ab', false],
    ['a/**/z', 'a/z', true],
    ['a/**/z', 'a/b/c/z', true],
    ['a/**/z', 'a/b/c', false],
    ['a/**/b/**/z', 'a/x/b/y/z', true],
    ['a/**/b/**/z', 'a/x/y/z', false],
    ['a**b', 'axxb', true],
    ['a**b', 'a/b', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a?c', 'a/c', false],
    ['?', '.', true],
    ['[abc]', 'b', true],
    ['[abc]', 'd', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]', 'd', true],
    ['[!a-c]', 'b', false],
    ['[^a]', 'b', true],
    ['[a-]', '-', true],
    ['[]a]', ']', true],
    ['[]a]', 'a', true],
    ['[!]a]', 'b', true],
    ['[!]a]', ']', false],
    ['[.]x', '.x', true],
    ['[', '[', true],
    ['a[', 'a[', true],
    ['{a,b}.txt', 'a.txt', true],
    ['{a,b}.txt', 'b.txt', true],
    ['{a,b}.txt', 'c.txt', false],
    ['{a,b/{c,d}}/x', 'b/d/x', true],
    ['{a,b/{c,d}}/x', 'b/x', false],
    ['{,x}a', 'a', true],
    ['{,x}a', 'xa', true],
    ['{src,test}/**/*.ts', 'test/a/b.ts', true],
    ['{a}', '{a}', true],
    ['{a', '{a', true],
    ['a.c', 'abc', false],
    ['a+', 'aa', false],
    ['(a|b)', 'a', false],
    ['^a$', 'a', false],
    ['a\\b', 'a\\b', true],
    ['*.txt', 'new\nline.txt', true],
    ['*.txt', 'ünïcödé.txt', true],
    ['?.txt', 'é.txt', true],
    ['?.txt', '日.txt', true],
  ])('%j takes %j: %s', (glob, path, isTaken) => {
    expect(matches(glob, path)).toBe(isTaken);
  });
});

describe('a list of globs', () => {
  it.each<[readonly string[], string, boolean]>([
    [['a', 'b'], 'b', true],
    [['**', '!a'], 'a', false],
    [['**', '!a'], 'a/b', false],
    [['**', '!a'], 'b', true],
    [['!a', '**'], 'a', false],
    [['!a'], 'b', false],
    [[], 'a', false],
    [['src/**', '!**/*.test.ts'], 'src/a.test.ts', false],
    [['src/**', '!**/*.test.ts'], 'src/a.ts', true],
  ])('%j takes %j: %s', (globs, path, isTaken) => {
    expect(matcherOf(globs)(path)).toBe(isTaken);
  });
});

describe('what cannot be used as a glob', () => {
  it.each<[string, RegExp | undefined]>([
    ['', /empty/],
    ['  ', /empty/],
    ['x'.repeat(1001), /longer than 1000/],
    ['x'.repeat(1000), undefined],
    ['{a,b}'.repeat(6), undefined],
    ['{a,b}'.repeat(7), /more than 64/],
    [`{${'a,'.repeat(63)}b}`, undefined],
    [`{${'a,'.repeat(64)}b}`, /more than 64/],
    ['{'.repeat(500), undefined],
    ['{a,'.repeat(300), undefined],
    ['[a', undefined],
    ['!', undefined],
  ])('%.20j', (glob, fault) => {
    const said = globFault(glob);
    if (fault === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(fault);
  });
});

describe('hostile patterns come to an end', () => {
  const long = 'a'.repeat(5000);
  const deep = 'a/'.repeat(3000);
  it.each<[string, string]>([
    ['**/'.repeat(100), deep],
    [`${'**/'.repeat(100)}b`, `${deep}c`],
    ['a*'.repeat(200), `${long}b`],
    [`${'a*'.repeat(200)}c`, long],
    [`${'*/'.repeat(100)}x`, deep],
    [`${'**/a*'.repeat(50)}b`, deep],
    ['?*'.repeat(300), long],
    ['[a-b]*'.repeat(150), `${long}c`],
    [`{${'a*,'.repeat(60)}b}`, long],
    ['{a,b}'.repeat(200), long],
    ['{'.repeat(500) + '}'.repeat(500), long],
    ['['.repeat(1000), '['.repeat(1000)],
  ])('%.12j', (glob, path) => {
    expect([true, false]).toContain(matcherOf([glob])(path));
    expect(globFault(glob) ?? '').toBeTypeOf('string');
  });
});

describe('the folder that a glob leads to', () => {
  it.each([
    ['src/**/*.ts', 'src'],
    ['src/a/b.ts', 'src/a/b.ts'],
    ['**', ''],
    ['*.ts', ''],
    ['./src/*', 'src'],
    ['a/{b,c}/d', 'a'],
    ['a/b?/c', 'a'],
    ['src/', 'src'],
  ])('%j: %j', (glob, base) => {
    expect(baseOf(glob)).toBe(base);
  });
});

it.each([
  ['a', false],
  ['a/b.c', false],
  ['a*', true],
  ['a?', true],
  ['[a]', true],
  ['{a,b}', true],
  ['!a', false],
])('%j stands for more than itself: %s', (text, isOne) => {
  expect(isGlob(text)).toBe(isOne);
});
