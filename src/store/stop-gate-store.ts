import type { StateEvent } from '../domain/event.ts';
import type { Failure } from '../domain/failure.ts';
import { memoryIdOf } from '../domain/gate-memory.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { StopGateState } from '../domain/stop-gate-state.ts';
import type { Clock, Files } from '../ports.ts';
import { changeInTurn, guarded, storableText, textOf } from './change-in-turn.ts';
import type { Commits } from './commit.ts';
import type { EventLog } from './event-log.ts';
import { fileSystemFailure } from './fault.ts';
import type { Queue } from './queue.ts';
import { prepareFolder } from './reading.ts';
import { readSessionState } from './session-memory.ts';
import type { StateFolder } from './state-folder.ts';

/** What the stop gate keeps of each session: directives, attempts to stop. */
export interface StopGateStore {
  /** A session's state; empty where nothing was kept. Fails: broken file. */
  read(session: string): Result<StopGateState>;
  /**
   * Changes a session's state. `decide` changes nothing itself: it sees the state as it is at the moment
   * of the change and may be asked again where another writer was first. Fails as `decide` does, or:
   * broken file, busy, file system.
   */
  change<Value>(session: string, decide: DecideState<Value>): Promise<Result<KeptState<Value>>>;
}

export type DecideState<Value> = (state: StopGateState) => Result<{
  readonly state: StopGateState;
  /** What the caller wants to know of the change. */
  readonly value: Value;
  readonly event?: StateEvent;
}>;

/** A change that is on the disk. */
export interface KeptState<Value> {
  readonly value: Value;
  /** What could not be done beside it, such as writing the event log. */
  readonly warnings: readonly Failure[];
}

export interface StopGateStoreParts {
  readonly files: Files;
  readonly clock: Clock;
  readonly folder: StateFolder;
  readonly commits: Commits;
  readonly queue: Queue;
  readonly events: EventLog;
  /** Longest wait for other writers, in milliseconds. */
  readonly longestWaitMs: () => number;
}

export function createStopGateStore(parts: StopGateStoreParts): StopGateStore {
  const { files, folder } = parts;
  return {
    read(session) {
      const found = readSessionState(files, folder, session);
      return found.ok ? success(found.value.state) : found;
    },
    change: (session, decide) =>
      guarded("change a session's state", folder.stopGate, () =>
        changeState(parts, session, decide),
      ),
  };
}

async function changeState<Value>(
  parts: StopGateStoreParts,
  session: string,
  decide: DecideState<Value>,
): Promise<Result<KeptState<Value>>> {
  const { commits, files, folder } = parts;
  // What is refused as things stand needs no turn in the queue, and no folder made for it.
  const now = readSessionState(files, folder, session);
  const asThingsStand = now.ok ? decide(now.value.state) : now;
  if (!asThingsStand.ok) return asThingsStand;
  for (const place of [folder.stopGate, folder.commits]) {
    const file = prepareFolder(files, folder.root, place);
    if (file !== undefined) return failed({ kind: 'broken-file', file });
  }
  const thing = { id: session, what: 'Session', mostMs: parts.longestWaitMs() };
  const place = `stop-gate.${memoryIdOf(session)}`;
  const changed = await changeInTurn(parts, { ...thing, place }, () => {
    const found = readSessionState(files, folder, session);
    if (!found.ok) return found;
    const { path, state, text } = found.value;
    const decided = decide(state);
    if (!decided.ok) return decided;
    const content = storableText(thing, decided.value.state);
    if (!content.ok) return content;
    const outcome = commits.replace(path, text, content.value, () => textOf(files, path));
    return success(outcome === 'committed' ? { outcome, value: decided.value } : { outcome });
  });
  if (!changed.ok) return changed;
  const { event, value } = changed.value;
  const unlogged = event === undefined ? undefined : parts.events.append(event);
  const unswept = sweep(parts);
  return success({
    value,
    warnings: [unlogged, unswept].filter((warning) => warning !== undefined),
  });
}

/** Follows a change that is done: where it fails, that undoes nothing. */
function sweep({ commits, folder }: StopGateStoreParts): Failure | undefined {
  try {
    commits.sweep();
    return undefined;
  } catch (error) {
    return fileSystemFailure(error, 'tidy up after the change, which is done', folder.commits);
  }
}
