import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { digestOf } from '../domain/digest.ts';

/** The end of a transcript, as a stop finds it. */
export interface TranscriptTail {
  /** Changes whenever the transcript grows; null where there is none that can be read. */
  readonly position: string | null;
  /** Whether a tool was used since a position; nothing where that cannot be told. */
  workedSince(position: string | null): boolean | undefined;
  /** The lines that hold one of the words that were asked for, oldest first. */
  readonly lines: readonly string[];
}

/** How much is read of the end: a transcript of any length costs no more. */
const MOST_BYTES = 4 * 1024 * 1024;

/** How many lines are given of those: a list that is longer is nobody's. */
const MOST_LINES = 5000;

const NO_TAIL: TranscriptTail = { position: null, workedSince: () => undefined, lines: [] };

/** What stands in a line that tells of the use of a tool, and in no text: there quotes are escaped. */
const TOOL_USE = '"type":"tool_use"';

/**
 * Reads the end of a transcript. Only regular files are read, without waiting for anybody; lines without
 * any of `words` are passed over unread.
 */
export function readTail(path: string | undefined, words: readonly string[]): TranscriptTail {
  if (path === undefined) return NO_TAIL;
  try {
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return NO_TAIL;
      const { size } = stats;
      const end = readEnd(descriptor, size);
      const place = digestOf(path);
      return {
        position: `${place}:${size}`,
        workedSince: (position) => workedIn(end, size, sizeAt(position, place)),
        lines: linesWith(end, words),
      };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return NO_TAIL; // There is none yet, it was removed, or it may not be read.
  }
}

function readEnd(descriptor: number, size: number): Buffer {
  const length = Math.min(size, MOST_BYTES);
  const end = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, end, filled, length - filled, size - length + filled);
    if (count === 0) break;
    filled += count;
  }
  return end.subarray(0, filled);
}

/** How large the transcript was at a position; nothing where that was in another one. */
function sizeAt(position: string | null, place: string): number | undefined {
  const [, found, size] = /^(\w+):(\d+)$/.exec(position ?? '') ?? [];
  return found === place ? Number(size) : undefined;
}

function workedIn(end: Buffer, size: number, before: number | undefined): boolean | undefined {
  const start = before === undefined ? -1 : end.length - (size - before);
  // Of what lies further back nothing is known, and a transcript that shrank is another one.
  return start < 0 || start > end.length ? undefined : end.includes(TOOL_USE, start);
}

/** The lines around every place where one of the words stands. */
function linesWith(text: Buffer, words: readonly string[]): readonly string[] {
  const starts = new Map<number, number>();
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; ) {
      const start = text.lastIndexOf(0x0a, at) + 1;
      const end = endOfLine(text, at);
      starts.set(start, end);
      at = text.indexOf(word, end);
    }
  }
  return [...starts]
    .sort(([a], [b]) => a - b)
    .slice(-MOST_LINES)
    .map(([start, end]) => text.toString('utf8', start, end));
}

function endOfLine(text: Buffer, at: number): number {
  const end = text.indexOf(0x0a, at);
  return end < 0 ? text.length : end;
}
