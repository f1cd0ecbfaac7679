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
  /** Paths and globs of files that commands write for the check to read: nothing of them counts. */
  readonly outputs: readonly string[];
  /** Paths and globs of files that its run leaves and that are kept with the proof. */
  readonly artifacts: readonly string[];
  /** Whether the check runs a command of the promise, which only its own user's seal allows. */
  readonly runsCommand: boolean;
}

/** Whether every check of a list says what it depends on. */
export function isNarrowed(checks: readonly KnownCheck[]): boolean {
  return checks.every(({ inputs }) => inputs !== undefined);
}

/**
 * The scope of the tree fingerprint that a list of checks depends on. `written`: what commands of other criteria of the
 * promise write for checks to read. It is left out too, unless these checks name it as what they depend on.
 */
export function scopeOfChecks(
  checks: readonly KnownCheck[],
  written: readonly string[] = [],
): TreeScope {
  const narrowed = isNarrowed(checks) ? checks.flatMap((check) => check.inputs ?? []) : [];
  const others = written.filter((output) => !narrowed.includes(output));
  const outputs = [...checks.flatMap((check) => check.outputs), ...others];
  const without = outputs.map((output) => `!${output}`);
  const all = without.length > 0 ? ['**'] : [];
  const inputs = [...(narrowed.length > 0 ? narrowed : all), ...without];
  return {
    inputs: inputs.length > 0 ? [...new Set(inputs)].sort() : null,
    files: [...new Set(checks.flatMap(({ files }) => files))].sort(),
  };
}
