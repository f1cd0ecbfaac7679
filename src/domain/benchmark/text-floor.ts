import { shuffled } from '../base/shuffle.ts';
import { type BenchCase, groupsOf, wordsOf } from './bench-case.ts';
import type { Scored } from './ranking.ts';
import { type LabelledText, trainTextModel } from './text-model.ts';

/** What a model of words gives each criterion of a case. */
export interface TextScore extends Scored {
  readonly case: string;
  readonly criterion: string;
}

const FOLDS = 5;
const SEED = '5eed0001';

/** Learns from some cases and scores others. */
export function scoresByTraining(
  train: readonly BenchCase[],
  test: readonly BenchCase[],
): readonly TextScore[] {
  const model = trainTextModel(train.flatMap(textsOf));
  return test.flatMap(({ criteria, id }) =>
    criteria.map((criterion) => ({
      case: id,
      criterion: criterion.id,
      score: model(wordsOf(criterion)),
      isBad: criterion.want === 'FAIL',
    })),
  );
}

/** Scores each case by what is learned from the others. A pair is never torn: its words are nearly the same. */
export function scoresByFolds(cases: readonly BenchCase[]): readonly TextScore[] {
  const groups = groupsOf(cases);
  const names = shuffled([...new Set(groups.values())].sort(), SEED);
  const foldOf = new Map(names.map((name, index) => [name, index % FOLDS]));
  const fold = ({ id }: BenchCase): number | undefined => foldOf.get(groups.get(id) ?? id);
  return Array.from({ length: FOLDS }, (_, index) => index).flatMap((index) =>
    scoresByTraining(
      cases.filter((one) => fold(one) !== index),
      cases.filter((one) => fold(one) === index),
    ),
  );
}

function textsOf({ criteria }: BenchCase): readonly LabelledText[] {
  return criteria.map((criterion) => ({
    text: wordsOf(criterion),
    isBad: criterion.want === 'FAIL',
  }));
}
