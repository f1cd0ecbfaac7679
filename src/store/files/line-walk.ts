import type { Files } from '../../ports.ts';
import { reasonUnread } from './reading.ts';

/** A line of a file as it stands there, without its line end. */
export interface WalkedLine {
  readonly bytes: Buffer;
  /** Where it begins, and where it ends with its line end, in bytes. */
  readonly start: number;
  readonly end: number;
  readonly isEnded: boolean;
  /** It is one that is passed over: its bytes are left out. */
  readonly isTooLong: boolean;
}

/** Reads an append-only file line by line from its beginning on, a piece at a time, however long it is. */
export interface LineWalk<Line> {
  /** The whole lines from where it stopped on, up to the end that the file has when it is called. Never throws. */
  lines(): Iterable<Line>;
  /** Why it could not read on, in words for a person; undefined where it could, or where there is no file. */
  fault(): string | undefined;
  /** The rest behind the last line break, as a line without an end; undefined where there is none. */
  rest(): Line | undefined;
  /** How many bytes were read. */
  size(): number;
}

/** How much is read at once. */
const PIECE = 1024 * 1024;

/** Nothing is read behind a longer line, unless it is passed over. No change can be made behind one of a ledger. */
const LONGEST = 8 * 1024 * 1024;

const TOO_LONG = `one of its lines exceeds ${LONGEST >> 20} MB`;

const NEWLINE = 0x0a;

/** `passedOver`: above how many bytes a line is passed over; without it, a line that is too long ends the walk. */
export function createLineWalk(
  files: Files,
  path: string,
  passedOver?: number,
): LineWalk<WalkedLine> {
  const longest = passedOver ?? LONGEST;
  /** What was read of the line that is not whole yet, where it begins, and where the next piece does. */
  let begun: readonly Buffer[] = [];
  let start = 0;
  let position = 0;
  let fault: string | undefined;

  const lineOf = (end: number, isEnded: boolean): WalkedLine => {
    const isTooLong = end - start > longest;
    return { bytes: Buffer.concat(isTooLong ? [] : begun), start, end, isEnded, isTooLong };
  };

  function* linesIn(piece: Buffer): Iterable<WalkedLine> {
    const before = position;
    position += piece.length;
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      begun = [...begun, piece.subarray(from, at)];
      from = at + 1;
      const line = lineOf(before + from, true);
      [start, begun] = [line.end, []];
      yield line;
    }
    begun = position - start > longest ? [] : [...begun, piece.subarray(from)];
  }

  return {
    *lines() {
      if (fault === TOO_LONG) return;
      fault = undefined;
      for (let goal = Number.POSITIVE_INFINITY; position < goal && fault === undefined; ) {
        const reading = files.readSlice(path, { from: position, most: PIECE });
        if (reading.found === 'nothing') return;
        if (reading.found !== 'bytes') fault = reasonUnread(reading, Number.MAX_VALUE);
        if (reading.found !== 'bytes' || reading.bytes.length === 0) return;
        goal = Math.min(goal, reading.size);
        for (const line of linesIn(reading.bytes)) {
          if (passedOver === undefined && line.isTooLong) {
            fault = TOO_LONG;
            return;
          }
          yield line;
        }
        if (passedOver === undefined && position - start > longest) fault = TOO_LONG;
      }
    },
    fault: () => fault,
    rest: () => (position > start ? lineOf(position, false) : undefined),
    size: () => position,
  };
}

/** How a file is read from its end: how much at first, how much in all, and whether longer lines are passed over. */
interface FromEnd {
  readonly first?: number;
  readonly most?: number;
  readonly passesOverLong?: true;
}

/**
 * Reads an append-only file from its end, a piece at a time, and gives the whole lines of each, the last piece first,
 * until they are enough; `isFirst`: the first of them is the first of the file. Never throws.
 */
export function walkFromEnd(
  files: Files,
  path: string,
  { first = PIECE, most = Number.POSITIVE_INFINITY, passesOverLong }: FromEnd,
  isEnough: (lines: readonly string[], isFirst: boolean) => boolean,
): {
  /** Why it cannot be read, in words for a person. */
  readonly reason?: string;
  /** Whether all was read that could say more. */
  readonly isWhole: boolean;
} {
  let rest: Buffer = Buffer.alloc(0);
  let end: number | undefined;
  let left = most;
  for (let piece = first; end !== 0; piece = Math.min(PIECE, 2 * piece)) {
    const wish = Math.min(piece, left, end ?? piece);
    if (wish <= 0) return { isWhole: false };
    const slice = end === undefined ? { last: wish } : { from: end - wish, most: wish };
    const reading = files.readSlice(path, slice);
    if (reading.found === 'nothing') break;
    if (reading.found !== 'bytes') return { reason: reasonUnread(reading, most), isWhole: false };
    end = (end ?? reading.size) - reading.bytes.length;
    left -= wish;
    if (reading.bytes.length === 0) break;
    const bytes = Buffer.concat([reading.bytes, rest]);
    // A line that begins before this piece belongs to the one before it.
    const newline = end === 0 ? -1 : bytes.indexOf(NEWLINE);
    const isPart = end > 0 && newline < 0;
    rest = bytes.subarray(0, isPart ? bytes.length : newline + 1);
    if (rest.length > (passesOverLong ? PIECE : LONGEST)) {
      if (!passesOverLong) return { reason: TOO_LONG, isWhole: false };
      rest = Buffer.alloc(0);
    }
    if (isPart) continue;
    if (isEnough(bytes.toString('utf8', newline + 1).split('\n'), end === 0)) break;
  }
  return { isWhole: true };
}
