import type { ReadLine } from './ledger.ts';

/** Whether the lines of a ledger follow from one another. It is fed one line at a time, however long the ledger is. */

/** Where a chain does not hold. `line`: counted from 0. */
export interface ChainFault {
  readonly line: number;
  /**
   * `unchained`: a line without a digest; `broken`: its digest is not that of the line before; `other-log`: what
   * it takes over is not what stands before it; `unreadable`: the last line is none of the suite's, and no part of
   * one.
   */
  readonly why: 'unchained' | 'broken' | 'other-log' | 'unreadable';
}

/** A line of a file, without its end. Positions are in bytes. */
export interface FileLine {
  readonly text: string;
  /** The SHA-256 of its bytes. */
  readonly digest: string;
  readonly start: number;
  /** Where the next line begins. */
  readonly end: number;
  /** Whether a newline ends it. */
  readonly isEnded: boolean;
}

interface LedgerChain {
  /** What does not hold at the next line; `read`: what it says, undefined where it is no object in JSON. */
  follow(line: FileLine, read: ReadLine | undefined): ChainFault | undefined;
  /** What only the end shows: to be asked once, after the last line. */
  finish(): ChainFault | undefined;
}

/**
 * Follows a chain from its first line on. A line that cannot be read is one that a crash cut off: the next holds its
 * digest. Lines before the chain began, of versions that chained nothing, are those that its first line takes over.
 * After a fault it goes on from the line as it is. `digestOfStart`: the SHA-256 of the first so many bytes.
 */
export function createLedgerChain(
  digestOfStart: (bytes: number) => string | undefined,
): LedgerChain {
  let count = 0;
  let isBegun = false;
  let before: string | null = null;
  let firstUnchained: number | undefined;
  let unreadable: number | undefined;

  function faultAt(line: number, { start }: FileLine, read: ReadLine | undefined) {
    if (read === undefined) return undefined;
    if (read.prev === undefined) {
      if (isBegun) return { line, why: 'unchained' } as const;
      firstUnchained ??= line;
      return undefined;
    }
    const isFirst = !isBegun;
    isBegun = true;
    if (isFirst && read.takenOver !== undefined) {
      const isTaken = read.prev === null && takesOver(read.takenOver, start, digestOfStart);
      return isTaken ? undefined : ({ line, why: 'other-log' } as const);
    }
    if (isFirst && firstUnchained !== undefined) {
      return { line: firstUnchained, why: 'unchained' } as const;
    }
    return read.prev === before ? undefined : ({ line, why: 'broken' } as const);
  }

  return {
    follow(line, read) {
      const fault = faultAt(count, line, read);
      unreadable = read === undefined && line.isEnded && !isPart(line.text) ? count : undefined;
      before = line.digest;
      count += 1;
      return fault;
    },
    finish: () =>
      isBegun && unreadable !== undefined ? { line: unreadable, why: 'unreadable' } : undefined,
  };
}

/** How every line of the suite begins. */
const BEGINNING = '{"timestamp":"';

/**
 * Whether a text may be the beginning of a line of the suite. A crash cut it off; the next writer puts a line end behind
 * it first, and a full disk may keep nothing else of what that one writes.
 */
function isPart(text: string): boolean {
  return text !== '' && (text.startsWith(BEGINNING) || BEGINNING.startsWith(text));
}

/** Whether what was taken over is all that stands before the line, with or without the end of its last one. */
function takesOver(
  { bytes, sha256 }: NonNullable<ReadLine['takenOver']>,
  start: number,
  digestOfStart: (bytes: number) => string | undefined,
): boolean {
  return (bytes === start || bytes === start - 1) && digestOfStart(bytes) === sha256;
}
