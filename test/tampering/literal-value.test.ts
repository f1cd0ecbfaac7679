import { expect, it } from 'vitest';
import { sameValue } from '../../src/tampering/comparing/literal-value.ts';

it.each([
  ['1000', '1_000'],
  ['60*60', '3600'],
  ['1.50', '1.5'],
  ['3L', '3'],
  ['2.5f64', '2.5'],
  ['0xff', '255'],
  ['-1+2', '1'],
  ['1e3', '1000'],
  ['"a"+"b"', '"ab"'],
  ['(3)', '3'],
  ['new Money(3)', 'Money(3)'],
])('%s and %s are one value', (one, other) => {
  expect(sameValue(one, other)).toBe(true);
});

it.each([
  ['1', '2'],
  ['"1"', '1'],
  ['""', '0'],
  ['1-2', '2-1'],
  ['"a"', '"A"'],
  ['a*b', 'b*a'],
  ['0x', '0'],
  ['x'.repeat(500), 'y'.repeat(500)],
])('%s and %s are two', (one, other) => {
  expect(sameValue(one, other)).toBe(false);
});
