import { join } from 'node:path';
import type { Failure } from '../domain/base/failure.ts';
import { errorCode } from '../domain/base/system-error.ts';
import type { Files, TrustedCommands } from '../ports.ts';

const TRUSTED_FILE = 'trusted-commands';

/** Largest list of seals that is read, in bytes: each has 65, so there is room for tens of thousands. */
const LARGEST_LIST = 4 * 1024 * 1024;

/** What closes a line that a writer was cut off in, so that it is no seal. */
const TORN_END = ' torn';

/** The failure of a list that takes a line and does not give it back: it is too large, or no text. */
function broken(path: string): Failure {
  const reason = 'it is not a list of trusted commands; remove it and trust them again';
  return { kind: 'broken-file', file: { path, reason } };
}

/**
 * The seals of the commands that this user trusted on this machine, a line each, in a folder of the user's own.
 */
export function createTrustedCommands(folder: string, files: Files): TrustedCommands {
  const path = join(folder, TRUSTED_FILE);
  const kept = (): ReadonlySet<string> => {
    const reading = files.read(path, LARGEST_LIST);
    return new Set(reading.found === 'text' ? reading.text.split('\n') : []);
  };
  return {
    seals: kept,
    add(seals) {
      try {
        if (seals.length > 0) files.makePrivateFolder(folder);
        for (const seal of seals) files.appendPrivate(path, seal, TORN_END, true);
        const now = kept();
        return seals.every((seal) => now.has(seal)) ? undefined : broken(path);
      } catch (error) {
        const action = 'record that you trust the commands of checks.always';
        return { kind: 'file-system', action, path, code: errorCode(error) };
      }
    },
  };
}
