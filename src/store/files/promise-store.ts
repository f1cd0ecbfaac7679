import { join } from 'node:path';
import type { Failure } from '../../domain/base/failure.ts';
import { idFault } from '../../domain/base/identifier.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { withoutActFaults } from '../../domain/promise/acts-held.ts';
import type { FileRecord } from '../../domain/promise/ledger.ts';
import type { ActEvent } from '../../domain/promise/person-act.ts';
import { type CompletionPromise, criteriaOf, isClosed } from '../../domain/promise/promise.ts';
import type { Change } from '../../domain/promise/promise-changes.ts';
import { readPromise } from '../../domain/promise/promise-reading.ts';
import type { Chance, Files } from '../../ports.ts';
import type {
  AcknowledgedChange,
  DecideChange,
  FoundPromise,
  PromiseListing,
  PromiseStore,
} from '../promise-store.ts';
import {
  type ChangeWorld,
  changeInTurn,
  currentText,
  LONGEST_WAIT_MS,
  type Try,
  tidyUp,
} from './change-in-turn.ts';
import { type OutsideChange, outsideChangeOf } from './outside-change.ts';
import { withActsHeld, withAllActsHeld } from './person-acts.ts';
import { recordsOfPromises } from './promise-records.ts';
import { faultOfFolder, idsIn, readDocument, readPromises } from './reading.ts';
import {
  changeInLedger,
  type NamedAct,
  type Replaced,
  type Replacement,
  recordOfTexts,
  replaceRecorded,
} from './recorded-change.ts';
import {
  createRegistration,
  type OwnedChange,
  type Registration,
  type RegistrationWorld,
  untoldFault,
} from './registration.ts';
import { type FolderWorld, fileNameOf, idFile, type StateFolder } from './state-folder.ts';
import { readGoverningAnswers } from './validation-store.ts';
import { guarded, prepareFolders, storableText } from './writing.ts';

/** An id has 32 random bits: a taken one is rare, and several in a row mean a broken random source. */
const MOST_TRIES_FOR_AN_ID = 8;

interface FilePromiseStoreParts extends ChangeWorld, RegistrationWorld {
  readonly chance: Chance;
}

/** Promises as one JSON file each, shared by any number of processes. */
export function createFilePromiseStore(parts: FilePromiseStoreParts): PromiseStore {
  const { folder } = parts;
  return {
    listActive: async () => listFolder(parts, parts.folder.promises, isOpen),
    endedIds: async (order) => endedIds(parts, order === 'newest'),
    listHistory: async (ids) => listHistory(parts, ids),
    find: async (id) => findPromise(parts, id),
    records: async (ids) => recordsOfPromises(parts, ids),
    untold: async (id) => untoldChangeOf(parts, id),
    create: (draft) =>
      guarded('create a promise', folder.promises, async () => createPromise(parts, draft)),
    change: (id, decide) =>
      guarded('change a promise', folder.promises, () => changePromise(parts, id, decide)),
  };
}

async function createPromise(
  parts: FilePromiseStoreParts,
  draft: (id: string) => Change,
): Promise<Result<AcknowledgedChange>> {
  const { files, folder } = parts;
  const fault = prepareFolders(files, folder, foldersOf(folder));
  if (fault !== undefined) return failed(fault);
  const registration = createRegistration(parts);
  const created = await changeInLedger(parts, tryCreate(parts, draft, registration));
  if (!created.ok) registration.withdraw();
  return created;
}

function tryCreate(
  parts: FilePromiseStoreParts,
  draft: (id: string) => Change,
  registration: Registration,
): Try<AcknowledgedChange> {
  const { files, folder } = parts;
  let taken = 0;
  return () => {
    const id = `promise-${parts.chance.hex(4)}`;
    const there = findPromise(parts, id);
    if (there.ok || there.failure.kind !== 'promise-not-found') {
      taken += 1;
      if (taken < MOST_TRIES_FOR_AN_ID) return success({ outcome: 'moved' });
      // That many ids are never taken: their places cannot be looked at.
      return there.ok
        ? failed({ kind: 'unexpected', message: 'no free promise id was found' })
        : there;
    }
    const change = draft(id);
    const content = storableText({ id }, withoutActFaults(change.promise));
    if (!content.ok) return content;
    const path = idFile(folder.promises, id);
    const owned = { id, outside: UNTOUCHED, before: undefined };
    const common = { id, content: content.value, outside: UNTOUCHED };
    const written = { ...common, path, base: undefined, change };
    const stored = store(parts, written, {
      current: () => currentText(files, path),
      announce: (last) => registration.announce({ ...owned, ...last }),
    });
    if (!stored.ok) return stored;
    const { last, replaced } = stored.value;
    if (replaced.outcome !== 'committed') return success({ outcome: replaced.outcome });
    const warnings = registration.confirm({ ...owned, ...last }, replaced.head);
    const value = { id, before: undefined, after: last.after, warnings };
    return success({ outcome: 'committed', value });
  };
}

