import type { ControlOutcome } from '../domain/standing/proving.ts';
import type { Git } from '../ports.ts';
import type { CheckOutcome, RunnableCheck } from './check-kind.ts';
import type { CheckWorld } from './check-world.ts';
import { distinctChecks, keyOf } from './running.ts';

/** The outcomes of commands in one worktree, by their checks; or why there was no such worktree. */
type WorktreeRuns =
  | { readonly ran: true; readonly outcomes: ReadonlyMap<string, CheckOutcome> }
  | { readonly ran: false; readonly reason: string };

/** Says of the commands of one criterion whether they can tell this state from another. */
export type JudgeControl = (checks: readonly RunnableCheck[]) => ControlOutcome;

/**
 * Runs commands on another revision, to see whether they can fail at all. They run in a worktree of the
 * present state first: a command that fails there fails for want of something that worktrees lack, and
 * its failure on the revision shows nothing.
 */
export async function runControl(
  checks: readonly RunnableCheck[],
  control: { readonly revision: string; readonly commit: string },
  git: Git,
  world: CheckWorld,
): Promise<JudgeControl> {
  const distinct = distinctChecks(checks);
  git.sweepWorktrees();
  const here = await runInWorktree(distinct, 'now', git, world);
  const there = here.ran
    ? await runInWorktree(distinct, { commit: control.commit }, git, world)
    : here;
  return (of) => outcomeOf(of, control.revision, here, there);
}

async function runInWorktree(
  checks: readonly RunnableCheck[],
  of: { readonly commit: string } | 'now',
  git: Git,
  world: CheckWorld,
): Promise<WorktreeRuns> {
  const made = git.makeWorktree(of);
  if (!made.ok) return { ran: false, reason: `no worktree could be made: ${made.reason}` };
  try {
    const outcomes = new Map<string, CheckOutcome>();
    const there = { ...world, folder: made.value.folder };
    for (const check of checks) {
      if (world.signal.aborted) return { ran: false, reason: 'it was interrupted' };
      outcomes.set(keyOf(check), await check.run(there));
    }
    return { ran: true, outcomes };
  } finally {
    made.value.remove();
  }
}

function outcomeOf(
  checks: readonly RunnableCheck[],
  revision: string,
  here: WorktreeRuns,
  there: WorktreeRuns,
): ControlOutcome {
  const inconclusive = (detail: string): ControlOutcome => ({
    revision,
    outcome: 'inconclusive',
    detail,
  });
  if (!here.ran) return inconclusive(here.reason);
  if (!there.ran) return inconclusive(there.reason);
  const [faultHere] = failuresOf(checks, here.outcomes);
  if (faultHere !== undefined) {
    return inconclusive(`it does not pass in a worktree of what is here: ${detailOf(faultHere)}`);
  }
  const failures = failuresOf(checks, there.outcomes);
  const failing = failures.find(({ couldRun }) => couldRun !== false);
  if (failing !== undefined) {
    return { revision, outcome: 'conclusive', detail: `it fails there: ${detailOf(failing)}` };
  }
  const [broken] = failures;
  return broken === undefined
    ? { revision, outcome: 'vacuous', detail: `it passes at ${revision} too, and shows nothing` }
    : inconclusive(`it could not run there: ${detailOf(broken)}`);
}

function failuresOf(
  checks: readonly RunnableCheck[],
  outcomes: ReadonlyMap<string, CheckOutcome>,
): readonly CheckOutcome[] {
  return checks
    .flatMap((check) => outcomes.get(keyOf(check)) ?? [])
    .filter(({ results }) => results.some(({ status }) => status !== 'PASS'));
}

function detailOf({ results }: CheckOutcome): string {
  return results.find(({ status }) => status !== 'PASS')?.detail ?? '';
}
