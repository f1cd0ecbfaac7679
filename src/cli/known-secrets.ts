import { secretValues } from '../adapters/environment.ts';
import { environmentFileValues } from '../adapters/environment-files.ts';
import type { KnownSecret } from '../domain/secrets.ts';

/**
 * Values that must not leave the machine in any prompt: those of the project's files of variables, and
 * of the environment. `leftMs`: how much time is left for looking, in milliseconds.
 */
export function projectSecrets(folder: string, leftMs: () => number): readonly KnownSecret[] {
  return [
    ...namedSecrets('value of an env file', environmentFileValues(folder, leftMs)),
    ...namedSecrets('value of the environment', secretValues([])),
  ];
}

export function namedSecrets(kind: string, values: readonly string[]): readonly KnownSecret[] {
  return values.map((value) => ({ kind, value }));
}