/** A change of a promise as it is to be written. */
interface WrittenChange {
  readonly id: string;
  readonly path: string;
  /** The text of the file that the change was made from; undefined where it creates the promise. */
  readonly base: string | undefined;
  readonly content: string;
  readonly change: Change;
  readonly outside: OutsideChange;
}

/** The same once it is known where its event stands in the ledger. */
type FinalChange = Pick<OwnedChange, 'after' | 'content'>;

/** Of a promise that is new. */
const UNTOUCHED: OutsideChange = { isExternal: false, untold: [] };

/** Tries once to store a change, its events in the ledger before it. Fails where the ledger cannot be written. */
function store(
  parts: FilePromiseStoreParts,
  { base, change, content, id, outside, path }: WrittenChange,
  moments: Pick<Replacement, 'current'> & { announce(last: FinalChange): Failure | undefined },
): Result<{ readonly replaced: Replaced; readonly last: FinalChange }> {
  let last: FinalChange = { after: change.promise, content };
  const { naming } = change;
  const events = [...(change.earlierEvents ?? []), change.event].map((event) => ({
    promise_id: id,
    ...event,
  }));
  const filesOf = (text: string): readonly FileRecord[] => {
    const record = recordOfTexts(parts, path, base, text);
    return [outside.isExternal ? { ...record, external: true as const } : record];
  };
  const nameAct = (after: CompletionPromise): Result<NamedAct> => {
    const text = storableText({ id }, withoutActFaults(after));
    if (!text.ok) return text;
    last = { after, content: text.value };
    return success({ content: text.value, files: filesOf(text.value) });
  };
  const replaced = replaceRecorded(parts, {
    path,
    base,
    content,
    change: { events, files: filesOf(content) },
    current: moments.current,
    announce: () => moments.announce(last),
    ...(naming === undefined ? {} : { naming: (event: ActEvent) => nameAct(naming(event)) }),
  });
  return replaced.ok ? success({ replaced: replaced.value, last }) : replaced;
}

async function changePromise(
  parts: FilePromiseStoreParts,
  id: string,
  decide: DecideChange,
): Promise<Result<AcknowledgedChange>> {
  const { files, folder } = parts;
  // A change that is refused now needs no turn in the queue, and makes no folder.
  const asThingsStand = decideOn(parts, id, decide);
  if (!asThingsStand.ok) return asThingsStand;
  const fault = prepareFolders(files, folder, foldersOf(folder));
  if (fault !== undefined) return failed(fault);
  const registration = createRegistration(parts);
  const changed = await changeInTurn(
    parts,
    { place: id, id, mostMs: LONGEST_WAIT_MS, progress: parts.ledger.progress },
    tryChange(parts, id, decide, registration),
  );
  if (!changed.ok) registration.withdraw();
  return changed;
}

function tryChange(
  parts: FilePromiseStoreParts,
  id: string,
  decide: DecideChange,
  registration: Registration,
): Try<AcknowledgedChange> {
  const { commits, files, folder } = parts;
  return () => {
    const decided = decideOn(parts, id, decide);
    if (!decided.ok) return decided;
    const { found, change } = decided.value;
    const content = storableText({ id }, withoutActFaults(change.promise));
    if (!content.ok) return content;
    const archive = idFile(folder.history, id);
    if (isClosed(change.promise) && files.exists(archive)) {
      return failed({ kind: 'already-archived', id, path: archive });
    }
    // An answer may have been stored since: `decide` is asked again just before the change is published,
    // and where it refuses now, the try counts as overtaken.
    const outside = outsideChangeOf(parts, found);
    const owned = { id, outside, before: found.promise };
    const common = { id, content: content.value, outside };
    const written = { ...common, path: found.path, base: found.text, change };
    const stored = store(parts, written, {
      current: () =>
        askAbout(parts, found, decide).ok ? currentText(files, found.path) : undefined,
      announce: (last) => registration.announce({ ...owned, ...last }),
    });
    if (!stored.ok) return stored;
    const { last, replaced } = stored.value;
    if (replaced.outcome !== 'committed') return success({ outcome: replaced.outcome });
    const untidied = tidyUp(found.path, () => {
      if (isClosed(change.promise)) moveToHistory(files, folder, found.path, archive);
      commits.sweep();
      parts.queue.sweep();
    });
    const warnings = [...untidied, ...registration.confirm({ ...owned, ...last }, replaced.head)];
    const value = { id, before: found.promise, after: last.after, warnings };
    return success({ outcome: 'committed', value });
  };
}

/** Decides on the change of a promise as it is now. A promise that has ended is never changed. */
function decideOn(
  parts: FilePromiseStoreParts,
  id: string,
  decide: DecideChange,
): Result<{ readonly found: PromiseOnDisk; readonly change: Change }> {
  const found = findPromise(parts, id);
  if (!found.ok) return found;
  const { ended, promise } = found.value;
  const change = askAbout(parts, found.value, decide);
  if (!change.ok) return change;
  return ended
    ? failed({ kind: 'wrong-status', id, status: promise.status, attempted: 'be changed' })
    : success({ found: found.value, change: change.value });
}

