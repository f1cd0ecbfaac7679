import { canonicalText } from '../domain/canonical.ts';
import type { Check } from '../domain/check.ts';
import type { CheckResult } from '../domain/check-result.ts';
import type { CommandFacts } from '../domain/proving.ts';
import type { CheckWorld } from './check-world.ts';
import { runCommandCheck } from './command-check.ts';
import { runFileCheck } from './file-check.ts';
import { runToolResultsCheck } from './tool-results-check.ts';

/** What one check came to. */
export interface CheckOutcome {
  readonly results: readonly CheckResult[];
  readonly command?: CommandFacts;
}

/** How the checks are run beside each other, and who is told. */
export interface CheckSchedule {
  /** How many may run at once. */
  readonly atOnce: number;
  onStart(check: Check): void;
  onEnd(check: Check, outcome: CheckOutcome): void;
}

/**
 * Runs checks side by side, and those that want to be alone one by one after them; a check that stands
 * there several times is run once. The outcomes are in the order of the checks.
 */
export async function runChecks(
  checks: readonly Check[],
  world: CheckWorld,
  schedule: CheckSchedule,
): Promise<readonly CheckOutcome[]> {
  const outcomes = new Map<string, CheckOutcome>();
  const distinct = [...new Map(checks.map((check) => [canonicalText(check), check]))];
  const runOne = async ([key, check]: (typeof distinct)[number]): Promise<void> => {
    if (world.signal.aborted) return;
    schedule.onStart(check);
    const outcome = await runCheck(check, world);
    outcomes.set(key, outcome);
    schedule.onEnd(check, outcome);
  };
  await inTurns(
    distinct.filter(([, check]) => !isAlone(check)),
    schedule.atOnce,
    runOne,
  );
  await inTurns(
    distinct.filter(([, check]) => isAlone(check)),
    1,
    runOne,
  );
  return checks.map((check) => outcomes.get(canonicalText(check)) ?? { results: [] });
}

function isAlone(check: Check): boolean {
  return check.kind === 'command' && check.alone === true;
}

async function runCheck(check: Check, world: CheckWorld): Promise<CheckOutcome> {
  switch (check.kind) {
    case 'command':
      return runCommandCheck(check, world);
    case 'file':
      return { results: await runFileCheck(check, world) };
    case 'tool-results':
      return { results: [runToolResultsCheck(check, world)] };
  }
}

/** Works through a list with so many at work at once. */
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
