import { join } from 'node:path';
import type { Environment } from '../adapters/environment.ts';
import {
  linesWith,
  mayHoldTodos,
  positionOf,
  readTail,
  type TranscriptTail,
} from '../adapters/transcript/tail.ts';
import { digestOf } from '../domain/base/digest.ts';
import type { Result } from '../domain/base/result.ts';
import type { HookHost } from '../domain/host/hook-host.ts';
import type { HookPayload } from '../domain/host/hook-payload.ts';
import { type CompletionPromise, isClosed, isOwnedBy } from '../domain/promise/promise.ts';
import {
  CREATION_MARKS,
  creationsIn,
  isMadeIn,
  type ShownCreation,
  withCalls,
} from '../domain/session/subagent-promises.ts';
import { TODO_MARKS, type Todo, todosIn } from '../domain/session/todos.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import type { Clock } from '../ports.ts';
import { type LookWorld, lookAtSession, type SessionLook } from '../session/look.ts';
import { defaultConfiguration, loadConfiguration } from '../settings/loading.ts';
import { type OwnRegistered, readRegister } from '../store/register.ts';
import type { Stopper } from './stopper.ts';

/** A stop that a host asks about, and what it takes to look at it. */
export interface AskedStop extends LookWorld {
  readonly environment: Environment;
  /** Who asks. */
  readonly host: HookHost;
  readonly clock: Clock;
  /** The project folder that commands in the agent's shell work on; undefined where it is not known. */
  readonly shellProject: string | undefined;
  readonly payload: HookPayload;
  readonly stopper: Stopper;
}

/** What a first look at a stop shows: the session, and what the host tells of it. The look starts no other program. */
export interface SeenStop extends AskedStop, SessionLook {
  /** The settings as they were found. */
  readonly settings: Result<Configuration>;
  /** The settings in force: the defaults where they cannot be read. */
  readonly configuration: Configuration;
  /** The end of the transcript; nothing where it cannot be read. */
  readonly tail: TranscriptTail | undefined;
  /** The session's own list; none where it is not asked about. */
  readonly todos: readonly Todo[];
  /** Whether the project keeps issues with beads. */
  readonly hasIssues: boolean;
  /** Milliseconds until the gate must have answered (`stopGate.timeoutMs`). */
  timeLeft(): number;
}

export function lookAtStop(asked: AskedStop): SeenStop {
  const { clock, environment, files, host, shellProject, stopper } = asked;
  const { projectFolder } = environment;
  const settings = loadConfiguration({ environment, files });
  const configuration = settings.ok ? settings.value : defaultConfiguration();
  const { timeoutMs } = configuration.stopGate;
  const tail = readTail(stopper.transcriptPath, host.transcript);
  const creations = creationsOf(stopper, tail);
  const look = lookAtSession(asked, {
    projectFolder,
    session: stopper.session,
    beside: shellProject,
    registeredBeside: madeElsewhere(asked, creations),
    owners: [...stopper.session.ids, ...stopper.owner.ids],
    isOwn: (promise) => isAsked(promise, stopper, creations),
  });
  const isAskedForList = isAskedForTodos({ configuration, ...look });
  const mayHaveList = isAskedForList && !stopper.isSubagent && tail !== undefined;
  return {
    ...asked,
    ...look,
    settings,
    configuration,
    tail,
    todos: mayHaveList && mayHoldTodos(tail) ? todosIn(linesWith(tail, TODO_MARKS)) : [],
    hasIssues: files.exists(join(projectFolder, '.beads')),
    timeLeft: () => timeoutMs - clock.elapsed(),
  };
}

/** Whether the session has promises of its own that have not ended, in any folder that was looked at. */
export function ownsPromises({ folders }: Pick<SessionLook, 'folders'>): boolean {
  return folders.some(({ listing }) => listing.promises.some(({ promise }) => !isClosed(promise)));
}

/** Whether a session is asked about its own list: one with promises, unless the settings name all or none. */
export function isAskedForTodos(stop: Pick<SeenStop, 'configuration' | 'folders'>): boolean {
  const { todos } = stop.configuration.stopGate;
  return todos === 'all' || (todos && ownsPromises(stop));
}

/** Where a stop stands, by which it is known again; null where that is not known. */
export function positionAt({ payload, tail }: SeenStop): string | null {
  // Some hosts write their transcripts behind their sessions. What they say of the stop themselves comes first.
  return payload.turn === undefined ? positionOf(tail) : `turn-${digestOf(payload.turn)}`;
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
  const { promises } = readRegister(register, within.ids);
  return promises.filter(({ id }) => creations.some((one) => one.id === id));
}
