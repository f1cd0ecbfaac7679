import { type Environment, secretValues } from '../../adapters/environment.ts';
import { environmentFileValues } from '../../adapters/environment-files.ts';
import type { KnownSecret } from '../../domain/base/secrets.ts';

const ENV_FILE = 'value of an env file';

/**
 * The values that no review sends: the keys of its own call, those of the files of variables
 * of the project and of the checkout that is worked on, and of the environment. `before`: what the project's files of variables held earlier. `leftMs`: the
 * time that is left for the review, in milliseconds; looking through a large project takes half of it at
 * most, since the model needs the rest.
 */
export function knownSecrets(
  keys: readonly string[],
  { checkout, projectFolder }: Pick<Environment, 'checkout' | 'projectFolder'>,
  leftMs: () => number,
  before: readonly string[] = [],
): readonly KnownSecret[] {
  const kept = leftMs() / 2;
  const named = (kind: string, values: readonly string[]): readonly KnownSecret[] =>
    values.map((value) => ({ kind, value }));
  return [
    ...keys,
    ...named(
      ENV_FILE,
      [...new Set([projectFolder, checkout])].flatMap((folder) =>
        environmentFileValues(folder, () => leftMs() - kept),
      ),
    ),
    ...named('value of the environment', secretValues([])),
    ...named(ENV_FILE, before),
  ];
}
