import type { Bead } from '../domain/beads.ts';
import type { GateMemory } from '../domain/gate-memory.ts';
import { type CapReason, keepOrLetGo, letGo, type Sighting } from '../domain/liveness.ts';
import type { SessionEnd } from '../domain/session-end.ts';
import type { Block } from './checkers.ts';

/** What the gate answers, and what it remembers. */
export interface GateDecision {
  readonly answer: GateAnswer;
  readonly memory: GateMemory;
}

export type GateAnswer =
  | { readonly answer: 'allow' }
  | { readonly answer: 'block'; readonly block: Block }
  /** The session rests while tasks run in the background; it is not complete. */
  | { readonly answer: 'rest'; readonly block: Block | undefined; readonly running: number }
  /** The gate gives up blocking; the work is not complete (DESIGN §6, P0). */
  | { readonly answer: 'cap'; readonly block: Block | undefined; readonly why: CapReason }
  | { readonly answer: 'ended'; readonly end: SessionEnd };

/** What is told to the user beside the answer. It never blocks. */
export type Advice =
  | { readonly about: 'uncommitted-changes'; readonly files: number }
  | { readonly about: 'available-work'; readonly beads: readonly Bead[]; readonly total: number }
  | { readonly about: 'note'; readonly text: string };

/** The decision where nothing holds the session. `open`: the promises that it still has open. */
export function decideDone(before: GateMemory, open: readonly string[]): GateDecision {
  const counters = letGo(before.counters);
  return { answer: { answer: 'allow' }, memory: { ...before, open, counters } };
}

/** The decision where `block` holds it. */
export function decideHeld(
  before: GateMemory,
  seen: Sighting,
  block: Block,
  open: readonly string[],
): GateDecision {
  const held = keepOrLetGo(before.counters, seen);
  const { counters } = held;
  switch (held.answer) {
    case 'block': {
      const told = [...before.told, ...toldBy(block)];
      return { answer: { answer: 'block', block }, memory: { counters, open, told } };
    }
    case 'cap':
      return {
        answer: { answer: 'cap', why: held.why, block },
        memory: { ...before, counters, open },
      };
    case 'rest': {
      // What is to be told once has not been told yet: the agent hears nothing of a rest.
      const still = [...new Set([...open, ...before.open])];
      const answer = { answer: 'rest', block, running: seen.running } as const;
      return { answer, memory: { ...before, counters, open: still } };
    }
  }
}

/**
 * The decision where a review would have to be paid for and could change nothing: the gate has given up
 * blocking, or tasks run in the background. Nothing where it is worth asking.
 */
export function decideUnasked(
  before: GateMemory,
  seen: Sighting,
  open: readonly string[],
): GateDecision | undefined {
  const held = keepOrLetGo(before.counters, seen);
  const memory = { ...before, open, counters: held.counters };
  switch (held.answer) {
    case 'block':
      return undefined;
    case 'cap':
      // The user has spoken since it was let go: what a review finds now is not what it found then.
      if (seen.isContinued === false) return undefined;
      return { answer: { answer: 'cap', why: held.why, block: undefined }, memory };
    case 'rest':
      return { answer: { answer: 'rest', block: undefined, running: seen.running }, memory };
  }
}

function toldBy(block: Block): readonly string[] {
  return block.checker === 'blocked-work' ? block.blocked.map(({ id }) => id) : [];
}
