import type { BrokenFile } from '../../domain/base/failure.ts';
import { type FileRecord, readLedgerLine } from '../../domain/promise/ledger.ts';
import type { Digests, Files } from '../../ports.ts';
import { walkFromEnd } from './line-walk.ts';
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

/** Largest ledger that is read as a whole, in bytes: as large as `npm run bench:growth` makes one. */
const LARGEST_LEDGER = 1024 * 1024 * 1024;

/** How much is read at first: a file's last line is near the end as a rule. */
const FIRST_PIECE = 64 * 1024;

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

/** Reads a ledger from its end, until it said all that is wanted or `most` bytes were read. */
function readBackwards(
  { digests, files }: LedgerReader,
  path: string,
  wanted: Set<string>,
  most: number,
): LedgerReading {
  const records: FileRecord[] = [];
  if (wanted.size === 0) return { records, isComplete: true, broken: undefined };
  const limits = { first: FIRST_PIECE, most, passesOverLong: true } as const;
  const { isWhole, reason } = walkFromEnd(files, path, limits, (lines, isFirst) => {
    for (let at = lines.length - 1; at >= 0 && wanted.size > 0; at -= 1) {
      const before = lines[at - 1] ?? (isFirst ? null : undefined);
      takeRecords(lines[at] ?? '', { before, digests, wanted, records });
    }
    return wanted.size === 0;
  });
  const broken = reason === undefined ? undefined : { path, reason };
  return { records, isComplete: isWhole, broken };
}

/** As a line has the path of a file: ids hold nothing that JSON writes otherwise. */
const PATHS = /"path":"([^"\\]+)"/g;

interface Taking {
  /** The line before it: null where there is none, undefined where it was not read. */
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
