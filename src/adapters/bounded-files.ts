import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  opendirSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../domain/base/system-error.ts';
import type { FileReading } from '../ports.ts';

/**
 * The only functions that open, read and list what lies in a project or in a user's folders. Whatever lies
 * there, each of them comes back: a pipe or a device is refused, and a file or folder is read only as far as
 * its limits go. A gate that hangs is ended by its host, and is open then.
 */

/** Gives the milliseconds that are left for something. */
export type TimeLeft = () => number;

/** For commands of a terminal: the person who waits can end them. */
export const NO_DEADLINE: TimeLeft = () => Number.POSITIVE_INFINITY;

/** The error's code where there was no time left. */
export const TOO_LATE = 'TOO_LATE';
/** The error's code where a file is larger than its limit. */
export const TOO_LARGE = 'EFBIG';
/** The system's code for what is not a regular file. */
const NOT_REGULAR = 'ENXIO';

/** Largest file that a check looks at, in bytes. To read it takes some ten seconds. */
export const LARGEST_FILE = 4 * 1024 * 1024 * 1024;

export interface ReadLimits {
  readonly mostBytes: number;
  readonly leftMs: TimeLeft;
  /** Whether a link at the path is followed. */
  readonly follow: boolean;
}

/** Why nothing was read of a path. What is not a regular file is the error `ENXIO`. */
export type Unread = Exclude<FileReading, { readonly found: 'text' | 'not-utf-8' }>;

// Each of these flags is missing on Windows, where opening a link follows it and no file blocks.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const APPEND_FLAGS =
  constants.O_RDWR |
  constants.O_CREAT |
  constants.O_APPEND |
  NO_FOLLOW |
  (constants.O_NONBLOCK ?? 0);

/** Between two looks at the clock. */
const PIECE_BYTES = 1024 * 1024;
/** The first buffer for a file that tells no size, as those in /proc. */
const SMALLEST_BUFFER = 4096;

/** Opens a regular file for as long as `use` needs it. Nothing is waited for: a pipe is not read. */
function withRegularFile<Value>(
  path: string | Buffer,
  follow: boolean,
  use: (descriptor: number, stats: Stats) => Value,
): Value | Unread {
  let descriptor: number;
  try {
    descriptor = openSync(path, follow ? READ_FLAGS : READ_FLAGS | NO_FOLLOW);
  } catch (error) {
    return unreadBy(error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return use(descriptor, stats);
    return stats.isDirectory() ? { found: 'folder' } : { found: 'error', code: NOT_REGULAR };
  } catch (error) {
    return unreadBy(error);
  } finally {
    closeSync(descriptor);
  }
}

/** What an error of the system says of a path that was to be read. */
export function unreadBy(error: unknown): Unread {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
      return { found: 'nothing' };
    case 'ELOOP':
    case 'EMLINK':
      return { found: 'link' };
    case 'EISDIR':
      return { found: 'folder' };
    case TOO_LATE:
      return { found: 'too-late' };
    default:
      return { found: 'error', code };
  }
}

/** The error that stands for what was not read, with a code, for callers that have no value for it. */
export function errorOf(unread: Unread): Error {
  return coded(CODES[unread.found] ?? (unread.found === 'error' ? unread.code : unread.found));
}

const CODES: Readonly<Partial<Record<Unread['found'], string>>> = {
  nothing: 'ENOENT',
  link: 'ELOOP',
  folder: 'EISDIR',
  'too-large': TOO_LARGE,
  'too-late': TOO_LATE,
};

function coded(code: string, message = code): Error {
  return Object.assign(new Error(message), { code });
}

/** Throws the error of code `TOO_LATE` where no time is left. */
export function assertTimeLeft(leftMs: TimeLeft): void {
  if (leftMs() <= 0) throw coded(TOO_LATE, 'no time left');
}

/**
 * The whole content of a file of at most `mostBytes`. `shared` is a buffer that is used where it is large
 * enough: then the bytes are good until the next call. Never throws.
 */
export function readBounded(
  path: string | Buffer,
  { follow, leftMs, mostBytes }: ReadLimits,
  shared?: Buffer,
): { readonly found: 'bytes'; readonly bytes: Buffer } | Unread {
  return withRegularFile(path, follow, (descriptor, { size }) => {
    if (size > mostBytes) return { found: 'too-large', size };
    // One byte more than its size shows whether it has grown since.
    const needed = Math.max(size, Math.min(mostBytes, SMALLEST_BUFFER)) + 1;
    let buffer =
      shared !== undefined && shared.length >= needed ? shared : Buffer.allocUnsafe(needed);
    let filled = 0;
    for (;;) {
      assertTimeLeft(leftMs);
      const wanted = Math.min(buffer.length - filled, PIECE_BYTES);
      const length = readSync(descriptor, buffer, filled, wanted, null);
      filled += length;
      const isWhole = length === 0 || (size > 0 && filled >= size && filled < buffer.length);
      if (filled > mostBytes) return { found: 'too-large', size: filled };
      if (isWhole) return { found: 'bytes', bytes: buffer.subarray(0, filled) };
      if (filled === buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(2 * filled, mostBytes + 1));
        buffer.copy(larger);
        buffer = larger;
      }
    }
  });
}

