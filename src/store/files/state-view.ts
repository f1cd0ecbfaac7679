import { isObject } from '../../domain/base/document.ts';
import { isSafeId } from '../../domain/base/identifier.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { readPromise } from '../../domain/promise/promise-reading.ts';
import type { Session } from '../../domain/promise/session.ts';
import { memoryIdOf } from '../../domain/session/gate-memory.ts';
import type { PromiseWhereabouts } from '../../domain/session/lost-promise.ts';
import {
  endIn,
  type SessionEnd,
  type UnconfirmedEnd,
  unconfirmedEndIn,
} from '../../domain/session/session-end.ts';
import { type StopGateState, stateFault } from '../../domain/session/stop-gate-state.ts';
import type { StateView } from '../state-view.ts';
import { fileRecordOf } from './file-record.ts';
import { withActsHeld, withAllActsHeld, withStateHeld } from './person-acts.ts';
import { faultOfFolder, readDocument, readPromises } from './reading.ts';
import { type FolderWorld, idFile, stateFolderOf } from './state-folder.ts';

/** What the fast lanes read by. */
type ViewWorld = Pick<FolderWorld, 'digests' | 'files'>;

/** What the fast lanes read, from the state folder of a project. */
export function createFileView(world: ViewWorld, projectFolder: string): StateView {
  const { files } = world;
  const folder = stateFolderOf(projectFolder);
  const reader = { ...world, folder };
  return {
    isThere: () => files.exists(folder.root),
    listActive(isWanted) {
      const { broken, promises } = readPromises(files, folder.root, folder.promises, isWanted);
      return { broken, promises: withAllActsHeld(reader, promises) };
    },
    whereaboutsOf: (id) => whereaboutsOf(id, reader),
    recordOf: (id, made) => fileRecordOf(id, made, reader),
    stopGateState(session) {
      const found = readSessionState(reader, session);
      return found.ok ? success(found.value.state) : found;
    },
    endOf: (session) => endOf(session, reader),
    unconfirmedEndOf: (session) => unconfirmedEndOf(session, reader),
  };
}

function whereaboutsOf(id: string, reader: FolderWorld): PromiseWhereabouts {
  const { files, folder } = reader;
  if (!isSafeId(id)) return { place: 'nowhere' };
  for (const place of ['active', 'history'] as const) {
    const path = idFile(place === 'active' ? folder.promises : folder.history, id);
    const document = readDocument(files, path);
    if (document.found === 'nothing') continue;
    const reading = document.found === 'document' ? readPromise(document.value) : undefined;
    return reading?.ok
      ? { place, promise: withActsHeld(reader, id, reading.promise) }
      : { place: 'broken', among: place };
  }
  return { place: 'nowhere' };
}

/** What the stop gate keeps of a session, as its file holds it. */
interface StateOnDisk {
  readonly state: StopGateState;
  readonly path: string;
  /** The text that a change must start from; undefined where there is no file. */
  readonly text: string | undefined;
}

/** Reads a session's state; empty where nothing was kept. The id may be any text. Fails: broken file. */
export function readSessionState(reader: FolderWorld, session: string): Result<StateOnDisk> {
  const { files, folder } = reader;
  const path = idFile(folder.stopGate, memoryIdOf(session));
  const broken = (reason: string) => failed({ kind: 'broken-file', file: { path, reason } });
  const folderFault = faultOfFolder(files, folder.root, folder.stopGate);
  if (folderFault !== undefined) return failed({ kind: 'broken-file', file: folderFault });
  const document = readDocument(files, path);
  if (document.found === 'nothing') return success({ state: {}, path, text: undefined });
  if (document.found === 'broken') return broken(document.reason);
  if (!isObject(document.value)) return broken('it is not an object');
  const fault = stateFault(document.value);
  return fault === undefined
    ? success({ state: withStateHeld(reader, session, document.value), path, text: document.text })
    : broken(fault);
}

/** When and why a person ended a session, under any of its ids. A file that cannot be read is passed over. */
export function endOf(session: Session, reader: FolderWorld): SessionEnd | undefined {
  return firstOf(session, reader, endIn);
}

/** The end in a session's file, under any of its ids, that does not count. */
export function unconfirmedEndOf(
  session: Session,
  reader: FolderWorld,
): UnconfirmedEnd | undefined {
  return firstOf(session, reader, unconfirmedEndIn);
}

function firstOf<Value>(
  { ids }: Session,
  reader: FolderWorld,
  find: (state: StopGateState) => Value | undefined,
): Value | undefined {
  for (const id of ids) {
    const found = readSessionState(reader, id);
    const value = found.ok ? find(found.value.state) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}
