import type { Digests, Files } from '../../ports.ts';
import type { EventLog, EventReader, EventReading } from '../event-log.ts';
import { reasonUnread } from './reading.ts';
import type { StateFolder } from './state-folder.ts';

/** How much is read at once, in bytes: what a reader of any ledger keeps in memory. */
const PIECE = 1024 * 1024;

/** What is longer without an end is no line of the suite, whose lines have 64 KB at the most. */
const LONGEST = PIECE;

const NEWLINE = 0x0a;

/** The ledger of a state folder as its lines, read forwards. Touches no file until it is read. */
export function createLedgerLines(world: LineWorld, folder: StateFolder): EventLog {
  return { folder: folder.root, open: async () => openLines(world, folder.events) };
}

interface LineWorld {
  readonly digests: Digests;
  readonly files: Files;
}

/** Reads the lines of a ledger, and reads on where it stopped. */
export function openLines({ digests, files }: LineWorld, path: string): EventReader {
  let place = BEGINNING;
  let identity: string | undefined;
  return {
    *read(isLast) {
      const now = files.identityOf(path);
      if (identity !== undefined && now !== identity) {
        place = BEGINNING;
        yield { read: 'begins-anew' };
      }
      identity = now;
      for (;;) {
        const slice = files.readSlice(path, { from: place.offset, most: PIECE });
        if (slice.found === 'nothing') return;
        if (slice.found !== 'bytes') {
          const file = { path, reason: reasonUnread(slice, PIECE) };
          return yield { read: 'broken', file };
        }
        if (slice.size < place.offset) {
          place = BEGINNING;
          yield { read: 'begins-anew' };
          continue;
        }
        if (slice.bytes.length === 0) break;
        const taken = takeLines(place, slice.bytes, digests);
        place = taken.place;
        yield* taken.lines;
      }
      const text = place.rest.toString('utf8');
      // It stays in the rest: its end may come, and the line is read again as a whole.
      if (isLast && text.trim() !== '') {
        const { before, number } = place;
        yield { read: 'line', number, text, before, isWhole: false };
      }
    },
  };
}

/** How far a reader came. */
interface Place {
  /** Of the next byte that is to be read. */
  readonly offset: number;
  /** Of the line that stands there or has begun before, from 1. */
  readonly number: number;
  /** The digest of the line before it; undefined where that was too long to be one. */
  readonly before: string | null | undefined;
  /** The beginning of that line, as far as it was read. */
  readonly rest: Buffer;
  /** Whether so much of that line was read that it is none: the rest of it is passed over. */
  readonly isTooLong: boolean;
}

const BEGINNING: Place = {
  offset: 0,
  number: 1,
  before: null,
  rest: Buffer.alloc(0),
  isTooLong: false,
};

/** The whole lines of the next piece, and the place behind it. */
function takeLines(
  place: Place,
  piece: Buffer,
  digests: Digests,
): { readonly lines: readonly EventReading[]; readonly place: Place } {
  const bytes = place.isTooLong ? piece : Buffer.concat([place.rest, piece]);
  const lines: EventReading[] = [];
  let { before, isTooLong, number } = place;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    const line = bytes.subarray(start, end);
    const isNone = isTooLong || line.length > LONGEST;
    const text = isNone ? '' : line.toString('utf8');
    if (isNone) lines.push({ read: 'too-long', number });
    else if (text.trim() !== '') lines.push({ read: 'line', number, text, before, isWhole: true });
    before = isNone ? undefined : digests.of(line);
    isTooLong = false;
    number += 1;
    start = end + 1;
  }
  const rest = bytes.subarray(start);
  isTooLong ||= rest.length > LONGEST;
  const kept = isTooLong ? BEGINNING.rest : Buffer.from(rest);
  const offset = place.offset + piece.length;
  return { lines, place: { offset, number, before, rest: kept, isTooLong } };
}
