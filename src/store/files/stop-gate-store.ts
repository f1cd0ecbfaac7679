import { LARGEST_DOCUMENT } from '../../domain/base/document.ts';
import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import type { ActEvent } from '../../domain/promise/person-act.ts';
import { memoryIdOf, memoryIn } from '../../domain/session/gate-memory.ts';
import { endIn, withoutEndFault } from '../../domain/session/session-end.ts';
import { type StopGateState, stateFault } from '../../domain/session/stop-gate-state.ts';
import { unfinishedIn } from '../../domain/session/unfinished.ts';
import { isWaiting, waitingIn } from '../../domain/session/waiting.ts';
import type { Digests, World } from '../../ports.ts';
import type {
  CappedSession,
  DecideState,
  KeptState,
  StopGateStore,
  WaitingSession,
} from '../stop-gate-store.ts';
import {
  type ChangeWorld,
  changeInTurn,
  currentText,
  LONGEST_WAIT_MS,
  tidyUp,
} from './change-in-turn.ts';
import { createCommits } from './commit.ts';
import { NO_LEDGER } from './ledger.ts';
import { quarantine } from './quarantine.ts';
import { NO_QUEUE } from './queue.ts';
import { readObject } from './reading.ts';
import { type NamedAct, replaceRecorded } from './recorded-change.ts';
import {
  type FolderWorld,
  idFile,
  idOfFileName,
  isIdFileName,
  stateFolderOf,
} from './state-folder.ts';
import { endOf, readSessionState, unconfirmedEndOf } from './state-view.ts';
import { guarded, prepareFolders, storableText } from './writing.ts';

interface StopGateStoreParts extends ChangeWorld {
  readonly digests: Digests;
  /** Longest wait for other writers, in milliseconds. */
  readonly longestWaitMs: () => number;
}

export function createFileStopGateStore(parts: StopGateStoreParts): StopGateStore {
  const read = (session: string): Result<StopGateState> => {
    const found = readSessionState(parts, session);
    return found.ok ? success(found.value.state) : found;
  };
  return {
    read: async (session) => read(session),
    readEach: async (sessions) => sessions.map(read),
    change: (session, decide) =>
      guarded("change a session's state", parts.folder.stopGate, () =>
        changeState(parts, session, decide),
      ),
    setAside: (session, failure) => setAsideBroken(parts, session, failure),
    endOf: async (session) => endOf(session, parts),
    unconfirmedEndOf: async (session) => unconfirmedEndOf(session, parts),
    listCapped: async () => listCapped(parts),
    listWaiting: async () => listWaiting(parts),
  };
}

async function changeState<Value>(
  parts: StopGateStoreParts,
  session: string,
  decide: DecideState<Value>,
): Promise<Result<KeptState<Value>>> {
  const { commits, files, folder } = parts;
  // A change that is refused now needs no turn in the queue, and makes no folder.
  const now = readSessionState(parts, session);
  const asThingsStand = now.ok ? decide(now.value.state) : now;
  if (!asThingsStand.ok) return asThingsStand;
  const fault = prepareFolders(files, folder, [folder.stopGate, folder.commits]);
  if (fault !== undefined) return failed(fault);
  const thing = { id: session, what: 'Session', mostMs: parts.longestWaitMs() };
  const place = `stop-gate.${memoryIdOf(session)}`;
  const changed = await changeInTurn(parts, { ...thing, place }, () => {
    const found = readSessionState(parts, session);
    if (!found.ok) return found;
    const { path, state, text } = found.value;
    const decided = decide(state);
    if (!decided.ok) return decided;
    const content = storableText(thing, withoutEndFault(decided.value.state));
    if (!content.ok) return content;
    const { event, naming, value } = decided.value;
    const stored = replaceRecorded(event === undefined ? { commits, ledger: NO_LEDGER } : parts, {
      path,
      base: text,
      content: content.value,
      current: () => currentText(files, path),
      // No file: the stop gate changes it as well, and does not wait for the ledger.
      change: { events: event === undefined ? [] : [event] },
      ...(naming === undefined ? {} : { naming: namingOf(thing, naming) }),
    });
    if (!stored.ok) return stored;
    const { outcome } = stored.value;
    return success(outcome === 'committed' ? { outcome, value } : { outcome });
  });
  if (!changed.ok) return changed;
  return success({ value: changed.value, warnings: tidyUp(folder.commits, commits.sweep) });
}

