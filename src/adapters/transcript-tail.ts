import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { digestOf } from '../domain/digest.ts';

/** The end of a transcript, as a stop finds it. */
export interface TranscriptTail {
  /** Changes whenever the transcript grows; null where there is none that can be read. */
  readonly position: string | null;
  /** The lines that hold one of the words that were asked for, oldest first. */
  readonly lines: readonly string[];
}

/** How much is read of the end: a transcript of any length costs no more. */
const MOST_BYTES = 4 * 1024 * 1024;

const NO_TAIL: TranscriptTail = { position: null, lines: [] };

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
      const end = readEnd(descriptor, stats.size);
      return { position: digestOf(`${path}\n${stats.size}`), lines: linesWith(end, words) };
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
    .map(([start, end]) => text.toString('utf8', start, end));
}

function endOfLine(text: Buffer, at: number): number {
  const end = text.indexOf(0x0a, at);
  return end < 0 ? text.length : end;
}
