import { describe, expect, it } from 'vitest';
import type { CostLine } from '../../../src/domain/judging/cost-line.ts';
import {
  likelyReplyTokens,
  readSpendingLine,
  type SpendingLine,
  spendingFault,
} from '../../../src/domain/judging/spending.ts';
import { costLine, MODEL } from '../../rig/values/judge-values.ts';

const reserve = (id: string, usd: number): SpendingLine => ({ event: 'reserve', id, usd });
const settle = (id: string): SpendingLine => ({ event: 'settle', id });
const NOW = 1000;
const MINE = reserve('me', 2);

describe('a reservation of $2 where the limit is $10', () => {
  it.each<[string, number, readonly SpendingLine[], number | undefined]>([
    ['nothing spent', 0, [MINE], undefined],
    ['exactly enough left', 8, [MINE], undefined],
    ['a cent too little left', 8.01, [MINE], 8.01],
    ['others before it', 0, [reserve('a', 5), reserve('b', 3), MINE], undefined],
    ['others before it, too much', 0, [reserve('a', 5), reserve('b', 4), MINE], 9],
    ['others behind it', 0, [MINE, reserve('a', 9), reserve('b', 9)], undefined],
    ['another that is settled', 0, [reserve('a', 9), settle('a'), MINE], undefined],
    ['another that is settled later', 0, [reserve('a', 9), MINE, settle('a')], undefined],
    ['another that was never settled', 0, [reserve('a', 9), MINE], 9],
    ['spent and reserved together', 4, [reserve('a', 5), MINE], 9],
    ['its own line lost', 0, [reserve('a', 1)], Number.POSITIVE_INFINITY],
    ['no lines', 0, [], Number.POSITIVE_INFINITY],
    ['a settlement of nothing', 0, [settle('z'), MINE], undefined],
  ])('%s', (_name, spentUsd, lines, says) => {
    const facts = { lines, own: { id: 'me', usd: 2 }, spentUsd, limitUsd: 10, now: NOW };
    expect(spendingFault(facts)).toEqual(
      says === undefined
        ? undefined
        : { kind: 'spending-cap', cap: 'day', limitUsd: 10, spentUsd: says, neededUsd: 2 },
    );
  });
});

describe('it may be had later', () => {
  const until = (id: string, usd: number, at: number): SpendingLine => ({
    event: 'reserve',
    id,
    usd,
    until: at,
  });

  it.each<[string, number, readonly SpendingLine[], true | undefined]>([
    ['where a call under way holds what is lacking', 0, [until('a', 9, NOW + 1)], true],
    ['and not where it holds too little', 9, [until('a', 1, NOW + 1)], undefined],
    ['nor where it must be over by now', 0, [until('a', 9, NOW)], undefined],
    ['nor where nobody knows', 0, [reserve('a', 9)], undefined],
    ['nor where its part was given back', 9, [until('a', 9, NOW + 1), settle('a')], undefined],
  ])('%s', (_name, spentUsd, lines, isHeld) => {
    const own = { id: 'me', usd: 2 };
    const fault = spendingFault({ lines: [...lines, MINE], own, spentUsd, limitUsd: 10, now: NOW });
    expect(fault).toMatchObject({ kind: 'spending-cap', neededUsd: 2 });
    expect(fault !== undefined && 'isHeld' in fault).toBe(isHeld === true);
  });
});

describe('a reply is likely to take', () => {
  const call = { kind: 'promise-review', model: MODEL };
  const earlier = (output_tokens: number, parts = {}) =>
    costLine({ ...call, output_tokens, ...parts });

  it.each<[string, readonly CostLine[], number]>([
    ['as much as it may where none was before', [], 16_384],
    ['as much as the longest before it', [earlier(3000), earlier(2000)], 3000],
    ['never more than it may', [earlier(30_000)], 16_384],
    ['never next to nothing', [earlier(7)], 1024],
    ['nothing that calls without a reply tell', [earlier(0)], 16_384],
    ['nothing that other questions tell', [earlier(3000, { kind: 'reality-check' })], 16_384],
    ['nothing that other models tell', [earlier(3000, { model: 'other' })], 16_384],
    ['what the last 50 tell', [earlier(9000), ...Array(50).fill(earlier(2000))], 2000],
  ])('%s', (_name, calls, tokens) => {
    expect(likelyReplyTokens(calls, { ...call, maxTokens: 16_384 })).toBe(tokens);
  });
});

it.each<[string, SpendingLine | undefined]>([
  [JSON.stringify({ ...MINE, until: 5 }), { event: 'reserve', id: 'me', usd: 2, until: 5 }],
  [JSON.stringify(MINE), MINE],
  [JSON.stringify(settle('a')), settle('a')],
  [JSON.stringify(MINE).slice(0, 20), undefined],
  ['{"event":"reserve","id":"a","usd":-1}', undefined],
  ['{"event":"reserve","id":"a","usd":"1"}', undefined],
  ['{"event":"reserve","id":"a"}', undefined],
  ['{"event":"settle"}', undefined],
  ['{"event":"other","id":"a"}', undefined],
  ['null', undefined],
  ['', undefined],
])('the line %j', (text, line) => {
  expect(readSpendingLine(text)).toEqual(line);
});
