import type { BrokenFile, Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import type { EventLine, StateEvent } from '../../domain/promise/event.ts';
import { chainedLines, type FileRecord, isOldLog } from '../../domain/promise/ledger.ts';
import { type ActEvent, actDigest } from '../../domain/promise/person-act.ts';
import type { LedgerHead } from '../../domain/session/register.ts';
import type { Clock, Digests, Files } from '../../ports.ts';
import type { Claim, Claims } from './claim.ts';
import { reasonUnread } from './reading.ts';
import type { StateFolder } from './state-folder.ts';
import { fileSystemFailure } from './writing.ts';

/**
 * The ledger of the state, `events.jsonl`: one chained line for each change. One writer at a time holds it. A writer
 * of a file takes hold of the ledger, adds the *intent* (what is about to happen, with the digests of the file before
 * and after), forces it to the disk, and then replaces the file. So a process that is killed leaves at most a last
 * line on a file that did not come true, and no change without its line.
 *
 * A writer that stands still for longer than a claim's patience loses its hold. It adds nothing then, unless it stood
 * still between the last look at its claim and the write.
 */
export interface Ledger {
  /** Tries once to take hold of the ledger for as long as `act` takes. Undefined: another writer holds it. */
  hold<Value>(act: (held: HeldLedger) => Value): { readonly value: Value } | undefined;
  /** Gives another value after each change of another writer; always the same where no writer waits for another one. */
  progress(): unknown;
}

export interface HeldLedger {
  /**
   * Adds the events of one change, in one write, and forces them to the disk. `files`: what the change will make of
   * files. `sessionId`: who acts, where it is not the session of the process.
   */
  intend(change: IntendedChange): Intent;
  /** Says that what was intended has come true. Nothing is said where no head of the ledger is kept. */
  readonly carriedOut?: () => void;
  /**
   * Where the line of the last of these events will stand and what digest it will have, for a person's act that names
   * it in the file that the change writes. `change.files`: with any digests, since an act's digest leaves them out.
   */
  foresee(change: IntendedChange): Result<ActEvent>;
}

export interface IntendedChange {
  readonly events: readonly StateEvent[];
  readonly files?: readonly FileRecord[];
  readonly sessionId?: string;
  /** What was foreseen of the last event. Where it does not come true, nothing is added, and the intent is lost. */
  readonly foreseen?: ActEvent;
}

/**
 * `head`: the end of the ledger now; null where none is kept. `from`: where the added lines begin, in bytes. `lost`:
 * another writer set the hold aside; nothing was added, and the change may be tried again.
 */
export type Intent =
  | { readonly outcome: 'added'; readonly head: LedgerHead; readonly from: number }
  | { readonly outcome: 'added'; readonly head: null }
  | { readonly outcome: 'lost' }
  | { readonly outcome: 'refused'; readonly failure: Failure };

export interface LedgerWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly digests: Digests;
  readonly claims: Claims;
  readonly folder: StateFolder;
  /** The session of the process. */
  readonly sessionId: string | null;
}

/** The name of the ledger's claim. */
const CLAIM = 'ledger';

/** How much of a ledger's end is read at first and at the most, in bytes, to find its last line. */
const FIRST_LOOK = 64 * 1024;
const FARTHEST_LOOK = 8 * 1024 * 1024;

/** Largest log without a chain that is taken over, in bytes. Its digest takes a second. */
const LARGEST_OLD_LOG = 1024 * 1024 * 1024;

/** The folder of claims must be there when the ledger is held. */
export function createLedger(world: LedgerWorld): Ledger {
  return {
    hold(act) {
      const claim = world.claims.take(CLAIM, '');
      if (claim === undefined) return undefined;
      // One time for all: a line must become what was foreseen of it.
      const moment = { ...world, at: timestamp(world.clock.now()) };
      try {
        return {
          value: act({
            intend: (change) => intend(moment, claim, change),
            foresee: (change) => foresee(moment, change),
          }),
        };
      } finally {
        claim.release();
      }
    },
    progress: () => world.files.modified(world.folder.events),
  };
}

/** The ledger of a lane that records nothing: it must not wait for other writers. */
export const NO_LEDGER: Ledger = {
  hold: (act) => ({
    value: act({
      intend: () => ({ outcome: 'added', head: null }),
      foresee: () =>
        failed({ kind: 'unexpected', message: 'a lane without a ledger records no act' }),
    }),
  }),
  progress: () => undefined,
};

/** The ledger while it is held, and when that was. */
interface HeldWorld extends LedgerWorld {
  readonly at: string;
}

function foresee(world: HeldWorld, change: IntendedChange): Result<ActEvent> {
  const path = world.folder.events;
  try {
    const found = endOf(world, path);
    if (!found.ok) return found;
    const act = linesOf(world, path, found.value, change).act();
    return act === undefined
      ? failed({ kind: 'unexpected', message: 'a change without an event is no act' })
      : success(act);
  } catch (error) {
    return failed(fileSystemFailure(error, 'read the ledger', path));
  }
}

function intend(world: HeldWorld, claim: Claim, change: IntendedChange): Intent {
  const path = world.folder.events;
  try {
    const found = endOf(world, path);
    if (!found.ok) return { outcome: 'refused', failure: found.failure };
    return claim.stands() ? append(world, path, found.value, change) : { outcome: 'lost' };
  } catch (error) {
    return { outcome: 'refused', failure: fileSystemFailure(error, 'write to the ledger', path) };
  }
}

