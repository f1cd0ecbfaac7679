import type { TimelineEntry } from '../domain/account/account.ts';
import type { Timeline } from '../domain/account/facts.ts';
import { textOf } from '../domain/base/document.ts';
import type { BrokenFile } from '../domain/base/failure.ts';
import { readLoggedLine } from '../domain/promise/logged-line.ts';
import { eventWords } from '../report/event-words.ts';
import type { EventLog, EventReading } from '../store/event-log.ts';
import type { Keeper, Kept } from './kept-values.ts';

/** Most entries of one promise that a report shows: the latest. */
const MOST_ENTRIES = 200;

const NOTHING: Timeline = { entries: [], left_out: 0 };

/** The ledger as far as it could be read, and why not further. */
export interface ReadLedger {
  timelineOf(promise: string): Timeline;
  /** When it last tells of each promise, in milliseconds since 1970. */
  readonly lastEvents: ReadonlyMap<string, number>;
  /** How many of its lines are no events, and how many do not fit the line before. */
  readonly unreadable: number;
  readonly misfits: number;
  readonly broken: BrokenFile | undefined;
}

/** Reads the ledger once. `wanted`: of which promises the timelines are kept, and where. */
export async function readLedger(log: EventLog, wanted?: WantedTimelines): Promise<ReadLedger> {
  const reading = beginLedger(wanted);
  const reader = await log.open();
  for (const one of reader.read(true)) reading.take(one);
  return reading.read();
}

/** The timelines that are wanted. */
export interface WantedTimelines {
  isOf(promise: string): boolean;
  readonly entries: Keeper<TimelineEntry>;
}

/** A ledger that is read line by line. */
interface LedgerReading {
  take(reading: EventReading): void;
  read(): ReadLedger;
}

/** `needsEvents`: whether it is asked when the ledger last tells of each promise. */
export function beginLedger(
  wanted: WantedTimelines | undefined,
  needsEvents = true,
): LedgerReading {
  const timelines = new Map<string, Kept<TimelineEntry>[]>();
  const leftOut = new Map<string, number>();
  const lastEvents = new Map<string, number>();
  let [unreadable, misfits] = [0, 0];
  let broken: BrokenFile | undefined;
  return {
    take(reading) {
      if (reading.read === 'broken') broken = reading.file;
      if (reading.read === 'too-long') unreadable += 1;
      if (reading.read !== 'line') return;
      const { chain, document } = readLoggedLine(reading.text, reading.before);
      misfits += chain === 'differs' ? 1 : 0;
      // A last line without an end is a crash's, and no fault of the ledger.
      if (document === undefined) unreadable += reading.isWhole ? 1 : 0;
      const id = textOf(document?.['promise_id']);
      if (document === undefined || id === '') return;
      const at = needsEvents ? Date.parse(textOf(document['timestamp'])) : Number.NaN;
      if (!Number.isNaN(at)) lastEvents.set(id, Math.max(at, lastEvents.get(id) ?? at));
      if (wanted?.isOf(id) !== true) return;
      const entries = timelines.get(id) ?? [];
      timelines.set(id, entries);
      entries.push(wanted.entries.keep(entryOf(document)));
      if (entries.length <= MOST_ENTRIES) return;
      entries.shift();
      leftOut.set(id, (leftOut.get(id) ?? 0) + 1);
    },
    read: () => ({
      timelineOf(promise) {
        const kept = timelines.get(promise);
        if (wanted === undefined || kept === undefined) return NOTHING;
        const entries = kept.map(wanted.entries.read);
        return { entries, left_out: leftOut.get(promise) ?? 0 };
      },
      lastEvents,
      unreadable,
      misfits,
      broken,
    }),
  };
}

function entryOf(document: { readonly [key: string]: unknown }): TimelineEntry {
  return {
    at: textOf(document['timestamp']),
    session_id: textOf(document['session_id']) || null,
    event: textOf(document['event']),
    words: eventWords(document),
  };
}
