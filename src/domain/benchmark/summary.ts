import { sum } from '../judging/spent.ts';
import type { BenchCase } from './bench-case.ts';
import { type ClassFigures, classFigures, type Figures, figuresOf } from './figures.ts';
import { floorsOf } from './floors.ts';
import { byPromise, type CaseOutcome, predictionsOf } from './outcome.ts';
import type { TextScore } from './text-floor.ts';

/** What a run of the benchmark found. */
export interface BenchSummary {
  readonly judge: string;
  readonly cases: number;
  readonly judged: number;
  /** Cases that could not be judged: they count as neither right nor wrong. */
  readonly unjudged: number;
  readonly causes: readonly string[];
  readonly by_criterion: Figures;
  readonly by_promise: Figures;
  readonly classes: readonly ClassFigures[];
  readonly floors: readonly (Figures & { readonly name: string })[];
  readonly cost_usd: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly latency_ms: { readonly median: number; readonly p95: number };
}

/** `words`: what a model of words says of the same cases. The floors are over all cases that were to be judged. */
export function summarize(
  judge: string,
  cases: readonly BenchCase[],
  outcomes: readonly CaseOutcome[],
  words: readonly TextScore[],
): BenchSummary {
  const byId = new Map(cases.map((one) => [one.id, one]));
  const predictions = outcomes.flatMap((outcome) => {
    const given = byId.get(outcome.case);
    return given === undefined ? [] : (predictionsOf(given, outcome) ?? []);
  });
  const latencies = outcomes.map(({ latency_ms }) => latency_ms).sort((a, b) => a - b);
  const at = (part: number): number => latencies[Math.floor(part * (latencies.length - 1))] ?? 0;
  return {
    judge,
    cases: cases.length,
    judged: predictions.length,
    unjudged: outcomes.length - predictions.length,
    causes: [...new Set(outcomes.flatMap(({ error }) => error ?? []))].slice(0, 5),
    by_criterion: figuresOf(predictions),
    by_promise: figuresOf(byPromise(predictions)),
    classes: classFigures(predictions),
    floors: floorsOf(cases, words).map((floor) => ({
      name: floor.name,
      ...figuresOf(floor.cases),
    })),
    cost_usd: sum(outcomes.map(({ cost_usd }) => cost_usd ?? 0)),
    input_tokens: sum(outcomes.map(({ input_tokens }) => input_tokens)),
    output_tokens: sum(outcomes.map(({ output_tokens }) => output_tokens)),
    latency_ms: { median: at(0.5), p95: at(0.95) },
  };
}
