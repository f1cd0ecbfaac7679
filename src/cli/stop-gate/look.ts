import { join } from 'node:path';
import type { Environment } from '../../adapters/environment.ts';
import { readTail, type TranscriptTail } from '../../adapters/transcript-tail.ts';
import type { Configuration } from '../../domain/configuration.ts';
import { isBlank, memoryIn } from '../../domain/gate-memory.ts';
import type { HookPayload } from '../../domain/hook-payload.ts';
import { type CompletionPromise, isOwnedBy } from '../../domain/promise.ts';
import type { Result } from '../../domain/result.ts';
import { beginsWithOneOf } from '../../domain/session.ts';
import { isOpenTodo, TODO_MARKS, type Todo, todosIn } from '../../domain/todos.ts';
import type { Clock, Files } from '../../ports.ts';
import type { Stopper } from '../../stop-gate/stopper.ts';
import { type PromiseListing, readPromises } from '../../store/reading.ts';
import { readSessionState } from '../../store/session-memory.ts';
import type { StateFolder } from '../../store/state-folder.ts';
import { loadConfiguration } from '../settings.ts';

/** A stop that a host asks about, and the world that it is looked at in. */
export interface AskedStop {
  readonly environment: Environment;
  readonly files: Files;
  readonly clock: Clock;
  readonly folder: StateFolder;
  readonly payload: HookPayload;
  readonly stopper: Stopper;
}

/** What a first look at a stop shows, without any other program. */
export interface StopLook {
  /** The session's own promises, and what cannot be read. */
  readonly listing: PromiseListing;
  readonly settings: Result<Configuration>;
  readonly tail: TranscriptTail;
  readonly todos: readonly Todo[];
  /** Whether anything is kept of the session that a stop without promises would have to do with. */
  readonly isRemembered: boolean;
  readonly hasTracker: boolean;
}

export function lookAtStop({ environment, files, folder, stopper }: AskedStop): StopLook {
  const kept = readSessionState(files, folder, stopper.memoryId);
  const isOwn = (promise: CompletionPromise) => isOwnedBy(promise, stopper.session);
  const tail = readTail(stopper.transcriptPath, TODO_MARKS);
  return {
    listing: readPromises(files, folder.root, folder.promises, isOwn),
    settings: loadConfiguration({ environment, files }),
    tail,
    todos: stopper.isSubagent ? [] : todosIn(tail.lines),
    isRemembered: !kept.ok || !isBlank(memoryIn(kept.value.state)),
    hasTracker: files.exists(join(environment.projectFolder, '.beads')),
  };
}

/**
 * Whether the stop concerns no checker at all, as most stops do: then the answer is known, and nothing
 * else is loaded. Errs on the side of asking.
 */
export function concernsNobody(look: StopLook, { payload, stopper }: AskedStop): boolean {
  const { hasTracker, isRemembered, listing, settings, todos } = look;
  if (listing.promises.length > 0) return false;
  if (stopper.isSubagent) return true;
  if (listing.broken.length > 0 || isRemembered || hasTracker || !settings.ok) return false;
  const { continuation, realityCheck } = settings.value;
  if (todos.some(isOpenTodo) || realityCheck.enabled) return false;
  return (
    payload.sessionId !== undefined && !beginsWithOneOf(stopper.session, continuation.prefixes)
  );
}
