import { expect, it } from 'vitest';
import { dollars } from '../../src/report/dollars.ts';

it.each([
  [0, '$0.00'],
  [1, '$1.00'],
  [1234.567, '$1234.57'],
  [0.01, '$0.0100'],
  [0.012345, '$0.0123'],
  [0.5, '$0.5000'],
  [0.009, '$0.009000'],
  [0.000001, '$0.000001'],
])('%d is %s', (amount, text) => {
  expect(dollars(amount)).toBe(text);
});
