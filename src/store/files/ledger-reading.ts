import type { BrokenFile } from '../../domain/base/failure.ts';
import { type FileRecord, readLedgerLine } from '../../domain/promise/ledger.ts';
import type { Digests, Files } from '../../ports.ts';
import { reasonUnread } from './reading.ts';

/** What a ledger says last of some files. */
interface LedgerReading {
  /** The last record of each file that has one in what was read; each file has one at the most. */
  readonly records: readonly FileRecord[];
  /** Whether nothing older could say more: all were found, or everything was read. */
  readonly isComplete: boolean;
  /** Why the ledger cannot be read; undefined where it can, or where there is none. */
  readonly broken: BrokenFile | undefined;
}

/** How much of a ledger a gate reads at the most, in bytes: some 10,000 changes. */
export const MOST_AT_A_GATE = 4 * 1024 * 1024;

/** Largest ledger that is read as a whole, in bytes, as of other logs. */
const LARGEST_LEDGER = 128 * 1024 * 1024;

/** How much is read at first, and the most that is read at once. */
const FIRST_PIECE = 64 * 1024;
const LARGEST_PIECE = 1024 * 1024;

/** What is longer without an end is no line of the suite: its beginning is not looked for. */
const LONGEST_REST = 1024 * 1024;

const NEWLINE = 0x0a;

/** What reading a ledger needs. */
interface LedgerReader {
  readonly digests: Digests;
  readonly files: Files;
}

/**
 * What the end of a ledger says of files, for those who must not wait for long. `wanted`: their paths as the ledger
 * has them. Never throws.
 */
export function readLedgerTail(
  reader: LedgerReader,
  path: string,
  wanted: Iterable<string>,
): LedgerReading {
  return readBackwards(reader, path, new Set(wanted), MOST_AT_A_GATE);
}

/** The same from as much of the ledger as it takes. One that is too large is broken. Never throws. */
export function readLedger(
  reader: LedgerReader,
  path: string,
  wanted: Iterable<string>,
): LedgerReading {
  const reading = reader.files.readSlice(path, { last: 1 });
  if (reading.found === 'bytes' && reading.size > LARGEST_LEDGER) {
    const reason = reasonUnread({ found: 'too-large', size: reading.size }, LARGEST_LEDGER);
    return { records: [], isComplete: false, broken: { path, reason } };
  }
  return readBackwards(reader, path, new Set(wanted), LARGEST_LEDGER);
}

/** Reads a ledger piece by piece from its end, until it said all that is wanted or `most` bytes were read. */
function readBackwards(
  { digests, files }: LedgerReader,
  path: string,
  wanted: Set<string>,
  most: number,
): LedgerReading {
  const records: FileRecord[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let left = most;
  let end: number | undefined;
  for (let piece = FIRST_PIECE; wanted.size > 0; piece = Math.min(LARGEST_PIECE, 2 * piece)) {
    const wish = Math.min(piece, left);
    if (wish <= 0) return { records, isComplete: false, broken: undefined };
    const slice = end === undefined ? { last: wish } : sliceBefore(end, wish);
    const reading = files.readSlice(path, slice);
    if (reading.found === 'nothing') break;
    if (reading.found !== 'bytes') {
      const reason = reasonUnread(reading, most);
      return { records, isComplete: false, broken: { path, reason } };
    }
    const { bytes, size } = reading;
    const start = 'from' in slice ? slice.from : size - bytes.length;
    const take = (line: string, before: string | null | undefined): void =>
      takeRecords(line, { before, digests, wanted, records });
    rest = takeLines(Buffer.concat([bytes, rest]), start === 0, () => wanted.size > 0, take);
    if (start === 0) break;
    left -= wish;
    end = start;
  }
  return { records, isComplete: true, broken: undefined };
}

function sliceBefore(end: number, most: number): { readonly from: number; readonly most: number } {
  const from = Math.max(0, end - most);
  return { from, most: end - from };
}

/**
 * Takes the whole lines of a piece from its end, and gives its beginning, which may be no whole line. `take` gets the
 * line before it as well: null where there is none, undefined where it was not read.
 */
function takeLines(
  bytes: Buffer,
  isFirst: boolean,
  isAnyWanted: () => boolean,
  take: (line: string, before: string | null | undefined) => void,
): Buffer {
  const newline = isFirst ? -1 : bytes.indexOf(NEWLINE);
  if (newline < 0 && !isFirst) return bytes.length > LONGEST_REST ? Buffer.alloc(0) : bytes;
  const lines = bytes.toString('utf8', newline + 1).split('\n');
  for (let index = lines.length - 1; index >= 0 && isAnyWanted(); index -= 1) {
    take(lines[index] ?? '', lines[index - 1] ?? (isFirst ? null : undefined));
  }
  return bytes.subarray(0, newline + 1);
}

/** As a line has the path of a file: ids hold nothing that JSON writes otherwise. */
const PATHS = /"path":"([^"\\]+)"/g;

interface Taking {
  readonly before: string | null | undefined;
  readonly digests: Digests;
  readonly wanted: Set<string>;
  readonly records: FileRecord[];
}

/**
 * Takes the wanted records of a line, where it follows from the line before it. Most lines of a long ledger are about
 * other files: those are not parsed.
 */
function takeRecords(line: string, { before, digests, records, wanted }: Taking): void {
  const paths = line.matchAll(PATHS);
  if (![...paths].some(([, path = '']) => wanted.has(path))) return;
  const read = readLedgerLine(line);
  const isChained =
    before === undefined || read?.prev === (before === null ? null : digests.of(before));
  if (read === undefined || !isChained) return;
  for (const record of read.files) {
    if (wanted.delete(record.path)) records.push(record);
  }
}
