import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findFault } from '../../src/checks/parsers/json.ts';

it.each<[text: string, line: number]>([
  ['{"a":', 1],
  ['{\n "a": x}', 2],
  ['[1,\n2,]', 2],
  ['{"a":\n "b', 2],
  ['', 1],
  ['{"a": 1,\n"b": tru }', 2],
  ['{"a": 1\n"b": 2}', 2],
  [`{"long": "${'x'.repeat(100)}",\n\n "k": nul,\n "z": [1, 2, 3]}`, 3],
  ['hello', 1],
  ['{}\n x', 2],
  ['{\n}\n,', 3],
  ['[1,\n2\n3]', 3],
  ['{"a": true,\n"b": false,\n\'c\': 1}', 3],
])('%j is broken, and the line is named', (text, line) => {
  expect(findFault(text)).toContain(`it is not JSON at line ${line}, `);
});

it('nothing of the text is quoted', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const fault = findFault(`{"a": 1,\n ${text}`);
      expect(fault ?? '').toMatch(/^(it is not JSON( at line \d+, column \d+)?)?$/);
    }),
  );
});
