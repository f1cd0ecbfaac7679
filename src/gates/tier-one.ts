import { parseChangedFiles, type SyntaxFiles } from '../checks/changed-files.ts';
import type { CheckWorld } from '../checks/check-world.ts';
import type { CheckSchedule } from '../checks/running.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { type ChangedFiles, NO_CHANGED_FILES, type TierOne } from '../domain/closing/tier-one.ts';
import { beginningOf } from '../domain/promise/beginning.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { TamperingLook } from '../domain/promise/tampering.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import type { Git } from '../ports.ts';
import { runStanding, type StandingWorld } from './standing.ts';

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

interface TierOneWorld {
  readonly checks: CheckWorld;
  readonly git: Pick<Git, 'changedSince'>;
  /** Looks for tests that were weakened since the promise was made. */
  readonly lookAtTests: (promise: CompletionPromise) => Promise<TamperingLook>;
  readonly schedule: CheckSchedule;
  readonly standing: StandingWorld;
}

/** Looks at the changed files of a promise; where they are whole, runs the project's commands. */
export async function lookAtTierOne(
  promise: CompletionPromise,
  settings: TierOneSettings,
  { checks, git, lookAtTests, schedule, standing }: TierOneWorld,
): Promise<Result<TierOne>> {
  const { changedFiles } = settings;
  const changed = await changedFilesOf(promise, changedFiles, git, checks);
  if (changed.broken.length > 0) {
    return success({ changedFiles, changed, always: [], warnings: [] });
  }
  const tampering = await lookAtTests(promise);
  const { results, warnings } = await runStanding(settings.always, 'all', standing, {
    checks,
    schedule,
  });
  if (checks.signal.aborted) return failed({ kind: 'interrupted', action: 'the commands ran' });
  return success({ changedFiles, changed, always: results, tampering, warnings });
}
