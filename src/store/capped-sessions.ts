import { type CapRecord, capsIn, memoryIn } from '../domain/gate-memory.ts';
import type { Files } from '../ports.ts';
import { readSessionState } from './session-memory.ts';
import { idOfFileName, isPromiseFileName, type StateFolder } from './state-folder.ts';

/** A session that its stop gate let go with something left to do, at its last stop. */
export interface CappedSession extends CapRecord {
  readonly session: string;
}

/** All of them, the last one first. What cannot be read says nothing: the doctor names it. */
export function listCapped(files: Files, folder: StateFolder): readonly CappedSession[] {
  const listing = files.list(folder.stopGate);
  const names = 'names' in listing ? listing.names.filter(isPromiseFileName) : [];
  return names
    .flatMap((name): readonly CappedSession[] => {
      const session = idOfFileName(name);
      const found = readSessionState(files, folder, session);
      const last = found.ok ? memoryIn(found.value.state).counters.last : null;
      if (!found.ok || last === 'block' || last === null) return [];
      const [record] = capsIn(found.value.state).slice(-1);
      return record === undefined ? [] : [{ session, ...record }];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}
