import { dirname, join } from 'node:path';
import { failed, type Result } from '../../domain/base/result.ts';
import { errorCode } from '../../domain/base/system-error.ts';
import type { Clock, Files, Processes } from '../../ports.ts';
import { LONGEST_WAIT_MS, PAUSE_BETWEEN_TRIES_MS } from './change-in-turn.ts';
import { createCommits } from './commit.ts';

/** What it takes to replace a file that its user edits as well: settings of a host, the configuration. */
export interface TextFileWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly uniqueName: () => string;
}

/** The folder beside the file in which writers prepare their text. The last writer removes it. */
const COMMITS = '.completion-promise-hooks';

/** Largest text that is read to be replaced, in bytes. */
const LARGEST_TEXT = 8 * 1024 * 1024;

export interface Replacement {
  readonly path: string;
  /** The text that the new one was made from; undefined where there was no file. */
  readonly base: string | undefined;
  readonly content: string;
  /** Who may read and write it; as usual where it is undefined. */
  readonly rights: number | undefined;
}

/** How often another writer may remove the folder of drafts while one makes its own, before that is an error. */
const MOST_REMOVALS = 20;

/** Replaces a file in one step where it still holds what was read; whether it did. */
export function replaceText(world: TextFileWorld, replacement: Replacement): boolean {
  for (let removals = 0; ; removals += 1) {
    try {
      return tryReplacing(world, replacement);
    } catch (error) {
      // A writer that was done found the folder empty, between its making and that of the draft in it.
      if (errorCode(error) !== 'ENOENT' || removals === MOST_REMOVALS) throw error;
    }
  }
}

/**
 * Tries a change of a file until it does not meet another writer. `attempt`: undefined where it did. Fails as it does, and
 * where others write without end (`busy`).
 */
export async function changeText<Value>(
  { clock }: Pick<TextFileWorld, 'clock'>,
  path: string,
  attempt: () => Result<Value> | undefined,
): Promise<Result<Value>> {
  const start = clock.elapsed();
  for (;;) {
    const outcome = attempt();
    if (outcome !== undefined) return outcome;
    const waitedMs = clock.elapsed() - start;
    if (waitedMs > LONGEST_WAIT_MS) {
      return failed({ kind: 'busy', what: 'File', id: path, holder: 'other writers', waitedMs });
    }
    await clock.sleep(PAUSE_BETWEEN_TRIES_MS);
  }
}

function tryReplacing(
  { clock, files, processes, uniqueName }: TextFileWorld,
  { base, content, path, rights }: Replacement,
): boolean {
  const folder = join(dirname(path), COMMITS);
  // The draft has the rights of the file, so that no other user can read the settings in it.
  const writing: Files = {
    ...files,
    writeNew: (draft, text) => files.writeNew(draft, text, rights),
  };
  try {
    const commits = createCommits({ clock, files: writing, processes }, folder, uniqueName);
    const outcome = commits.replace(path, base, content, () => textOf(files, path, LARGEST_TEXT));
    commits.sweep();
    return outcome === 'committed';
  } finally {
    removeIfEmpty(files, folder);
  }
}

/** The text of a file; undefined where there is none that can be read. */
export function textOf(files: Files, path: string, limit: number): string | undefined {
  const reading = files.readFollowed(path, limit);
  return reading.found === 'text' ? reading.text : undefined;
}

/** Removes the folder where no other writer uses it. */
function removeIfEmpty(files: Files, folder: string): void {
  try {
    files.removeFolder(folder);
  } catch {
    // Another writer uses it, or has removed it.
  }
}
