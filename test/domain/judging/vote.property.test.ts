import fc from 'fast-check';
import { describe, it } from 'vitest';
import { shuffled } from '../../../src/domain/base/shuffle.ts';
import type { Judgment } from '../../../src/domain/judging/judgment.ts';
import { type CastVote, isDecided, outcomeOf, tallyOf } from '../../../src/domain/judging/vote.ts';
import { runs } from '../../rig/values/runs.ts';

const ALL_IDS = ['A', 'B', 'C'];
const idsOf = fc.integer({ min: 1, max: 3 }).map((count) => ALL_IDS.slice(0, count));
const NO_SIDE: readonly CastVote[] = [
  { cast: 'lost' },
  { cast: 'cancelled' },
  { cast: 'compromised' },
];

/** A vote as the policy makes it: it passes the promise if and only if it passes every criterion. */
function decided(fails: readonly string[], ids: readonly string[]): CastVote {
  const judgments = ids.map((ac_id): { ac_id: string; judgment: Judgment } => ({
    ac_id,
    judgment: fails.includes(ac_id) ? 'FAIL' : 'PASS',
  }));
  const isFail = judgments.some(({ judgment }) => judgment === 'FAIL');
  return { cast: 'decided', verdict: isFail ? 'FAIL' : 'PASS', judgments };
}

/** Every vote that there can be on these criteria. */
function everyVote(ids: readonly string[]): readonly CastVote[] {
  const subsets = Array.from({ length: 2 ** ids.length }, (_one, bits) =>
    ids.filter((_id, index) => (bits >> index) % 2 === 1),
  );
  return [...subsets.map((fails) => decided(fails, ids)), ...NO_SIDE];
}

const election = idsOf.chain((ids) =>
  fc.record({
    ids: fc.constant(ids),
    votes: fc.array(fc.constantFrom(...everyVote(ids)), { minLength: 1, maxLength: 7 }),
  }),
);

const RANK = { FAIL: 0, WARN: 1, PASS: 2 };

const rankOf = (votes: readonly CastVote[], asked: number, ids: readonly string[]): number =>
  RANK[outcomeOf(votes, asked, ids).verdict];

const isPassing = (vote: CastVote): boolean => vote.cast === 'decided' && vote.verdict === 'PASS';

function replaced(votes: readonly CastVote[], index: number, by: CastVote): readonly CastVote[] {
  return votes.map((vote, position) => (position === index ? by : vote));
}

/** Holds for an election in which one vote is chosen. */
function holds(
  property: (votes: readonly CastVote[], chosen: number, ids: readonly string[]) => boolean,
): void {
  fc.assert(
    fc.property(election, fc.nat(), ({ ids, votes }, place) =>
      property(votes, place % votes.length, ids),
    ),
    runs(500),
  );
}

