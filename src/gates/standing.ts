import type { CheckOutcome, RunnableCheck } from '../checks/check-kind.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import { declaredText, readCheck } from '../checks/kinds.ts';
import { redactedCheck, redactedResult } from '../checks/redaction.ts';
import { type CheckSchedule, runChecks, type WantedCheck } from '../checks/running.ts';
import { passed } from '../domain/base/check-result.ts';
import type { Failure } from '../domain/base/failure.ts';
import { timestamp } from '../domain/base/time.ts';
import type { AlwaysRun } from '../domain/closing/tier-one.ts';
import { changedPaths, type TreeScope } from '../domain/promise/tree.ts';
import type { StandingRun } from '../domain/session/standing-log.ts';
import { type StandingCheck, standingText } from '../domain/settings/standing-checks.ts';
import type { Checkout, Clock, TreeSnapshot } from '../ports.ts';
import type { StandingLog } from '../store/files/standing-log.ts';

/** What standing checks are run with. */
export interface StandingWorld {
  readonly log: StandingLog;
  readonly checkout: Checkout;
  /** The absolute path of that checkout. */
  readonly folder: string;
  readonly session: string | null;
  readonly clock: Clock;
  readonly sha256: (text: string) => string;
  /** What must not be written down, beside what looks like a secret. */
  readonly secretValues: () => readonly string[];
}

/** A standing check as it stands after a run. */
export interface StandingResult extends AlwaysRun {
  /** What was found out of it; `kept`: by an earlier run on the same files, so that it did not run again. */
  readonly run: Omit<StandingRun, 'tree'> & { readonly tree: string | null };
  readonly kept: boolean;
  /** Why nothing of it is kept for a stop: the files cannot be told. */
  readonly unbound?: string;
}

/** What ran beside standing checks, and their outcomes in the order in which they were asked for. */
interface RanBeside<Rest> {
  readonly outcomes: readonly CheckOutcome[];
  readonly rest: Rest;
  /** Whether the runs were cut off: then they say nothing. */
  readonly isCut: boolean;
}

interface Standing<Rest> {
  readonly results: readonly StandingResult[];
  readonly rest: Rest;
  /** What could not be kept. */
  readonly warnings: readonly Failure[];
}

/** The standing checks, as checks that can be run. */
export function alwaysChecks(standing: readonly StandingCheck[]): readonly RunnableCheck[] {
  return standing.flatMap(({ inputs, run, timeoutMs }) => {
    const reading = readCheck({
      kind: 'command',
      run,
      ...(inputs === undefined ? {} : { inputs }),
      ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    });
    return reading.ok ? [reading.check] : [];
  });
}

/** How the project's own commands came out, by their outcomes in the same order. */
export function alwaysRuns(
  checks: readonly RunnableCheck[],
  outcomes: readonly CheckOutcome[],
  known: readonly string[],
): readonly AlwaysRun[] {
  return checks.map(({ declared }, index) => ({
    command: declaredText(redactedCheck(declared, known)).replace(/^command: /, ''),
    results: (outcomes[index]?.results ?? []).map((result) => redactedResult(result, known)),
  }));
}

/** The project's commands as no criterion's checks. */
export function alwaysWanted(always: readonly RunnableCheck[]): readonly WantedCheck[] {
  return always.map((check) => ({ check, criterion: undefined }));
}

/** The files that a check depends on. */
export function scopeOf({ inputs }: StandingCheck): TreeScope {
  return { inputs: inputs ?? null, files: [] };
}

/**
 * Runs standing checks, and keeps how they came out on which files. Those that passed on these files do not run again.
 * With `some` they do where all of them passed: a person who asks wants to see a run. `run` runs the others together with
 * its own checks, and gives their outcomes in the same order.
 */
