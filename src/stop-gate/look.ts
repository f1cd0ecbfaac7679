import { join } from 'node:path';
import { type Environment, projectSeenFrom } from '../adapters/environment.ts';
import {
  linesWith,
  mayHoldTodos,
  readTail,
  type TranscriptTail,
} from '../adapters/transcript/tail.ts';
import type { Result } from '../domain/base/result.ts';
import type { HookHost } from '../domain/host/hook-host.ts';
import type { HookPayload } from '../domain/host/hook-payload.ts';
import { type CompletionPromise, isOwnedBy } from '../domain/promise/promise.ts';
import { memoryIn } from '../domain/session/gate-memory.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import {
  CREATION_MARKS,
  creationsIn,
  isMadeIn,
  type ShownCreation,
  withCalls,
} from '../domain/session/subagent-promises.ts';
import { TODO_MARKS, type Todo, todosIn } from '../domain/session/todos.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import type { Clock, Files } from '../ports.ts';
import { defaultConfiguration, loadConfiguration } from '../settings/loading.ts';
import type { PromiseListing } from '../store/promise-store.ts';
import type { RegisterView } from '../store/register.ts';
import {
  furtherFolders,
  type LookedFolder,
  listFolder,
  memoryFolder,
  type OwnRegistered,
  type RegisterReading,
  readRegister,
} from '../store/session-folders.ts';
import type { SessionView } from '../store/session-view.ts';
import { isAskedForTodos } from './owned.ts';
import type { Stopper } from './stopper.ts';

/** A stop that a host asks about, and what it takes to look at it. */
export interface AskedStop {
  readonly environment: Environment;
  /** Who asks. */
  readonly host: HookHost;
  readonly files: Files;
  readonly clock: Clock;
  readonly view: SessionView;
  /** The state of any project. */
  readonly viewOf: (folder: string) => SessionView;
  readonly register: RegisterView;
  /** The project folder that commands in the agent's shell work on; undefined where it is not known. */
  readonly shellProject: string | undefined;
  readonly payload: HookPayload;
  readonly stopper: Stopper;
}

/** A folder beside the project's own, and what the session has there. */
interface FurtherFolder extends LookedFolder {
  readonly listing: PromiseListing;
}

/** What a first look at a stop shows. The look starts no other program. */
export interface SeenStop extends AskedStop {
  /** The session's own promises, and the files that cannot be read. */
  readonly listing: PromiseListing;
  /** The other folders that it may have promises in. */
  readonly further: readonly FurtherFolder[];
  /** What the register says of it. */
  readonly registered: RegisterReading;
  /** The settings as they were found. */
  readonly settings: Result<Configuration>;
  /** The settings in force: the defaults where they cannot be read. */
  readonly configuration: Configuration;
  /** The end of the transcript; nothing where it cannot be read. */
  readonly tail: TranscriptTail | undefined;
  /** The session's own list; none where it is not asked about. */
  readonly todos: readonly Todo[];
  /** The project folder in whose state the gate remembers the session. */
  readonly memoryFolder: string;
  /** What is kept of the session. */
  readonly kept: Result<StopGateState>;
  /** Whether the project keeps issues with beads. */
  readonly hasIssues: boolean;
  /** Milliseconds until the gate must have answered (`stopGate.timeoutMs`). */
  timeLeft(): number;
}

export function lookAtStop(asked: AskedStop): SeenStop {
  const { clock, environment, files, host, register, stopper, view, viewOf } = asked;
  const settings = loadConfiguration({ environment, files });
  const configuration = settings.ok ? settings.value : defaultConfiguration();
  const { timeoutMs } = configuration.stopGate;
  const tail = readTail(stopper.transcriptPath, host.transcript);
  const creations = creationsOf(stopper, tail);
  const isOwn = (promise: CompletionPromise) => isAsked(promise, stopper, creations);
  const owners = [...stopper.session.ids, ...stopper.owner.ids];
  const registered = readRegister(register, stopper.session);
  const memory = memoryFolderOf(asked, registered);
  const kept = viewOf(memory).stopGateState(stopper.memoryId);
  const promised = [...registered.promises, ...madeElsewhere(asked, creations)];
  const listing = view.listActive(isOwn, owners);
  const further = furtherOf(asked, promised, kept).map((one) => ({
    ...one,
    listing: listFolder(one, isOwn, owners),
  }));
  const isAskedForList = isAskedForTodos({ configuration, listing, further });
  const mayHaveList = isAskedForList && !stopper.isSubagent && tail !== undefined;
  return {
    ...asked,
    listing,
    further,
    registered,
    settings,
    configuration,
    tail,
    todos: mayHaveList && mayHoldTodos(tail) ? todosIn(linesWith(tail, TODO_MARKS)) : [],
    memoryFolder: memory,
    kept,
    hasIssues: files.exists(join(environment.projectFolder, '.beads')),
    timeLeft: () => timeoutMs - clock.elapsed(),
  };
}

/**
 * Where the gate remembers a session: where a search from the project folder leads, or where it promised. Never by
 * where the agent's shell stands, because a memory that the shell walks away from would be forgotten.
 */
export function memoryFolderOf(
  {
    environment: { projectFolder },
    payload,
    shellProject,
    viewOf,
  }: Pick<AskedStop, 'environment' | 'payload' | 'shellProject' | 'viewOf'>,
  { promises }: RegisterReading,
): string {
  // The search from there has found nothing else, and no other folder is known.
  const isAlone = payload.folder === projectFolder && shellProject === projectFolder;
  if (isAlone && promises.length === 0) return projectFolder;
  return memoryFolder(viewOf, projectFolder, () => [
    projectSeenFrom(projectFolder, projectFolder),
    ...promises.map(({ project }) => project),
  ]);
}

/** The promises of its session that the transcript of a subagent shows it to have made. */
function creationsOf(
  { within }: Stopper,
  tail: TranscriptTail | undefined,
): readonly ShownCreation[] {
  if (within === undefined || tail === undefined) return [];
  const results = linesWith(tail, CREATION_MARKS).flatMap((line) => creationsIn(line));
  if (results.length === 0) return [];
  const calls = results.map(({ call }) => JSON.stringify(call));
  return withCalls(results, linesWith(tail, calls));
}

/** Whether a stop is asked about a promise: a subagent is not, about what others made for its session. */
function isAsked(
  promise: CompletionPromise,
  { owner, session }: Stopper,
  creations: readonly ShownCreation[],
): boolean {
  if (isOwnedBy(promise, session)) return true;
  return isOwnedBy(promise, owner) && isMadeIn(promise, creations);
}

/** What a subagent made in other folders, as the register of its session names them. */
function madeElsewhere(
  { register, stopper: { within } }: AskedStop,
  creations: readonly ShownCreation[],
): readonly OwnRegistered[] {
  if (within === undefined || creations.length === 0) return [];
  const { promises } = readRegister(register, within);
  return promises.filter(({ id }) => creations.some((one) => one.id === id));
}

/** The folders beside the project's own: where the agent's shell stands, of the register, of the last stop. */
function furtherOf(
  { environment, files, shellProject, viewOf }: AskedStop,
  promises: readonly OwnRegistered[],
  kept: Result<StopGateState>,
): readonly LookedFolder[] {
  const before = kept.ok ? memoryIn(kept.value).folders : [];
  const named = [...(shellProject === undefined ? [] : [shellProject]), ...before];
  return furtherFolders({ files, viewOf }, environment.projectFolder, named, promises);
}