function append(world: HeldWorld, path: string, end: LedgerEnd, change: IntendedChange): Intent {
  const { files, folder } = world;
  const { act, last, text } = linesOf(world, path, end, change);
  if (change.foreseen !== undefined && !isSameAct(change.foreseen, act())) {
    return { outcome: 'lost' };
  }
  if (end.size === 0) {
    // Forced to the disk in its folder before it has a line: commands that add later lines do not force it again.
    if (!files.appendAt(path, 0, '')) return { outcome: 'lost' };
    files.flushFolder(folder.root);
  }
  if (!files.appendAt(path, end.size, text)) return { outcome: 'lost' };
  if (last === null) return { outcome: 'added', head: null };
  const bytes = end.size + Buffer.byteLength(text);
  return { outcome: 'added', head: { bytes, digest: last }, from: end.size };
}

/** What a change adds to a ledger that ends so, the digest of its last line, and where its last event will stand. */
function linesOf(
  world: HeldWorld,
  path: string,
  end: LedgerEnd,
  { events, files = [], sessionId }: IntendedChange,
): { readonly text: string; readonly last: string | null; act(): ActEvent | undefined } {
  const { at, digests } = world;
  const lineOf = (event: StateEvent, session_id: string | null): EventLine => ({
    timestamp: at,
    session_id,
    ...event,
  });
  const lines = events.map((event) => lineOf(event, sessionId ?? world.sessionId));
  const started = takeOver(world, path, end).map((event) => lineOf(event, null));
  const { last, texts } = chainedLines([...started, ...lines], files, end.prev, digests.of);
  const text = `${end.isTorn ? '\n' : ''}${texts.join('\n')}\n`;
  const act = (): ActEvent | undefined => {
    const line = texts.at(-1) ?? '';
    const digest = actDigest(line, digests.of);
    const before = Buffer.byteLength(text) - Buffer.byteLength(`${line}\n`);
    return digest === undefined ? undefined : { offset: end.size + before, digest };
  };
  return { text, last, act };
}

function isSameAct(one: ActEvent, other: ActEvent | undefined): boolean {
  return one.offset === other?.offset && one.digest === other.digest;
}

/** What tells that a log without a chain goes on as a ledger; nothing where there is none. */
function takeOver({ digests }: LedgerWorld, path: string, end: LedgerEnd): readonly StateEvent[] {
  if (!end.isOld) return [];
  const sha256 = digests.ofFile(path, LARGEST_OLD_LOG);
  return [{ event: 'ledger.started', taken_over: { bytes: end.size, sha256 } }];
}

/** Why no line can be added to the ledger, as far as its end tells; undefined where it can, or is not there. */
export function faultOfLedger(
  world: Pick<LedgerWorld, 'digests' | 'files'>,
  path: string,
): BrokenFile | undefined {
  const found = endOf(world, path);
  return found.ok || found.failure.kind !== 'broken-file' ? undefined : found.failure.file;
}

/** What the next line of a ledger needs to know of those before it. */
interface LedgerEnd {
  readonly size: number;
  /** Whether the last line was cut off before its end. */
  readonly isTorn: boolean;
  /** Whether it is a log of a version that chained nothing. */
  readonly isOld: boolean;
  /** The digest of the last line; null where the chain begins. */
  readonly prev: string | null;
}

const EMPTY: LedgerEnd = { size: 0, isTorn: false, isOld: false, prev: null };

/** Reads as much of the ledger's end as it takes. Fails where it is no file, or its last line is too long. */
function endOf(
  { digests, files }: Pick<LedgerWorld, 'digests' | 'files'>,
  path: string,
): Result<LedgerEnd> {
  const broken = (reason: string) => failed({ kind: 'broken-file', file: { path, reason } });
  for (let most = FIRST_LOOK; ; most *= 2) {
    const reading = files.readSlice(path, { last: most });
    if (reading.found === 'nothing') return success(EMPTY);
    if (reading.found !== 'bytes') return broken(reasonUnread(reading, most));
    const { bytes, size } = reading;
    if (size === 0) return success(EMPTY);
    const isWhole = bytes.length === size;
    const isTorn = bytes.at(-1) !== NEWLINE;
    const end = isTorn ? bytes.length : bytes.length - 1;
    const start = end === 0 ? 0 : bytes.lastIndexOf(NEWLINE, end - 1) + 1;
    const isLineWhole = isWhole || start > 0;
    const isOld = isLineWhole ? isOldLog(linesIn(bytes.subarray(0, end), isWhole)) : undefined;
    const isFarthest = isWhole || most >= FARTHEST_LOOK;
    if (isOld === undefined && !isFarthest) continue;
    if (!isLineWhole) return broken(`its last line exceeds ${FARTHEST_LOOK >> 20} MB`);
    const prev = isOld === true ? null : digests.of(bytes.subarray(start, end));
    return success({ size, isTorn, isOld: isOld === true, prev });
  }
}

const NEWLINE = 0x0a;

/** The lines of a ledger's end, without the first where it may be the rest of one. */
function linesIn(bytes: Buffer, isWhole: boolean): readonly string[] {
  const lines = bytes.toString('utf8').split('\n');
  return isWhole ? lines : lines.slice(1);
}
