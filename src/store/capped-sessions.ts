import { type CapRecord, capsIn, memoryIn } from '../domain/gate-memory.ts';
import type { Files } from '../ports.ts';
import { readSessionState } from './session-memory.ts';
import { idOfFileName, isPromiseFileName, type StateFolder } from './state-folder.ts';

/** A session that its stop gate let go with something left to do, and that has not stopped since. */
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
      if (!found.ok || memoryIn(found.value.state).counters.last !== 'cap') return [];
      const last = capsIn(found.value.state).at(-1);
      return last === undefined ? [] : [{ session, ...last }];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}
