import { dirname, join, resolve } from 'node:path';
import { errorOf, NO_DEADLINE, readBounded } from '../bounded-files.ts';

/** The small files by which git leads from one folder to another. */

/** The largest file that only names a folder, in bytes. */
const LARGEST_LINK = 4096;

/** The text of a small file of git's; nothing where there is none. Throws where it cannot be read. */
export function gitText(path: string, mostBytes: number): string | undefined {
  const reading = readBounded(path, { mostBytes, leftMs: NO_DEADLINE, follow: true });
  if (reading.found === 'nothing') return undefined;
  if (reading.found !== 'bytes') throw errorOf(reading);
  return reading.bytes.toString('utf8');
}

/** The folder that a file `.git` names: of a linked worktree or of a submodule. Throws where it cannot be read. */
export function linkedFolder(entry: string): string | undefined {
  const [, target] = /^gitdir: (.*\S)\s*$/s.exec(gitText(entry, LARGEST_LINK) ?? '') ?? [];
  return target === undefined ? undefined : resolve(dirname(entry), target);
}

/** The folder that all worktrees of a repository share. Throws where the file that names it cannot be read. */
export function sharedFolder(place: string): string {
  const shared = gitText(join(place, 'commondir'), LARGEST_LINK);
  return shared === undefined ? place : resolve(place, shared.trim());
}
