import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { baseOf, matcherOf } from '../domain/glob.ts';
import { isStatePath } from '../domain/tree.ts';

/** Most files that one walk finds: more is a glob that was not meant. */
const MOST_FILES = 100_000;

/** What an error's code is where a glob takes more files than are looked at. */
export const TOO_MANY_FILES = 'EMANYFILES';

/**
 * The files of a project that globs take, links among them, by their paths from its folder, in order.
 * Goes into no folder through a link. Throws where there are more than can be looked at.
 */
export function findFiles(folder: string, globs: readonly string[]): readonly string[] {
  const matches = matcherOf(globs);
  const found = new Set<string>();
  for (const glob of globs.filter((one) => !one.startsWith('!'))) {
    const literal = glob.replace(/^(?:\.\/)+/, '');
    if (isFile(join(folder, literal))) found.add(literal);
    else walk(folder, isFolder(join(folder, literal)) ? literal : baseOf(glob), matches, found);
  }
  return [...found].filter((path) => !isStatePath(path)).sort();
}

function walk(
  folder: string,
  base: string,
  matches: (path: string) => boolean,
  found: Set<string>,
): void {
  const waiting = [base];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const entry of entriesOf(join(folder, place))) {
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

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() === true;
}

/** Nothing where there is nothing, below a file as well, or where links lead in a circle. */
function statsOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
