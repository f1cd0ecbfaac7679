import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { baseOf, matcherOf } from '../domain/base/glob.ts';
import { isStatePath } from '../domain/promise/tree.ts';
import { listBounded, type TimeLeft, TOO_LATE, TOO_MANY_FILES } from './bounded-files.ts';
import { isFile, isFolder } from './quiet-looks.ts';

/** Most files that one walk finds: a glob that matches more is a mistake. */
const MOST_FILES = 100_000;

/** Most entries of folders that one walk looks at, whatever they are. */
const MOST_ENTRIES = 1_000_000;

/**
 * The files of a project that globs match, links included, as sorted paths relative to its folder. Follows no
 * link into a folder. `leftMs`: how much time is left for the search. Throws an error with a code where there
 * are too many files or entries (`EMANYFILES`), or too little time (`TOO_LATE`).
 */
export function findFiles(
  folder: string,
  globs: readonly string[],
  leftMs: TimeLeft,
): readonly string[] {
  const matches = matcherOf(globs);
  const found = new Set<string>();
  for (const glob of globs.filter((one) => !one.startsWith('!'))) {
    const literal = glob.replace(/^(?:\.\/)+/, '');
    if (isFile(join(folder, literal))) found.add(literal);
    else {
      const base = isFolder(join(folder, literal)) ? literal : baseOf(glob);
      walk(folder, base, leftMs, matches, found);
    }
  }
  return [...found].filter((path) => !isStatePath(path)).sort();
}

function walk(
  folder: string,
  base: string,
  leftMs: TimeLeft,
  matches: (path: string) => boolean,
  found: Set<string>,
): void {
  const waiting = [base];
  let left = MOST_ENTRIES;
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const entries = entriesOf(join(folder, place), left, leftMs);
    left -= entries.length;
    for (const entry of entries) {
      const path = place === '' ? entry.name : `${place}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== '.git') waiting.push(path);
      } else if ((entry.isFile() || entry.isSymbolicLink()) && matches(path)) {
        found.add(path);
        if (found.size > MOST_FILES) throw tooMany();
      }
    }
  }
}

function tooMany(): Error {
  return Object.assign(new Error(`more than ${MOST_FILES} files`), { code: TOO_MANY_FILES });
}

/** What is in a folder; nothing where it cannot be listed, or is gone meanwhile. */
function entriesOf(folder: string, mostNames: number, leftMs: TimeLeft): readonly Dirent[] {
  const listing = listBounded(folder, { mostNames, leftMs });
  if ('entries' in listing) return listing.entries;
  const { code } = listing;
  if (code === TOO_LATE || code === TOO_MANY_FILES) {
    throw Object.assign(new Error(`${folder} cannot be searched completely`), { code });
  }
  return [];
}
