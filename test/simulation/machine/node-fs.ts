import { constants } from 'node:fs';
import type { Calls } from './calls.ts';
import { type Found, systemError } from './disk.ts';

/** `node:fs` as the suite uses it, over the calls of a machine: those functions of Node do the same calls. */

type Path = string | Uint8Array;

const FLAGS: Readonly<Record<string, number>> = {
  r: constants.O_RDONLY,
  'r+': constants.O_RDWR,
  w: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
  wx: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
  'wx+': constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
  a: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
};

const KIND_BITS = { file: constants.S_IFREG, folder: constants.S_IFDIR, link: constants.S_IFLNK };

class Kind {
  readonly #kind: Found['kind'];
  constructor(kind: Found['kind']) {
    this.#kind = kind;
  }
  isFile = (): boolean => this.#kind === 'file';
  isDirectory = (): boolean => this.#kind === 'folder';
  isSymbolicLink = (): boolean => this.#kind === 'link';
  isFIFO = (): boolean => false;
  isSocket = (): boolean => false;
  isCharacterDevice = (): boolean => false;
  isBlockDevice = (): boolean => false;
}

function statsOf(found: Found, isBig: boolean): object {
  const { changed, kind, links, mode, modified, number, owner, size } = found;
  const numbers = {
    dev: 2049,
    ino: number,
    mode: KIND_BITS[kind] | mode,
    nlink: links,
    uid: owner,
    gid: 100,
    rdev: 0,
    size,
    blksize: 4096,
    blocks: Math.ceil(size / 512),
    atimeMs: modified,
    mtimeMs: modified,
    ctimeMs: changed,
    birthtimeMs: changed,
  };
  return Object.assign(new Kind(kind), isBig ? wholeOf(numbers) : numbers, {
    mtime: new Date(modified),
    ctime: new Date(changed),
  });
}

function wholeOf(numbers: Readonly<Record<'mtimeMs' | 'ctimeMs', number>>): object {
  const whole = Object.entries(numbers).map(([name, value]) => [name, BigInt(Math.floor(value))]);
  const [changed, modified] = [nanoOf(numbers.ctimeMs), nanoOf(numbers.mtimeMs)];
  const nanoseconds = { mtimeNs: modified, ctimeNs: changed, atimeNs: modified };
  return { ...Object.fromEntries(whole), ...nanoseconds };
}

const nanoOf = (milliseconds: number): bigint => BigInt(Math.round(milliseconds * 1000)) * 1000n;

const textOf = (path: Path): string =>
  typeof path === 'string' ? path : Buffer.from(path).toString('utf8');

