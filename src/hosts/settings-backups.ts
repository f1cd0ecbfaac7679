import { basename, dirname, join } from 'node:path';
import { errorCode } from '../domain/base/system-error.ts';
import { compactTimestamp } from '../domain/base/time.ts';
import type { Clock, Files } from '../ports.ts';

/** Keeps settings as they were before a change, away from projects, whose files others can come to see. */
export interface SettingsBackups {
  /** Keeps the text of a settings file, and gives the path of the copy, if there is one. Throws what the system throws. */
  keep(path: string, text: string): string | undefined;
}

/** For files that hold nothing of their user's. */
export const NO_BACKUPS: SettingsBackups = { keep: () => undefined };

/** Settings can hold keys. */
const OF_THE_USER_ALONE = 0o600;

/** How many backups of all settings are kept. */
const MOST_BACKUPS = 20;

const NAME = /^\d{8}-\d{6}-/;

/** Backups in the user's state folder. */
export function createSettingsBackups(
  { clock, files }: { readonly clock: Clock; readonly files: Files },
  userStateFolder: string,
): SettingsBackups {
  const folder = join(userStateFolder, 'backups');
  return {
    keep(path, text) {
      files.makePrivateFolder(folder);
      const name = `${compactTimestamp(clock.now())}-${nameOf(path)}`;
      for (let number = 1; ; number += 1) {
        const backup = join(folder, number === 1 ? name : `${name}.${number}`);
        try {
          files.writeNew(backup, text, OF_THE_USER_ALONE);
        } catch (error) {
          if (errorCode(error) === 'EEXIST') continue;
          throw error;
        }
        removeOldest(files, folder);
        return backup;
      }
    },
  };
}

/** The file's name behind that of the folder whose settings they are. */
function nameOf(path: string): string {
  const place = basename(dirname(dirname(path))).replace(/[^A-Za-z0-9_-]+/g, '_');
  return `${place.slice(0, 60) || 'root'}-${basename(path)}`;
}

/** Their names begin with the time, so the oldest come first. */
function removeOldest(files: Files, folder: string): void {
  const listed = files.list(folder);
  const names = 'names' in listed ? listed.names.filter((name) => NAME.test(name)).sort() : [];
  for (const name of names.slice(0, Math.max(0, names.length - MOST_BACKUPS))) {
    try {
      files.remove(join(folder, name));
    } catch {
      // Another command was faster; what cannot be removed is no reason to change nothing.
    }
  }
}
