import { describe, expect, it } from 'vitest';
import { type Finding, isRepairable } from '../../../src/domain/judging/finding.ts';
import { paymentText, UNPAID } from '../../../src/domain/judging/payment.ts';
import { promptTokens, sum, totalCost } from '../../../src/domain/judging/spent.ts';

const FILE = { path: '/promises/a.json', reason: 'it is empty' };

it.each<[Finding, boolean]>([
  [{ kind: 'broken', file: FILE, blocksGates: true }, true],
  [{ kind: 'not-archived', id: 'promise-1', path: '/promises/promise-1.json' }, true],
  [{ kind: 'broken-folder', file: FILE, blocksGates: true }, false],
  [{ kind: 'other-id', id: 'promise-1', says: 'promise-2' }, false],
])('%j can be put right by moving a file: %s', (finding, expected) => {
  expect(isRepairable(finding)).toBe(expected);
});

it('who pays is told; where nobody does, why', () => {
  expect(paymentText('the key in ANTHROPIC_API_KEY')).toBe('paid by the key in ANTHROPIC_API_KEY');
  expect(Object.values(UNPAID).map(paymentText)).toEqual([
    'free',
    'no API key set',
    'no API key passed',
    'claude is not installed',
  ]);
});

describe('what calls come to', () => {
  it.each<[readonly (number | null)[], number | null]>([
    [[], 0],
    [[0.25, 0.5], 0.75],
    [[0.1, 0.2], 0.3],
    [[0.25, null], null],
    [[null], null],
  ])('the costs %j: %j', (costs, total) => {
    expect(totalCost(costs)).toBe(total);
  });

  it('tokens of a prompt, those in a cache included', () => {
    expect(sum([1, 2, 4])).toBe(7);
    expect(
      promptTokens({
        input_tokens: 1,
        cache_read_input_tokens: 2,
        cache_creation_input_tokens: 4,
        cache_creation_1h_input_tokens: 4,
        output_tokens: 8,
      }),
    ).toBe(7);
  });
});
