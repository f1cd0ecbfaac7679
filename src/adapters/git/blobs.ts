import type { GitResult } from '../../ports.ts';
import { NO_DEADLINE } from '../bounded-files.ts';
import { askGitAbout } from './input.ts';
import { lookMs } from './process.ts';

/** Largest file of a commit that is read, in bytes: a larger one is not parsed either. */
const LARGEST_BLOB = 16 * 1024 * 1024;
/** How many bytes of files are asked for at once, roughly. */
const LARGEST_GROUP = 64 * 1024 * 1024;

/**
 * What files of a folder held in a commit, by their paths from that folder. A file that was not there, is too large or
 * has a name that git cannot be asked for line by line is left out.
 */
export function contentsAt(
  folder: string,
  commit: string,
  paths: readonly string[],
): ReadonlyMap<string, Buffer> {
  const asked = paths.filter((path) => !path.includes('\n'));
  const sizes = new Map<string, number>();
  const objects = asked.map((path) => `${commit}:./${path}`);
  const lines = batch(folder, 'batch-check', objects);
  for (const [index, line] of (lines.ok
    ? lines.value.toString('utf8').split('\n')
    : []
  ).entries()) {
    const size = Number(/^\w+ blob (\d+)$/.exec(line)?.[1] ?? Number.NaN);
    const path = asked[index];
    if (path !== undefined && size <= LARGEST_BLOB) sizes.set(path, size);
  }
  const contents = new Map<string, Buffer>();
  for (const group of groupsOf([...sizes])) {
    readGroup(folder, group, (path) => `${commit}:./${path}`, contents);
  }
  return contents;
}

/**
 * What the blobs of some ids hold, by their ids; `sizes`: how many bytes each has. One that is missing is left out.
 * Fails where git cannot be asked.
 */
export function blobsOf(
  folder: string,
  sizes: ReadonlyMap<string, number>,
): GitResult<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  for (const group of groupsOf([...sizes])) {
    const reason = readGroup(folder, group, (id) => id, contents);
    if (reason !== undefined) return { ok: false, reason };
  }
  return { ok: true, value: contents };
}

function groupsOf(files: readonly (readonly [string, number])[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let room = 0;
  for (const [path, size] of files) {
    if (groups.length === 0 || size > room) {
      groups.push([]);
      room = LARGEST_GROUP;
    }
    room -= size;
    groups.at(-1)?.push(path);
  }
  return groups;
}

/**
 * Reads `<id> blob <size>`, the bytes and a newline for each file, or one line for one that is missing. Gives why git
 * could not be asked.
 */
function readGroup(
  folder: string,
  keys: readonly string[],
  objectOf: (key: string) => string,
  contents: Map<string, Buffer>,
): string | undefined {
  const answer = batch(folder, 'batch', keys.map(objectOf));
  if (!answer.ok) return answer.reason;
  const output = answer.value;
  let at = 0;
  for (const key of keys) {
    const end = output.indexOf(0x0a, at);
    if (end < 0) return undefined;
    const said = output.toString('latin1', at, end);
    at = end + 1;
    if (said.endsWith(' missing')) continue;
    const size = Number(/ blob (\d+)$/.exec(said)?.[1]);
    if (!Number.isInteger(size)) return undefined;
    contents.set(key, output.subarray(at, at + size));
    at += size + 1;
  }
  return undefined;
}

function batch(folder: string, how: string, names: readonly string[]): GitResult<Buffer> {
  if (names.length === 0) return { ok: true, value: Buffer.alloc(0) };
  const command = ['--no-replace-objects', 'cat-file', `--${how}`];
  const question = { mostMs: lookMs(NO_DEADLINE) };
  const answer = askGitAbout(`${names.join('\n')}\n`, folder, command, question);
  return answer.ok ? { ok: true, value: answer.output } : answer;
}
