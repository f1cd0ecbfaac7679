import { numbersFrom } from '../base/shuffle.ts';
import type { BenchCase, CaseCriterion } from './bench-case.ts';
import type { CasePredictions } from './outcome.ts';
import type { TextScore } from './text-floor.ts';

/** What a judge must be better than: answers that need no understanding. */
interface Floor {
  readonly name: string;
  readonly cases: readonly CasePredictions[];
}

const COIN_SEED = 0x5eed_0003;

export function floorsOf(
  cases: readonly BenchCase[],
  words: readonly TextScore[],
): readonly Floor[] {
  const next = numbersFrom(COIN_SEED);
  const scores = new Map(words.map((one) => [`${one.case} ${one.criterion}`, one.score]));
  const floor = (
    name: string,
    scoreOf: (criterion: CaseCriterion, given: BenchCase) => number,
    isScored: boolean,
  ): Floor => ({
    name,
    cases: cases.map((given) => ({
      class: given.class,
      predictions: given.criteria.map((criterion) => {
        const score = scoreOf(criterion, given);
        const isBad = criterion.want === 'FAIL';
        return { isBad, isFailed: score >= 0.5, score: isScored ? score : null };
      }),
    })),
  });
  return [
    floor('always PASS', () => 0, false),
    floor('always FAIL', () => 1, false),
    floor('coin', () => next(), false),
    floor('words alone', ({ id }, given) => scores.get(`${given.id} ${id}`) ?? 0, true),
  ];
}
