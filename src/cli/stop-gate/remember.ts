import { createNodeChance } from '../../adapters/node-chance.ts';
import { createNodeProcesses } from '../../adapters/node-processes.ts';
import { type GateMemory, memoryIn, withCap, withMemory } from '../../domain/gate-memory.ts';
import { type Result, success } from '../../domain/result.ts';
import type { StopGateState } from '../../domain/stop-gate-state.ts';
import { timestamp } from '../../domain/time.ts';
import type { GateDecision } from '../../stop-gate/decision.ts';
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
    const next = withMemory(state, value.memory);
    return success({ state: recorded(next, value, now, at), value });
  });
  return kept.ok ? success(kept.value.value) : kept;
}

/** A session that is let go with something left to do is recorded, once for each time. */
function recorded(
  state: StopGateState,
  { answer, memory }: GateDecision,
  before: GateMemory,
  at: string,
): StopGateState {
  if (answer.answer !== 'cap' || memory.counters === before.counters) return state;
  return withCap(state, { at, why: answer.why, checker: answer.block?.checker ?? 'review' });
}

function isSame(one: GateMemory, other: GateMemory): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The store without its queue, which only orders writers and needs a library: what protects a change is
 * the commit. Nothing is logged: the fast lane writes no events (DESIGN §3).
 */
function openStore({ clock, files, folder }: GateWorld) {
  const chance = createNodeChance();
  const world = { files, clock, processes: createNodeProcesses() };
  return createStopGateStore({
    ...world,
    folder,
    commits: createCommits(world, folder.commits, () => chance.hex(6)),
    queue: { enter: async () => ({ entered: true, leave: async () => undefined }) },
    events: { append: () => undefined },
  });
}
