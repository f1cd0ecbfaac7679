import { dirname, join, relative } from 'node:path';
import type { Failure } from '../../domain/base/failure.ts';
import { idFault } from '../../domain/base/identifier.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import type { NewSession, SessionStore } from '../session-store.ts';
import { readObject } from './reading.ts';
import { actRecorded, type RecordWorld } from './recorded-change.ts';
import { SESSION_FILE, type StateFolder } from './state-folder.ts';
import {
  fileSystemFailure,
  guarded,
  jsonDocument,
  prepareFolders,
  replaceFile,
} from './writing.ts';

/** `max_iterations` of a new session, as other readers of the file expect it. */
const MOST_ITERATIONS = 25;

export function createFileSessionStore(world: RecordWorld, folder: StateFolder): SessionStore {
  return {
    async initialize(start) {
      const { folderName, initiative = null, sessionId } = start;
      const fault = idFault('session folder', folderName);
      if (fault !== undefined) return failed(fault);
      const path = join(folder.sessions, folderName, SESSION_FILE);
      const event = { event: 'session.initialized', initiative } as const;
      const written = await guarded('write the session', path, async () => {
        const unusable = prepareFolders(world.files, folder, foldersOf(folder, path));
        if (unusable !== undefined) return failed(unusable);
        return actRecorded(world, () => {
          const state = stateOf(world, path, start);
          if (!state.ok) return state;
          const act = () => replaceFile(world, folder, path, jsonDocument(state.value));
          return success({ change: { events: [event], sessionId }, act });
        });
      });
      if (!written.ok) return written;
      return success({ place: path, warnings: pointAt(world, folder, path) });
    },
  };
}

function foldersOf({ commits, sessions }: StateFolder, path: string): readonly string[] {
  return [commits, sessions, dirname(path)];
}

/** The session's state as it is to be written, with what an earlier one says of the session's progress. */
function stateOf(
  { clock, files }: RecordWorld,
  path: string,
  { initiative, sessionId }: NewSession,
): Result<object> {
  const earlier = readObject(files, path);
  if (earlier.found === 'broken') {
    return failed({ kind: 'broken-file', file: { path, reason: earlier.reason } });
  }
  const known = earlier.found === 'object' ? earlier.value : {};
  return success({
    version: '1.0',
    started_at: timestamp(clock.now()),
    iteration: 0,
    max_iterations: MOST_ITERATIONS,
    ...known,
    session_id: sessionId,
    initiative: initiative ?? known['initiative'] ?? null,
  });
}

/** A failure is a warning: where links need rights that the user lacks (Windows), the session works without. */
function pointAt(
  { draftName, files }: RecordWorld,
  folder: StateFolder,
  path: string,
): readonly Failure[] {
  try {
    const draft = join(folder.commits, draftName());
    files.pointLink(folder.sessionLink, relative(folder.root, path), draft);
    return [];
  } catch (error) {
    return [fileSystemFailure(error, 'point a link at the session', folder.sessionLink)];
  }
}
