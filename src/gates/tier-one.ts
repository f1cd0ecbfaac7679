import { parseChangedFiles, type SyntaxFiles } from '../checks/changed-files.ts';
import type { CheckOutcome, RunnableCheck } from '../checks/check-kind.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import { declaredText, readCheck } from '../checks/kinds.ts';
import { redactedCheck, redactedResult } from '../checks/redaction.ts';
import { type CheckSchedule, runChecks, type WantedCheck } from '../checks/running.ts';
import type { Failure } from '../domain/base/failure.ts';
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
import type { CommandWords } from '../domain/settings/setting.ts';
import type { Git } from '../ports.ts';
import { alwaysToTrust, type ProjectTrustWorld, trustAlways } from './trust.ts';

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

/** The project's own commands, as checks that can be run. */
export function alwaysChecks(commands: readonly CommandWords[]): readonly RunnableCheck[] {
  return commands.flatMap((run) => {
    const reading = readCheck({ kind: 'command', run });
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

/**
 * Whether the project's own commands may run: fails with those that this user has not trusted. With `trust` they are
 * trusted from now on; gives a warning where that cannot be kept, since they may run this time all the same.
 */
export function permitAlways(
  { act, id, trust }: { readonly id: string; readonly trust: boolean; readonly act?: 'verify' },
  checks: readonly RunnableCheck[],
  trustWorld: () => Result<ProjectTrustWorld>,
): Result<readonly Failure[]> {
  if (checks.length === 0) return success([]);
  const world = trustWorld();
  if (!world.ok) return world;
  const declared = checks.map((check) => check.declared);
  const unkept = trust ? trustAlways(declared, world.value) : undefined;
  if (trust) return success(unkept === undefined ? [] : [unkept]);
  const commands = alwaysToTrust(declared, world.value);
  if (commands.length === 0) return success([]);
  const acting = act === undefined ? {} : { act };
  return failed({ kind: 'untrusted-checks', id, commands, ...acting });
}

interface TierOneRequest {
  readonly id: string;
  readonly settings: TierOneSettings;
  readonly trust: boolean;
}

interface TierOneWorld {
  readonly checks: CheckWorld;
  readonly git: Pick<Git, 'changedSince'>;
  /** Looks for tests that were weakened since the promise was made. */
  readonly lookAtTests: (promise: CompletionPromise) => TamperingLook;
  readonly schedule: CheckSchedule;
  /** Asked for only where the project has commands of its own: it may have to make the user's key. */
  readonly trustWorld: () => Result<ProjectTrustWorld>;
}

/** The project's commands as no criterion's checks. */
export function alwaysWanted(always: readonly RunnableCheck[]): readonly WantedCheck[] {
  return always.map((check) => ({ check, criterion: undefined }));
}

/** Looks at the changed files of a promise; where they are whole, runs the project's commands. */
export async function lookAtTierOne(
  promise: CompletionPromise,
  { id, settings, trust }: TierOneRequest,
  { checks, git, lookAtTests, schedule, trustWorld }: TierOneWorld,
): Promise<Result<TierOne>> {
  const { changedFiles } = settings;
  const always = alwaysChecks(settings.always);
  const permitted = permitAlways({ id, trust, act: 'verify' }, always, trustWorld);
  if (!permitted.ok) return permitted;
  const changed = await changedFilesOf(promise, changedFiles, git, checks);
  if (changed.broken.length > 0) {
    return success({ changedFiles, changed, always: [], warnings: permitted.value });
  }
  const tampering = lookAtTests(promise);
  const warnings = permitted.value;
  const outcomes = await runChecks(alwaysWanted(always), checks, schedule);
  if (checks.signal.aborted) return failed({ kind: 'interrupted', action: 'the commands ran' });
  const runs = alwaysRuns(always, outcomes, checks.secretValues([]));
  return success({ changedFiles, changed, always: runs, tampering, warnings });
}
