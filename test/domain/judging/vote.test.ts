import { describe, expect, it } from 'vitest';
import type { JudgeVerdict, VoteTally } from '../../../src/domain/judging/judgment.ts';
import { isDecided, majorityOf, outcomeOf, tallyOf } from '../../../src/domain/judging/vote.ts';
import { castsOf } from '../../rig/values/vote-values.ts';

const IDS = ['A', 'B', 'C'];

describe('more than half of the votes asked for pass it, and less lets a FAIL stand', () => {
  it.each<[passed: number, failed: number, asked: number, verdict: JudgeVerdict]>([
    [1, 0, 1, 'PASS'],
    [0, 1, 1, 'FAIL'],
    [0, 0, 1, 'WARN'],
    [2, 0, 2, 'PASS'],
    [1, 1, 2, 'FAIL'],
    [1, 0, 2, 'WARN'],
    [0, 1, 2, 'FAIL'],
    [0, 0, 2, 'WARN'],
    [3, 0, 3, 'PASS'],
    [2, 1, 3, 'PASS'],
    [2, 0, 3, 'PASS'],
    [1, 2, 3, 'FAIL'],
    [0, 2, 3, 'FAIL'],
    [1, 1, 3, 'FAIL'],
    [1, 0, 3, 'WARN'],
    [0, 1, 3, 'FAIL'],
    [3, 1, 4, 'PASS'],
    [2, 2, 4, 'FAIL'],
    [2, 1, 4, 'FAIL'],
    [2, 0, 4, 'WARN'],
    [1, 2, 4, 'FAIL'],
    [3, 2, 5, 'PASS'],
    [3, 0, 5, 'PASS'],
    [2, 3, 5, 'FAIL'],
    [2, 2, 5, 'FAIL'],
    [0, 2, 5, 'FAIL'],
    [2, 0, 5, 'WARN'],
  ])('%i for it and %i against it of %i: %s', (passed, failed, asked, verdict) => {
    expect(majorityOf(passed, failed, asked)).toBe(verdict);
  });
});

/** `-`: a vote that passes all. `A`: one that fails A alone. See `castsOf` for the other marks. */
describe('what votes on A, B and C come to', () => {
  it.each<[what: string, votes: string, verdict: JudgeVerdict, criteria: string]>([
    ['all agree', '- - -', 'PASS', 'PASS PASS PASS'],
    ['one of three fails one', '- - A', 'PASS', 'PASS PASS PASS'],
    ['two of three fail the same', '- A A', 'FAIL', 'FAIL PASS PASS'],
    ['two of three fail different ones', '- A B', 'FAIL', 'PASS PASS PASS'],
    ['each fails another', 'A B C', 'FAIL', 'PASS PASS PASS'],
    ['all fail all', 'ABC ABC ABC', 'FAIL', 'FAIL FAIL FAIL'],
    ['a tie of two', '- A', 'FAIL', 'FAIL PASS PASS'],
    ['a tie of four', '- - B B', 'FAIL', 'PASS FAIL PASS'],
    ['scattered over five, three pass all', '- - - A B', 'PASS', 'PASS PASS PASS'],
    ['scattered over five, two pass all', '- - A B C', 'FAIL', 'PASS PASS PASS'],
    ['one of three is lost', '- - lost', 'PASS', 'PASS PASS PASS'],
    ['one is lost, the others differ', '- A lost', 'FAIL', 'FAIL PASS PASS'],
    ['one is lost, the others fail different ones', 'A B lost', 'FAIL', 'FAIL FAIL PASS'],
    ['two of three are lost', '- lost lost', 'WARN', 'WARN WARN WARN'],
    ['two are lost, the third fails', 'A lost lost', 'FAIL', 'FAIL WARN WARN'],
    ['all are lost', 'lost lost lost', 'WARN', 'WARN WARN WARN'],
    ['one was cancelled behind a majority', '- - off', 'PASS', 'PASS PASS PASS'],
    ['one was cancelled behind a rejection', 'A A off', 'FAIL', 'FAIL PASS PASS'],
    ['one was talked round, all others pass', '- - round', 'FAIL', 'PASS PASS PASS'],
    ['one was talked round, none decided', 'round lost lost', 'FAIL', 'WARN WARN WARN'],
    ['a vote on a part says nothing of the rest', '- - -AB', 'PASS', 'PASS PASS PASS'],
    ['no majority spoke on C', '- -AB -AB', 'WARN', 'PASS PASS WARN'],
  ])('%s (%s): %s', (_what, votes, verdict, criteria) => {
    const casts = castsOf(votes, IDS);
    const outcome = outcomeOf(casts, casts.length, IDS);
    expect(outcome.verdict).toBe(verdict);
    expect([...outcome.criteria.values()].join(' ')).toBe(criteria);
    expect(outcome.isCompromised).toBe(votes.includes('round'));
  });

  it('keeps the order of the criteria asked for, whatever order a vote saw', () => {
    const [...backwards] = castsOf('A A', ['C', 'B', 'A']);
    expect([...outcomeOf(backwards, 2, IDS).criteria.keys()]).toEqual(IDS);
  });

  it('does not count a judgment on a criterion that was not asked about', () => {
    expect(outcomeOf(castsOf('- -', ['A', 'X']), 2, ['A']).criteria.size).toBe(1);
  });
});

