import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentValues, isEnvironmentFile } from '../domain/secret-files.ts';

/** Most folders that are looked into, and files of variables that are read; the largest in bytes. */
const MOST_FOLDERS = 20_000;
const MOST_FILES = 200;
const LARGEST_FILE = 1024 * 1024;

/** Folders of git's own and of dependencies: what is there is an example, and its words are everybody's. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * The values that a project's files of variables set, wherever they lie, ignored by git or not: whatever
 * they were copied to, they are not for anybody else. Those beside the folders above the project count as
 * well, up to the repository's own. What cannot be read has no values. `leftMs`: how much time is left for
 * looking, in milliseconds.
 */
export function environmentFileValues(folder: string, leftMs: () => number): readonly string[] {
  const files = [...filesAbove(folder), ...filesBelow(folder, leftMs)].slice(0, MOST_FILES);
  return [...new Set(files.flatMap(valuesIn))];
}

/** In the folders above, where they belong to the same repository. */
function filesAbove(folder: string): readonly string[] {
  const above: string[] = [];
  for (let place = folder; !existsSync(join(place, '.git')); place = dirname(place)) {
    if (dirname(place) === place) return [];
    above.push(dirname(place));
  }
  return above.flatMap((place) =>
    entriesOf(place)
      .filter((entry) => !entry.isDirectory() && isEnvironmentFile(entry.name))
      .map(({ name }) => join(place, name)),
  );
}

/** The nearest first: where there are too many, those are the project's own. */
function filesBelow(folder: string, leftMs: () => number): readonly string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let index = 0; index < Math.min(waiting.length, MOST_FOLDERS); index += 1) {
    const place = waiting[index] ?? '';
    if (leftMs() <= 0) break;
    for (const entry of entriesOf(place)) {
      const path = join(place, entry.name);
      if (!entry.isDirectory()) {
        if (isEnvironmentFile(entry.name)) found.push(path);
      } else if (!PASSED_OVER.has(entry.name)) waiting.push(path);
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function valuesIn(path: string): readonly string[] {
  try {
    const stats = statSync(path);
    const isReadable = stats.isFile() && stats.size <= LARGEST_FILE;
    return isReadable ? environmentValues(textOf(readFileSync(path))) : [];
  } catch {
    return [];
  }
}

/** Windows' editors may write two bytes a character, and say so in the first two. */
function textOf(bytes: Buffer): string {
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
}