describe('votes', () => {
  it('come to the same in any order', () => {
    fc.assert(
      fc.property(election, fc.nat(0xffff_ffff), ({ ids, votes }, seed) => {
        const others = shuffled(votes, seed.toString(16));
        const facts = (all: readonly CastVote[]): string => {
          const { criteria, ...rest } = outcomeOf(all, all.length, ids);
          return JSON.stringify([rest, [...criteria], tallyOf(all, all.length, ids)]);
        };
        return facts(others) === facts(votes);
      }),
    );
  });

  it('pass nothing more once another FAIL was asked for', () => {
    holds((votes, _chosen, ids) => {
      const before = rankOf(votes, votes.length, ids);
      const after = rankOf([...votes, decided(ids, ids)], votes.length + 1, ids);
      return before === RANK.PASS || after !== RANK.PASS;
    });
  });

  it('come to nothing better where one that was unavailable turns out a FAIL', () => {
    holds((votes, chosen, ids) => {
      const cast = votes[chosen]?.cast;
      if (cast === 'decided' || cast === 'compromised') return true;
      const asked = votes.length;
      const failing = everyVote(ids).filter((vote) => vote.cast === 'decided' && !isPassing(vote));
      return failing.every(
        (vote) =>
          rankOf(replaced(votes, chosen, vote), asked, ids) < RANK.PASS ||
          rankOf(votes, asked, ids) === RANK.PASS,
      );
    });
  });

  it('come to nothing worse where any of them turns out a PASS', () => {
    holds((votes, chosen, ids) => {
      const passing = replaced(votes, chosen, decided([], ids));
      return rankOf(passing, votes.length, ids) >= rankOf(votes, votes.length, ids);
    });
  });

  it('come to nothing better where a PASS turns out anything else', () => {
    holds((votes, chosen, ids) => {
      const best = rankOf(replaced(votes, chosen, decided([], ids)), votes.length, ids);
      return everyVote(ids).every(
        (vote) => rankOf(replaced(votes, chosen, vote), votes.length, ids) <= best,
      );
    });
  });

  it('let nothing pass once one of them was talked round', () => {
    holds((votes, chosen, ids) => {
      const round = replaced(votes, chosen, { cast: 'compromised' });
      return rankOf(round, votes.length, ids) === RANK.FAIL;
    });
  });

  it('pass only by more than half of those asked for, the promise and every criterion', () => {
    holds((votes, _chosen, ids) => {
      const outcome = outcomeOf(votes, votes.length, ids);
      if (outcome.verdict !== 'PASS') return true;
      const passes = (id: string): number =>
        votes.filter(
          (vote) =>
            vote.cast === 'decided' &&
            vote.judgments.some((one) => one.ac_id === id && one.judgment === 'PASS'),
        ).length;
      const counts = [votes.filter(isPassing).length, ...ids.map(passes)];
      return counts.every((count) => count * 2 > votes.length);
    });
  });

  it('count each vote once, and know of a dispute exactly where two votes disagree', () => {
    holds((votes, _chosen, ids) => {
      const tally = tallyOf(votes, votes.length, ids);
      const { asked, cancelled, disputed, divergent, failed, lost, passed } = tally;
      const isWhole = lost + cancelled === 0;
      const expected = disputed.length > 0 ? true : isWhole ? false : null;
      return passed + failed + lost + cancelled === asked && divergent === expected;
    });
  });
});

describe('calling off the votes that are out', () => {
  /** Every way in which so many further votes may fall. */
  function completions(
    out: number,
    choices: readonly CastVote[],
  ): readonly (readonly CastVote[])[] {
    if (out === 0) return [[]];
    const fewer = completions(out - 1, choices);
    return fewer.flatMap((rest) => choices.map((vote) => [...rest, vote]));
  }

  it.each([false, true])(
    'changes no verdict, however they would fall (with a canary: %s)',
    (hasCanary) => {
      const some = fc.record({ election, out: fc.integer({ min: 0, max: 3 }) });
      fc.assert(
        fc.property(some, ({ election: { ids, votes }, out }) => {
          const asked = votes.length + out;
          if (!isDecided(votes, asked, ids, hasCanary)) return true;
          const choices = everyVote(ids).filter((vote) => hasCanary || vote.cast !== 'compromised');
          const called: readonly CastVote[] = Array.from({ length: out }, () => ({
            cast: 'cancelled',
          }));
          const verdict = outcomeOf([...votes, ...called], asked, ids).verdict;
          return completions(out, choices).every(
            (rest) => outcomeOf([...votes, ...rest], asked, ids).verdict === verdict,
          );
        }),
        runs(200),
      );
    },
  );

  it('is not put off: where nothing is decided, two ways to fall come to two verdicts', () => {
    const some = fc.record({ election, out: fc.integer({ min: 1, max: 3 }) });
    fc.assert(
      fc.property(some, ({ election: { ids, votes }, out }) => {
        const asked = votes.length + out;
        const verdicts = [decided([], ids), decided(ids, ids)].map(
          (vote) =>
            outcomeOf([...votes, ...Array.from({ length: out }, () => vote)], asked, ids).verdict,
        );
        return isDecided(votes, asked, ids, false) === (new Set(verdicts).size === 1);
      }),
    );
  });
});
