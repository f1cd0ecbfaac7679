import { type CheckResult, verdictOfResults } from '../base/check-result.ts';
import type { Failure } from '../base/failure.ts';
import type { TamperingLook } from '../promise/tampering.ts';
import type { Configuration } from '../settings/configuration.ts';

/**
 * What every close asks, whether or not a criterion has checks: that the files which changed can be parsed, and that
 * the project's own commands pass. None of it is a proof of anything.
 */

/** A changed file that cannot be parsed, and where. */
export interface BrokenFileOfChange {
  readonly path: string;
  readonly detail: string;
}

/** A broken file that keeps nothing shut, and why not. */
export interface ExcusedFile extends BrokenFileOfChange {
  /**
   * - `broken-before`: it was broken already when the promise was made.
   * - `brought-in`: a merge or a pull brought it as it is.
   */
  readonly why: 'broken-before' | 'brought-in';
}

/** How the files that changed since the promise was made came out. */
export interface ChangedFiles {
  readonly broken: readonly BrokenFileOfChange[];
  readonly excused: readonly ExcusedFile[];
  /** What could not be looked at, and how the files were found, in words for a person. */
  readonly notes: readonly string[];
  readonly parsed: number;
  /** Why none was looked at, where git could not say what changed. */
  readonly unseen?: string;
}

/** The result where no changed file is looked at. */
export const NO_CHANGED_FILES: ChangedFiles = { broken: [], excused: [], notes: [], parsed: 0 };

/** One of the project's own commands, and how it came out. */
export interface AlwaysRun {
  /** The command on one line, without secrets. */
  readonly command: string;
  readonly results: readonly CheckResult[];
}

export interface TierOne {
  readonly changedFiles: Configuration['checks']['changedFiles'];
  readonly changed: ChangedFiles;
  readonly always: readonly AlwaysRun[];
  /** The look for weakened tests; missing where there was none. */
  readonly tampering?: TamperingLook;
  /** What could not be kept of how the commands came out. */
  readonly warnings: readonly Failure[];
}

/** Those of the project's own commands that did not pass. */
export function failedCommands({ always }: Pick<TierOne, 'always'>): readonly AlwaysRun[] {
  return always.filter(({ results }) => verdictOfResults(results) !== 'PASS');
}

/** Where nothing of it is asked. */
export const NO_TIER_ONE: TierOne = {
  changedFiles: 'off',
  changed: NO_CHANGED_FILES,
  always: [],
  warnings: [],
};
