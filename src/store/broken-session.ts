import type { Failure } from '../domain/failure.ts';
import { memoryIdOf } from '../domain/gate-memory.ts';
import { stateFault } from '../domain/stop-gate-state.ts';
import type { Clock, Files } from '../ports.ts';
import type { EventLog } from './event-log.ts';
import { quarantine } from './quarantine.ts';
import { readObject } from './reading.ts';
import { readSessionState } from './session-memory.ts';
import { promiseFile as fileOf, type StateFolder } from './state-folder.ts';

/**
 * Moves a session's file that cannot be read to the quarantine, and says where it is then. Another process
 * may do the same, and write a new one: a file that turns out to be sound is put back.
 */
export function setAsideBroken(
  world: { readonly files: Files; readonly clock: Clock; readonly events: EventLog },
  folder: StateFolder,
  session: string,
  failure: Failure,
): string | undefined {
  const { files } = world;
  const path = fileOf(folder.stopGate, memoryIdOf(session));
  if (failure.kind !== 'broken-file' || failure.file.path !== path) return undefined;
  if (readSessionState(files, folder, session).ok) return undefined;
  const moved = quarantine(world, folder, failure.file);
  if (!moved.ok) return undefined;
  const { to } = moved.value;
  const reading = readObject(files, to);
  if (reading.found !== 'object' || stateFault(reading.value) !== undefined) return to;
  try {
    if (!files.exists(path)) files.rename(to, path);
  } catch {
    // It stays where it is, and its note says where it came from.
  }
  return to;
}
