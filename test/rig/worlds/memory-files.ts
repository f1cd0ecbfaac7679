import { dirname, posix } from 'node:path';
import type { Files } from '../../../src/ports.ts';

/** A file system in memory with the rules of POSIX that the store leans on. */
export interface MemoryFiles extends Files {
  /** Every file and its text. */
  readonly files: ReadonlyMap<string, string>;
  readonly folders: ReadonlySet<string>;
}

export function createMemoryFiles(): MemoryFiles {
  const files = new Map<string, string>();
  const folders = new Set<string>(['/']);

  const children = (folder: string) =>
    [...files.keys(), ...folders].filter((path) => path !== '/' && dirname(path) === folder);
  const requireParent = (path: string) => {
    if (!folders.has(dirname(path))) throw systemError('ENOENT', path);
  };
  const removeFolder = (path: string) => {
    if (!folders.has(path)) throw systemError('ENOENT', path);
    if (children(path).length > 0) throw systemError('ENOTEMPTY', path);
    folders.delete(path);
  };
  const makeFolder = (path: string) => {
    for (let folder = path; !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  };
  const renameFolder = (from: string, to: string) => {
    if (folders.has(to)) removeFolder(to);
    folders.delete(from);
    folders.add(to);
    for (const [path, text] of [...files]) {
      if (!path.startsWith(`${from}/`)) continue;
      files.delete(path);
      files.set(to + path.slice(from.length), text);
    }
  };

  return {
    files,
    folders,
    read(path) {
      const text = files.get(path);
      if (text !== undefined) return { found: 'text', text };
      return folders.has(path) ? { found: 'folder' } : { found: 'nothing' };
    },
    readGiven: () => ({ found: 'nothing' }),
    // There are no links in it.
    readFollowed(path, limit) {
      return this.read(path, limit);
    },
    readSlice(path, slice) {
      const text = files.get(path);
      if (text === undefined) return { found: folders.has(path) ? 'folder' : 'nothing' };
      const bytes = Buffer.from(text);
      const from = 'last' in slice ? Math.max(0, bytes.length - slice.last) : slice.from;
      const end = 'last' in slice ? bytes.length : from + slice.most;
      return { found: 'bytes', bytes: bytes.subarray(from, end), size: bytes.length };
    },
    list(folder) {
      if (!folders.has(folder)) return { code: files.has(folder) ? 'ENOTDIR' : 'ENOENT' };
      return { names: children(folder).map((path) => posix.basename(path)) };
    },
    realPath(path) {
      // Only a folder has a path with a dot behind it.
      const whole = posix.normalize(path);
      return (files.has(path) && whole === path) || folders.has(whole) ? whole : undefined;
    },
    exists: (path) => files.has(path) || folders.has(path),
    modified: (path) => (files.has(path) || folders.has(path) ? 0 : undefined),
    isOwnFolder: (path) => folders.has(path),
    rights: (path) => (files.has(path) ? 0o644 : undefined),
    writeNew(path, content) {
      requireParent(path);
      if (files.has(path)) throw systemError('EEXIST', path);
      files.set(path, typeof content === 'string' ? content : Buffer.from(content).toString());
    },
    appendLine(path, line) {
      requireParent(path);
      files.set(path, `${files.get(path) ?? ''}${line}\n`);
    },
    replacePrivate(path, _draft, text) {
      requireParent(path);
      files.set(path, text);
    },
    appendPrivate(path, line, tornEnd) {
      requireParent(path);
      const before = files.get(path) ?? '';
      const end = before === '' || before.endsWith('\n') ? '' : `${tornEnd}\n`;
      files.set(path, `${before}${end}${line}\n`);
      return { identity: path, size: files.get(path)?.length ?? 0 };
    },
    identityOf: (path) => (files.has(path) ? path : undefined),
    appendAt(path, size, text) {
      requireParent(path);
      const before = files.get(path) ?? '';
      if (Buffer.byteLength(before) !== size) return false;
      files.set(path, before + text);
      return true;
    },
    rename(from, to) {
      requireParent(to);
      if (folders.has(from)) return renameFolder(from, to);
      const text = files.get(from);
      if (text === undefined) throw systemError('ENOENT', from);
      files.delete(from);
      files.set(to, text);
    },
    remove(path) {
      if (!files.delete(path)) throw systemError('ENOENT', path);
    },
    removeFolder,
    makeFolder,
    makePrivateFolder: makeFolder,
    flushFolder: () => undefined,
    pointLink: () => undefined,
  };
}

export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}