/**
 * The whole content of a file that was just seen to be a regular one of some size: it is not looked at again. The
 * bytes lie in `buffer`, which holds more than `size`, until it is used again. Gives undefined where the file is of
 * another size by now; throws an error with a code where it cannot be read.
 */
export function readSeen(path: string | Buffer, size: number, buffer: Buffer): Buffer | undefined {
  const descriptor = openSync(path, READ_FLAGS | NO_FOLLOW);
  try {
    const length = readSync(descriptor, buffer, 0, size + 1, 0);
    return length === size ? buffer.subarray(0, length) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** The first bytes, the last ones, or so many from a position on. */
type FilePart =
  | { readonly first: number }
  | { readonly last: number }
  | { readonly from: number; readonly most: number };

function rangeOf(
  part: FilePart,
  size: number,
): { readonly start: number; readonly length: number } {
  if ('first' in part) return { start: 0, length: Math.min(size, part.first) };
  if ('last' in part)
    return { start: Math.max(0, size - part.last), length: Math.min(size, part.last) };
  return { start: part.from, length: Math.max(0, Math.min(part.most, size - part.from)) };
}

/**
 * A part of a file. `size` is that of the whole file when it was opened. Never
 * throws.
 */
export function readPart(
  path: string | Buffer,
  part: FilePart,
  { follow, leftMs }: Omit<ReadLimits, 'mostBytes'>,
): { readonly found: 'bytes'; readonly bytes: Buffer; readonly size: number } | Unread {
  return withRegularFile(path, follow, (descriptor, { size }) => {
    const { length, start } = rangeOf(part, size);
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      assertTimeLeft(leftMs);
      const wanted = Math.min(length - filled, PIECE_BYTES);
      const count = readSync(descriptor, bytes, filled, wanted, start + filled);
      if (count === 0) break;
      filled += count;
    }
    return { found: 'bytes', bytes: bytes.subarray(0, filled), size };
  });
}

/**
 * Passes a file's content on piece by piece. A piece's bytes are overwritten by the next. Gives why it stopped
 * before the end; undefined where it came to it. Never throws, unless `onPiece` does.
 */
export function streamBounded(
  path: string | Buffer,
  { follow, leftMs, mostBytes }: ReadLimits,
  onPiece: (piece: Buffer) => void,
): Unread | undefined {
  const ended = withRegularFile(path, follow, (descriptor, { size }) => {
    if (size > mostBytes) return { found: 'too-large', size } as const;
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let read = 0; read <= mostBytes; ) {
      assertTimeLeft(leftMs);
      const length = readSync(descriptor, piece);
      if (length === 0) return { found: 'end' } as const;
      read += length;
      onPiece(piece.subarray(0, length));
    }
    return { found: 'too-large', size: mostBytes + 1 } as const;
  });
  return ended.found === 'end' ? undefined : ended;
}

/** Opens a regular file for a reader that reads parts of it by itself; it must be closed. Throws otherwise. */
export function openRegular(path: string): { readonly descriptor: number; readonly size: number } {
  const descriptor = openSync(path, READ_FLAGS);
  try {
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return { descriptor, size: stats.size };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  closeSync(descriptor);
  throw coded(NOT_REGULAR, `${path} is not a regular file`);
}

interface ListLimits {
  readonly mostNames: number;
  readonly leftMs: TimeLeft;
}

/** The error's code where a folder holds more names, or a glob matches more files, than are looked at. */
export const TOO_MANY_FILES = 'EMANYFILES';

/** How many names are read before the next look at the clock. */
const NAMES_AT_ONCE = 256;

/** What is in a folder, in the order of the names, or why it cannot be listed whole. Never throws. */
export function listBounded(
  folder: string,
  { leftMs, mostNames }: ListLimits,
): { readonly entries: readonly Dirent[] } | { readonly code: string } {
  try {
    const handle = opendirSync(folder, { bufferSize: NAMES_AT_ONCE });
    try {
      const entries: Dirent[] = [];
      for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) {
        if (entries.length === mostNames) return { code: TOO_MANY_FILES };
        if (entries.length % NAMES_AT_ONCE === 0) assertTimeLeft(leftMs);
        entries.push(entry);
      }
      return { entries: entries.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name))) };
    } finally {
      handle.closeSync();
    }
  } catch (error) {
    return { code: errorCode(error) };
  }
}

