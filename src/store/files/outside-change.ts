import { isLeftBySuite, recordOf } from '../../domain/promise/ledger.ts';
import { type CompletionPromise, ownerOf } from '../../domain/promise/promise.ts';
import {
  type Lessening,
  lesseningsOf,
  lesseningsTogether,
  outlineOf,
} from '../../domain/session/promise-outline.ts';
import type { RegisteredPromise } from '../../domain/session/register.ts';
import type { Digests, Files } from '../../ports.ts';
import type { Register } from '../register.ts';
import { readLedgerTail } from './ledger-reading.ts';
import { recordedPath } from './recorded-change.ts';
import { realProject, type StateFolder } from './state-folder.ts';

/** What something else than the suite did to a promise that is about to be changed. */
export interface OutsideChange {
  /** Whether that made it less open now, or before a change that the ledger has. */
  readonly isExternal: boolean;
  /** What sessions are to be told of it and were not, each with all that it is still to be told of. */
  readonly untold: readonly UntoldChange[];
}

interface UntoldChange {
  readonly session: string;
  readonly lessenings: readonly Lessening[];
  /** Whether its register has all of it already. */
  readonly isRegistered: boolean;
}

interface OutsideWorld {
  readonly digests: Digests;
  readonly files: Files;
  readonly folder: StateFolder;
  readonly register: Register;
  /** The session that acts. */
  readonly sessionId: string | null;
}

/** A promise as it was read, with the text and the path of its file. */
interface ReadPromise {
  readonly id: string;
  readonly promise: CompletionPromise;
  readonly text: string;
  readonly path: string;
}

/** What a register has of the promise. */
interface Entry extends RegisteredPromise {
  readonly session: string;
}

/**
 * Compares a promise with what the suite wrote last. The ledger is read after the file: a change of another command
 * that came in between is no change from outside, and this one finds the file moved. Of a long ledger the end is
 * read.
 */
export function outsideChangeOf(world: OutsideWorld, found: ReadPromise): OutsideChange {
  const { digests, files, folder, sessionId } = world;
  const digest = digests.of(found.text);
  const owner = ownerOf(found.promise);
  const near = [owner, sessionId].filter((session) => session !== null);
  const entries = entriesOf(world, found.id, near);
  const path = recordedPath(folder, found.path);
  const [last] = readLedgerTail({ digests, files }, folder.events, [path]).records;
  const isMade = entries.some(
    ({ intended, made }) => made?.digest === digest || intended?.digest === digest,
  );
  const done = entries.flatMap(({ made }) => made?.digest ?? []);
  const isWritten = isMade || (last !== undefined && isLeftBySuite(digest, last, done));
  const isKnown = entries.some(({ made }) => made !== undefined);
  // Where another session has it, its owner was changed by something else.
  const made =
    isWritten || isKnown ? entries : entriesOf(world, found.id, world.register.sessions());
  const fresh = isWritten ? [] : freshIn(made, found.promise);
  const isUnknown = !isWritten && !made.some((entry) => entry.made !== undefined);
  const isChanged = last !== undefined && recordOf(path, digest, [last]) === 'changed-outside';
  const blind: readonly Untold[] =
    isUnknown && isChanged && owner !== null && owner === sessionId
      ? [{ session: owner, lessenings: [{ what: 'not-known' }] }]
      : [];
  const all = [...fresh, ...blind];
  return {
    isExternal: last?.external === true || all.length > 0,
    untold: together(entries, all),
  };
}

type Untold = Pick<UntoldChange, 'lessenings' | 'session'>;

function entriesOf(
  { files, folder, register }: OutsideWorld,
  id: string,
  sessions: readonly string[],
): readonly Entry[] {
  const project = realProject(files, folder);
  return [...new Set(sessions)].flatMap((session) =>
    register
      .read([session])
      .promises.filter((one) => one.id === id && one.project === project)
      .map((one) => ({ ...one, session })),
  );
}

/** In what a promise is less open than the suite made it, for each session that has it. */
function freshIn(entries: readonly Entry[], promise: CompletionPromise): readonly Untold[] {
  const outline = outlineOf(promise);
  return entries.flatMap(({ made, session }) => {
    if (made === undefined) return [];
    const lost: readonly Lessening[] = ownerOf(promise) === session ? [] : [{ what: 'owner' }];
    const lessenings = [...lesseningsOf(made.outline, outline), ...lost];
    return lessenings.length === 0 ? [] : [{ session, lessenings }];
  });
}

/** What was registered before and what is new, in one for each session. */
function together(entries: readonly Entry[], all: readonly Untold[]): readonly UntoldChange[] {
  const sessions = new Set([...entries, ...all].map(({ session }) => session));
  return [...sessions].flatMap((session) => {
    const before = entries.find((entry) => entry.session === session)?.lessenings ?? [];
    const now = all.find((one) => one.session === session)?.lessenings ?? [];
    const lessenings = lesseningsTogether(before, now);
    const isRegistered = lessenings.length === before.length;
    return lessenings.length === 0 ? [] : [{ session, lessenings, isRegistered }];
  });
}