/** What a look gives where nothing is there, if the caller asked for no error. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR');

interface LookOptions {
  readonly bigint?: boolean;
  readonly throwIfNoEntry?: boolean;
}

interface WriteOptions {
  readonly flag?: string;
  readonly mode?: number;
  readonly flush?: boolean;
}

export function createNodeFs(calls: Calls, hex: (bytes: number) => string) {
  const look = (ask: () => Found, options: LookOptions = {}) => {
    try {
      return statsOf(ask(), options.bigint === true);
    } catch (error) {
      if (options.throwIfNoEntry === false && isMissing(error)) return undefined;
      throw error;
    }
  };
  const openSync = (path: Path, flags: string | number = 'r', mode = 0o666): number => {
    const bits = typeof flags === 'number' ? flags : FLAGS[flags];
    if (bits === undefined) throw new Error(`no flags ${flags}`);
    return calls.open(textOf(path), bits, mode);
  };
  const writeSync = (
    descriptor: number,
    content: string | Uint8Array,
    offset = 0,
    length?: number,
    position: number | null = null,
  ): number => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const part = bytes.subarray(offset, offset + (length ?? bytes.length - offset));
    return calls.write(descriptor, part, position);
  };
  const closing = <Value>(descriptor: number, use: () => Value): Value => {
    try {
      return use();
    } finally {
      calls.close(descriptor);
    }
  };
  const readdirSync = (path: Path, options?: { readonly withFileTypes?: boolean } | string) => {
    const entries = calls.list(textOf(path));
    const isTyped = typeof options === 'object' && options.withFileTypes === true;
    if (!isTyped) return entries.map(([name]) => name);
    return entries.map(([name, kind]) =>
      Object.assign(new Kind(kind), { name, parentPath: textOf(path), path: textOf(path) }),
    );
  };
  const existsSync = (path: Path): boolean => {
    try {
      calls.access(textOf(path), 0);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error) return false;
      throw error;
    }
  };
  const rmSync = (
    path: Path,
    options: { readonly force?: boolean; readonly recursive?: boolean } = {},
  ): void => {
    const place = textOf(path);
    let kind: Found['kind'];
    try {
      kind = calls.lstat(place).kind;
    } catch (error) {
      if (options.force === true && isMissing(error)) return;
      throw error;
    }
    if (kind !== 'folder') {
      calls.unlink(place);
      return;
    }
    if (options.recursive !== true) throw systemError('EISDIR', 'rm', place);
    for (const [name] of calls.list(place)) rmSync(`${place}/${name}`, options);
    calls.rmdir(place);
  };
  const realpathSync = Object.assign((path: Path): string => calls.realpath(textOf(path)), {
    native: (path: Path): string => calls.realpath(textOf(path)),
  });
  return {
    constants,
    openSync,
    writeSync,
    readdirSync,
    existsSync,
    rmSync,
    realpathSync,
    closeSync: (descriptor: number): void => calls.close(descriptor),
    readSync(
      descriptor: number,
      buffer: Uint8Array,
      offset: number | { readonly position?: number | null } = 0,
      length = buffer.length - (typeof offset === 'number' ? offset : 0),
      position: number | null = null,
    ): number {
      const at = typeof offset === 'number' ? offset : 0;
      const bytes = calls.read(descriptor, length, position);
      buffer.set(bytes, at);
      return bytes.length;
    },
    fsyncSync: (descriptor: number): void => calls.sync(descriptor),
    ftruncateSync: (descriptor: number, length = 0): void => calls.truncate(descriptor, length),
    fchmodSync: (descriptor: number, mode: number): void => calls.fchmod(descriptor, mode),
    fstatSync: (descriptor: number, options?: LookOptions) =>
      look(() => calls.fstat(descriptor), options),
    statSync: (path: Path, options?: LookOptions) => look(() => calls.stat(textOf(path)), options),
    lstatSync: (path: Path, options?: LookOptions) =>
      look(() => calls.lstat(textOf(path)), options),
    accessSync: (path: Path, mode = 0): void => calls.access(textOf(path), mode),
    chmodSync: (path: Path, mode: number): void => calls.chmod(textOf(path), mode),
    mkdirSync(
      path: Path,
      options?: number | { readonly mode?: number; readonly recursive?: boolean },
    ): void {
      if (typeof options === 'object' && options.recursive === true)
        throw new Error('mkdir -p is not simulated');
      calls.mkdir(textOf(path), (typeof options === 'number' ? options : options?.mode) ?? 0o777);
    },
    mkdtempSync(prefix: string): string {
      const path = prefix + hex(3);
      calls.mkdir(path, 0o700);
      return path;
    },
    rmdirSync: (path: Path): void => calls.rmdir(textOf(path)),
    unlinkSync: (path: Path): void => calls.unlink(textOf(path)),
    renameSync: (from: Path, to: Path): void => calls.rename(textOf(from), textOf(to)),
    linkSync: (from: Path, to: Path): void => calls.link(textOf(from), textOf(to)),
    symlinkSync: (target: Path, path: Path): void => calls.symlink(textOf(target), textOf(path)),
    readlinkSync: (path: Path): string => calls.readlink(textOf(path)),
    utimesSync: (path: Path, _read: unknown, modified: number | Date): void =>
      calls.utimes(
        textOf(path),
        modified instanceof Date ? modified.getTime() : Number(modified) * 1000,
      ),
    opendirSync(path: Path) {
      const entries = calls.list(textOf(path));
      let at = 0;
      return {
        readSync() {
          const entry = entries[at];
          at += 1;
          return entry === undefined
            ? null
            : Object.assign(new Kind(entry[1]), { name: entry[0], parentPath: textOf(path) });
        },
        closeSync: () => undefined,
      };
    },
    readFileSync(
      path: Path,
      options?: string | { readonly encoding?: string },
    ): string | Uint8Array {
      const descriptor = openSync(path);
      const bytes = closing(descriptor, () => {
        const parts: Uint8Array[] = [];
        for (;;) {
          const part = calls.read(descriptor, 64 * 1024, null);
          if (part.length === 0) return Buffer.concat(parts);
          parts.push(part);
        }
      });
      const encoding = typeof options === 'string' ? options : options?.encoding;
      return encoding === undefined
        ? bytes
        : bytes.toString(encoding === 'latin1' ? 'latin1' : 'utf8');
    },
    writeFileSync(
      path: Path,
      content: string | Uint8Array,
      options: WriteOptions | string = {},
    ): void {
      const {
        flag = 'w',
        flush = false,
        mode = 0o666,
      } = typeof options === 'string' ? {} : options;
      const bytes = Buffer.from(content);
      const descriptor = openSync(path, flag, mode);
      closing(descriptor, () => {
        for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
        if (flush) calls.sync(descriptor);
      });
    },
    /** A system that tells of no change, as network file systems do. */
    watch: () => ({ on: () => undefined, close: () => undefined }),
  };
}
