import { type Dirent, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentValues, isEnvironmentFile } from '../domain/base/secret-files.ts';
import { listBounded, readBounded, type TimeLeft } from './bounded-files.ts';

/** Most folders that are looked into, and files of variables that are read; the largest in bytes. */
const MOST_FOLDERS = 20_000;
const MOST_FILES = 200;
/** Most names of one folder that are looked at. */
const MOST_NAMES = 200_000;
const LARGEST_FILE = 1024 * 1024;

/** Folders of git's own and of dependencies: what is there is an example, and its words are no secret. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * The values that a project's files of variables set, wherever they lie, ignored by git or not: whatever
 * they were copied to, they are secrets of this project. Those beside the folders above the project count as
 * well, up to the repository's own. What cannot be read has no values. `leftMs`: how much time is left for
 * looking, in milliseconds.
 */
export function environmentFileValues(folder: string, leftMs: TimeLeft): readonly string[] {
  const files = [...filesAbove(folder, leftMs), ...filesBelow(folder, leftMs)].slice(0, MOST_FILES);
  return [...new Set(files.flatMap((path) => valuesIn(path, leftMs)))];
}

/** In the folders above, where they belong to the same repository. */
function filesAbove(folder: string, leftMs: TimeLeft): readonly string[] {
  const above: string[] = [];
  for (let place = folder; !existsSync(join(place, '.git')); place = dirname(place)) {
    if (dirname(place) === place) return [];
    above.push(dirname(place));
  }
  return above.flatMap((place) =>
    entriesOf(place, leftMs)
      .filter((entry) => !entry.isDirectory() && isEnvironmentFile(entry.name))
      .map(({ name }) => join(place, name)),
  );
}

/** The nearest first: where there are too many, those are the project's own. */
function filesBelow(folder: string, leftMs: TimeLeft): readonly string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let index = 0; index < Math.min(waiting.length, MOST_FOLDERS); index += 1) {
    const place = waiting[index] ?? '';
    if (leftMs() <= 0) break;
    for (const entry of entriesOf(place, leftMs)) {
      const path = join(place, entry.name);
      if (!entry.isDirectory()) {
        if (isEnvironmentFile(entry.name)) found.push(path);
      } else if (!PASSED_OVER.has(entry.name)) waiting.push(path);
    }
  }
  return found;
}

function entriesOf(folder: string, leftMs: TimeLeft): readonly Dirent[] {
  const listing = listBounded(folder, { mostNames: MOST_NAMES, leftMs });
  return 'entries' in listing ? listing.entries : [];
}

function valuesIn(path: string, leftMs: TimeLeft): readonly string[] {
  const reading = readBounded(path, { mostBytes: LARGEST_FILE, leftMs, follow: true });
  return reading.found === 'bytes' ? environmentValues(textOf(reading.bytes)) : [];
}

/** Windows' editors may write two bytes a character, and say so in the first two. */
function textOf(bytes: Buffer): string {
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
}