function untoldChangeOf(parts: FilePromiseStoreParts, id: string): Failure | undefined {
  const found = findPromise(parts, id);
  if (!found.ok) return undefined;
  const { promise: before } = found.value;
  const outside = outsideChangeOf(parts, found.value);
  const after: CompletionPromise = { ...before, status: 'verified' };
  return untoldFault({ id, before, after, outside }, parts.sessionId);
}

/** Asks `decide` with the answers that are stored beside the promise at this moment. */
function askAbout(
  { files, folder }: FilePromiseStoreParts,
  { id, promise }: PromiseOnDisk,
  decide: DecideChange,
): Result<Change> {
  return decide(promise, readGoverningAnswers(files, folder, id, criteriaOf(promise)));
}

/** The folders that every change of a promise needs. */
function foldersOf({ commits, history, promises }: StateFolder): readonly string[] {
  return [promises, history, commits];
}

/** A promise as its file holds it just now, with the text that a change must start from. */
interface PromiseOnDisk extends FoundPromise {
  readonly text: string;
  readonly path: string;
}

/** A broken file is listed; a folder that cannot be read at all is a failure. */
function listFolder(
  reader: FolderWorld,
  place: string,
  isWanted?: (promise: CompletionPromise) => boolean,
  ids?: readonly string[],
): Result<PromiseListing> {
  const { broken, promises } = readPromises(reader.files, reader.folder.root, place, isWanted, ids);
  const whole = broken.find(({ path }) => place.startsWith(path));
  return whole === undefined
    ? success({ promises: withAllActsHeld(reader, promises), broken })
    : failed({ kind: 'broken-file', file: whole });
}

const isOpen = (promise: CompletionPromise): boolean => !isClosed(promise);

/** The promises that have ended and were not moved to the history. What is broken there is told with the open ones. */
function listUnmoved({ folder, ...reader }: FolderWorld, ids?: readonly string[]) {
  const unmoved = listFolder({ folder, ...reader }, folder.promises, isClosed, ids);
  return unmoved.ok ? success(unmoved.value.promises) : unmoved;
}

function endedIds(reader: FolderWorld, isNewestFirst: boolean): Result<readonly string[]> {
  const { files, folder } = reader;
  const moved = idsIn(files, folder.root, folder.history);
  if ('fault' in moved) return failed({ kind: 'broken-file', file: moved.fault });
  const unmoved = listUnmoved(reader);
  if (!unmoved.ok) return unmoved;
  const unmovedIds = unmoved.value.map(({ id }) => id).filter((id) => !moved.ids.includes(id));
  const ids = [...moved.ids, ...unmovedIds];
  if (!isNewestFirst) return success(ids);
  const changed = ids.map((id, index) => {
    const place = index < moved.ids.length ? folder.history : folder.promises;
    return { id, at: files.modified(join(place, fileNameOf(id))) ?? 0 };
  });
  return success(changed.sort((a, b) => b.at - a.at).map(({ id }) => id));
}

function listHistory(reader: FolderWorld, ids?: readonly string[]): Result<PromiseListing> {
  const history = listFolder(reader, reader.folder.history, undefined, ids);
  if (!history.ok) return history;
  const { broken, promises } = history.value;
  const isLeft = ids !== undefined && promises.length + broken.length < ids.length;
  const unmoved = ids === undefined || isLeft ? listUnmoved(reader, ids) : success([]);
  if (!unmoved.ok) return unmoved;
  return success({ promises: [...promises, ...unmoved.value], broken });
}

function findPromise(reader: FolderWorld, id: string): Result<PromiseOnDisk> {
  const fault = idFault('promise id', id);
  if (fault !== undefined) return failed(fault);
  return (
    findIn(reader, reader.folder.promises, id) ??
    findIn(reader, reader.folder.history, id) ??
    failed({ kind: 'promise-not-found', id })
  );
}

function findIn(reader: FolderWorld, place: string, id: string): Result<PromiseOnDisk> | undefined {
  const { files, folder } = reader;
  const path = idFile(place, id);
  const broken = (reason: string) => failed({ kind: 'broken-file', file: { path, reason } });
  const folderFault = faultOfFolder(files, folder.root, place);
  if (folderFault !== undefined) return failed({ kind: 'broken-file', file: folderFault });
  const document = readDocument(files, path);
  if (document.found === 'nothing') return undefined;
  if (document.found === 'broken') return broken(document.reason);
  const reading = readPromise(document.value);
  if (!reading.ok) return broken(reading.reason);
  const promise = withActsHeld(reader, id, reading.promise);
  const ended = place === folder.history || isClosed(promise);
  return success({ id, promise, ended, text: document.text, path });
}

/** Moves the file of a promise that has ended from the open ones to the history. */
export function moveToHistory(files: Files, folder: StateFolder, from: string, to: string): void {
  files.rename(from, to);
  files.flushFolder(folder.history);
  files.flushFolder(folder.promises);
}
