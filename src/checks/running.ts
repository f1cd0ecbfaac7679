import { canonicalText } from '../domain/base/canonical.ts';
import type { CheckOutcome, RunnableCheck } from './check-kind.ts';
import type { CheckWorld } from './check-world.ts';

/** How many checks run at once, and the listeners for what happens to them. */
export interface CheckSchedule {
  readonly atOnce: number;
  onStart(check: RunnableCheck): void;
  onEnd(check: RunnableCheck): void;
}

/**
 * Runs checks side by side, and those that must be alone one by one after them; last, those that are about what
 * the others left behind. A check that is listed several times runs once. Gives the outcomes in the order of the checks; a check that an interruption
 * kept from running has no results.
 */
export async function runChecks(
  checks: readonly RunnableCheck[],
  world: CheckWorld,
  schedule: CheckSchedule,
): Promise<readonly CheckOutcome[]> {
  const outcomes = new Map<string, CheckOutcome>();
  const distinct = distinctChecks(checks);
  const runOne = async ({ check, end }: Begun): Promise<void> => {
    if (world.signal.aborted) return;
    schedule.onStart(check);
    outcomes.set(keyOf(check), await end());
    schedule.onEnd(check);
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
  return checks.map((check) => outcomes.get(keyOf(check)) ?? { results: [] });
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
