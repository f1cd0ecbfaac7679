import { isObject } from '../domain/document.ts';
import { memoryIdOf } from '../domain/gate-memory.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { Session } from '../domain/session.ts';
import { endIn, type SessionEnd } from '../domain/session-end.ts';
import { type StopGateState, stateFault } from '../domain/stop-gate-state.ts';
import type { Files } from '../ports.ts';
import { faultOfFolder, readDocument } from './reading.ts';
import { promiseFile as fileOf, type StateFolder } from './state-folder.ts';

/** What the stop gate keeps of a session, as it stands on the disk. */
export interface StateOnDisk {
  readonly state: StopGateState;
  readonly path: string;
  /** The text that a change must start from; nothing where there is no file. */
  readonly text: string | undefined;
}

/** Reads a session's state, under whatever id; empty where nothing was kept. Fails: broken file. */
export function readSessionState(
  files: Files,
  folder: StateFolder,
  session: string,
): Result<StateOnDisk> {
  const path = fileOf(folder.stopGate, memoryIdOf(session));
  const broken = (reason: string) => failed({ kind: 'broken-file', file: { path, reason } });
  const folderFault = faultOfFolder(files, folder.root, folder.stopGate);
  if (folderFault !== undefined) return failed({ kind: 'broken-file', file: folderFault });
  const document = readDocument(files, path);
  if (document.found === 'nothing') return success({ state: {}, path, text: undefined });
  if (document.found === 'broken') return broken(document.reason);
  if (!isObject(document.value)) return broken('it is not an object');
  const fault = stateFault(document.value);
  return fault === undefined
    ? success({ state: document.value, path, text: document.text })
    : broken(fault);
}

/** Whether a person ended a session, under whichever of its ids; a file that cannot be read says nothing. */
export function endOf(session: Session, files: Files, folder: StateFolder): SessionEnd | undefined {
  for (const id of session.ids) {
    const found = readSessionState(files, folder, id);
    const end = found.ok ? endIn(found.value.state) : undefined;
    if (end !== undefined) return end;
  }
  return undefined;
}
