import { parseChangedFiles, type SyntaxFiles } from '../checks/changed-files.ts';
import type { CheckOutcome, RunnableCheck } from '../checks/check-kind.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import { declaredText, readCheck } from '../checks/kinds.ts';
import { redactedCheck, redactedResult } from '../checks/redaction.ts';
import { type CheckSchedule, runChecks, type WantedCheck } from '../checks/running.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import {
  type AlwaysRun,
  type ChangedFiles,
  NO_CHANGED_FILES,
  type TierOne,
} from '../domain/closing/tier-one.ts';
import { beginningOf } from '../domain/promise/beginning.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { TamperingLook } from '../domain/promise/tampering.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import type { StandingCheck } from '../domain/settings/standing-checks.ts';
import type { Git } from '../ports.ts';

/** What of tier 1 the project wants. */
export type TierOneSettings = Pick<Configuration['checks'], 'changedFiles' | 'always'>;

/** Looks at the changed files, and runs the project's commands unless only the files are asked about. */
export type LookAtTierOne = (
  promise: CompletionPromise,
  parts: 'all' | 'files',
) => Promise<Result<TierOne>>;

/** The changed files, as far as the project wants them parsed. */
export function changedFilesOf(
  promise: CompletionPromise,
  changedFiles: TierOneSettings['changedFiles'],
  git: Pick<Git, 'changedSince'>,
  world: SyntaxFiles,
): Promise<ChangedFiles> {
  return changedFiles === 'parse'
    ? parseChangedFiles(beginningOf(promise), git, world)
    : Promise.resolve(NO_CHANGED_FILES);
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

interface TierOneWorld {
  readonly checks: CheckWorld;
  readonly git: Pick<Git, 'changedSince'>;
  /** Looks for tests that were weakened since the promise was made. */
  readonly lookAtTests: (promise: CompletionPromise) => Promise<TamperingLook>;
  readonly schedule: CheckSchedule;
}

/** The project's commands as no criterion's checks. */
export function alwaysWanted(always: readonly RunnableCheck[]): readonly WantedCheck[] {
  return always.map((check) => ({ check, criterion: undefined }));
}

/** Looks at the changed files of a promise; where they are whole, runs the project's commands. */
export async function lookAtTierOne(
  promise: CompletionPromise,
  settings: TierOneSettings,
  { checks, git, lookAtTests, schedule }: TierOneWorld,
): Promise<Result<TierOne>> {
  const { changedFiles } = settings;
  const always = alwaysChecks(settings.always);
  const changed = await changedFilesOf(promise, changedFiles, git, checks);
  if (changed.broken.length > 0) {
    return success({ changedFiles, changed, always: [] });
  }
  const tampering = await lookAtTests(promise);
  const outcomes = await runChecks(alwaysWanted(always), checks, schedule);
  if (checks.signal.aborted) return failed({ kind: 'interrupted', action: 'the commands ran' });
  const runs = alwaysRuns(always, outcomes, checks.secretValues([]));
  return success({ changedFiles, changed, always: runs, tampering });
}
