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
import { readSessionState, type StateOnDisk } from '../../store/session-memory.ts';
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
  /** What is kept of the session. */
  readonly kept: Result<StateOnDisk>;
  readonly hasTracker: boolean;
}

export function lookAtStop({ environment, files, folder, stopper }: AskedStop): StopLook {
  const isOwn = (promise: CompletionPromise) => isOwnedBy(promise, stopper.session);
  const settings = loadConfiguration({ environment, files });
  const asksTodos = !stopper.isSubagent && !(settings.ok && !settings.value.stopGate.todos);
  const tail = readTail(stopper.transcriptPath, asksTodos ? TODO_MARKS : []);
  return {
    listing: readPromises(files, folder.root, folder.promises, isOwn),
    settings,
    tail,
    todos: todosIn(tail.lines),
    kept: readSessionState(files, folder, stopper.memoryId),
    hasTracker: files.exists(join(environment.projectFolder, '.beads')),
  };
}

/**
 * Whether the stop concerns no checker at all, as most stops do: then the answer is known, and nothing
 * else is loaded. Errs on the side of asking.
 */
export function concernsNobody(look: StopLook, { payload, stopper }: AskedStop): boolean {
  const { hasTracker, kept, listing, settings, todos } = look;
  const isRemembered = !kept.ok || !isBlank(memoryIn(kept.value.state));
  if (listing.promises.length > 0) return false;
  if (stopper.isSubagent) return !isRemembered;
  if (listing.broken.length > 0 || isRemembered || !settings.ok) return false;
  const { continuation, realityCheck, stopGate } = settings.value;
  const leads = beginsWithOneOf(stopper.session, stopGate.orchestrators);
  if (hasTracker && (stopGate.beads || leads)) return false;
  if (todos.some(isOpenTodo) || realityCheck.enabled) return false;
  return (
    payload.sessionId !== undefined && !beginsWithOneOf(stopper.session, continuation.prefixes)
  );
}
