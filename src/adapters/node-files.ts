import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { errorCode } from '../domain/base/system-error.ts';
import type { FileReading, Files } from '../ports.ts';
import {
  appendBounded,
  appendFlushed,
  appendPrivate,
  identityIn,
  makeFolders,
  namesBounded,
  readBounded,
  readPart,
  type TimeLeft,
  unreadBy,
} from './bounded-files.ts';
import { patientRename, replaceByDraft } from './patient-rename.ts';
import { fromCurrentFolder } from './surroundings.ts';

// These flags are missing on Windows.
const FOLDER_FLAGS =
  constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Most names of a folder that are listed. */
const MOST_NAMES = 200_000;

/** Most state files are far smaller; a larger one is read into a buffer of its own. */
const SHARED_BUFFER_BYTES = 64 * 1024;

/**
 * The real file system, synchronous: each operation is short and the suite waits for it anyway. `leftMs`: how
 * much time is left for reading and listing. What is not read in time says so.
 */
export function createNodeFiles(leftMs: TimeLeft): Files {
  const shared = Buffer.allocUnsafe(SHARED_BUFFER_BYTES);
  const read = (path: string, mostBytes: number, follow: boolean): FileReading => {
    const reading = readBounded(path, { mostBytes, leftMs, follow }, shared);
    return reading.found === 'bytes' ? readingOfBytes(reading.bytes) : reading;
  };
  return {
    read: (path, limit) => read(path, limit, false),
    readGiven,
    readFollowed: (path, limit) => read(path, limit, true),
    readSlice: (path, slice) => readPart(path, slice, { follow: false, leftMs }),
    list: (folder) => namesBounded(folder, { mostNames: MOST_NAMES, leftMs }),
    realPath: (path) => valueUnlessMissing(() => realpathSync.native(fromCurrentFolder(path))),
    exists: (path) => valueUnlessMissing(() => lstatSync(path)) !== undefined,
    modified: (path) => valueUnlessMissing(() => lstatSync(path).mtimeMs),
    isOwnFolder: (path) => {
      const stats = valueUnlessMissing(() => lstatSync(path));
      const user = process.geteuid?.();
      return stats?.isDirectory() === true && (user === undefined || stats.uid === user);
    },
    rights: (path) => valueUnlessMissing(() => statSync(fromCurrentFolder(path)).mode & 0o777),
    writeNew,
    appendLine: appendBounded,
    appendPrivate,
    replacePrivate: replaceByDraft,
    identityOf: (path) => valueUnlessMissing(() => identityIn(lstatSync(path, { bigint: true }))),
    appendAt: appendFlushed,
    rename: (from, to) => patientRename(() => renameSync(from, to)),
    remove: (path) => unlinkSync(path),
    removeFolder: (path) => rmdirSync(path),
    makeFolder: (path) => makeFolders(path),
    makePrivateFolder: (path) => makeFolders(path, 0o700),
    flushFolder,
    pointLink,
  };
}

/** A file named on a command line may be a link, or a pipe that has no size: that one is waited for. */
function readGiven(path: string, limit: number): FileReading {
  const chunks: Buffer[] = [];
  let descriptor: number;
  try {
    descriptor = openSync(fromCurrentFolder(path), constants.O_RDONLY);
  } catch (error) {
    return unreadBy(error);
  }
  try {
    let length = 0;
    while (length <= limit) {
      const chunk = Buffer.allocUnsafe(SHARED_BUFFER_BYTES);
      const read = readSync(descriptor, chunk);
      if (read === 0) return readingOfBytes(Buffer.concat(chunks, length));
      chunks.push(chunk.subarray(0, read));
      length += read;
    }
    return { found: 'too-large', size: length };
  } catch (error) {
    return unreadBy(error);
  } finally {
    closeSync(descriptor);
  }
}

function readingOfBytes(bytes: Buffer): FileReading {
  const text = bytes.toString('utf8');
  // Decoding replaced invalid bytes by this mark, so only a text with one is checked again.
  const isBroken = text.includes('\ufffd') && !isUtf8(bytes);
  return isBroken ? { found: 'not-utf-8' } : { found: 'text', text };
}

function valueUnlessMissing<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
}

function writeNew(path: string, content: string | Uint8Array, rights?: number): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const descriptor = openSync(path, 'wx', rights);
  try {
    // The process's umask took rights off.
    if (rights !== undefined) fchmodSync(descriptor, rights);
    let written = 0;
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    // An empty file has nothing to lose.
    if (written > 0) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function flushFolder(path: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, FOLDER_FLAGS);
  } catch {
    return; // Windows cannot open a folder; its file system orders a rename by itself.
  }
  try {
    fsyncSync(descriptor);
  } catch {
    // Some file systems do not flush folders. The change itself is done.
  } finally {
    closeSync(descriptor);
  }
}

function pointLink(path: string, target: string, draft: string): void {
  symlinkSync(target, draft);
  try {
    patientRename(() => renameSync(draft, path));
  } catch (error) {
    unlinkSync(draft);
    throw error;
  }
}
