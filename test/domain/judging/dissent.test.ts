import { describe, expect, it } from 'vitest';
import { dissentIn, dissentOf, keptDissent } from '../../../src/domain/judging/dissent.ts';
import type { Dissent, JudgeVerdict, Judgment } from '../../../src/domain/judging/judgment.ts';

type Said = readonly (readonly [ac_id: string, judgment: Judgment])[];

const voteOf = (vote: number, said: Said) => ({
  vote,
  model: `model-${vote}`,
  criteria_judgments: said.map(([ac_id, judgment]) => ({
    ac_id,
    judgment,
    confidence: 0.9,
    reasoning: `${vote} on ${ac_id}`,
  })),
});

const dissent = (parts: Partial<Dissent> = {}): Dissent => ({
  ac_id: 'A',
  vote: 2,
  model: 'model-2',
  judgment: 'FAIL',
  reasoning: 'No run is shown.',
  ...parts,
});

describe('those who were overruled', () => {
  const PASSES: Said = [
    ['A', 'PASS'],
    ['B', 'PASS'],
  ];
  const FAILS_A: Said = [
    ['A', 'FAIL'],
    ['B', 'PASS'],
  ];
  const FAILS_B: Said = [
    ['A', 'PASS'],
    ['B', 'FAIL'],
  ];

  it.each<[string, readonly Said[], string[], Record<string, JudgeVerdict>, string[]]>([
    ['nobody, where all agree', [PASSES, PASSES], [], { A: 'PASS', B: 'PASS' }, []],
    ['who fails it', [PASSES, FAILS_A, PASSES], ['A'], { A: 'PASS', B: 'PASS' }, ['A 2 FAIL']],
    ['who passes it', [FAILS_A, PASSES, FAILS_A], ['A'], { A: 'FAIL', B: 'PASS' }, ['A 2 PASS']],
    ['who passes it, in a tie', [FAILS_A, PASSES], ['A'], { A: 'FAIL', B: 'PASS' }, ['A 2 PASS']],
    [
      'both sides, where no majority can be had',
      [PASSES, FAILS_A],
      ['A'],
      { A: 'WARN', B: 'PASS' },
      ['A 1 PASS', 'A 2 FAIL'],
    ],
    [
      'one for each criterion, in the order of the criteria',
      [FAILS_B, FAILS_A, PASSES],
      ['A', 'B'],
      { A: 'PASS', B: 'PASS' },
      ['A 2 FAIL', 'B 1 FAIL'],
    ],
    ['not a vote that said nothing', [PASSES, FAILS_A, []], ['A'], { A: 'PASS' }, ['A 2 FAIL']],
  ])('%s', (_what, votes, disputed, outcome, told) => {
    const found = dissentOf(
      votes.map((said, index) => voteOf(index + 1, said)),
      disputed,
      new Map(Object.entries(outcome)),
    );
    expect(found.map(({ ac_id, judgment, vote }) => `${ac_id} ${vote} ${judgment}`)).toEqual(told);
    for (const { ac_id, model, reasoning, vote } of found) {
      expect({ model, reasoning }).toEqual({
        model: `model-${vote}`,
        reasoning: `${vote} on ${ac_id}`,
      });
    }
  });
});

describe('what a promise keeps of it', () => {
  it.each<[string, string, string]>([
    ['a reason of 300 characters whole', 'x'.repeat(300), 'x'.repeat(300)],
    ['a longer one cut to 300', 'x'.repeat(301), `${'x'.repeat(299)}…`],
    ['no half of a character', `${'x'.repeat(298)}😀 and more`, `${'x'.repeat(298)}…`],
  ])('%s', (_what, reasoning, kept) => {
    expect(keptDissent([dissent({ reasoning })])).toEqual([dissent({ reasoning: kept })]);
  });

  it('the first 40', () => {
    const many = Array.from({ length: 41 }, (_, vote) => dissent({ vote }));
    expect(keptDissent(many)).toEqual(many.slice(0, 40));
  });
});

describe('reading it again', () => {
  it('gives what was kept', () => {
    expect(dissentIn({ dissent: [dissent()] })).toEqual([dissent()]);
  });

  it('leaves words out that are missing', () => {
    expect(dissentIn({ dissent: [{ ac_id: 'A', vote: 1, judgment: 'PASS' }] })).toEqual([
      { ac_id: 'A', vote: 1, model: '', judgment: 'PASS', reasoning: '' },
    ]);
  });

  it.each<[string, unknown]>([
    ['no tally', undefined],
    ['a tally of an earlier version', { asked: 3 }],
    ['a text', { dissent: 'A' }],
    ['nothing in a list', { dissent: [null, 7, 'A', []] }],
    ['no criterion', { dissent: [dissent({ ac_id: '' })] }],
    ['no number', { dissent: [{ ...dissent(), vote: '2' }] }],
    ['a judgment that is none', { dissent: [{ ...dissent(), judgment: 'MAYBE' }] }],
  ])('leaves out what is not as expected: %s', (_what, tally) => {
    expect(dissentIn(tally)).toEqual([]);
  });
});
