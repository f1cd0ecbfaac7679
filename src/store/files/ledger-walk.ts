import type { FileLine } from '../../domain/promise/ledger-chain.ts';
import type { Digests, Files } from '../../ports.ts';
import { reasonUnread } from './reading.ts';

/** Reads a ledger line by line from its beginning on, a piece at a time, however long it is. */
export interface LedgerWalk {
  /**
   * Reads on, up to the end that the file has when it is called, and gives every whole line. Gives why it cannot
   * read on, in words for a person; undefined where it can, or where there is no file. Never throws.
   */
  readOn(onLine: (line: FileLine) => void): string | undefined;
  /** The rest behind the last line break, as a line without an end; undefined where there is none. */
  rest(): FileLine | undefined;
  /** How many bytes were read. */
  size(): number;
}

/** How much is read at once. */
const PIECE = 1024 * 1024;

/** Nothing is read behind a longer line. No change can be made behind one. */
const LONGEST_READ = 8 * 1024 * 1024;

const NEWLINE = 0x0a;

export function createLedgerWalk(
  { digests, files }: { readonly digests: Digests; readonly files: Files },
  path: string,
): LedgerWalk {
  /** Where the line begins that is not whole yet, what was read of it, and where the next piece begins. */
  let start = 0;
  let begun: readonly Buffer[] = [];
  let position = 0;

  const lineOf = (end: number, isEnded: boolean): FileLine => {
    const bytes = Buffer.concat(begun);
    return { text: bytes.toString('utf8'), digest: digests.of(bytes), start, end, isEnded };
  };

  const keep = (part: Buffer): void => {
    begun = [...begun, part];
  };

  function take(piece: Buffer, onLine: (line: FileLine) => void): void {
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      keep(piece.subarray(from, at));
      const end = position + at + 1;
      onLine(lineOf(end, true));
      [start, begun, from] = [end, [], at + 1];
    }
    keep(piece.subarray(from));
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