/** A folder of this many bytes holds some 100,000 names, which are listed in a tenth of a second. */
const LARGE_FOLDER_BYTES = 4 * 1024 * 1024;

/** The names in a folder, in their order, or why it cannot be listed whole. Never throws. */
export function namesBounded(
  folder: string,
  limits: ListLimits,
): { readonly names: readonly string[] } | { readonly code: string } {
  try {
    assertTimeLeft(limits.leftMs);
    // Most folders are small, and listing those at once loads less of Node.
    if (statSync(folder).size > LARGE_FOLDER_BYTES) {
      const listing = listBounded(folder, limits);
      return 'code' in listing ? listing : { names: listing.entries.map(({ name }) => name) };
    }
    const names = readdirSync(folder);
    return names.length > limits.mostNames ? { code: TOO_MANY_FILES } : { names };
  } catch (error) {
    return { code: errorCode(error) };
  }
}

/** Most folders that are made at once: no path has more. */
const MOST_MISSING = 64;

/**
 * Makes a folder and those above it where they are missing. Node's own way to do it never ends in /proc,
 * where a missing folder cannot be made. Throws an error with the system's code.
 */
export function makeFolders(path: string, rights = 0o777): void {
  const missing: string[] = [];
  for (let place = path; ; place = dirname(place)) {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats?.isDirectory()) break;
    if (stats !== undefined) {
      throw Object.assign(coded('ENOTDIR', `${place} is not a folder`), { path: place });
    }
    missing.push(place);
    if (missing.length > MOST_MISSING) throw coded('ENAMETOOLONG', `${path} is too deep`);
    if (dirname(place) === place) throw coded('ENOENT', `no ${place}`);
  }
  for (const place of missing.reverse()) {
    try {
      mkdirSync(place, { mode: rights });
    } catch (error) {
      // Another process may have made it; a link that leads nowhere is not a folder.
      const isThere = errorCode(error) === 'EEXIST' && isFolder(place);
      if (!isThere) throw error;
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The rights of a file that is made: those that the umask leaves, or the user's alone. */
const OF_UMASK = 0o666;
const OF_USER = 0o600;

/** Opens a regular file to add to it, making it where it is not there. Throws an error with the system's code. */
function withAppendable<Value>(
  path: string,
  rights: number,
  use: (descriptor: number, size: number) => Value,
): Value {
  const descriptor = openSync(path, APPEND_FLAGS, rights);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw coded(NOT_REGULAR, `${path} is not a regular file`);
    return use(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
}

function writeAtOnce(descriptor: number, path: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (writeSync(descriptor, bytes) < bytes.length) {
    throw coded('ENOSPC', `no space for a line in ${path}`);
  }
}

/**
 * Adds one line to a regular file in one write, on a line of its own even where the last writer was cut off.
 * Throws an error with the system's code.
 */
export function appendBounded(path: string, line: string): void {
  withAppendable(path, OF_UMASK, (descriptor, size) => {
    writeAtOnce(descriptor, path, `${isTorn(descriptor, size) ? '\n' : ''}${line}\n`);
  });
}

/**
 * Adds a text in one write to a regular file of exactly that size, and forces it to the disk. False where it has
 * another size. Throws an error with the system's code.
 */
export function appendFlushed(path: string, size: number, text: string): boolean {
  return withAppendable(path, OF_UMASK, (descriptor, found) => {
    if (found !== size) return false;
    writeAtOnce(descriptor, path, text);
    fsyncSync(descriptor);
    return true;
  });
}

/**
 * Adds one line to a regular file of the user's own, which is made for the user alone. `tornEnd` goes behind a line
 * whose writer was cut off. Gives what tells the file from any other, and its size then. Throws an error with the
 * system's code.
 */
export function appendPrivate(
  path: string,
  line: string,
  tornEnd: string,
  isDurable: boolean,
): { readonly identity: string; readonly size: number } {
  return withAppendable(path, OF_USER, (descriptor, size) => {
    const text = `${isTorn(descriptor, size) ? `${tornEnd}\n` : ''}${line}\n`;
    writeAtOnce(descriptor, path, text);
    if (isDurable) fsyncSync(descriptor);
    const identity = identityIn(fstatSync(descriptor, { bigint: true }));
    return { identity, size: size + Buffer.byteLength(text) };
  });
}

/** Writes a text to a regular file of the user's own in place of what it held. Throws an error with the system's code. */
export function writeDraft(path: string, content: string | Uint8Array): void {
  withAppendable(path, OF_USER, (descriptor) => {
    ftruncateSync(descriptor);
    writeAtOnce(descriptor, path, content);
  });
}

/** What tells one file from any other. */
export function identityIn({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}

/** Whether the last line of a file has no end. */
function isTorn(descriptor: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last.toString('latin1') !== '\n';
}
