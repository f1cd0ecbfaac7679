import { constants, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { errorCode } from '../../domain/base/system-error.ts';
import { assertTimeLeft, type TimeLeft } from '../bounded-files.ts';
import { sha256 } from '../file-digest.ts';
import { bytesOf, placeOf } from './latin-paths.ts';
import type { GitTree } from './tree.ts';

/** What a link leads to in the end; `path` from the top of the checkout in Latin-1. */
type Behind =
  | { readonly to: 'file'; readonly path: string; readonly size: number; readonly times: string }
  | { readonly to: 'folder'; readonly path: string }
  | { readonly to: 'nothing' }
  | { readonly to: 'outside' };

/** `changed`: the time of what it leads to, in milliseconds since 1970. */
export interface Link {
  readonly behind: Behind;
  readonly changed: number;
}

/** What is at a path of a checkout before any of it is read. A pipe, a device or a socket is `other`. */
export type Look =
  | {
      readonly kind: 'file';
      readonly isRun: boolean;
      readonly size: number;
      readonly times: string;
    }
  | { readonly kind: 'link'; readonly behind: Behind }
  | { readonly kind: 'other' };

/**
 * The files of a checkout as they were at one moment. Each is looked at once, when it is first asked about: that is
 * much of what a stop of a session with proofs costs, so the numbers lie in one array.
 */
export interface Looks {
  /** Whether anything but a folder is there. Throws an error with a code where the system refuses to look. */
  isThere(index: number): boolean;
  /** Those of the files that are links, and what each leads to. All of them were asked about before. */
  linksAmong(indexes: readonly number[]): readonly (readonly [index: number, link: Link])[];
  look(index: number): Look;
  /** A digest that stays the same while none of these files changes, if they are settled. */
  digest(indexes: readonly number[]): string;
  /**
   * Whether any later change of these files must show in their times: one that was changed just before it was
   * looked at can be changed again within the same tick.
   */
  areSettled(indexes: readonly number[]): boolean;
}

/** How many files are looked at before the next look at the clock. */
const LOOKED_AT_ONCE = 256;

const [UNSEEN, NOTHING, FILE, LINK, OTHER] = [0, 1, 2, 3, 4] as const;

/** Numbers of a file: device, inode, mode, size, and the milliseconds since 1970 of its two times. */
const NUMBERS = 6;
const [MODE, SIZE, MODIFIED, CHANGED] = [2, 3, 4, 5] as const;

/** How coarse the times of files are, in milliseconds: a tick of the kernel takes 1 to 10. */
const TICK_MS = 20;
/** The same where a time has no fraction of a second, as on some file systems: FAT counts in twos. */
const COARSE_TICK_MS = 2100;

/** `now`: the time, in milliseconds since 1970. */
export function createLooks(
  { files, folder, top }: Extract<GitTree, { readonly seen: true }>,
  timeLeft: TimeLeft,
  now: number,
): Looks {
  const kinds = new Uint8Array(files.length);
  const numbers = new Float64Array(files.length * NUMBERS);
  const links = new Map<number, Link>();
  const unsettled = new Set<number>();
  let count = 0;
  const lookAt = (index: number): number => {
    if (count % LOOKED_AT_ONCE === 0) assertTimeLeft(timeLeft);
    count += 1;
    const place = placeOf(folder, files[index]?.path ?? '');
    const stats = nothingOr(ownStats, place);
    if (stats === undefined) return NOTHING;
    keepNumbers(stats, numbers, index * NUMBERS);
    if (!isSettled(stats.ctimeMs, now)) unsettled.add(index);
    const kind = kindOf(stats);
    if (kind === LINK) {
      const link = behindOf(place, top);
      links.set(index, link);
      if (!isSettled(link.changed, now)) unsettled.add(index);
    }
    return kind;
  };
  const kindAt = (index: number): number => {
    const known = kinds[index] ?? NOTHING;
    if (known !== UNSEEN) return known;
    const kind = lookAt(index);
    kinds[index] = kind;
    return kind;
  };
  const linksAmong = (indexes: readonly number[]): readonly (readonly [number, Link])[] => {
    if (links.size === 0) return [];
    return indexes.flatMap((index) => {
      const link = links.get(index);
      return link === undefined ? [] : [[index, link] as const];
    });
  };
  const numberAt = (index: number, which: number): number => numbers[index * NUMBERS + which] ?? 0;
  return {
    isThere: (index) => kindAt(index) !== NOTHING,
    linksAmong,
    look(index) {
      const behind = links.get(index)?.behind;
      if (behind !== undefined) return { kind: 'link', behind };
      if (kindAt(index) !== FILE) return { kind: 'other' };
      return {
        kind: 'file',
        isRun: (numberAt(index, MODE) & 0o100) !== 0,
        size: numberAt(index, SIZE),
        times: timesOf(numberAt(index, MODIFIED), numberAt(index, CHANGED)),
      };
    },
    digest(indexes) {
      const paths = indexes.map((index) => files[index]?.path).join('\0');
      const linked = linksAmong(indexes).map(([index, link]) => [files[index]?.path, link]);
      const rows = indexes.length === files.length ? numbers : rowsOf(numbers, indexes);
      return sha256(`${paths}\0\0${JSON.stringify(linked)}`) + sha256(new Uint8Array(rows.buffer));
    },
    areSettled: (indexes) => unsettled.size === 0 || !indexes.some((index) => unsettled.has(index)),
  };
}

function isSettled(changed: number, now: number): boolean {
  return changed + (changed % 1000 === 0 ? COARSE_TICK_MS : TICK_MS) < now;
}

function timesOf(modified: number, changed: number): string {
  return `${modified} ${changed}`;
}

function keepNumbers(stats: Stats, numbers: Float64Array, at: number): void {
  numbers[at] = stats.dev;
  numbers[at + 1] = stats.ino;
  numbers[at + MODE] = stats.mode;
  numbers[at + SIZE] = stats.size;
  numbers[at + MODIFIED] = stats.mtimeMs;
  numbers[at + CHANGED] = stats.ctimeMs;
}

/** The rows of some files, one after the other. */
function rowsOf(numbers: Float64Array, indexes: readonly number[]): Float64Array {
  const rows = new Float64Array(indexes.length * NUMBERS);
  indexes.forEach((index, at) => {
    rows.set(numbers.subarray(index * NUMBERS, (index + 1) * NUMBERS), at * NUMBERS);
  });
  return rows;
}

/** A folder's files are listed by themselves. */
function kindOf({ mode }: Stats): number {
  switch (mode & constants.S_IFMT) {
    case constants.S_IFREG:
      return FILE;
    case constants.S_IFLNK:
      return LINK;
    case constants.S_IFDIR:
      return NOTHING;
    default:
      return OTHER;
  }
}

const NOTHING_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

const QUIETLY = { throwIfNoEntry: false } as const;

/** Undefined where a folder on the way is none any more. */
function nothingOr<Found>(look: (place: string | Buffer) => Found, place: string | Buffer) {
  try {
    return look(place);
  } catch (error) {
    if (NOTHING_THERE.has(errorCode(error))) return undefined;
    throw error;
  }
}

const realBytes = (place: string | Buffer): string =>
  realpathSync.native(place, { encoding: 'buffer' }).toString('latin1');

const ownStats = (place: string | Buffer): Stats | undefined => lstatSync(place, QUIETLY);

function behindOf(place: string | Buffer, top: string): Link {
  const real = nothingOr(realBytes, place);
  const stats = nothingOr((path) => statSync(path, QUIETLY), place);
  if (real === undefined || stats === undefined) return { behind: { to: 'nothing' }, changed: 1 };
  const path = pathBelow(bytesOf(top), real);
  if (path === undefined) return { behind: { to: 'outside' }, changed: 1 };
  if (stats.isDirectory()) return { behind: { to: 'folder', path }, changed: 1 };
  if (!stats.isFile()) return { behind: { to: 'nothing' }, changed: 1 };
  const times = timesOf(stats.mtimeMs, stats.ctimeMs);
  return { behind: { to: 'file', path, size: stats.size, times }, changed: stats.ctimeMs };
}

/** A path from a folder above it, with slashes; undefined where it does not lie there. */
function pathBelow(folder: string, path: string): string | undefined {
  const slashed = (text: string): string =>
    process.platform === 'win32' ? text.replaceAll('\\', '/') : text;
  const [base, full] = [slashed(folder).replace(/\/$/, ''), slashed(path)];
  if (full === base) return '';
  return full.startsWith(`${base}/`) ? full.slice(base.length + 1) : undefined;
}
