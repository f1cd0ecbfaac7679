import { describe, expect, it } from 'vitest';
import {
  readSpendingLine,
  type SpendingLine,
  spendingFault,
} from '../../../src/domain/judging/spending.ts';

const reserve = (id: string, usd: number): SpendingLine => ({ event: 'reserve', id, usd });
const settle = (id: string): SpendingLine => ({ event: 'settle', id });
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
    const facts = { lines, own: { id: 'me', usd: 2 }, spentUsd, limitUsd: 10 };
    expect(spendingFault(facts)).toEqual(
      says === undefined
        ? undefined
        : { kind: 'spending-cap', cap: 'day', limitUsd: 10, spentUsd: says, neededUsd: 2 },
    );
  });
});

it.each<[string, SpendingLine | undefined]>([
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
