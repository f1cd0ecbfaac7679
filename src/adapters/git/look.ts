import { type BigIntStats, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { errorCode } from '../../domain/base/system-error.ts';
import { bytesOf } from './latin-paths.ts';
import type { ListedFile } from './listing.ts';

/** What a link leads to in the end; `path` from the top of the checkout in Latin-1. */
export type Behind =
  | { readonly to: 'file'; readonly path: string; readonly size: number; readonly times: string }
  | { readonly to: 'folder'; readonly path: string }
  | { readonly to: 'nothing' }
  | { readonly to: 'outside' };

/** A file of a checkout at one moment, before any of it is read. A pipe, a device or a socket is `other`. */
export interface SeenFile extends ListedFile {
  readonly kind: 'file' | 'link' | 'other' | 'nothing';
  /** What a link leads to. */
  readonly behind: Behind | undefined;
  /** Its numbers as the entries of git's index have them, in the order of `NUMBERS`; empty where nothing is there. */
  readonly numbers: readonly number[];
  /** When it, or what a link leads to, was last changed, in milliseconds since 1970. */
  readonly changed: number;
  /** Another text after any later change; empty where a change might not show. */
  readonly stamp: string;
  /** The digest of its content, or what stands for it; undefined where it was not read yet. */
  object?: string | undefined;
}

/** Seconds and nanoseconds of the change and of the content's change, and so on: 32 bits of each. */
export const NUMBERS = 10;
const [CHANGE, CONTENT_CHANGE, MODE, SIZE] = [0, 2, 6, 9] as const;

/** Largest file that is read, in bytes; of a larger one size and times stand for the content. */
const LARGEST_READ = 256 * 1024 * 1024;

/**
 * How long ago a file must have been changed, in milliseconds, for any later change to show in its times: git's usual
 * builds compare whole seconds, and FAT counts in twos.
 */
const SETTLED_MS = 2100;

export function isSettled(changed: number, now: number): boolean {
  return changed + SETTLED_MS < now;
}

/**
 * Looks at a file. `top`: of its checkout, as a real path. `now`: when the look began, in milliseconds since 1970. Throws
 * an error with a code where the system refuses.
 */
export function lookAt(
  { mode, path }: ListedFile,
  place: string | Buffer,
  top: string,
  now: number,
): SeenFile {
  const stats = nothingOr((path) => lstatSync(path, { bigint: true, ...QUIETLY }), place);
  const kind = stats === undefined ? 'nothing' : kindOf(stats);
  if (stats === undefined || kind === 'nothing') return { path, mode, ...NOTHING_SEEN };
  const numbers = numbersOf(stats);
  const link = kind === 'link' ? behindOf(place, top) : undefined;
  const changed = Math.max(timeIn(numbers, CHANGE), link?.changed ?? 0);
  const behind = link?.behind;
  const stamp = isSettled(changed, now) ? JSON.stringify([kind, numbers, behind]) : '';
  return { path, mode, kind, behind, numbers, changed, stamp };
}

const NOTHING_SEEN = {
  kind: 'nothing',
  behind: undefined,
  numbers: [],
  changed: 0,
  stamp: 'nothing',
} as const;

/** What is known of a file by its numbers alone, as they were kept. */
export function seenBefore(file: ListedFile, numbers: readonly number[]): SeenFile {
  const changed = timeIn(numbers, CHANGE);
  return { ...file, kind: 'file', behind: undefined, numbers, changed, stamp: 'kept' };
}

/** The size in bytes of a file whose content is read; else what stands for the content. */
export function sizeToRead(file: Pick<SeenFile, 'behind' | 'numbers'>): number | string {
  const { behind, numbers } = file;
  const { size, times } =
    behind?.to === 'file' ? behind : { size: numbers[SIZE] ?? 0, times: timesIn(numbers) };
  return size <= LARGEST_READ ? size : `${size} bytes, ${times}`;
}

/** Its mode as a fingerprint has it. Windows knows no modes: a file keeps the one that it was tracked with. */
export function modeOf({ kind, mode, numbers }: SeenFile): string {
  if (kind !== 'file') return kind === 'link' ? '120000' : kind;
  const isRun = process.platform === 'win32' ? mode === '100755' : numbers[MODE] === 0o100755;
  return isRun ? '100755' : '100644';
}

/** In milliseconds, as Node counts them. */
function timeIn(numbers: readonly number[], at: number): number {
  return (numbers[at] ?? 0) * 1e3 + (numbers[at + 1] ?? 0) / 1e6;
}

function timesIn(numbers: readonly number[]): string {
  return `${timeIn(numbers, CONTENT_CHANGE)} ${timeIn(numbers, CHANGE)}`;
}

function numbersOf(stats: BigIntStats): readonly number[] {
  const { ctimeNs, dev, gid, ino, mode, mtimeNs, size, uid } = stats;
  const low = (value: bigint): number => Number(BigInt.asUintN(32, value));
  const [change, content] = [ctimeNs, mtimeNs].map((ns) => [low(ns / SECOND), Number(ns % SECOND)]);
  const times = [...(change ?? []), ...(content ?? [])];
  const run = (mode & 0o100n) === 0n ? 0o100644 : 0o100755;
  return [...times, low(dev), low(ino), run, low(uid), low(gid), Number(size)];
}

const SECOND = 1_000_000_000n;

/** A folder's files are listed by themselves. */
function kindOf({ mode }: BigIntStats): SeenFile['kind'] {
  switch (Number(mode) & constants.S_IFMT) {
    case constants.S_IFREG:
      return 'file';
    case constants.S_IFLNK:
      return 'link';
    case constants.S_IFDIR:
      return 'nothing';
    default:
      return 'other';
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

function behindOf(
  place: string | Buffer,
  top: string,
): { readonly behind: Behind; readonly changed: number } {
  const real = nothingOr(realBytes, place);
  const stats = nothingOr((path) => statSync(path, QUIETLY), place);
  if (real === undefined || stats === undefined) return { behind: { to: 'nothing' }, changed: 0 };
  const path = pathBelow(bytesOf(top), real);
  if (path === undefined) return { behind: { to: 'outside' }, changed: 0 };
  if (stats.isDirectory()) return { behind: { to: 'folder', path }, changed: 0 };
  if (!stats.isFile()) return { behind: { to: 'nothing' }, changed: 0 };
  const times = `${stats.mtimeMs} ${stats.ctimeMs}`;
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
