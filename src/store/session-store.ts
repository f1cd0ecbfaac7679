import { dirname, join, relative } from 'node:path';
import type { Failure } from '../domain/failure.ts';
import { idFault } from '../domain/identifier.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { timestamp } from '../domain/time.ts';
import { fileSystemFailure } from './fault.ts';
import { prepareFolder, readObject } from './reading.ts';
import type { RecordWorld } from './record-world.ts';
import { jsonDocument, replaceFile } from './replace-file.ts';
import { SESSION_FILE, type StateFolder } from './state-folder.ts';

/** `max_iterations` of a new session (CONTRACT). */
const MOST_ITERATIONS = 25;

export interface SessionStart {
  readonly sessionId: string;
  /** The name of the session's folder under `sessions/`. */
  readonly folderName: string;
  readonly initiative: string | undefined;
}

export interface InitializedSession {
  readonly path: string;
  readonly warnings: readonly Failure[];
}

export interface SessionStore {
  /**
   * Writes the session's state file and points `session-state.json` at it. A file that is there
   * already keeps what it says of the session's progress.
   */
  initialize(start: SessionStart): Result<InitializedSession>;
}

export function createSessionStore(world: RecordWorld, folder: StateFolder): SessionStore {
  const { files, clock, events, draftName } = world;

  /** Where links need rights that are missing (Windows), the session works without this one. */
  function pointAt(path: string): Failure | undefined {
    try {
      const draft = join(folder.commits, draftName());
      files.pointLink(folder.sessionLink, relative(folder.root, path), draft);
      return undefined;
    } catch (error) {
      return fileSystemFailure(error, 'point a link at the session', folder.sessionLink);
    }
  }

  return {
    initialize({ sessionId, folderName, initiative }) {
      const fault = idFault('session folder', folderName);
      if (fault !== undefined) return failed(fault);
      const path = join(folder.sessions, folderName, SESSION_FILE);
      try {
        const file =
          prepareFolder(files, folder.root, folder.commits) ??
          prepareFolder(files, folder.root, folder.sessions) ??
          prepareFolder(files, folder.root, dirname(path));
        if (file !== undefined) return failed({ kind: 'broken-file', file });
        const earlier = readObject(files, path);
        if (earlier.found === 'broken') {
          return failed({ kind: 'broken-file', file: { path, reason: earlier.reason } });
        }
        const known = earlier.found === 'object' ? earlier.value : {};
        const state = {
          version: '1.0',
          started_at: timestamp(clock.now()),
          iteration: 0,
          max_iterations: MOST_ITERATIONS,
          ...known,
          session_id: sessionId,
          initiative: initiative ?? known['initiative'] ?? null,
        };
        replaceFile(files, folder, path, jsonDocument(state), draftName());
      } catch (error) {
        return failed(fileSystemFailure(error, 'write the session', path));
      }
      const warnings = [
        pointAt(path),
        events.append({ event: 'session.initialized', initiative: initiative ?? null }),
      ].filter((warning) => warning !== undefined);
      return success({ path, warnings });
    },
  };
}
