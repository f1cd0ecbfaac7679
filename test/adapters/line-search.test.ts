import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSearch } from '../../src/adapters/line-search.ts';

function search(patterns: readonly string[], chunks: readonly (string | Uint8Array)[]) {
  const lines = createLineSearch(patterns);
  for (const chunk of chunks) lines.add(Buffer.from(chunk));
  return lines.finish();
}
const found = (pattern: string, ...chunks: readonly (string | Uint8Array)[]) =>
  search([pattern], chunks).missing.length === 0;

describe('a pattern is found', () => {
  it.each<[string, string, readonly (string | Uint8Array)[]]>([
    ['in the only line', 'x', ['x']],
    ['in the first line', '^a$', ['a\nb\n']],
    ['in the last line, which does not end', '^b$', ['a\nb']],
    ['across two pieces', '^hello$', ['hel', 'lo\n']],
    ['across many pieces', '^hello$', [...'hello']],
    ['behind a line that came in pieces', '^b$', ['a', 'a\n', 'b']],
    ['at the end of a line of Windows', 'passed\\r?$', ['42 passed\r\n']],
    ['at the very end of a line of Windows', '^passed$', ['passed\r\nmore\r\n']],
    ['with a character that was torn in two', '^ü$', [Uint8Array.of(0xc3), Uint8Array.of(0xbc)]],
    ['with a character beyond the first plane', '^.$', ['💥']],
    ['in an empty output', '^$', []],
    ['in an empty line', '^$', ['a\n\nb\n']],
    ['in a long line', 'needle', [`${'x'.repeat(500_000)}needle`]],
    [
      'in a long line that comes in pieces',
      'needle',
      [...Array.from({ length: 50 }, () => 'x'.repeat(10_000)), 'needle\n'],
    ],
    ['before a long line', '^needle$', ['needle\n', 'x'.repeat(500_000)]],
    ['behind a long line', '^needle$', ['x'.repeat(500_000), '\nneedle']],
    ['behind bytes that are no text', 'ok', [Uint8Array.of(0xff, 0xfe, 0x0a), 'ok']],
  ])('%s', (_name, pattern, chunks) => {
    expect(found(pattern, ...chunks)).toBe(true);
  });
});

describe('a pattern is not found', () => {
  it.each<[string, string, readonly string[]]>([
    ['that is not there', 'z', ['a\nb\n']],
    ['across two lines', 'a.b', ['a\nb']],
    ['in capitals', 'PASS', ['pass']],
    ['at the ends of the whole only', '^ab$', ['a\nb']],
    [
      'in the middle of a long line, taken for its beginning',
      '^needle',
      [`${'x'.repeat(70_000)}`, 'needle\n'],
    ],
    ['in the middle of a long line, taken for its end', 'x$', ['x'.repeat(70_000), 'needle\n']],
  ])('%s', (_name, pattern, chunks) => {
    expect(found(pattern, ...chunks)).toBe(false);
  });
});

it('a word that stands where a long line is cut is found', () => {
  expect(found('needle', `${'x'.repeat(70_000)}nee`, `dle${'x'.repeat(70_000)}\n`)).toBe(true);
});

it('several patterns are looked for at once, each on its own', () => {
  expect(search(['a', 'z', 'b', 'y'], ['a\n', 'b\n'])).toEqual({ missing: ['z', 'y'], slow: [] });
});

it('the same pattern twice is one', () => {
  expect(search(['a', 'a'], ['a'])).toEqual({ missing: [], slow: [] });
});

it('no patterns at all miss nothing', () => {
  expect(search([], ['a'])).toEqual({ missing: [], slow: [] });
});

it('a pattern that would take for ever is said to be slow, and others are found', () => {
  const hostile = '^(a+)+$';
  const result = search([hostile, 'needle'], [`${'a'.repeat(60)}!\n`, 'needle\n']);
  expect(result.slow).toEqual([hostile]);
  expect(result.missing).not.toContain('needle');
});

it('however the output is cut, the same is found', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', 'ü', '💥'), maxLength: 40 });
  const pattern = fc.constantFrom('^a$', 'ab', 'ü', '^.$', '^$', 'a\\r?$', '💥b');
  fc.assert(
    fc.property(text, pattern, fc.array(fc.nat({ max: 100 })), (whole, looked, cuts) => {
      const bytes = Buffer.from(whole);
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
        (a, b) => a - b,
      );
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      expect(found(looked, ...chunks)).toBe(found(looked, whole));
      expect(found(looked, whole)).toBe(new RegExp(looked, 'mu').test(whole));
    }),
    { numRuns: 1000 },
  );
});
