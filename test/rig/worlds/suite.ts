import { join } from 'node:path';
import { inject } from 'vitest';

/** The package as it is installed, built from the checkout's sources for this run alone. */
export const PACKAGE = inject('installed');

/** The part of it that runs: the plugin, with all commands. */
export const SUITE = join(PACKAGE, 'plugin');

/** The file of a command: `cs-promise`. */
export function binOf(command: string): string {
  return join(SUITE, 'bin', `${command}.cjs`);
}

/** A file of its `dist/`. */
export function builtFile(name: string): string {
  return join(SUITE, 'dist', name);
}
