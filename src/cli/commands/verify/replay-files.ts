import { join } from 'node:path';
import {
  listBounded,
  NO_DEADLINE,
  readBounded,
  type Unread,
} from '../../../adapters/bounded-files.ts';
import { LARGEST_DOCUMENT } from '../../../domain/base/document.ts';

/** The files of a folder that are replayed, one at a time: no more than one of them is held in memory. */

/** Most names of a folder that are listed, and most bytes of its files that are read. */
const MOST_NAMES = 20_000;
const MOST_BYTES = 1024 * 1024 * 1024;

/** A file that was looked at: its text, why it cannot be read, or why it is passed over. */
export type LookedAt = { readonly file: string } & (
  | { readonly text: string }
  | { readonly unreadable: string }
  | { readonly skipped: string }
);

/** What lies at a path that was named. A link that was named is followed; those in a folder are not. */
export function kindOf(path: string): 'file' | 'folder' | 'nothing' {
  const { found } = readBounded(path, { mostBytes: 0, leftMs: NO_DEADLINE, follow: true });
  if (found === 'folder') return 'folder';
  return found === 'nothing' || found === 'error' ? 'nothing' : 'file';
}

/** The file at a path. */
export function lookAtFile(path: string, file: string): LookedAt {
  return read(path, file, true, LARGEST_DOCUMENT);
}

/** The JSON files of a folder, in the order of their names. Those in folders of it are not looked at. */
export function* lookAtFolder(folder: string): Generator<LookedAt> {
  const listing = listBounded(folder, { mostNames: MOST_NAMES, leftMs: NO_DEADLINE });
  if ('code' in listing) {
    yield { file: '.', unreadable: `the folder cannot be listed (${listing.code})` };
    return;
  }
  let left = MOST_BYTES;
  for (const entry of listing.entries) {
    if (!/\.jsonl?$/i.test(entry.name)) continue;
    const skipped = whySkipped(entry);
    if (skipped !== undefined) {
      yield { file: entry.name, skipped };
      continue;
    }
    const looked = read(
      join(folder, entry.name),
      entry.name,
      false,
      Math.min(LARGEST_DOCUMENT, left),
    );
    left -= 'text' in looked ? Buffer.byteLength(looked.text) : 0;
    yield looked;
  }
}

type Entry = Extract<
  ReturnType<typeof listBounded>,
  { readonly entries: unknown }
>['entries'][number];

function whySkipped(entry: Entry): string | undefined {
  if (entry.isSymbolicLink()) return 'a link';
  if (entry.isDirectory()) return 'a folder';
  const isOther =
    entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice();
  return isOther ? 'not a regular file' : undefined;
}

function read(path: string, file: string, follow: boolean, mostBytes: number): LookedAt {
  const reading = readBounded(path, { mostBytes, leftMs: NO_DEADLINE, follow });
  return reading.found === 'bytes'
    ? { file, text: reading.bytes.toString('utf8') }
    : { file, unreadable: WHY[reading.found](reading) };
}

const WHY: Readonly<Record<Unread['found'], (unread: Unread) => string>> = {
  nothing: () => 'it is gone',
  link: () => 'it is a link',
  folder: () => 'it is a folder',
  'too-large': () => 'it exceeds the size limit of a file or folder',
  'too-late': () => 'no time was left',
  error: (unread) => `it cannot be read (${unread.found === 'error' ? unread.code : unread.found})`,
};
