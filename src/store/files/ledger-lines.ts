import type { Digests, Files } from '../../ports.ts';
import type { EventLog, EventReader, EventReading } from '../event-log.ts';
import { createLedgerWalk, type LedgerLine } from './ledger-walk.ts';
import type { StateFolder } from './state-folder.ts';

/** What is longer is no line of the suite, whose lines have 64 KB at the most. */
const LONGEST = 1024 * 1024;

/** The ledger of a state folder as its lines, read forwards. Touches no file until it is read. */
export function createLedgerLines(world: LineWorld, folder: StateFolder): EventLog {
  return { folder: folder.root, open: async () => openLines(world, folder.events) };
}

interface LineWorld {
  readonly digests: Digests;
  readonly files: Files;
}

/** Reads the lines of a ledger, and reads on where it stopped. */
export function openLines(world: LineWorld, path: string): EventReader {
  const { files } = world;
  const begin = () => ({ walk: createLedgerWalk(world, path, LONGEST), tell: lineTeller() });
  let { tell, walk } = begin();
  let identity: string | undefined;
  return {
    *read(isLast) {
      const now = files.identityOf(path);
      const end = files.readSlice(path, { last: 1 });
      const isCut = end.found === 'bytes' && end.size < walk.size();
      if (isCut || (identity !== undefined && now !== identity)) {
        ({ tell, walk } = begin());
        yield { read: 'begins-anew' };
      }
      identity = now;
      for (const line of walk.lines()) yield* tell(line);
      const reason = walk.fault();
      if (reason !== undefined) return yield { read: 'broken', file: { path, reason } };
      const rest = isLast ? walk.rest() : undefined;
      if (rest?.isTooLong === false) yield* tell(rest);
    },
  };
}

/** Tells of one line after the other, with its number and the digest of the one before it. Blank ones count. */
export function lineTeller(): (line: LedgerLine) => readonly EventReading[] {
  let number = 0;
  let last: string | null | undefined = null;
  return ({ digest, isEnded: isWhole, isTooLong, text }) => {
    const before = last;
    const told = number + 1;
    // A last line without an end is told again as a whole once its end has come.
    if (isWhole) [number, last] = [told, isTooLong ? undefined : digest];
    if (isTooLong) return [{ read: 'too-long', number: told }];
    return text.trim() === '' ? [] : [{ read: 'line', number: told, text, before, isWhole }];
  };
}
