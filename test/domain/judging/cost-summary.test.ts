import { describe, expect, it } from 'vitest';
import type { CostLine } from '../../../src/domain/judging/cost-line.ts';
import {
  type CostGrouping,
  type CostSpan,
  dayOf,
  mostSpent,
  roundedDollars,
  summarizeCost,
} from '../../../src/domain/judging/cost-summary.ts';
import { costLine } from '../../rig/values/judge-values.ts';

const ALWAYS: CostSpan = { since: undefined, until: undefined };
const UNKNOWN = 'no-such-model-1';
const at = (timestamp: string, cost_usd: number | null = 1, parts: Partial<CostLine> = {}) =>
  costLine({ timestamp, cost_usd, ...parts });
const NOON = '2026-03-04T12:00:00Z';

describe('calls by each key', () => {
  it.each<[CostGrouping, readonly CostLine[], readonly (readonly [string, number])[]]>([
    [
      'day',
      [at('2026-03-05T00:00:00Z', 9), at('2026-03-04T23:59:59Z', 1), at(NOON, 2)],
      [
        ['2026-03-04', 3],
        ['2026-03-05', 9],
      ],
    ],
    ['day', [at('2026-03-05T00:30:00+02:00', 1)], [['2026-03-04', 1]]],
    [
      'model',
      [at(NOON, 1, { model: 'a' }), at(NOON, 2, { model: 'b' }), at(NOON, 3, { model: 'a' })],
      [
        ['a', 4],
        ['b', 2],
      ],
    ],
    [
      'promise',
      [at(NOON, 1, { promise_id: 'p' }), at(NOON, 2, { promise_id: 'q' })],
      [
        ['q', 2],
        ['p', 1],
      ],
    ],
    [
      'kind',
      [at(NOON, 1, { kind: 'x' }), at(NOON, 2, { kind: 'y' })],
      [
        ['y', 2],
        ['x', 1],
      ],
    ],
    [
      'verdict',
      [at(NOON, 1, { verdict: 'PASS' }), at(NOON, 2, { verdict: 'FAIL' })],
      [
        ['FAIL', 2],
        ['PASS', 1],
      ],
    ],
    [
      'model',
      [at(NOON, 1, { model: 'b' }), at(NOON, 1, { model: 'a' })],
      [
        ['a', 1],
        ['b', 1],
      ],
    ],
    ['model', [at(NOON, 1, { model: '__proto__' })], [['__proto__', 1]]],
    ['day', [], []],
  ])('%s: %#', (by, lines, groups) => {
    const summary = summarizeCost(lines, by, ALWAYS);
    expect(summary.by).toBe(by);
    expect(summary.groups.map(({ cost_usd, key }) => [key, cost_usd])).toEqual(groups);
  });
});

it('every sum is that of its calls', () => {
  const parts = {
    input_tokens: 1,
    output_tokens: 2,
    cache_read_input_tokens: 3,
    cache_creation_input_tokens: 4,
  };
  const { groups, total } = summarizeCost(
    [at(NOON, 1, parts), at(NOON, null, parts)],
    'kind',
    ALWAYS,
  );
  const sum = {
    calls: 2,
    input_tokens: 2,
    output_tokens: 4,
    cache_read_input_tokens: 6,
    cache_creation_input_tokens: 8,
    cost_usd: 1,
    calls_of_unknown_cost: 1,
  };
  expect(total).toEqual(sum);
  expect(groups).toEqual([{ key: 'promise-review', ...sum }]);
});

describe('a span holds its beginning and not its end', () => {
  const since = Date.parse('2026-03-04T00:00:00Z');
  const until = Date.parse('2026-03-05T00:00:00Z');
  it.each<[string, CostSpan, string, number]>([
    ['before it', { since, until }, '2026-03-03T23:59:59.999Z', 0],
    ['at its beginning', { since, until }, '2026-03-04T00:00:00Z', 1],
    ['in it', { since, until }, NOON, 1],
    ['at its end', { since, until }, '2026-03-05T00:00:00Z', 0],
    ['without an end', { since, until: undefined }, '2030-01-01T00:00:00Z', 1],
    ['without a beginning', { since: undefined, until }, '1999-01-01T00:00:00Z', 1],
    ['empty', { since, until: since }, '2026-03-04T00:00:00Z', 0],
  ])('%s', (_name, span, timestamp, calls) => {
    const lines = [at(timestamp)];
    expect(summarizeCost(lines, 'day', span).total.calls).toBe(calls);
    expect(mostSpent(lines, span)).toBe(calls);
  });
});

