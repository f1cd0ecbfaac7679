import { canonicalText } from '../domain/canonical.ts';
import type { CommandCheck } from '../domain/check.ts';
import type { ControlOutcome } from '../domain/proving.ts';
import type { Git, RunEnd } from '../ports.ts';
import type { CheckWorld } from './check-world.ts';
import { type CommandRun, runCommandCheck } from './command-check.ts';

/** What the commands came to in one worktree, by their checks; or why there was none. */
type WorktreeRuns =
  | { readonly ran: true; readonly runs: ReadonlyMap<string, CommandRun> }
  | { readonly ran: false; readonly reason: string };

/** Says of the commands of one criterion whether they can tell this state from another. */
export type JudgeControl = (checks: readonly CommandCheck[]) => ControlOutcome;

/**
 * The control (DESIGN §4): the same commands on another revision. They are run in a worktree of what is
 * here first, so that a failure there is one of the revision and not of the worktree.
 */
export async function runControl(
  checks: readonly CommandCheck[],
  control: { readonly revision: string; readonly commit: string },
  git: Git,
  world: CheckWorld,
): Promise<JudgeControl> {
  const distinct = [...new Map(checks.map((check) => [canonicalText(check), check])).values()];
  git.sweepWorktrees();
  const here = await runInWorktree(distinct, 'now', git, world);
  const there = here.ran
    ? await runInWorktree(distinct, { commit: control.commit }, git, world)
    : here;
  return (of) => outcomeOf(of, control.revision, here, there);
}

async function runInWorktree(
  checks: readonly CommandCheck[],
  of: { readonly commit: string } | 'now',
  git: Git,
  world: CheckWorld,
): Promise<WorktreeRuns> {
  const made = git.makeWorktree(of);
  if (!made.ok) return { ran: false, reason: `no worktree could be made: ${made.reason}` };
  try {
    const runs = new Map<string, CommandRun>();
    const there = { ...world, folder: made.value.folder };
    for (const check of checks) {
      if (world.signal.aborted) return { ran: false, reason: 'it was interrupted' };
      runs.set(canonicalText(check), await runCommandCheck(check, there));
    }
    return { ran: true, runs };
  } finally {
    made.value.remove();
  }
}

function outcomeOf(
  checks: readonly CommandCheck[],
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
  const faultHere = runsOf(checks, here.runs).find((run) => !didPass(run));
  if (faultHere !== undefined) {
    return inconclusive(`it does not pass in a worktree of what is here: ${detailOf(faultHere)}`);
  }
  const runs = runsOf(checks, there.runs);
  const failing = runs.find((run) => !didPass(run) && couldRun(run.ended));
  if (failing !== undefined) {
    return { revision, outcome: 'conclusive', detail: `it fails there: ${detailOf(failing)}` };
  }
  const broken = runs.find((run) => !didPass(run));
  return broken === undefined
    ? { revision, outcome: 'vacuous', detail: `it passes at ${revision} too, and shows nothing` }
    : inconclusive(`it could not run there: ${detailOf(broken)}`);
}

function runsOf(
  checks: readonly CommandCheck[],
  runs: ReadonlyMap<string, CommandRun>,
): readonly CommandRun[] {
  return checks.flatMap((check) => runs.get(canonicalText(check)) ?? []);
}

function didPass({ results }: CommandRun): boolean {
  return results.every(({ status }) => status === 'PASS');
}

/** What shells end with where a program cannot be run, or is not there. */
const COULD_NOT_RUN: ReadonlySet<number> = new Set([126, 127]);

function couldRun(ended: RunEnd): boolean {
  return ended.how === 'exit' && !COULD_NOT_RUN.has(ended.code);
}

function detailOf({ results }: CommandRun): string {
  return results.find(({ status }) => status !== 'PASS')?.detail ?? '';
}