export async function standingResults<Rest>(
  checks: readonly StandingCheck[],
  reuse: 'all' | 'some',
  world: StandingWorld,
  run: (runnable: readonly RunnableCheck[]) => Promise<RanBeside<Rest>>,
): Promise<Standing<Rest>> {
  // Without standing checks the checkout is not looked at.
  if (checks.length === 0) return { results: [], rest: (await run([])).rest, warnings: [] };
  const before = world.checkout.snapshot();
  const runs = world.log.read().flatMap((line) => (line.kind === 'run' ? [line] : []));
  const ids = new Map(checks.map((check) => [check, world.sha256(standingText(check))]));
  const passedBefore = new Map(
    checks.flatMap((check) => {
      const tree = before.digest(scopeOf(check));
      const found = runs.findLast(
        (one) =>
          one.outcome === 'passed' &&
          one.check === ids.get(check) &&
          tree.bound &&
          one.tree === tree.digest,
      );
      return found === undefined ? [] : [[check, found] as const];
    }),
  );
  const isAll = passedBefore.size === checks.length;
  const passedHere =
    reuse === 'some' && isAll ? new Map<StandingCheck, StandingRun>() : passedBefore;
  const todo = checks.filter((check) => !passedHere.has(check));
  const runnable = alwaysChecks(todo);
  const { isCut, outcomes, rest } = await run(runnable);
  const known = world.secretValues();
  const told = new Map(
    todo.map((check, index) => [check, alwaysRuns(runnable, outcomes, known)[index]]),
  );
  const after = todo.length === 0 ? before : world.checkout.snapshot();
  const warnings: Failure[] = [];
  const results = checks.map((check): StandingResult => {
    const kept = passedHere.get(check);
    if (kept !== undefined) return keptResult(check, kept);
    const outcome = outcomes[todo.indexOf(check)] ?? { results: [] };
    const shown = told.get(check) ?? { command: '', results: [] };
    const result = newResult(
      check,
      ids.get(check) ?? '',
      { outcome, shown },
      { before, after, runs },
      world,
    );
    const unkept = isCut ? undefined : keep(result, world);
    if (unkept !== undefined) warnings.push(unkept);
    return result;
  });
  return { results, rest, warnings };
}

/** The same where nothing else runs beside them. */
export function runStanding(
  checks: readonly StandingCheck[],
  reuse: 'all' | 'some',
  world: StandingWorld,
  { checks: running, schedule }: { readonly checks: CheckWorld; readonly schedule: CheckSchedule },
): Promise<Standing<undefined>> {
  return standingResults(checks, reuse, world, async (runnable) => {
    const outcomes = await runChecks(alwaysWanted(runnable), running, schedule);
    return { outcomes, rest: undefined, isCut: running.signal.aborted };
  });
}

function keptResult(check: StandingCheck, run: StandingRun): StandingResult {
  const [one] = alwaysRuns(alwaysChecks([check]), [], []);
  const detail = `passed on these files before, ${run.at}: ${run.detail}`;
  const command = one?.command ?? '';
  return { command, run, kept: true, results: [passed(`command_${command}`, detail)] };
}

/** What one run of a check comes to, by the files before and after it. */
function newResult(
  check: StandingCheck,
  id: string,
  { outcome, shown }: { readonly outcome: CheckOutcome; readonly shown: AlwaysRun },
  seen: {
    readonly before: TreeSnapshot;
    readonly after: TreeSnapshot;
    readonly runs: readonly StandingRun[];
  },
  { clock, folder, session }: StandingWorld,
): StandingResult {
  const scope = scopeOf(check);
  const [first, last] = [seen.before.digest(scope), seen.after.digest(scope)];
  const hasPassed =
    shown.results.length > 0 && shown.results.every(({ status }) => status === 'PASS');
  const isSame = first.bound && last.bound && first.digest === last.digest;
  const wrote = isSame ? [] : changedPaths(seen.before.entries(scope), seen.after.entries(scope));
  const former = seen.runs.findLast((one) => one.check === id && one.checkout === folder);
  const isAgain = former?.outcome === 'wrote' && first.bound && former.tree === first.digest;
  const ran = outcome.command?.tests_run;
  const run = {
    kind: 'run' as const,
    at: timestamp(clock.now()),
    session,
    checkout: folder,
    check: id,
    tree: last.bound ? last.digest : null,
    outcome: outcomeOf(outcome, hasPassed, last.bound && !isSame),
    detail: shown.results.map(({ detail }) => detail).join('; '),
    ...(ran === undefined ? {} : { ran }),
    failed: outcome.failedTests ?? [],
    wrote: wrote.slice(0, MOST_WROTE),
    again: isAgain,
  };
  return { ...shown, run, kept: false, ...(last.bound ? {} : { unbound: last.reason }) };
}

/** Most files that are named of those that a check wrote. */
const MOST_WROTE = 20;

function outcomeOf(
  { couldStart }: CheckOutcome,
  hasPassed: boolean,
  hasWritten: boolean,
): StandingRun['outcome'] {
  if (couldStart === false) return 'could-not-run';
  if (!hasPassed) return 'failed';
  return hasWritten ? 'wrote' : 'passed';
}

/** Files that cannot be told are none that a stop could ask about. */
function keep({ run }: StandingResult, { log }: StandingWorld): Failure | undefined {
  const { tree } = run;
  return tree === null ? undefined : log.append({ ...run, tree });
}