describe('what was spent at the most', () => {
  it.each<[string, readonly CostLine[], number]>([
    ['nothing', [], 0],
    ['known costs', [at(NOON, 1), at(NOON, 2.5)], 3.5],
    ['a known cost of an unknown model', [at(NOON, 1, { model: UNKNOWN })], 1],
    ['an unknown cost without tokens', [at(NOON, null, { model: UNKNOWN })], 0],
    [
      'an unknown cost of a known model at its prices',
      [at(NOON, null, { input_tokens: 1_000_000 })],
      2,
    ],
  ])('%s', (_name, lines, usd) => {
    expect(mostSpent(lines, ALWAYS)).toBe(usd);
  });

  it('an unknown model costs no less than any that is known, and nothing in a summary', () => {
    const lines = [at(NOON, null, { model: UNKNOWN, output_tokens: 1_000_000 })];
    expect(mostSpent(lines, ALWAYS)).toBeGreaterThanOrEqual(25);
    expect(summarizeCost(lines, 'model', ALWAYS).total).toMatchObject({
      cost_usd: 0,
      calls_of_unknown_cost: 1,
    });
  });
});

describe('dollars without dust', () => {
  it.each([
    [0.1 + 0.2, 0.3],
    [1e-8, 1e-8],
    [4e-9, 0],
    [6e-9, 1e-8],
    [1234.56789, 1234.56789],
    [0, 0],
  ])('%d is %d', (amount, rounded) => {
    expect(roundedDollars(amount)).toBe(rounded);
  });

  it('in a sum of many', () => {
    const lines = Array.from({ length: 10 }, () => at(NOON, 0.1));
    expect(summarizeCost(lines, 'day', ALWAYS).total.cost_usd).toBe(1);
  });
});

it.each([
  ['2026-02-17T23:59:59Z', '2026-02-17'],
  ['2026-02-17T23:30:00-01:00', '2026-02-18'],
])('the day of %s is %s', (timestamp, day) => {
  expect(dayOf(timestamp)).toBe(day);
});

describe('findings by severity, for each model on each day', () => {
  const found = (critical: number, minor: number) => ({ critical, major: 0, minor, info: 0 });
  const of = (model: string, day: number, findings?: CostLine['findings']) =>
    at(`2026-03-0${day}T12:00:00Z`, 1, {
      model,
      ...(findings === undefined ? {} : { findings }),
    });
  const LINES = [
    of('b', 5, found(1, 0)),
    of('a', 4, found(1, 2)),
    of('b', 4),
    of('a', 4, found(2, 0)),
    of('a', 4),
  ];

  it('are summed up in the order of days and models', () => {
    const { groups } = summarizeCost(LINES, 'severity', ALWAYS);
    expect(groups).toMatchObject([
      {
        key: '2026-03-04 a',
        day: '2026-03-04',
        model: 'a',
        calls: 3,
        cost_usd: 3,
        findings: found(3, 2),
        calls_without_counts: 1,
      },
      { key: '2026-03-04 b', findings: found(0, 0), calls_without_counts: 1 },
      { key: '2026-03-05 b', findings: found(1, 0), calls_without_counts: 0 },
    ]);
  });

  it('are told in the sum of all, and by no other key', () => {
    const { total } = summarizeCost(LINES, 'severity', ALWAYS);
    expect(total).toMatchObject({ calls: 5, findings: found(4, 2), calls_without_counts: 2 });
    const byModel = summarizeCost(LINES, 'model', ALWAYS);
    for (const one of [...byModel.groups, byModel.total]) {
      expect(one).not.toHaveProperty('findings');
      expect(one).not.toHaveProperty('day');
    }
  });
});
