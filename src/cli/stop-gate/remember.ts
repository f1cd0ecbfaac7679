import { readHookEnvironment } from '../../adapters/environment.ts';
import { hostProcess } from '../../adapters/host-process.ts';
import { createNodeChance } from '../../adapters/node-chance.ts';
import { createNodeProcesses } from '../../adapters/node-processes.ts';
import { type GateMemory, memoryIn, withCap, withMemory } from '../../domain/gate-memory.ts';
import { type Result, success } from '../../domain/result.ts';
import { hostIn, isSameHost, withHost } from '../../domain/session-host.ts';
import type { StopGateState } from '../../domain/stop-gate-state.ts';
import { timestamp } from '../../domain/time.ts';
import type { GateDecision } from '../../stop-gate/decision.ts';
import { LONGEST_WAIT_MS } from '../../store/change-in-turn.ts';
import { createCommits } from '../../store/commit.ts';
import { createStopGateStore } from '../../store/stop-gate-store.ts';
import type { GateWorld } from './gate-world.ts';

/** What the stop gate knows of a session before it decides. */
export type Decide = (memory: GateMemory) => GateDecision;

/**
 * Decides on what is remembered at that moment, and keeps what comes of it: many stop gates of one
 * session may run at once. Where nothing changes, nothing is written. Fails where it cannot be kept.
 */
export async function decideAndRemember(
  decide: Decide,
  before: StopGateState,
  world: GateWorld,
): Promise<Result<GateDecision>> {
  const memory = memoryIn(before);
  const decision = decide(memory);
  if (isSame(decision.memory, memory)) return success(decision);
  const at = timestamp(world.clock.now());
  const kept = await openStore(world).change(world.stopper.memoryId, (state) => {
    const now = memoryIn(state);
    const value = decide(now);
    const next = hosted(withMemory(state, value.memory), world);
    return success({ state: recorded(next, value, now, at), value });
  });
  return kept.ok ? success(kept.value.value) : kept;
}

/**
 * Which process of the host the session runs in, for the session that may go on with its promises. An id
 * from outside of the host is no session of its own.
 */
function hosted(state: StopGateState, { payload, stopper }: GateWorld): StopGateState {
  if (payload.sessionId !== stopper.session.id || stopper.isSubagent) return state;
  const host = hostProcess(readHookEnvironment().hostPid);
  return host === undefined || isSameHost(hostIn(state), host) ? state : withHost(state, host);
}

/** A session that is let go with something left to do is recorded, once for each stop. */
function recorded(
  state: StopGateState,
  { answer, memory }: GateDecision,
  before: GateMemory,
  at: string,
): StopGateState {
  const isLetGo = answer.answer === 'cap' || answer.answer === 'rest';
  if (!isLetGo || memory.counters === before.counters) return state;
  const why = answer.answer === 'cap' ? answer.why : 'rests';
  return withCap(state, { at, why, checker: answer.block?.checker ?? 'review' });
}

function isSame(one: GateMemory, other: GateMemory): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The store without its queue, which only orders writers and needs a library: what protects a change is
 * the commit. Nothing is logged: the fast lane writes no events (DESIGN §3).
 */
function openStore({ clock, files, folder, timeLeft }: GateWorld) {
  const chance = createNodeChance();
  const world = { files, clock, processes: createNodeProcesses() };
  return createStopGateStore({
    ...world,
    folder,
    commits: createCommits(world, folder.commits, () => chance.hex(6)),
    queue: { enter: async () => ({ entered: true, leave: async () => undefined }) },
    events: { append: () => undefined },
    longestWaitMs: () => Math.max(0, Math.min(LONGEST_WAIT_MS, timeLeft())),
  });
}
