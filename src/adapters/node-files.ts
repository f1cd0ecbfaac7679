import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { errorCode } from '../domain/system-error.ts';
import type { FileReading, Files } from '../ports.ts';
import { patientRename } from './patient-rename.ts';

// Both flags are missing on Windows, where opening a link follows it and no file blocks.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const APPEND_FLAGS =
  constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

/** Most state files are far smaller; a larger one is read again into a buffer of its own. */
const SHARED_BUFFER_BYTES = 64 * 1024;

/** The real file system, synchronous: each operation is short and the suite waits for it anyway. */
export function createNodeFiles(): Files {
  const shared = Buffer.allocUnsafe(SHARED_BUFFER_BYTES);
  return {
    read: (path, limit) => readStateFile(path, limit, shared),
    readGiven,
    readFollowed,
    list: listFolder,
    realPath: (path) => valueUnlessMissing(() => realpathSync.native(path)),
    exists: (path) => valueUnlessMissing(() => lstatSync(path)) !== undefined,
    modified: (path) => valueUnlessMissing(() => lstatSync(path).mtimeMs),
    rights: (path) => rightsIn(valueUnlessMissing(() => statSync(path))?.mode),
    writeNew,
    appendLine,
    rename: (from, to) => patientRename(() => renameSync(from, to)),
    remove: (path) => unlinkSync(path),
    removeFolder: (path) => rmdirSync(path),
    makeFolder: (path) => void mkdirSync(path, { recursive: true }),
    flushFolder,
    pointLink,
  };
}

function readStateFile(path: string, limit: number, shared: Buffer): FileReading {
  let descriptor: number;
  try {
    descriptor = openSync(path, READ_FLAGS);
  } catch (error) {
    return readingOfFault(error);
  }
  try {
    const length = readSync(descriptor, shared, 0, shared.length, null);
    if (length < shared.length) return textOf(shared, length, limit);
    return readLarge(descriptor, limit);
  } catch (error) {
    return readingOfFault(error);
  } finally {
    closeSync(descriptor);
  }
}

/** A file that somebody named on a command line may be a link, or a pipe that has no size. */
function readGiven(path: string, limit: number): FileReading {
  try {
    const descriptor = openSync(path, 'r');
    try {
      return readToEnd(descriptor, limit);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return readingOfFault(error);
  }
}

/** Whoever waits for a pipe that nobody writes to waits for ever. */
function readFollowed(path: string, limit: number): FileReading {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = fstatSync(descriptor);
      if (stats.isDirectory()) return { found: 'folder' };
      return stats.isFile() ? readToEnd(descriptor, limit) : { found: 'error', code: 'ENXIO' };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return readingOfFault(error);
  }
}

function readToEnd(descriptor: number, limit: number): FileReading {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length <= limit) {
    const chunk = Buffer.allocUnsafe(SHARED_BUFFER_BYTES);
    const read = readSync(descriptor, chunk);
    if (read === 0) return textOf(Buffer.concat(chunks, length), length, limit);
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return { found: 'too-large', size: length };
}

function readLarge(descriptor: number, limit: number): FileReading {
  const { size } = fstatSync(descriptor);
  if (size > limit) return { found: 'too-large', size };
  // One byte more than it is said to have: a file that grew since, and a device, which has no size,
  // fill it and are seen to be too large.
  const bytes = Buffer.allocUnsafe(Math.max(size, SHARED_BUFFER_BYTES) + 1);
  let filled = 0;
  for (;;) {
    const length = readSync(descriptor, bytes, filled, bytes.length - filled, filled);
    filled += length;
    if (length === 0 || filled === bytes.length) break;
  }
  return textOf(bytes, filled, Math.min(limit, bytes.length - 1));
}

function textOf(bytes: Buffer, length: number, limit: number): FileReading {
  if (length > limit) return { found: 'too-large', size: length };
  const text = bytes.toString('utf8', 0, length);
  // What is not UTF-8 was replaced by this mark; only a text that has one need be looked at again.
  const isBroken = text.includes('\ufffd') && !isUtf8(bytes.subarray(0, length));
  return isBroken ? { found: 'not-utf-8' } : { found: 'text', text };
}

function readingOfFault(error: unknown): FileReading {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
      return { found: 'nothing' };
    case 'ELOOP':
    case 'EMLINK':
      return { found: 'link' };
    case 'EISDIR':
      return { found: 'folder' };
    default:
      return { found: 'error', code };
  }
}

function listFolder(
  folder: string,
): { readonly names: readonly string[] } | { readonly code: string } {
  try {
    return { names: readdirSync(folder) };
  } catch (error) {
    return { code: errorCode(error) };
  }
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

function rightsIn(mode: number | undefined): number | undefined {
  return mode === undefined ? undefined : mode & 0o777;
}

function writeNew(path: string, text: string, rights?: number): void {
  const bytes = Buffer.from(text);
  const descriptor = openSync(path, 'wx', rights);
  try {
    // What the process usually withholds from others was taken off.
    if (rights !== undefined) fchmodSync(descriptor, rights);
    let written = 0;
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function appendLine(path: string, line: string): void {
  const descriptor = openSync(path, APPEND_FLAGS);
  try {
    const { size } = fstatSync(descriptor);
    const last = Buffer.alloc(1);
    if (size > 0) readSync(descriptor, last, 0, 1, size - 1);
    const isTorn = size > 0 && last.toString('latin1') !== '\n';
    const bytes = Buffer.from(`${isTorn ? '\n' : ''}${line}\n`);
    if (writeSync(descriptor, bytes) < bytes.length) {
      throw Object.assign(new Error(`no space for a line in ${path}`), { code: 'ENOSPC' });
    }
  } finally {
    closeSync(descriptor);
  }
}

function flushFolder(path: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return; // Windows cannot open a folder; its file system orders a rename by itself.
  }
  try {
    fsyncSync(descriptor);
  } catch {
    // Some file systems do not flush folders. What the entry stands for has happened all the same.
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
