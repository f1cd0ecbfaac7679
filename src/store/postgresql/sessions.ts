import { success } from '../../domain/base/result.ts';
import { createFileSessionStore } from '../files/session-store.ts';
import type { SessionStore } from '../session-store.ts';
import { changeDocuments, type StateWorld, shownPlace } from './unit.ts';

/** What is kept of sessions that start, as documents of a database. None of them is the current one of a project there. */
export function createSessions(world: StateWorld): SessionStore {
  const { folder } = world;
  return {
    async initialize(start) {
      const choice = { of: 'session', folder: start.folderName } as const;
      const written = await changeDocuments(world, 'write the session', [choice], (unit) =>
        createFileSessionStore({ ...world, ...unit }, folder).initialize(start),
      );
      if (!written.ok) return written;
      return success({ ...written.value, place: shownPlace(world, written.value.place) });
    },
  };
}
