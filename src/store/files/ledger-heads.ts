import { join } from 'node:path';
import { LARGEST_DOCUMENT, parseDocument } from '../../domain/base/document.ts';
import { isSystemError } from '../../domain/base/system-error.ts';
import { timestamp } from '../../domain/base/time.ts';
import type { StateEvent } from '../../domain/promise/event.ts';
import {
  type Added,
  type KeptHead,
  nextHead,
  readKeptHead,
} from '../../domain/session/kept-head.ts';
import type { LedgerHead } from '../../domain/session/register.ts';
import type { Clock, Digests, Files } from '../../ports.ts';
import type { HeldLedger, Intent, Ledger } from './ledger.ts';
import { realProject, type StateFolder } from './state-folder.ts';

/**
 * The head of a project's ledger, kept in the user's state folder: one file for each project, which one writer at a
 * time replaces, since it holds the ledger. It is not forced to the disk: one that is behind the ledger is no fault,
 * and a change must not wait for it.
 */
interface LedgerHeads {
  /** After lines were added, under the hold of the ledger. Never throws: where it cannot be kept, there is none. */
  keep(added: Omit<Added, 'project'>): void;
}

/** A ledger whose end is kept after each change, before its hold ends. */
export function keepingHeads(ledger: Ledger, heads: LedgerHeads, clock: Clock): Ledger {
  return {
    progress: ledger.progress,
    hold: (act) =>
      ledger.hold((held) => {
        const done: { intent?: Intent; isCarriedOut: boolean } = { isCarriedOut: false };
        const watched: HeldLedger = {
          ...held,
          intend(change) {
            done.intent = held.intend(change);
            // A person's act must not be in a file before its line is in the head: an audit would take it for another's.
            if (change.events.some(isAct)) keepEnd(heads, clock, done.intent, false);
            return done.intent;
          },
          carriedOut() {
            done.isCarriedOut = true;
          },
        };
        try {
          return act(watched);
        } finally {
          keepEnd(heads, clock, done.intent, done.isCarriedOut);
        }
      }),
  };
}

const ACTS: ReadonlySet<string> = new Set([
  'criterion.waived',
  'tampering.accepted',
  'session.ended',
  'session.continued',
]);

/** Whether an event is one that a file names. */
function isAct({ event }: Pick<StateEvent, 'event'>): boolean {
  return ACTS.has(event);
}

function keepEnd(
  heads: LedgerHeads,
  clock: Clock,
  intent: Intent | undefined,
  isCarriedOut: boolean,
): void {
  if (intent?.outcome !== 'added' || intent.head === null) return;
  const { from, head } = intent;
  heads.keep({ at: timestamp(clock.now()), from, head, isCarriedOut });
}

export interface LedgerHeadsWorld {
  readonly files: Files;
  readonly digests: Digests;
  readonly folder: StateFolder;
  /** The folder of what the suite keeps for the user. */
  readonly userStateFolder: string;
}

export function createLedgerHeads(world: LedgerHeadsWorld): LedgerHeads {
  return {
    keep(added) {
      try {
        keepHead(world, added);
      } catch (error) {
        if (!isSystemError(error)) throw error;
      }
    },
  };
}

function keepHead(world: LedgerHeadsWorld, added: Omit<Added, 'project'>): void {
  const { files, folder, userStateFolder } = world;
  const path = headFile(world);
  const reading = readHeadAt(files, path);
  const kept = 'head' in reading ? reading.head : undefined;
  const isFound = kept === undefined || hasHead(world, folder.events, kept);
  const project = realProject(files, folder);
  files.makePrivateFolder(headsFolder(userStateFolder));
  if (!isOwn(world)) return;
  const head = nextHead(kept, isFound, { project, ...added });
  files.replacePrivate(path, `${path}.new`, `${JSON.stringify(head)}\n`);
}

function headsFolder(userStateFolder: string): string {
  return join(userStateFolder, 'ledgers');
}

/** A folder that is a link or another user's is not used. */
function isOwn({ files, userStateFolder }: LedgerHeadsWorld): boolean {
  return files.isOwnFolder(userStateFolder) && files.isOwnFolder(headsFolder(userStateFolder));
}

/** The file of the head of a project's ledger. */
export function headFile({ digests, files, folder, userStateFolder }: LedgerHeadsWorld): string {
  const name = `${digests.of(realProject(files, folder))}.json`;
  return join(headsFolder(userStateFolder), name);
}

type HeadReading =
  | { readonly head: KeptHead | undefined }
  /** Why it cannot be read, in words for a person. */
  | { readonly broken: string };

/** The head that is kept of a project's ledger; undefined where there is none. */
export function readKept(world: LedgerHeadsWorld): HeadReading {
  return isOwn(world) ? readHeadAt(world.files, headFile(world)) : { head: undefined };
}

function readHeadAt(files: Files, path: string): HeadReading {
  const reading = files.read(path, LARGEST_DOCUMENT);
  // A machine that fails may leave it empty: it is not forced to the disk.
  const isNone = reading.found === 'nothing' || (reading.found === 'text' && reading.text === '');
  if (isNone) return { head: undefined };
  const parsed = reading.found === 'text' ? parseDocument(reading.text) : undefined;
  const head = parsed?.ok === true ? readKeptHead(parsed.value) : undefined;
  return head === undefined ? { broken: 'it is not a ledger head' } : { head };
}

/** No line of the suite has more bytes. */
const LONGEST_LOOK = 128 * 1024;

/** Whether a ledger has a line that ends there, with that digest. */
function hasHead(
  { digests, files }: Pick<LedgerHeadsWorld, 'digests' | 'files'>,
  path: string,
  { bytes, digest }: LedgerHead,
): boolean {
  const from = Math.max(0, bytes - LONGEST_LOOK);
  const reading = files.readSlice(path, { from, most: bytes - from });
  if (reading.found !== 'bytes' || reading.bytes.length < bytes - from) return false;
  const text = reading.bytes;
  if (text.at(-1) !== NEWLINE) return false;
  const start = text.length < 2 ? 0 : text.lastIndexOf(NEWLINE, text.length - 2) + 1;
  return digests.of(text.subarray(start, -1)) === digest;
}

const NEWLINE = 0x0a;