/** The text of a session's state that names the event of a person's act. */
function namingOf(
  thing: { readonly id: string; readonly what: string },
  naming: (event: ActEvent) => StopGateState,
): (event: ActEvent) => Result<NamedAct> {
  return (event) => {
    const content = storableText(thing, withoutEndFault(naming(event)));
    return content.ok ? success({ content: content.value, files: [] }) : content;
  };
}

/** Another process may set the file aside as well, and write a new one: a file that is sound is put back. */
async function setAsideBroken(
  parts: StopGateStoreParts,
  session: string,
  failure: Failure,
): Promise<string | undefined> {
  const { files, folder } = parts;
  const path = idFile(folder.stopGate, memoryIdOf(session));
  if (failure.kind !== 'broken-file' || failure.file.path !== path) return undefined;
  if (readSessionState(parts, session).ok) return undefined;
  // A file that could not be read in time is not known to be broken: the next stop reads it again.
  if (files.read(path, LARGEST_DOCUMENT).found === 'too-late') return undefined;
  const moved = await quarantine(parts, folder, failure.file);
  if (!moved.ok) return undefined;
  const { to } = moved.value;
  const reading = readObject(files, to);
  if (reading.found !== 'object' || stateFault(reading.value) !== undefined) return to;
  try {
    if (!files.exists(path)) files.rename(to, path);
  } catch {
    // It stays in the quarantine, and its note says where it came from.
  }
  return to;
}

function listCapped(reader: FolderWorld): readonly CappedSession[] {
  return keptStates(reader)
    .flatMap(({ session, state }): readonly CappedSession[] => {
      const record = unfinishedIn(state);
      return record === undefined ? [] : [{ session, folders: memoryIn(state).folders, ...record }];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

function listWaiting(reader: FolderWorld): readonly WaitingSession[] {
  return keptStates(reader)
    .flatMap(({ session, state }): readonly WaitingSession[] => {
      const waiting = waitingIn(state);
      return isWaiting(waiting) && endIn(state) === undefined ? [{ session, ...waiting }] : [];
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** What is kept of each session, where it can be read. */
function keptStates(
  reader: FolderWorld,
): readonly { readonly session: string; readonly state: StopGateState }[] {
  const { files, folder } = reader;
  const listing = files.list(folder.stopGate);
  const names = 'names' in listing ? listing.names.filter(isIdFileName) : [];
  return names.flatMap((name) => {
    const session = idOfFileName(name);
    const found = readSessionState(reader, session);
    return found.ok ? [{ session, state: found.value.state }] : [];
  });
}

/** What the stop gate's own process needs to keep what it remembers. */
interface GateMemoryWorld extends World {
  /** Until the gate must have answered, in milliseconds. */
  readonly timeLeft: () => number;
  readonly digests: Digests;
}

/**
 * The store as the stop gate's lane opens it: without the queue, which only orders writers and needs a
 * library, as the commit alone protects a change; and without events.
 */
export function openFileGateMemory(world: GateMemoryWorld, projectFolder: string): StopGateStore {
  const { chance, timeLeft } = world;
  const folder = stateFolderOf(projectFolder);
  return createFileStopGateStore({
    ...world,
    folder,
    commits: createCommits(world, folder.commits, () => chance.hex(6)),
    queue: NO_QUEUE,
    ledger: NO_LEDGER,
    longestWaitMs: () => Math.max(0, Math.min(LONGEST_WAIT_MS, timeLeft())),
  });
}
