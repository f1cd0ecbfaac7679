import { numbersFrom } from '../base/shuffle.ts';
import { CASE_CLASSES } from './bench-case.ts';
import type { CasePredictions } from './outcome.ts';
import { aurocOf } from './ranking.ts';

/** A share or κ with its interval of 95 %; the value is null where nothing can be said. */
export interface Figure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

const FIGURES = ['recall', 'precision', 'false_block_rate', 'accuracy', 'kappa'] as const;

type FigureName = (typeof FIGURES)[number];

export interface Figures extends Readonly<Record<FigureName, Figure>> {
  readonly criteria: number;
  readonly bad: number;
  readonly auroc: number | null;
}

/** How many times cases are drawn anew, and what the draws follow from. */
const RESAMPLES = 2000;
const SEED = 0x5eed_0002;

/** Bad and failed, good and failed, bad and passed, good and passed. */
type Counts = readonly [caught: number, blocked: number, missed: number, passed: number];

/** What a judge's answers are worth, with intervals from drawing whole cases again and again. */
export function figuresOf(cases: readonly CasePredictions[]): Figures {
  const counts = cases.map(countsOf);
  const all = summed(counts);
  const draws = resampled(counts);
  const [caught, , missed] = all;
  const scored = cases.flatMap(({ predictions }) =>
    predictions.flatMap(({ isBad, score }) => (score === null ? [] : [{ isBad, score }])),
  );
  const criteria = all.reduce((sum, count) => sum + count, 0);
  const figure = (name: FigureName): Figure =>
    withInterval(RATES[name](all), draws.map(RATES[name]));
  return {
    criteria,
    bad: caught + missed,
    recall: figure('recall'),
    precision: figure('precision'),
    false_block_rate: figure('false_block_rate'),
    accuracy: figure('accuracy'),
    kappa: figure('kappa'),
    auroc: scored.length === criteria ? aurocOf(scored) : null,
  };
}

/** How many criteria of a class there are, and how many were judged as wanted. */
export interface ClassFigures {
  readonly class: string;
  readonly criteria: number;
  readonly bad: number;
  readonly caught: number;
  readonly blocked: number;
}

export function classFigures(cases: readonly CasePredictions[]): readonly ClassFigures[] {
  const names = CASE_CLASSES.filter((name) => cases.some((one) => one.class === name));
  return names.map((name) => {
    const [caught, blocked, missed, passed] = summed(
      cases.filter((one) => one.class === name).map(countsOf),
    );
    const bad = caught + missed;
    return { class: name, criteria: bad + blocked + passed, bad, caught, blocked };
  });
}

const RATES: Readonly<Record<FigureName, (counts: Counts) => number | null>> = {
  recall: ([caught, , missed]) => share(caught, caught + missed),
  precision: ([caught, blocked]) => share(caught, caught + blocked),
  false_block_rate: ([, blocked, , passed]) => share(blocked, blocked + passed),
  accuracy: ([caught, blocked, missed, passed]) =>
    share(caught + passed, caught + blocked + missed + passed),
  kappa: kappaOf,
};

/** Cohen's κ: agreement beyond what two would have who guess with the same shares. */
function kappaOf([caught, blocked, missed, passed]: Counts): number | null {
  const all = caught + blocked + missed + passed;
  if (all === 0) return null;
  const agreed = (caught + passed) / all;
  const byChance =
    ((caught + missed) * (caught + blocked) + (blocked + passed) * (missed + passed)) / all ** 2;
  return byChance === 1 ? null : (agreed - byChance) / (1 - byChance);
}

function share(part: number, all: number): number | null {
  return all === 0 ? null : part / all;
}

function countsOf({ predictions }: CasePredictions): Counts {
  const count = (isBad: boolean, isFailed: boolean): number =>
    predictions.filter((one) => one.isBad === isBad && one.isFailed === isFailed).length;
  return [count(true, true), count(false, true), count(true, false), count(false, false)];
}

function summed(all: readonly Counts[]): Counts {
  let [caught, blocked, missed, passed] = [0, 0, 0, 0];
  for (const [a, b, c, d] of all) {
    caught += a;
    blocked += b;
    missed += c;
    passed += d;
  }
  return [caught, blocked, missed, passed];
}

function resampled(all: readonly Counts[]): readonly Counts[] {
  const next = numbersFrom(SEED);
  return Array.from({ length: all.length === 0 ? 0 : RESAMPLES }, () =>
    summed(all.flatMap(() => [all[Math.floor(next() * all.length)] ?? [0, 0, 0, 0]])),
  );
}

function withInterval(value: number | null, draws: readonly (number | null)[]): Figure {
  const known = draws.filter((draw) => draw !== null).sort((a, b) => a - b);
  const at = (part: number): number | null =>
    known[Math.min(known.length - 1, Math.floor(part * known.length))] ?? null;
  return { value, low: at(0.025), high: at(0.975) };
}
