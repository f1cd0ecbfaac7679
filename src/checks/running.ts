import { canonicalText } from '../domain/base/canonical.ts';
import type { CheckResult } from '../domain/base/check-result.ts';
import type { CheckOutcome, RunnableCheck } from './check-kind.ts';
import type { CheckWorld } from './check-world.ts';

/** How many checks run at once, and the listeners for what happens to them. */
export interface CheckSchedule {
  readonly atOnce: number;
  onStart(check: RunnableCheck): void;
  onEnd(ended: EndedCheck): void;
  /** A check that passed begins to run once more, without the work. */
  onShow?(check: RunnableCheck): void;
}

/** A check, and the id of the criterion that asks for it; undefined where the project asks for it. */
export interface WantedCheck {
  readonly check: RunnableCheck;
  readonly criterion: string | undefined;
}

/** A check that ended, as the `done`-th of `total`. */
export interface EndedCheck {
  readonly check: RunnableCheck;
  /** The ids of all criteria that ask for it. */
  readonly criteria: readonly string[];
  readonly results: readonly CheckResult[];
  readonly milliseconds: number;
  readonly done: number;
  readonly total: number;
}

/**
 * Runs checks side by side, and those that must be alone one by one after them; last, those that are about what
 * the others left behind. A check that is listed several times runs once. Gives the outcomes in the order of the
 * checks; a check that an interruption kept from running has no results.
 */
export async function runChecks(
  wanted: readonly WantedCheck[],
  world: CheckWorld,
  schedule: CheckSchedule,
): Promise<readonly CheckOutcome[]> {
  const outcomes = new Map<string, CheckOutcome>();
  const distinct = distinctChecks(wanted.map(({ check }) => check));
  const criteria = criteriaByCheck(wanted);
  const runOne = async ({ check, end }: Begun): Promise<void> => {
    if (world.signal.aborted) return;
    const start = world.clock.elapsed();
    schedule.onStart(check);
    const outcome = await end();
    outcomes.set(keyOf(check), outcome);
    schedule.onEnd({
      check,
      criteria: criteria.get(keyOf(check)) ?? [],
      results: outcome.results,
      milliseconds: world.clock.elapsed() - start,
      done: outcomes.size,
      total: distinct.length,
    });
  };
  const around = distinct.filter(({ isAroundCommands }) => isAroundCommands);
  const others = distinct.filter(({ isAroundCommands }) => !isAroundCommands);
  const begun = around.map((check): Begun => ({ check, end: check.begin(world) }));
  const whole = (check: RunnableCheck): Begun => ({ check, end: () => check.run(world) });
  const beside = others.filter(({ isAlone }) => !isAlone);
  const alone = others.filter(({ isAlone }) => isAlone);
  await inTurns(beside.map(whole), schedule.atOnce, runOne);
  await inTurns(alone.map(whole), 1, runOne);
  await inTurns(begun, 1, runOne);
  return wanted.map(({ check }) => outcomes.get(keyOf(check)) ?? { results: [] });
}

/** The criteria that ask for each check, by its key. */
function criteriaByCheck(wanted: readonly WantedCheck[]): ReadonlyMap<string, readonly string[]> {
  const criteria = new Map<string, readonly string[]>();
  for (const { check, criterion } of wanted) {
    const known = criteria.get(keyOf(check)) ?? [];
    const isNew = criterion !== undefined && !known.includes(criterion);
    criteria.set(keyOf(check), isNew ? [...known, criterion] : known);
  }
  return criteria;
}

/** A check that has begun, and what ends it. */
interface Begun {
  readonly check: RunnableCheck;
  readonly end: () => Promise<CheckOutcome>;
}

/** The checks of a list without repetitions. */
export function distinctChecks(checks: readonly RunnableCheck[]): readonly RunnableCheck[] {
  return [...new Map(checks.map((check) => [keyOf(check), check])).values()];
}

/** A text that two checks share where they are the same. */
export function keyOf({ declared }: RunnableCheck): string {
  return canonicalText(declared);
}

/** Works through a list, at most `atOnce` items at a time. */
async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, worker));
}
