import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from '../../../src/domain/base/json-fault.ts';

describe('the fault of a JSON text', () => {
  it.each([
    ['{"a": 1,\n  "b": 2,\n}', 3, 1, 'a key in quotes'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or }'],
    ['{\n  // why\n}', 2, 3, 'a key in quotes or }'],
    ["{'a': 1}", 1, 2, 'a key in quotes or }'],
    ['{"a" 1}', 1, 6, 'a colon'],
    ['[1, 2', 1, 6, 'a comma or ]'],
    ['[1,]', 1, 4, 'a value'],
    ['[tru]', 1, 2, 'a value or ]'],
    ['{"a": 01}', 1, 7, 'a value'],
    ['{} {}', 1, 4, 'nothing more'],
    ['{"a": "b\n"}', 1, 7, 'a closing quote, or a backslash before what a text cannot hold'],
    ['{"a": {\n}', 2, 2, 'a comma or }'],
  ])('%j', (text, line, column, wanted) => {
    expect(jsonFault(text)).toEqual({ line, column, wanted });
  });

  it('is there exactly where the text cannot be parsed', () => {
    const pieces = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"a"', '"\\n"', '"\\x"', '"', '1', '-0.5e3', '01', '1.'],
      ...['true', 'nul', 'null', ' ', '\n', '\t', '\ufeff', '//', 'é'],
    );
    const broken = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    const valid = fc.json();
    const cut = fc
      .tuple(valid, fc.nat(40), pieces)
      .map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(broken, valid, cut), (text) => {
        expect(jsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
