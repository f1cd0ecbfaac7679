import { dirname, join } from 'node:path';
import { isObject, LARGEST_DOCUMENT, parseDocument } from '../../domain/base/document.ts';
import { isSafeId } from '../../domain/base/identifier.ts';
import type { ActReference, FileNow } from '../../domain/session/audit.ts';
import { memoryIdOf } from '../../domain/session/gate-memory.ts';
import type { Act } from '../../domain/session/ledger-replay.ts';
import { faultOfFolder, readObject, reasonUnread } from './reading.ts';
import {
  type FolderWorld,
  idFile,
  idOfFileName,
  isAnswerLog,
  isGoverningAnswer,
  isIdFileName,
} from './state-folder.ts';

/** The files that a ledger tells of, as they are now. */

/** An act of a person that stands in a file, by its path in the ledger's words. */
export interface ActInFile {
  readonly path: string;
  readonly act: Act;
  readonly reference: ActReference | undefined;
  /** Of an end of another session: by what this one, by the name of its memory, has it. */
  readonly inherited?: { readonly by: string; readonly reference: ActReference };
}

export interface LookedAt {
  readonly now: FileNow;
  readonly acts: readonly ActInFile[];
}

const PROMISES = 'promises/';
const VALIDATIONS = 'validations/';

/** The paths of the files that are there, as a ledger has them. `id`: of the one promise that is asked for. */
export function pathsThere(world: FolderWorld, id: string | undefined): readonly string[] {
  const { folder } = world;
  const promises = [...namesIn(world, folder.promises), ...namesIn(world, folder.history)]
    .filter(isIdFileName)
    .map((name) => PROMISES + name);
  const answers = namesIn(world, folder.validations).flatMap((promise) =>
    namesIn(world, join(folder.validations, promise))
      .filter((name) => isGoverningAnswer(name) || isAnswerLog(name))
      .map((name) => `${VALIDATIONS}${promise}/${name}`),
  );
  return [...new Set([...promises, ...answers])].filter((path) => isAbout(path, id));
}

/** Whether a file is that of a promise, or of an answer for it; any is, where none is asked for. */
export function isAbout(path: string, id: string | undefined): boolean {
  if (id === undefined) return true;
  return path === `${PROMISES}${id}.json` || path.startsWith(`${VALIDATIONS}${id}/`);
}

function namesIn({ files, folder }: FolderWorld, place: string): readonly string[] {
  if (faultOfFolder(files, folder.root, place) !== undefined) return [];
  const listing = files.list(place);
  return 'names' in listing ? listing.names : [];
}

/** A file by its path in the ledger. A promise that has ended is in the history, under the path that it had. */
export function lookAtFile(world: FolderWorld, path: string): LookedAt {
  const id = path.startsWith(PROMISES) ? idOfFileName(path.slice(PROMISES.length)) : undefined;
  return id !== undefined && isSafeId(id)
    ? lookAtPromise(world, path, id)
    : { now: lookAtAnswer(world, path), acts: [] };
}

function lookAtPromise(world: FolderWorld, path: string, id: string): LookedAt {
  const { digests, files, folder } = world;
  // In this order: one that ends just now is moved from the one to the other.
  const open = files.read(idFile(folder.promises, id), LARGEST_DOCUMENT);
  const closed = files.read(idFile(folder.history, id), LARGEST_DOCUMENT);
  const reading = open.found === 'nothing' ? closed : open;
  if (reading.found === 'nothing') return { now: { there: 'nothing' }, acts: [] };
  if (reading.found !== 'text') {
    const reason = reasonUnread(reading, LARGEST_DOCUMENT);
    return { now: { there: 'unread', reason }, acts: [] };
  }
  const isBoth = open.found !== 'nothing' && closed.found !== 'nothing';
  const place = isBoth ? 'both' : open.found === 'nothing' ? 'history' : 'open';
  const parsed = parseDocument(reading.text);
  const value = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const { accepted, acceptance_criteria: criteria, status } = value;
  const hasEnded = status === 'verified' || status === 'cancelled';
  const waived = Array.isArray(criteria) ? criteria.flatMap((one) => waiverIn(id, one)) : [];
  const acceptances = Array.isArray(accepted) ? accepted.flatMap((one) => acceptedIn(id, one)) : [];
  return {
    now: { there: 'file', digest: digests.of(reading.text), place, hasEnded },
    acts: [...waived, ...acceptances].map((one) => ({ path, ...one })),
  };
}

function waiverIn(promise: string, value: unknown): readonly Omit<ActInFile, 'path'>[] {
  if (!isObject(value) || !isObject(value['waived'])) return [];
  const act = { act: 'waived', promise, criterion: String(value['id']) } as const;
  return [{ act, reference: referenceIn(value['waived']) }];
}

function acceptedIn(promise: string, value: unknown): readonly Omit<ActInFile, 'path'>[] {
  if (!isObject(value)) return [];
  const act = { act: 'accepted', promise, finding: String(value['digest']) } as const;
  // One that names no event is of no version: acceptances always named theirs.
  return [{ act, reference: placeIn(value['event']) }];
}

/** The event that an act names. One that is none is a reference that no line fits. */
function referenceIn({ event }: { readonly [key: string]: unknown }): ActReference | undefined {
  return event === undefined ? undefined : placeIn(event);
}

function placeIn(event: unknown): ActReference {
  const { digest, offset } = isObject(event) ? event : {};
  return { digest: String(digest), offset: typeof offset === 'number' ? offset : -1 };
}

function lookAtAnswer({ digests, files, folder }: FolderWorld, path: string): FileNow {
  const file = join(folder.root, path);
  const fault = faultOfFolder(files, folder.root, dirname(file));
  if (fault !== undefined) return { there: 'unread', reason: fault.reason };
  const reading = files.read(file, LARGEST_DOCUMENT);
  if (reading.found === 'nothing') return { there: 'nothing' };
  if (reading.found !== 'text') {
    return { there: 'unread', reason: reasonUnread(reading, LARGEST_DOCUMENT) };
  }
  const { text } = reading;
  // A log whose writer was killed between making and filling it.
  if (text === '' && isAnswerLog(path)) return { there: 'nothing' };
  const now = { there: 'file', digest: digests.of(text), place: 'only' } as const;
  if (!isAnswerLog(path) || text.endsWith('\n')) return now;
  return { ...now, digestBeforeTornEnd: digests.of(text.slice(0, text.lastIndexOf('\n') + 1)) };
}

/** The ends of sessions that stand in their files. */
export function endsThere(world: FolderWorld): readonly ActInFile[] {
  const { files, folder } = world;
  return namesIn(world, folder.stopGate)
    .filter(isIdFileName)
    .flatMap((name) => {
      const reading = readObject(files, join(folder.stopGate, name));
      const ended = reading.found === 'object' ? reading.value['ended'] : undefined;
      if (!isObject(ended)) return [];
      // A session that goes on in the place of another has the end of that one.
      const { session } = ended;
      const by = idOfFileName(name);
      const memory = typeof session === 'string' ? memoryIdOf(session) : by;
      const found = {
        path: `stop-gate/${name}`,
        act: { act: 'ended', memory },
        reference: referenceIn(ended),
      } as const;
      // One that names no event is of a version that named none, and counts for no gate.
      const isOwn = memory === by || found.reference === undefined;
      return [
        isOwn ? found : { ...found, inherited: { by, reference: placeIn(ended['inherited']) } },
      ];
    });
}
