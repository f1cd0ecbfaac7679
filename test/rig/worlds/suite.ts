import { join } from 'node:path';
import { inject } from 'vitest';

/** The suite as it is installed, built from the checkout's sources for this run alone. */
export const SUITE = inject('suite');

/** The file of a command: `cs-promise`. */
export function binOf(command: string): string {
  return join(SUITE, 'bin', `${command}.cjs`);
}
