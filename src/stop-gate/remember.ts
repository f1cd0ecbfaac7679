import { join } from 'node:path';
import { readHookEnvironment } from '../adapters/environment.ts';
import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { hostProcess } from '../adapters/host-process.ts';
import { createNodeChance } from '../adapters/node-chance.ts';
import { millisecondsSinceStart } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { createNodeProcesses } from '../adapters/node-processes.ts';
import { attempt } from '../adapters/quiet-looks.ts';
import { userStateFolder } from '../adapters/user-folder.ts';
import { digestOf } from '../domain/base/digest.ts';
import type { Failure } from '../domain/base/failure.ts';
import { success } from '../domain/base/result.ts';
import { timestamp } from '../domain/base/time.ts';
import { isOwnedBy } from '../domain/promise/promise.ts';
import { type GateMemory, memoryIn, withCap, withMemory } from '../domain/session/gate-memory.ts';
import { hostIn, isSameHost, withHost } from '../domain/session/session-host.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import { makersIn, withMaker } from '../domain/session/subagent-promises.ts';
import { failureMessage } from '../report/failure-text.ts';
import { oneLine } from '../report/printable.ts';
import { rememberedSession } from '../session/look.ts';
import { storeToOpen } from '../state/stores.ts';
import { openFileGateMemory } from '../store/files/stop-gate-store.ts';
import { createLaterStopGate } from '../store/loaded-later.ts';
import { NO_REGISTER } from '../store/register.ts';
import { createSilence, silenceOf } from '../store/silence.ts';
import type { StopGateStore } from '../store/stop-gate-store.ts';
import type { Decide, GateDecision } from './decision.ts';
import type { SeenStop } from './look.ts';
import type { PromisesAtStop } from './promises-at-stop.ts';

/**
 * How long the gate may read and write its memory of a session, in milliseconds since its start. This is longer than it
 * reads other files (20 s), so that blocks are counted on a slow disk as well, and shorter than the front waits (55 s).
 */
const MOST_REMEMBERING_MS = 35_000;

/** What is kept of a session, and what the user is told of it. */
export interface Recalled {
  readonly state: StopGateState;
  readonly notes: readonly string[];
}

/**
 * What is kept of the session. A file that is broken is moved to the quarantine, and the gate starts anew: it must be
 * able to count its blocks, or it could never give up blocking.
 */
export async function recallSession(seen: SeenStop): Promise<Recalled> {
  const { kept, stopper } = seen;
  if (kept.ok) return { state: kept.value, notes: [] };
  const { id } = stopper.session;
  const store = gateMemory(seen);
  const moved = await store.setAside(id, kept.failure);
  const now = await store.read(id);
  const beside = now.ok ? undefined : await memoryBeside(seen)?.read(stopper.memoryId);
  if (beside?.ok && Object.keys(beside.value).length > 0) return { state: beside.value, notes: [] };
  // Another process may have put it right.
  if (moved === undefined && now.ok) return { state: now.value, notes: [] };
  const unread = 'The stored state of this session, including its directives, cannot be read';
  const why = failureMessage(kept.failure);
  return moved === undefined
    ? { state: {}, notes: [`${unread}: this stop is decided without it. ${why}`] }
    : {
        state: now.ok ? now.value : {},
        notes: [`${unread}; the stop gate starts over. ${why} It was moved to ${oneLine(moved)}.`],
      };
}

/** A decision that is kept, and why it is not kept in the project; one that is kept nowhere is undefined. */
interface Decided {
  readonly decision?: GateDecision;
  readonly failure?: Failure;
}

/**
 * Decides on what is remembered at that moment, and keeps what the decision changes: several stop gates of
 * one session may run at once. Where nothing changes, nothing is written. Where the project's state cannot be written,
 * the user's folder keeps the counts: such a session is held as long as any other, and no longer.
 */