describe('how votes fell', () => {
  type Counts = readonly [passed: number, failed: number, lost: number, cancelled: number];
  it.each<[string, Counts, divergent: VoteTally['divergent'], disputed: string]>([
    ['- - -', [3, 0, 0, 0], false, ''],
    ['A A A', [0, 3, 0, 0], false, ''],
    ['- - A', [2, 1, 0, 0], true, 'A'],
    ['A B C', [0, 3, 0, 0], true, 'ABC'],
    ['AB A', [0, 2, 0, 0], true, 'B'],
    ['- - lost', [2, 0, 1, 0], null, ''],
    ['- A lost', [1, 1, 1, 0], true, 'A'],
    ['- - off', [2, 0, 0, 1], null, ''],
    ['- A A off', [1, 2, 0, 1], true, 'A'],
    ['- - round', [2, 0, 1, 0], null, ''],
    ['lost lost', [0, 0, 2, 0], null, ''],
    ['off round lost', [0, 0, 2, 1], null, ''],
    ['-', [1, 0, 0, 0], false, ''],
  ])('%s: %j, divergent: %s (%s)', (votes, counts, divergent, disputed) => {
    const casts = castsOf(votes, IDS);
    const [passed, failed, lost, cancelled] = counts;
    expect(tallyOf(casts, casts.length, IDS)).toEqual({
      asked: casts.length,
      ...{ passed, failed, lost, cancelled },
      divergent,
      disputed: [...disputed],
    });
  });

  it('what a vote says of criteria that nobody asked about is no dispute', () => {
    expect(tallyOf(castsOf('- X', ['A', 'X']), 2, ['A']).disputed).toEqual([]);
  });
});

describe('votes that are out can be cancelled', () => {
  it.each<[votes: string, asked: number, decided: boolean, withCanary: boolean]>([
    ['', 1, false, false],
    ['-', 1, true, true],
    ['-', 2, false, false],
    ['A', 2, true, true],
    ['lost', 2, false, false],
    ['', 3, false, false],
    ['-', 3, false, false],
    ['A', 3, false, false],
    ['- -', 3, true, false],
    ['A A', 3, true, true],
    ['A B', 3, true, true],
    ['- A', 3, false, false],
    ['lost', 3, false, false],
    ['lost -', 3, false, false],
    ['lost A', 3, true, true],
    ['lost lost', 3, false, false],
    ['round', 3, true, true],
    ['- round', 3, true, true],
    ['- - -', 3, true, true],
    ['A A', 4, true, true],
    ['- -', 4, false, false],
    ['- - -', 4, true, false],
    ['- A B', 4, true, true],
    ['lost lost -', 4, false, false],
    ['lost lost lost', 4, false, false],
    ['lost lost -', 5, false, false],
    ['- - -', 5, true, false],
    ['- - - lost', 5, true, false],
    ['A B C', 5, true, true],
    ['A B', 5, false, false],
    ['lost lost lost', 5, false, false],
    ['lost lost A', 5, true, true],
  ])('%j of %i: %s, with a canary %s', (votes, asked, decided, withCanary) => {
    const casts = castsOf(votes, IDS);
    expect(isDecided(casts, asked, IDS, false)).toBe(decided);
    expect(isDecided(casts, asked, IDS, true)).toBe(withCanary);
  });
});
