import type { Files } from '../../ports.ts';
import { reasonUnread } from './reading.ts';

/** A line of a file as it stands there, without its line end. */
export interface WalkedLine {
  readonly bytes: Buffer;
  /** Where it begins, and where it ends with its line end, in bytes. */
  readonly start: number;
  readonly end: number;
  readonly isEnded: boolean;
}

/** Reads an append-only file line by line from its beginning on, a piece at a time, however long it is. */
interface LineWalk {
  /**
   * Reads on, up to the end that the file has when it is called, and gives every whole line. Gives why it cannot
   * read on, in words for a person; undefined where it can, or where there is no file. Never throws.
   */
  readOn(onLine: (line: WalkedLine) => void): string | undefined;
  /** The rest behind the last line break, as a line without an end; undefined where there is none. */
  rest(): WalkedLine | undefined;
  /** How many bytes were read. */
  size(): number;
}

/** How much is read at once. */
const PIECE = 1024 * 1024;

/** Nothing is read behind a longer line. No change can be made behind one. */
const LONGEST_READ = 8 * 1024 * 1024;

const NEWLINE = 0x0a;

export function createLineWalk(files: Files, path: string): LineWalk {
  /** Where the line begins that is not whole yet, what was read of it, and where the next piece begins. */
  let start = 0;
  let begun: readonly Buffer[] = [];
  let position = 0;

  const lineOf = (end: number, isEnded: boolean): WalkedLine => ({
    bytes: Buffer.concat(begun),
    start,
    end,
    isEnded,
  });

  function take(piece: Buffer, onLine: (line: WalkedLine) => void): void {
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      begun = [...begun, piece.subarray(from, at)];
      const end = position + at + 1;
      onLine(lineOf(end, true));
      [start, begun, from] = [end, [], at + 1];
    }
    begun = [...begun, piece.subarray(from)];
    position += piece.length;
  }

  return {
    readOn(onLine) {
      let goal: number | undefined;
      while (goal === undefined || position < goal) {
        const reading = files.readSlice(path, { from: position, most: PIECE });
        if (reading.found === 'nothing') return undefined;
        if (reading.found !== 'bytes') return reasonUnread(reading, Number.MAX_VALUE);
        goal ??= reading.size;
        if (reading.bytes.length === 0) return undefined;
        take(reading.bytes, onLine);
        if (position - start > LONGEST_READ) {
          return `one of its lines exceeds ${LONGEST_READ >> 20} MB`;
        }
      }
      return undefined;
    },
    rest: () => (position > start ? lineOf(position, false) : undefined),
    size: () => position,
  };
}

/**
 * Reads an append-only file from its end, a piece at a time, and gives the whole lines of each, the last piece first,
 * until one is enough. Gives why it cannot, in words for a person; undefined where it can, or where there is no file.
 * Never throws.
 */
export function walkFromEnd(
  files: Files,
  path: string,
  isEnough: (lines: readonly string[]) => boolean,
): string | undefined {
  let reading = files.readSlice(path, { last: PIECE });
  let rest: Buffer = Buffer.alloc(0);
  for (let position: number | undefined; position !== 0; ) {
    if (reading.found === 'nothing') return undefined;
    if (reading.found !== 'bytes') return reasonUnread(reading, Number.MAX_VALUE);
    if (reading.bytes.length === 0) return undefined;
    position = (position ?? reading.size) - reading.bytes.length;
    const bytes = Buffer.concat([reading.bytes, rest]);
    // A line that begins before this piece belongs to the one before it.
    const newline = bytes.indexOf(NEWLINE);
    const first = position === 0 ? 0 : newline < 0 ? bytes.length : newline + 1;
    rest = bytes.subarray(0, first);
    if (rest.length > LONGEST_READ) return `one of its lines exceeds ${LONGEST_READ >> 20} MB`;
    const lines = bytes.subarray(first).toString('utf8').split('\n');
    if (isEnough(lines.filter((line) => line.trim() !== ''))) return undefined;
    const from = Math.max(0, position - PIECE);
    reading = files.readSlice(path, { from, most: position - from });
  }
  return undefined;
}
