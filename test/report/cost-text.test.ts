import { describe, expect, it } from 'vitest';
import type { CostLine } from '../../src/domain/judging/cost-line.ts';
import { type CostGrouping, summarizeCost } from '../../src/domain/judging/cost-summary.ts';
import { costCsv, costText } from '../../src/report/cost-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { costLine } from '../rig/values/judge-values.ts';

const summary = (lines: readonly Partial<CostLine>[], by: CostGrouping = 'model') =>
  summarizeCost(lines.map(costLine), by, { since: undefined, until: undefined });
const show = (...lines: readonly Partial<CostLine>[]) => costText(summary(lines), plainStyle);

describe('the table', () => {
  it('has a line and a bar for each group, the dearest first, and their sum', () => {
    const text = show(
      {
        model: 'a',
        cost_usd: 1,
        input_tokens: 10,
        output_tokens: 2,
        cache_read_input_tokens: 3,
        cache_creation_input_tokens: 4,
      },
      { model: 'bb', cost_usd: 2, input_tokens: 100 },
    );
    expect(text).toBe(`model  calls   in  out  cached   cost
bb         1  100    0       0  $2.00  ########################
a          1   10    2       7  $1.00  ############
total      2  110    2       7  $3.00`);
  });

  it.each<[string, readonly Partial<CostLine>[], string]>([
    ['no calls', [], 'No calls.'],
    [
      'a bar of one at the least',
      [
        { model: 'a', cost_usd: 0.0001 },
        { model: 'b', cost_usd: 9 },
      ],
      '$0.000100  #\n',
    ],
    ['no bar where nothing was spent', [{ model: 'a', cost_usd: 0 }], '$0.00\ntotal'],
    ['an unknown cost as more', [{ model: 'a', cost_usd: null }], '$0.00+'],
    [
      'a word on unknown costs',
      [{ cost_usd: null }],
      '1 call to models with unknown prices count as $0.00.',
    ],
    ['escapes written out', [{ model: 'a\u001b[2J\nb' }], 'a\\x1b[2J b'],
  ])('%s', (_name, lines, words) => {
    expect(show(...lines)).toContain(words);
  });
});

describe('comma-separated values', () => {
  it('have a heading and a line for each group', () => {
    expect(costCsv(summary([{ model: 'a', cost_usd: 0.5, input_tokens: 7 }]))).toBe(
      `model,calls,input_tokens,output_tokens,cache_read_input_tokens,cache_creation_input_tokens,cost_usd,calls_of_unknown_cost
a,1,7,0,0,0,0.5,0`,
    );
  });

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'a"b', '"a""b"'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with a comma', '@a,b', '"\'@a,b"'],
    ['a sign', '-1', "'-1"],
    ['a plus', '+1', "'+1"],
    ['a line break', 'a\nb', 'a b'],
    ['an escape', 'a\u001b[2J', 'a\\x1b[2J'],
  ])('%s cannot break a line', (_name, model, cell) => {
    const [, line] = costCsv(summary([{ model }])).split('\n');
    expect(line).toBe(`${cell},1,0,0,0,0,0,0`);
  });
});
