import type { Failure } from '../domain/failure.ts';
import { type CompletionPromise, isClosed } from '../domain/promise.ts';
import type { Change } from '../domain/promise-changes.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { Chance, Clock, Files } from '../ports.ts';
import {
  changeInTurn,
  guarded,
  LONGEST_WAIT_MS,
  PAUSE_BETWEEN_TRIES_MS,
  storableText,
  type Try,
  textOf,
} from './change-in-turn.ts';
import type { Commits } from './commit.ts';
import type { EventLog } from './event-log.ts';
import { fileSystemFailure } from './fault.ts';
import { moveToHistory } from './move-to-history.ts';
import type { PromiseFiles, PromiseOnDisk } from './promise-files.ts';
import type { AcknowledgedChange, PromiseStore } from './promise-store.ts';
import type { Queue } from './queue.ts';
import { prepareFolder } from './reading.ts';
import { promiseFile, type StateFolder } from './state-folder.ts';

/** An id has 32 random bits: one that is taken is rare, several in a row mean a broken source. */
const MOST_TRIES_FOR_AN_ID = 8;

export interface FilePromiseStoreParts {
  readonly files: Files;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly folder: StateFolder;
  readonly reader: PromiseFiles;
  readonly commits: Commits;
  readonly queue: Queue;
  readonly events: EventLog;
}

type Decide = (promise: CompletionPromise) => Result<Change>;

/** Promises as one JSON file each, shared by any number of processes. */
export function createFilePromiseStore(parts: FilePromiseStoreParts): PromiseStore {
  const { folder, reader } = parts;
  return {
    listActive: async () => reader.listActive(),
    listHistory: async () => reader.listHistory(),
    find: async (id) => reader.find(id),
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
  const { chance, clock, commits, files, folder, reader } = parts;
  const fault = prepareFolders(files, folder);
  if (fault !== undefined) return failed(fault);
  for (let tries = 0; tries < MOST_TRIES_FOR_AN_ID; tries += 1) {
    const id = `promise-${chance.hex(4)}`;
    const taken = reader.find(id);
    if (taken.ok || taken.failure.kind !== 'promise-not-found') continue;
    const change = draft(id);
    const content = storableText({ id }, change.promise);
    if (!content.ok) return content;
    const path = promiseFile(folder.promises, id);
    const outcome = commits.replace(path, undefined, content.value, () => textOf(files, path));
    if (outcome === 'committed') return success(acknowledge(parts, id, undefined, change));
    await clock.sleep(PAUSE_BETWEEN_TRIES_MS);
  }
  return failed({ kind: 'unexpected', message: 'no free promise id was found' });
}

async function changePromise(
  parts: FilePromiseStoreParts,
  id: string,
  decide: Decide,
): Promise<Result<AcknowledgedChange>> {
  const { files, folder, reader } = parts;
  // What is refused as things stand needs no turn in the queue, and no folder made for it.
  const asThingsStand = decideOn(reader.find(id), decide);
  if (!asThingsStand.ok) return asThingsStand;
  const fault = prepareFolders(files, folder);
  if (fault !== undefined) return failed(fault);
  return changeInTurn(
    parts,
    { place: id, id, mostMs: LONGEST_WAIT_MS },
    tryChange(parts, id, decide),
  );
}

function tryChange(
  parts: FilePromiseStoreParts,
  id: string,
  decide: Decide,
): Try<AcknowledgedChange> {
  const { commits, files, folder, reader } = parts;
  return () => {
    const decided = decideOn(reader.find(id), decide);
    if (!decided.ok) return decided;
    const { found, change } = decided.value;
    const content = storableText({ id }, change.promise);
    if (!content.ok) return content;
    const archive = promiseFile(folder.history, id);
    if (isClosed(change.promise) && files.exists(archive)) {
      return failed({ kind: 'already-archived', id, path: archive });
    }
    // What decided may have changed beside the promise, as a validator's answer does: it is asked
    // again just before the change is published, and where it refuses now, the promise has moved.
    const outcome = commits.replace(found.path, found.text, content.value, () =>
      decide(found.promise).ok ? textOf(files, found.path) : undefined,
    );
    if (outcome !== 'committed') return success({ outcome });
    const acknowledged = acknowledge(parts, id, found.promise, change);
    return success({ outcome, value: tidyUp(parts, acknowledged, found.path, archive) });
  };
}

/** Asks for the change of a promise as it was found; one that has ended can only be refused. */
function decideOn(
  found: Result<PromiseOnDisk>,
  decide: Decide,
): Result<{ readonly found: PromiseOnDisk; readonly change: Change }> {
  if (!found.ok) return found;
  const { id, promise, ended } = found.value;
  const change = decide(promise);
  if (!change.ok) return change;
  return ended
    ? failed({ kind: 'wrong-status', id, status: promise.status, attempted: 'be changed' })
    : success({ found: found.value, change: change.value });
}

function acknowledge(
  { events }: FilePromiseStoreParts,
  id: string,
  before: CompletionPromise | undefined,
  change: Change,
): AcknowledgedChange {
  const warnings = [...(change.earlierEvents ?? []), change.event]
    .map((event) => events.append({ promise_id: id, ...event }))
    .filter((unlogged) => unlogged !== undefined);
  return { id, before, after: change.promise, warnings };
}

/** What follows a change that is done. It can fail and undoes nothing: a warning says so. */
function tidyUp(
  { commits, files, folder }: FilePromiseStoreParts,
  change: AcknowledgedChange,
  path: string,
  archive: string,
): AcknowledgedChange {
  try {
    if (isClosed(change.after)) {
      moveToHistory(files, folder, path, archive);
    }
    commits.sweep();
    return change;
  } catch (error) {
    const fault = fileSystemFailure(error, 'tidy up after the change, which is done', path);
    return { ...change, warnings: [...change.warnings, fault] };
  }
}

function prepareFolders(files: Files, folder: StateFolder): Failure | undefined {
  for (const place of [folder.promises, folder.history, folder.commits]) {
    const file = prepareFolder(files, folder.root, place);
    if (file !== undefined) return { kind: 'broken-file', file };
  }
  return undefined;
}
