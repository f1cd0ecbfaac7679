import { dirname, join } from 'node:path';
import { isSystemError } from '../../domain/base/system-error.ts';
import { TORN_END } from '../../domain/session/register.ts';
import type { Files } from '../../ports.ts';

/**
 * Append-only files that any number of processes add lines to while others cut them down, without a lock.
 *
 * A process that cuts a file down
 *  1. makes a folder of its own in the folder of cuts beside the file,
 *  2. reads the file,
 *  3. writes the new text into its folder, and renames it over the file; or, where nothing is to be left, renames
 *     the file into its folder.
 * A process that adds a line
 *  1. appends it in one write,
 *  2. removes all that is in the folder of cuts,
 *  3. looks whether the path still leads to the file that it appended to, and begins anew where it does not.
 *
 * A line that was written before a cut began is read by the cut. One that was written later removes the cut's
 * folder, so that its rename fails; where the rename came first, the line is written again. A process that is
 * killed leaves a folder behind that the next line removes.
 */
export interface LineFiles {
  /**
   * Adds a line and gives the size of the file then, in bytes. `isDurable`: the line is on the disk then. Throws an
   * error with the system's code.
   */
  append(path: string, line: string, isDurable: boolean): number;
  /**
   * Replaces a file by what `cut` makes of its text: undefined where it stays, empty where it goes. Whether that
   * was done: not where a line was added meanwhile, or the system refuses. The next cut does it then.
   */
  cut(path: string, limit: number, cut: (text: string) => string | undefined): boolean;
}

/** Cuts are rare, so a line meets hardly one. */
const MOST_TRIES = 50;

/** The new text of a cut, and the file that it took away. */
const PARTS = ['new', 'old'] as const;

/** The files are the user's alone. */
const RIGHTS = 0o600;

export function createLineFiles(files: Files, uniqueName: () => string): LineFiles {
  /** Removes a cut's folder. Twice: its process may write the new text in between, and only once. */
  function dismiss(own: string): void {
    for (const _ of PARTS) {
      for (const part of PARTS) quietly(() => files.remove(join(own, part)));
      quietly(() => files.removeFolder(own));
    }
  }

  function dismissAll(path: string): void {
    const listing = files.list(cutsOf(path));
    if ('code' in listing) return;
    for (const name of listing.names) dismiss(join(cutsOf(path), name));
    quietly(() => files.removeFolder(cutsOf(path)));
  }

  return {
    append(path, line, isDurable) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const { identity, size } = files.appendPrivate(path, line, TORN_END, isDurable);
        dismissAll(path);
        if (files.identityOf(path) === identity) {
          if (isDurable) files.flushFolder(dirname(path));
          return size;
        }
      }
      throw Object.assign(new Error(`${path} does not stay`), { code: 'EBUSY', path });
    },
    cut(path, limit, cut) {
      const own = join(cutsOf(path), uniqueName());
      try {
        files.makePrivateFolder(own);
        const reading = files.read(path, limit);
        const text = reading.found === 'text' ? cut(reading.text) : undefined;
        if (text === undefined) return false;
        if (text === '') {
          files.rename(path, join(own, 'old'));
        } else {
          files.writeNew(join(own, 'new'), text, RIGHTS);
          files.rename(join(own, 'new'), path);
        }
        return true;
      } catch (error) {
        // As a rule another process removed the folder, which is how it keeps its line.
        if (!isSystemError(error)) throw error;
        return false;
      } finally {
        dismiss(own);
        quietly(() => files.removeFolder(cutsOf(path)));
      }
    },
  };
}

function cutsOf(path: string): string {
  return `${path}.cuts`;
}

/** For what another process may have removed before, or be using: the next line tries again. */
function quietly(remove: () => void): void {
  try {
    remove();
  } catch {}
}
