import { constants } from 'node:fs';

/**
 * A file system in memory with the rules of POSIX, and with a page cache: what was not forced to the disk may be lost,
 * torn or reordered where the power goes.
 */

export interface Inode {
  readonly number: number;
  readonly kind: 'file' | 'folder' | 'link';
  readonly owner: number;
  mode: number;
  links: number;
  modified: number;
  changed: number;
  bytes: Buffer;
  readonly target: string;
  readonly entries: Map<string, Inode>;
  /** What of its content is on the disk. */
  synced: Buffer;
  /** Its entries that are on the disk. */
  readonly syncedEntries: Map<string, Inode>;
}

/** A change of folders that is not on the disk yet: a rename is one, whatever folders it concerns. */
interface FolderChange {
  readonly effects: readonly {
    readonly folder: Inode;
    readonly name: string;
    readonly to: Inode | undefined;
  }[];
}

/** Who asks: files belong to users, and a group of all of them shares the project. */
export interface Asker {
  readonly user: number;
  readonly folder: string;
}

export interface OpenFile {
  readonly node: Inode;
  readonly flags: number;
  position: number;
}

/** What chance decides at a power cut. */
export interface Dice {
  /** A whole number from 0 up to and not including `below`. */
  below(below: number): number;
}

export interface Found {
  readonly kind: Inode['kind'];
  readonly number: number;
  readonly owner: number;
  readonly mode: number;
  readonly links: number;
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
}

const MOST_LINKS = 40;
const UMASK = 0o002;

const WORDS: Readonly<Record<string, readonly [number, string]>> = {
  EPERM: [1, 'operation not permitted'],
  ENOENT: [2, 'no such file or directory'],
  ESRCH: [3, 'no such process'],
  EIO: [5, 'i/o error'],
  EBADF: [9, 'bad file descriptor'],
  EAGAIN: [11, 'resource temporarily unavailable'],
  ENOMEM: [12, 'not enough memory'],
  EACCES: [13, 'permission denied'],
  EBUSY: [16, 'resource busy or locked'],
  EEXIST: [17, 'file already exists'],
  EXDEV: [18, 'cross-device link not permitted'],
  ENOTDIR: [20, 'not a directory'],
  EISDIR: [21, 'illegal operation on a directory'],
  EINVAL: [22, 'invalid argument'],
  ENFILE: [23, 'file table overflow'],
  EMFILE: [24, 'too many open files'],
  EFBIG: [27, 'file too large'],
  ENOSPC: [28, 'no space left on device'],
  EROFS: [30, 'read-only file system'],
  EMLINK: [31, 'too many links'],
  EPIPE: [32, 'broken pipe'],
  ENAMETOOLONG: [36, 'name too long'],
  ENOSYS: [38, 'function not implemented'],
  ENOTEMPTY: [39, 'directory not empty'],
  ELOOP: [40, 'too many symbolic links encountered'],
  ENOTSUP: [95, 'operation not supported'],
  EDQUOT: [122, 'disk quota exceeded'],
  ESTALE: [116, 'stale file handle'],
};

/** An error as Node makes it of the system's. */
export function systemError(
  code: string,
  call: string,
  path?: string,
): Error & { readonly code: string } {
  const [number, words] = WORDS[code] ?? [1, 'unknown'];
  const place = path === undefined ? '' : ` '${path}'`;
  return Object.assign(traceless(`${code}: ${words}, ${call}${place}`), {
    errno: -number,
    code,
    syscall: call,
    ...(path === undefined ? {} : { path }),
  });
}

/** An error that keeps no trace of where it was made: to take one costs more than most calls. */
export function traceless(message: string): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new Error(message);
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

