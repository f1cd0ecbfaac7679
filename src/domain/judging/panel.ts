import { failed, type Result, success } from '../base/result.ts';
import { type ChosenModel, chooseModel } from './model.ts';

/** Who votes: which models, how often each, and what so many votes are worth. */

/** Most votes that can be asked for. More judges of few kinds add next to nothing. */
export const MOST_VOTES = 15;

/** How many votes are asked for: those that are given; else one for each model, and what the tier needs. */
export function votesToAsk(
  given: number | undefined,
  models: readonly string[],
  needed: number,
): number {
  return given ?? Math.max(1, models.length, needed);
}

/**
 * The model of each vote, by their names: each in turn, until there are enough. Fails where one cannot be used. `now`: in
 * milliseconds since 1970, since models retire.
 */
export function chooseSeats(
  names: readonly string[],
  votes: number,
  now: number,
): Result<readonly ChosenModel[]> {
  const chosen: ChosenModel[] = [];
  for (let vote = 0; vote < votes; vote += 1) {
    const model = chooseModel(names[vote % names.length] ?? '', now);
    if ('kind' in model) return failed(model);
    chosen.push(model);
  }
  return success(chosen);
}

/**
 * How much the opinions of judges of one kind go together, 0 to 1: chosen so that nine of them are
 * worth two votes, which is what was measured (arXiv 2605.29800).
 */
const LIKENESS = (9 / 2 - 1) / 8;

/**
 * How many independent votes a panel is worth at the most, to one decimal. Votes of one model count as
 * of one kind; different models are taken for independent, which flatters them.
 */
export function independentVotes(models: readonly string[]): number {
  const worth = [...judgesOf(models).values()].map((votes) => votes / (1 + (votes - 1) * LIKENESS));
  return Math.round(worth.reduce((sum, one) => sum + one, 0) * 10) / 10;
}

/** How many votes each model has. */
export function judgesOf(models: readonly string[]): ReadonlyMap<string, number> {
  const votes = new Map<string, number>();
  for (const model of models) votes.set(model, (votes.get(model) ?? 0) + 1);
  return votes;
}
