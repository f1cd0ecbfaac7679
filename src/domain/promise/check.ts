import type { DeclaredCheck } from './promise.ts';
import type { TreeScope } from './tree.ts';

/** Shortest and longest time for one check's command, in milliseconds: up to a day. */
export const CHECK_TIMEOUT_RANGE = { least: 100, most: 86_400_000 } as const;

/** A declared check that this version can run: what is common to the checks of every kind. */
export interface KnownCheck {
  /** The check as the promise holds it. */
  readonly declared: DeclaredCheck;
  /** The check on one line, for lists and evidence. */
  readonly text: string;
  /** Globs of what the check depends on, from the project's folder; undefined: all of the checkout. */
  readonly inputs: readonly string[] | undefined;
  /**
   * Paths and globs of the files that the check looks at, where it looks at nothing else. They count
   * whether git sees them or not. A folder, whose content does not count, ends in a slash.
   */
  readonly files: readonly string[];
  /** Whether the check runs a command of the promise, which only its own user's seal allows. */
  readonly runsCommand: boolean;
}

/** The scope of the tree fingerprint that a list of checks depends on. */
export function scopeOfChecks(checks: readonly KnownCheck[]): TreeScope {
  const isNarrowed = checks.every(({ inputs }) => inputs !== undefined);
  const inputs = checks.flatMap((check) => check.inputs ?? []);
  return {
    inputs: isNarrowed && inputs.length > 0 ? [...new Set(inputs)].sort() : null,
    files: [...new Set(checks.flatMap(({ files }) => files))].sort(),
  };
}
