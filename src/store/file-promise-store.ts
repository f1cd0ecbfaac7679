import { DEEPEST_NESTING, isNestedDeeper, LARGEST_DOCUMENT } from '../domain/document.ts';
import type { Failure } from '../domain/failure.ts';
import { type CompletionPromise, isClosed } from '../domain/promise.ts';
import type { Change } from '../domain/promise-changes.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { Chance, Clock, Files } from '../ports.ts';
import type { Commits } from './commit.ts';
import type { EventLog } from './event-log.ts';
import { fileSystemFailure } from './fault.ts';
import { moveToHistory } from './move-to-history.ts';
import type { PromiseFiles, PromiseOnDisk } from './promise-files.ts';
import type { AcknowledgedChange, PromiseStore } from './promise-store.ts';
import type { Queue } from './queue.ts';
import { prepareFolder } from './reading.ts';
import { jsonDocument } from './replace-file.ts';
import { promiseFile, type StateFolder } from './state-folder.ts';

/** Longest wait for other writers, in milliseconds: queue and commit together. */
export const LONGEST_WAIT_MS = 10_000;

const PAUSE_BETWEEN_TRIES_MS = 8;
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
    const content = serialize(id, change.promise);
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
  const { clock, files, folder, queue, reader } = parts;
  // What is refused as things stand needs no turn in the queue, and no folder made for it.
  const asThingsStand = decideOn(reader.find(id), decide);
  if (!asThingsStand.ok) return asThingsStand;
  const fault = prepareFolders(files, folder);
  if (fault !== undefined) return failed(fault);

  const start = clock.elapsed();
  const turn = await queue.enter(id, start + LONGEST_WAIT_MS);
  if (!turn.entered) {
    return failed({ kind: 'busy', id, holder: turn.holder, waitedMs: clock.elapsed() - start });
  }
  try {
    return await commitChange(parts, id, decide, start);
  } finally {
    await turn.leave();
  }
}

async function commitChange(
  parts: FilePromiseStoreParts,
  id: string,
  decide: Decide,
  start: number,
): Promise<Result<AcknowledgedChange>> {
  const { clock, commits, files, folder, reader } = parts;
  let isLate = false;
  for (;;) {
    const decided = decideOn(reader.find(id), decide);
    if (!decided.ok) return decided;
    const { found, change } = decided.value;
    const content = serialize(id, change.promise);
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
    if (outcome === 'committed') {
      const acknowledged = acknowledge(parts, id, found.promise, change);
      return success(tidyUp(parts, acknowledged, found.path, archive));
    }
    const waitedMs = clock.elapsed() - start;
    if (waitedMs > LONGEST_WAIT_MS) {
      // A writer that was stopped meanwhile finds another's change: it may try once more.
      if (outcome === 'claimed' || isLate) {
        return failed({ kind: 'busy', id, holder: 'other writers', waitedMs });
      }
      isLate = true;
    }
    await clock.sleep(PAUSE_BETWEEN_TRIES_MS);
  }
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

function textOf(files: Files, path: string): string | undefined {
  const reading = files.read(path, LARGEST_DOCUMENT);
  return reading.found === 'text' ? reading.text : undefined;
}

/** A promise as its file's text. Refuses what could not be read back. */
function serialize(id: string, promise: CompletionPromise): Result<string> {
  if (isNestedDeeper(promise, DEEPEST_NESTING)) {
    return failed({ kind: 'not-storable', id, reason: 'it is nested too deep' });
  }
  const text = jsonDocument(promise);
  return Buffer.byteLength(text) > LARGEST_DOCUMENT
    ? failed({ kind: 'not-storable', id, reason: 'it would become too large to be read again' })
    : success(text);
}

async function guarded<Value>(
  action: string,
  path: string,
  act: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  try {
    return await act();
  } catch (error) {
    return failed(fileSystemFailure(error, action, path));
  }
}