export class Disk {
  readonly root: Inode;
  /** How many more bytes it takes. */
  room = Number.POSITIVE_INFINITY;
  isReadOnly = false;
  #made = 0;
  #pending: FolderChange[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    this.root = this.#node('folder', 0o755, 0);
  }

  #node(kind: Inode['kind'], mode: number, owner: number, target = ''): Inode {
    this.#made += 1;
    const now = this.#now();
    return {
      number: 1000 + this.#made,
      kind,
      owner,
      mode,
      links: kind === 'folder' ? 2 : 1,
      modified: now,
      changed: now,
      bytes: Buffer.alloc(0),
      target,
      entries: new Map(),
      synced: Buffer.alloc(0),
      syncedEntries: new Map(),
    };
  }

  /** The node at a path; undefined where only the last part of it is missing. */
  #walk(
    asker: Asker,
    call: string,
    path: string,
    follow: boolean,
  ): {
    readonly parent: Inode;
    readonly name: string;
    readonly node: Inode | undefined;
    readonly place: string;
  } {
    const fail = (code: string): never => {
      throw systemError(code, call, path);
    };
    if (path === '') fail('ENOENT');
    let left = (path.startsWith('/') ? path : `${asker.folder}/${path}`).split('/').filter(Boolean);
    const isFolderMeant = path.endsWith('/');
    const trail: { node: Inode; name: string }[] = [{ node: this.root, name: '' }];
    let jumps = 0;
    const here = (): Inode => trail[trail.length - 1]?.node ?? this.root;
    for (let at = 0; at < left.length; at += 1) {
      const name = left[at] ?? '';
      const parent = here();
      if (parent.kind !== 'folder') fail('ENOTDIR');
      if (name.length > 255) fail('ENAMETOOLONG');
      if (!this.#may(asker, parent, 1)) fail('EACCES');
      if (name === '.') continue;
      if (name === '..') {
        if (trail.length > 1) trail.pop();
        continue;
      }
      const isLast = at === left.length - 1;
      const node = parent.entries.get(name);
      if (node === undefined) {
        if (!isLast) fail('ENOENT');
        return { parent, name, node, place: placeOf(trail, name) };
      }
      if (node.kind === 'link' && (!isLast || follow || isFolderMeant)) {
        jumps += 1;
        if (jumps > MOST_LINKS) fail('ELOOP');
        const rest = left.slice(at + 1);
        left = [...node.target.split('/').filter(Boolean), ...rest];
        if (node.target.startsWith('/')) trail.length = 1;
        at = -1;
        continue;
      }
      if (isLast) {
        if (isFolderMeant && node.kind !== 'folder') fail('ENOTDIR');
        return { parent, name, node, place: placeOf(trail, name) };
      }
      trail.push({ node, name });
    }
    const node = here();
    const parent = trail[trail.length - 2]?.node ?? this.root;
    return { parent, name: trail[trail.length - 1]?.name ?? '', node, place: placeOf(trail) };
  }

  #may({ user }: Asker, node: Inode, bit: 1 | 2 | 4): boolean {
    if (user === 0) return true;
    return ((user === node.owner ? node.mode >> 6 : node.mode >> 3) & bit) !== 0;
  }

  #existing(asker: Asker, call: string, path: string, follow: boolean): Inode {
    const { node } = this.#walk(asker, call, path, follow);
    if (node === undefined) throw systemError('ENOENT', call, path);
    return node;
  }

  #assertWritable(asker: Asker, folder: Inode, call: string, path: string): void {
    if (this.isReadOnly) throw systemError('EROFS', call, path);
    if (!this.#may(asker, folder, 2)) throw systemError('EACCES', call, path);
  }

  #put(effects: FolderChange['effects']): void {
    for (const { folder, name, to } of effects) {
      if (to === undefined) folder.entries.delete(name);
      else folder.entries.set(name, to);
      folder.modified = this.#now();
      folder.changed = folder.modified;
    }
    this.#pending.push({ effects });
  }

  open(asker: Asker, path: string, flags: number, mode: number): OpenFile {
    const follow = (flags & constants.O_NOFOLLOW) === 0 && (flags & constants.O_EXCL) === 0;
    const { name, node: found, parent } = this.#walk(asker, 'open', path, follow);
    const writes = (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0;
    let node = found;
    if (node === undefined) {
      if ((flags & constants.O_CREAT) === 0) throw systemError('ENOENT', 'open', path);
      this.#assertWritable(asker, parent, 'open', path);
      if (this.room <= 0) throw systemError('ENOSPC', 'open', path);
      node = this.#node('file', mode & ~UMASK & 0o777, asker.user);
      this.#put([{ folder: parent, name, to: node }]);
      return { node, flags, position: 0 };
    }
    if ((flags & constants.O_CREAT) !== 0 && (flags & constants.O_EXCL) !== 0) {
      throw systemError('EEXIST', 'open', path);
    }
    if (node.kind === 'link') throw systemError('ELOOP', 'open', path);
    if (node.kind === 'folder' && writes) throw systemError('EISDIR', 'open', path);
    if (node.kind !== 'folder' && (flags & constants.O_DIRECTORY) !== 0) {
      throw systemError('ENOTDIR', 'open', path);
    }
    if (writes && this.isReadOnly) throw systemError('EROFS', 'open', path);
    const isReadMeant = (flags & constants.O_WRONLY) === 0;
    if ((writes && !this.#may(asker, node, 2)) || (isReadMeant && !this.#may(asker, node, 4))) {
      throw systemError('EACCES', 'open', path);
    }
    if (writes && (flags & constants.O_TRUNC) !== 0) this.#setBytes(node, Buffer.alloc(0));
    return { node, flags, position: 0 };
  }

  #setBytes(node: Inode, bytes: Buffer): void {
    this.room -= bytes.length - node.bytes.length;
    node.bytes = bytes;
    node.modified = this.#now();
    node.changed = node.modified;
  }

  read(file: OpenFile, length: number, position: number | null): Buffer {
    if (file.node.kind === 'folder') throw systemError('EISDIR', 'read');
    const from = position ?? file.position;
    const bytes = Buffer.from(file.node.bytes.subarray(from, from + length));
    if (position === null) file.position += bytes.length;
    return bytes;
  }

  write(file: OpenFile, content: Uint8Array, position: number | null): number {
    if (this.isReadOnly) throw systemError('EROFS', 'write');
    const { node } = file;
    const isAppended = (file.flags & constants.O_APPEND) !== 0;
    const from = isAppended ? node.bytes.length : (position ?? file.position);
    const grows = Math.max(0, from + content.length - node.bytes.length);
    const fits =
      grows <= this.room ? content.length : content.length - grows + Math.max(0, this.room);
    if (fits <= 0 && content.length > 0) throw systemError('ENOSPC', 'write');
    const bytes = Buffer.alloc(Math.max(node.bytes.length, from + fits));
    node.bytes.copy(bytes);
    bytes.set(content.subarray(0, fits), from);
    this.#setBytes(node, bytes);
    if (position === null) file.position = from + fits;
    return fits;
  }

  truncate({ node }: OpenFile, length: number): void {
    if (this.isReadOnly) throw systemError('EROFS', 'ftruncate');
    const bytes = Buffer.alloc(length);
    node.bytes.copy(bytes);
    this.#setBytes(node, bytes);
  }

  /** Forces a file, or the entries of a folder, to the disk. */
  sync({ node }: OpenFile): void {
    node.synced = node.bytes;
    if (node.kind !== 'folder') return;
    const isOf = ({ effects }: FolderChange) => effects.some(({ folder }) => folder === node);
    for (const change of this.#pending.filter(isOf)) persist(change);
    this.#pending = this.#pending.filter((change) => !isOf(change));
  }

  found(node: Inode): Found {
    const { changed, kind, links, mode, modified, number, owner } = node;
    const size =
      kind === 'folder' ? 4096 : kind === 'link' ? node.target.length : node.bytes.length;
    return { kind, number, owner, mode, links, size, modified, changed };
  }

  stat(asker: Asker, path: string, follow: boolean): Found {
    return this.found(this.#existing(asker, follow ? 'stat' : 'lstat', path, follow));
  }

  access(asker: Asker, path: string, mode: number): void {
    const node = this.#existing(asker, 'access', path, true);
    for (const bit of [1, 2, 4] as const) {
      if ((mode & bit) === 0) continue;
      const isAllowed =
        bit === 1 && node.kind === 'file' ? (node.mode & 0o111) !== 0 : this.#may(asker, node, bit);
      if (!isAllowed) throw systemError('EACCES', 'access', path);
    }
  }

  makeFolder(asker: Asker, path: string, mode: number): void {
    const { name, node, parent } = this.#walk(
      asker,
      'mkdir',
      path.replace(/\/+$/, '') || '/',
      false,
    );
    if (node !== undefined) throw systemError('EEXIST', 'mkdir', path);
    this.#assertWritable(asker, parent, 'mkdir', path);
    if (this.room <= 0) throw systemError('ENOSPC', 'mkdir', path);
    this.#put([
      { folder: parent, name, to: this.#node('folder', mode & ~UMASK & 0o777, asker.user) },
    ]);
  }

  removeFolder(asker: Asker, path: string): void {
    const { name, node, parent } = this.#walk(asker, 'rmdir', path, false);
    if (node === undefined) throw systemError('ENOENT', 'rmdir', path);
    if (node.kind !== 'folder') throw systemError('ENOTDIR', 'rmdir', path);
    if (node.entries.size > 0) throw systemError('ENOTEMPTY', 'rmdir', path);
    this.#assertWritable(asker, parent, 'rmdir', path);
    this.#put([{ folder: parent, name, to: undefined }]);
    node.links = 0;
  }

  unlink(asker: Asker, path: string): void {
    const { name, node, parent } = this.#walk(asker, 'unlink', path, false);
    if (node === undefined) throw systemError('ENOENT', 'unlink', path);
    if (node.kind === 'folder') throw systemError('EISDIR', 'unlink', path);
    this.#assertWritable(asker, parent, 'unlink', path);
    this.#put([{ folder: parent, name, to: undefined }]);
    this.#unlinked(node);
  }

  #unlinked(node: Inode): void {
    node.links -= 1;
    node.changed = this.#now();
    if (node.links <= 0 && node.kind === 'file') this.room += node.bytes.length;
  }

  rename(asker: Asker, from: string, to: string): void {
    const old = this.#walk(asker, 'rename', from, false);
    const next = this.#walk(asker, 'rename', to, false);
    const { node } = old;
    if (node === undefined) throw systemError('ENOENT', 'rename', from);
    this.#assertWritable(asker, old.parent, 'rename', from);
    this.#assertWritable(asker, next.parent, 'rename', to);
    if (next.node === node) return;
    if (next.node !== undefined) {
      if (node.kind === 'folder' && next.node.kind !== 'folder')
        throw systemError('ENOTDIR', 'rename', from);
      if (node.kind !== 'folder' && next.node.kind === 'folder')
        throw systemError('EISDIR', 'rename', from);
      if (next.node.kind === 'folder' && next.node.entries.size > 0)
        throw systemError('ENOTEMPTY', 'rename', from);
      this.#unlinked(next.node);
    }
    if (node.kind === 'folder' && `${next.place}/`.startsWith(`${old.place}/`)) {
      throw systemError('EINVAL', 'rename', from);
    }
    this.#put([
      { folder: old.parent, name: old.name, to: undefined },
      { folder: next.parent, name: next.name, to: node },
    ]);
    node.changed = this.#now();
  }

  link(asker: Asker, from: string, to: string): void {
    const node = this.#existing(asker, 'link', from, false);
    const next = this.#walk(asker, 'link', to, false);
    if (next.node !== undefined) throw systemError('EEXIST', 'link', from);
    this.#assertWritable(asker, next.parent, 'link', to);
    node.links += 1;
    node.changed = this.#now();
    this.#put([{ folder: next.parent, name: next.name, to: node }]);
  }

  symlink(asker: Asker, target: string, path: string): void {
    const { name, node, parent } = this.#walk(asker, 'symlink', path, false);
    if (node !== undefined) throw systemError('EEXIST', 'symlink', path);
    this.#assertWritable(asker, parent, 'symlink', path);
    this.#put([{ folder: parent, name, to: this.#node('link', 0o777, asker.user, target) }]);
  }

  readlink(asker: Asker, path: string): string {
    const node = this.#existing(asker, 'readlink', path, false);
    if (node.kind !== 'link') throw systemError('EINVAL', 'readlink', path);
    return node.target;
  }

  list(asker: Asker, path: string): readonly (readonly [string, Inode['kind']])[] {
    const node = this.#existing(asker, 'scandir', path, true);
    if (node.kind !== 'folder') throw systemError('ENOTDIR', 'scandir', path);
    if (!this.#may(asker, node, 4)) throw systemError('EACCES', 'scandir', path);
    return [...node.entries].map(([name, { kind }]) => [name, kind] as const);
  }

  realpath(asker: Asker, path: string): string {
    const { node, place } = this.#walk(asker, 'realpath', path, true);
    if (node === undefined) throw systemError('ENOENT', 'realpath', path);
    return place;
  }

  chmod(asker: Asker, path: string, mode: number): void {
    this.#change(asker, this.#existing(asker, 'chmod', path, true), 'chmod', path, mode);
  }

  fchmod(asker: Asker, { node }: OpenFile, mode: number): void {
    this.#change(asker, node, 'fchmod', undefined, mode);
  }

  #change(asker: Asker, node: Inode, call: string, path: string | undefined, mode: number): void {
    if (this.isReadOnly) throw systemError('EROFS', call, path);
    if (asker.user !== 0 && asker.user !== node.owner) throw systemError('EPERM', call, path);
    node.mode = mode & 0o7777;
    node.changed = this.#now();
  }

  utimes(asker: Asker, path: string, modified: number): void {
    const node = this.#existing(asker, 'utime', path, true);
    if (this.isReadOnly) throw systemError('EROFS', 'utime', path);
    if (asker.user !== 0 && asker.user !== node.owner) throw systemError('EPERM', 'utime', path);
    node.modified = modified;
    node.changed = this.#now();
  }

  /**
   * The power goes: of what was not forced to the disk chance keeps some, in any order; what was appended may be torn,
   * and what was overwritten be empty, old or new.
   */
  powerCut(dice: Dice): void {
    for (const change of this.#pending) if (dice.below(2) === 0) persist(change);
    this.#pending = [];
    const seen = new Set<Inode>();
    const restore = (node: Inode): void => {
      if (seen.has(node)) return;
      seen.add(node);
      if (node.kind === 'file') this.#setBytes(node, afterCut(node, dice));
      node.synced = node.bytes;
      node.entries.clear();
      for (const [name, child] of node.syncedEntries) node.entries.set(name, child);
      for (const child of node.entries.values()) restore(child);
    };
    restore(this.root);
  }

  /** A disk of its own with the same content. */
  copy(now: () => number): Disk {
    const disk = new Disk(now);
    const copies = new Map<Inode, Inode>([[this.root, disk.root]]);
    const copyOf = (node: Inode): Inode => {
      const known = copies.get(node);
      if (known !== undefined) return known;
      const copy = { ...node, entries: new Map(), syncedEntries: new Map() };
      copies.set(node, copy);
      fill(node, copy);
      return copy;
    };
    const fill = (node: Inode, copy: Inode): void => {
      for (const [name, child] of node.entries) copy.entries.set(name, copyOf(child));
      for (const [name, child] of node.syncedEntries) copy.syncedEntries.set(name, copyOf(child));
    };
    fill(this.root, disk.root);
    disk.#made = this.#made;
    disk.#pending = this.#pending.map(({ effects }) => ({
      effects: effects.map(({ folder, name, to }) => ({
        folder: copyOf(folder),
        name,
        to: to && copyOf(to),
      })),
    }));
    return disk;
  }

  /** Everything is on the disk. */
  syncAll(): void {
    for (const change of this.#pending) persist(change);
    this.#pending = [];
    const visit = (node: Inode): void => {
      node.synced = node.bytes;
      for (const child of node.entries.values()) visit(child);
    };
    visit(this.root);
  }

  /** The text of a file, for those who look from outside; undefined where there is none. */
  textAt(path: string): string | undefined {
    const node = this.nodeAt(path);
    return node?.kind === 'file' ? node.bytes.toString('utf8') : undefined;
  }

  nodeAt(path: string): Inode | undefined {
    try {
      return this.#walk(OUTSIDE, 'look', path, true).node;
    } catch {
      return undefined;
    }
  }

  /** The names in a folder, in order; none where there is none. */
  namesAt(path: string): readonly string[] {
    return [...(this.nodeAt(path)?.entries.keys() ?? [])].sort();
  }

  /** Puts a file there as someone else would, with the folders above it. */
  put(path: string, content: string | Uint8Array, owner: number, mode = 0o664): void {
    this.putFolder(path.slice(0, path.lastIndexOf('/')), owner);
    const asker = { user: 0, folder: '/' };
    const file = this.open(
      asker,
      path,
      constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
      mode,
    );
    this.write(file, Buffer.from(content), 0);
    Object.assign(file.node, { owner, mode });
  }

  putFolder(path: string, owner: number, mode = 0o775): void {
    const parts = path.split('/').filter(Boolean);
    parts.forEach((_, index) => {
      const place = `/${parts.slice(0, index + 1).join('/')}`;
      if (this.nodeAt(place) !== undefined) return;
      this.makeFolder(OUTSIDE, place, 0o777);
      Object.assign(this.nodeAt(place) ?? {}, { owner, mode });
    });
  }
}

const OUTSIDE: Asker = { user: 0, folder: '/' };

function placeOf(trail: readonly { readonly name: string }[], name?: string): string {
  const names = [...trail.slice(1).map((step) => step.name), ...(name === undefined ? [] : [name])];
  return `/${names.join('/')}`;
}

function persist({ effects }: FolderChange): void {
  for (const { folder, name, to } of effects) {
    if (to === undefined) folder.syncedEntries.delete(name);
    else folder.syncedEntries.set(name, to);
  }
}

function afterCut({ bytes, synced }: Inode, dice: Dice): Buffer {
  if (bytes.equals(synced)) return synced;
  const isAppended =
    bytes.length > synced.length && bytes.subarray(0, synced.length).equals(synced);
  if (isAppended)
    return bytes.subarray(0, synced.length + dice.below(bytes.length - synced.length + 1));
  switch (dice.below(4)) {
    case 0:
      return synced;
    case 1:
      return bytes;
    case 2:
      return Buffer.alloc(0);
    default:
      return bytes.subarray(0, dice.below(bytes.length + 1));
  }
}
