import { constants } from 'node:fs';
import type { Found } from './disk.ts';

/** What a process asks of the machine. Each is one moment in its life: between two of them others may run. */
export interface Calls {
  open(path: string, flags: number, mode: number): number;
  close(descriptor: number): void;
  read(descriptor: number, length: number, position: number | null): Uint8Array;
  write(descriptor: number, bytes: Uint8Array, position: number | null): number;
  truncate(descriptor: number, length: number): void;
  sync(descriptor: number): void;
  fstat(descriptor: number): Found;
  fchmod(descriptor: number, mode: number): void;
  stat(path: string): Found;
  lstat(path: string): Found;
  access(path: string, mode: number): void;
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  unlink(path: string): void;
  rename(from: string, to: string): void;
  link(from: string, to: string): void;
  symlink(target: string, path: string): void;
  readlink(path: string): string;
  list(path: string): readonly (readonly [string, Found['kind']])[];
  realpath(path: string): string;
  chmod(path: string, mode: number): void;
  utimes(path: string, modified: number): void;
  /** Sends a signal; 0 asks whether the process is there. */
  kill(pid: number, signal: string | number): void;
  /** Starts a program; gives its number. */
  spawn(argv: readonly string[], folder: string): number;
  /** Waits for a moment of the clock that never jumps, or the end of a program. */
  wait(until: number | null): readonly ProgramEnd[];
}

export interface ProgramEnd {
  readonly pid: number;
  readonly code: number;
  readonly output: string;
}

export type CallName = keyof Calls;

/** The clocks of the machine at the last call, in milliseconds. */
export interface Clocks {
  readonly now: number;
  readonly steady: number;
}

/** What is different from process to process. */
export interface Birth {
  readonly pid: number;
  readonly parent: number;
  readonly user: number;
  /** What seeds its chance. */
  readonly seed: number;
  readonly bin: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly born: number;
}

const LOOKING = ['EACCES', 'EIO'] as const;
const CHANGING = ['EACCES', 'EPERM', 'EIO', 'ENOSPC', 'EROFS', 'ENOENT'] as const;

/**
 * The system errors that each call may give whatever lies at its path; what depends on that alone (`EEXIST`, `ELOOP`,
 * `ENOTEMPTY`, …) comes from the disk itself. `ENOENT` stands where the folder around it may go at any moment.
 */
export const ERRORS: Readonly<Record<CallName, readonly string[]>> = {
  open: ['EACCES', 'EIO', 'EMFILE', 'ENFILE'],
  close: ['EIO'],
  read: ['EIO'],
  write: ['EIO', 'ENOSPC', 'EDQUOT', 'EFBIG'],
  truncate: ['EIO', 'EROFS'],
  sync: ['EIO', 'ENOSPC', 'EDQUOT'],
  fstat: ['EIO'],
  fchmod: ['EPERM', 'EROFS', 'EIO'],
  stat: LOOKING,
  lstat: LOOKING,
  access: LOOKING,
  mkdir: [...CHANGING, 'EMLINK'],
  rmdir: ['EACCES', 'EBUSY', 'EIO', 'EROFS'],
  unlink: ['EACCES', 'EPERM', 'EBUSY', 'EIO', 'EROFS'],
  rename: [...CHANGING, 'EBUSY'],
  link: [...CHANGING, 'EMLINK', 'ENOTSUP'],
  symlink: CHANGING,
  readlink: LOOKING,
  list: ['EACCES', 'EIO', 'EMFILE'],
  realpath: LOOKING,
  chmod: ['EPERM', 'EROFS', 'EIO'],
  utimes: ['EPERM', 'EACCES', 'EROFS', 'EIO'],
  kill: ['EPERM'],
  spawn: ['EAGAIN', 'ENOMEM', 'EMFILE', 'EACCES'],
  wait: [],
};

/** Those of opening a file that is to be made or written. */
const OPENED_TO_WRITE = ['ENOSPC', 'EROFS', 'EDQUOT', 'ENOENT'] as const;

/** The errors that a call may give, by what it is asked. */
export function errorsOf(name: CallName, given: readonly unknown[]): readonly string[] {
  const isCreated = name === 'open' && (Number(given[1]) & constants.O_CREAT) !== 0;
  return isCreated ? [...ERRORS.open, ...OPENED_TO_WRITE] : ERRORS[name];
}

/** All calls, each by its name. */
export function callsBy(ask: (name: CallName, given: readonly unknown[]) => unknown): Calls {
  const isCalls = (value: object): value is Calls =>
    Object.keys(ERRORS).every((name) => name in value);
  const calls = Object.fromEntries(
    Object.keys(ERRORS)
      .filter((name): name is CallName => name in ERRORS)
      .map((name) => [name, (...given: unknown[]) => ask(name, given)]),
  );
  if (!isCalls(calls)) throw new Error('a call is missing');
  return calls;
}
