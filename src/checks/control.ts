import type { ControlOutcome, EarlierTests } from '../domain/standing/proving.ts';
import type { Git } from '../ports.ts';
import type { ChangedTest } from '../tampering/looking.ts';
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
 * its failure on the revision shows nothing. Where tests changed since the promise was made, they run on the present
 * state with those tests as they were, too.
 */
export async function runControl(
  checks: readonly RunnableCheck[],
  control: Control,
  git: Git,
  world: CheckWorld,
): Promise<JudgeControl> {
  const distinct = distinctChecks(checks);
  git.sweepWorktrees();
  const here = await runInWorktree(distinct, 'now', git, world);
  const there = here.ran
    ? await runInWorktree(distinct, { commit: control.commit }, git, world)
    : here;
  const earlier = control.changedTests.flatMap(({ before, path }) =>
    before === undefined ? [] : [{ path, text: before }],
  );
  const before =
    earlier.length > 0 && here.ran
      ? await runInWorktree(distinct, 'now', git, world, earlier)
      : undefined;
  return (of) => {
    const outcome = outcomeOf(of, control.revision, here, there);
    return before === undefined
      ? outcome
      : { ...outcome, earlier_tests: earlierOf(of, here, before) };
  };
}

/** A revision to compare with, and the tests that changed since the promise was made. */
export interface Control {
  readonly revision: string;
  readonly commit: string;
  readonly changedTests: readonly ChangedTest[];
}

/** How commands end with the tests of before. */
function earlierOf(
  checks: readonly RunnableCheck[],
  here: WorktreeRuns,
  before: WorktreeRuns,
): EarlierTests {
  const inconclusive = (detail: string): EarlierTests => ({ outcome: 'inconclusive', detail });
  if (!here.ran) return inconclusive(here.reason);
  if (!before.ran) return inconclusive(before.reason);
  const [faultHere] = failuresOf(checks, here.outcomes);
  if (faultHere !== undefined) {
    return inconclusive(
      `it does not pass in a worktree of the current files: ${detailOf(faultHere)}`,
    );
  }
  const [failure] = failuresOf(checks, before.outcomes);
  if (failure === undefined) return { outcome: 'passes', detail: 'they also pass' };
  return failure.couldRun === false
    ? inconclusive(`it could not run: ${detailOf(failure)}`)
    : { outcome: 'fails', detail: detailOf(failure) };
}

async function runInWorktree(
  checks: readonly RunnableCheck[],
  of: { readonly commit: string } | 'now',
  git: Git,
  world: CheckWorld,
  replaced: readonly { readonly path: string; readonly text: string }[] = [],
): Promise<WorktreeRuns> {
  const made = git.makeWorktree(of);
  if (!made.ok) return { ran: false, reason: `no worktree could be made: ${made.reason}` };
  try {
    const unwritten = replaced.find(({ path, text }) => !made.value.write(path, text));
    if (unwritten !== undefined) {
      return { ran: false, reason: `${unwritten.path} cannot be restored` };
    }
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
    return inconclusive(
      `it does not pass in a worktree of the current files: ${detailOf(faultHere)}`,
    );
  }
  const failures = failuresOf(checks, there.outcomes);
  const failing = failures.find(({ couldRun }) => couldRun !== false);
  if (failing !== undefined) {
    return { revision, outcome: 'conclusive', detail: `it fails there: ${detailOf(failing)}` };
  }
  const [broken] = failures;
  return broken === undefined
    ? {
        revision,
        outcome: 'vacuous',
        detail: `it also passes at ${revision}, so it proves nothing`,
      }
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
