import type { JudgeResult, Judgment } from '../judging/judgment.ts';
import type { BenchCase, CaseClass } from './bench-case.ts';

/** What a judge said of one criterion. */
export interface CriterionOutcome {
  readonly id: string;
  readonly judgment: Judgment;
  /** How sure it is that the evidence is bad, 0 to 1; null where it does not say. */
  readonly score: number | null;
}

/** What a judge said of a case. Of one that could not be judged there are no criteria. */
export interface CaseOutcome {
  readonly case: string;
  readonly criteria: readonly CriterionOutcome[];
  /** Why it could not be judged. */
  readonly error: string | null;
  readonly cost_usd: number | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly latency_ms: number;
}

/** One criterion: what is wanted and what was said. "Bad" is evidence that should fail. */
export interface Prediction {
  readonly isBad: boolean;
  readonly isFailed: boolean;
  readonly score: number | null;
}

/** All predictions on one case. Cases are drawn whole: the criteria of one are no independent draws. */
export interface CasePredictions {
  readonly class: CaseClass;
  readonly predictions: readonly Prediction[];
}

/** A result of the judge as an outcome of a case. An outage is neither right nor wrong. */
export function outcomeOf(given: BenchCase, result: JudgeResult): CaseOutcome {
  const { cost_usd, error, latency_ms, reasoning, token_cost, verdict } = result;
  const spent = { cost_usd, latency_ms, ...token_cost };
  if (verdict === 'WARN') {
    return { case: given.id, criteria: [], error: error ?? reasoning, ...spent };
  }
  const criteria = given.criteria.map(({ id }) => {
    const said = result.criteria_judgments.find(({ ac_id }) => ac_id === id);
    const judgment = said?.judgment ?? verdict;
    return { id, judgment, score: scoreOf(result, judgment, said?.confidence ?? null) };
  });
  return { case: given.id, criteria, error: null, ...spent };
}

/** Of a vote the share that failed it; of one model how sure it is. */
function scoreOf(
  { votes }: JudgeResult,
  judgment: Judgment,
  confidence: number | null,
): number | null {
  if (confidence === null) return null;
  return votes.length === 0 && judgment === 'FAIL' ? confidence : 1 - confidence;
}

/** The predictions of an outcome; nothing where the case could not be judged. */
export function predictionsOf(
  given: BenchCase,
  { criteria, error }: CaseOutcome,
): CasePredictions | undefined {
  if (error !== null) return undefined;
  const predictions = given.criteria.map(({ id, want }) => {
    const said = criteria.find((one) => one.id === id);
    const isFailed = said?.judgment === 'FAIL';
    return { isBad: want === 'FAIL', isFailed, score: said?.score ?? null };
  });
  return { class: given.class, predictions };
}

/** The same by promises: one is bad, or failed, where any of its criteria is. */
export function byPromise(all: readonly CasePredictions[]): readonly CasePredictions[] {
  return all.map((one) => ({
    class: one.class,
    predictions: [
      {
        isBad: one.predictions.some(({ isBad }) => isBad),
        isFailed: one.predictions.some(({ isFailed }) => isFailed),
        score: null,
      },
    ],
  }));
}