export async function decideAndRemember(
  decide: Decide,
  before: StopGateState,
  world: SeenStop,
): Promise<Decided> {
  const memory = memoryIn(before);
  const decision = decide(memory);
  if (JSON.stringify(decision.memory) === JSON.stringify(memory)) return { decision };
  const at = timestamp(world.clock.now());
  const keepIn = (store: StopGateStore, beginning?: StopGateState) =>
    store.change(world.stopper.memoryId, (found) => {
      const state = beginning !== undefined && Object.keys(found).length === 0 ? beginning : found;
      const now = memoryIn(state);
      const value = decide(now);
      const next = hosted(withMemory(state, value.memory), world);
      return success({ state: recorded(next, value, now, at), value });
    });
  const kept = await keepIn(gateMemory(world));
  if (kept.ok) return { decision: kept.value.value };
  const beside = memoryBeside(world);
  const counted = beside === undefined ? kept : await keepIn(beside, before);
  return counted.ok
    ? { decision: counted.value.value, failure: kept.failure }
    : { failure: kept.failure };
}

/**
 * Keeps which process of the host the session runs in, by which a later session is recognized that goes on
 * with its promises. A session that is not the one of the payload is left out: it has no host of its own.
 */
function hosted(state: StopGateState, { host: caller, payload, stopper }: SeenStop): StopGateState {
  if (payload.sessionId !== stopper.session.id || stopper.isSubagent) return state;
  const host = hostProcess(readHookEnvironment(caller).hostPid);
  return host === undefined || isSameHost(hostIn(state), host) ? state : withHost(state, host);
}

/** A session that is let go with something left to do is recorded, once for each stop. */
function recorded(
  state: StopGateState,
  { outcome, memory }: GateDecision,
  before: GateMemory,
  at: string,
): StopGateState {
  const isLetGo = outcome.outcome === 'cap' || outcome.outcome === 'rest';
  if (!isLetGo || memory.counters === before.counters) return state;
  const why = outcome.outcome === 'cap' ? outcome.why : 'rests';
  return withCap(state, { at, why, checker: outcome.block?.checker ?? 'review' });
}

/**
 * Keeps with a session which of its open promises the subagent that stops made: the session is asked about them next,
 * and may never have heard of them. Where that fails, the session is asked all the same.
 */
export async function keepMaker(seen: SeenStop, { owned }: PromisesAtStop): Promise<void> {
  const { environment, payload, stopper } = seen;
  const { session, within } = stopper;
  const made = owned.filter(({ promise }) => within !== undefined && isOwnedBy(promise, within));
  if (within === undefined || made.length === 0) return;
  const { kept, memoryFolder } = rememberedSession(seen, environment.projectFolder, within);
  const known = kept.ok ? makersIn(kept.value) : new Map();
  const ids = made.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  if (ids.length === 0) return;
  const maker = { agent: session.id, type: payload.agentType ?? '' };
  await gateMemory({ ...seen, memoryFolder }).change(within.id, (state) =>
    success({ state: withMaker(state, ids, maker), value: undefined }),
  );
}

/** The memory of a project whose own cannot be kept; undefined where the user has no folder for it. */
function memoryBeside(seen: SeenStop): StopGateStore | undefined {
  const { files, memoryFolder } = seen;
  const own = userStateFolder();
  const folder = join(own, 'stops', digestOf(memoryFolder).slice(0, 16));
  attempt(() => files.makePrivateFolder(folder));
  return files.isOwnFolder(own) && files.isOwnFolder(folder)
    ? openFileGateMemory(worldOf(seen), folder)
    : undefined;
}

function worldOf({ clock, timeLeft }: SeenStop) {
  const files = createNodeFiles(() => MOST_REMEMBERING_MS - millisecondsSinceStart());
  const [chance, processes] = [createNodeChance(), createNodeProcesses()];
  return { files, clock, chance, processes, timeLeft, digests: NODE_DIGESTS };
}

/** Where the stop gate keeps what it remembers. It waits for other writers only while it has time left. */
function gateMemory(seen: SeenStop): StopGateStore {
  const { files, memoryFolder } = seen;
  const world = worldOf(seen);
  const store = storeToOpen(files, memoryFolder);
  if (store.in === 'files') return openFileGateMemory(world, memoryFolder);
  const silence = silenceOf(createSilence(), store.timeoutMs);
  const owner = { projectFolder: memoryFolder, sessionId: null, activity: 'cs-stop-gate' };
  return createLaterStopGate(async () =>
    (await store.kind.load()).openState(
      { ...world, ...NOTHING_OF_THE_USER, silence },
      owner,
      store,
    ),
  );
}

/** The gate keeps what it remembers, and touches nothing of the user's. */
const NOTHING_OF_THE_USER = {
  folderRefusal: () => undefined,
  register: NO_REGISTER,
  userStateFolder: '',
};
