import { type GateMemory, reasonDigest } from '../domain/session/gate-memory.ts';
import {
  type CapReason,
  type Counters,
  keepOrLetGo,
  letGo,
  type Sighting,
} from '../domain/session/liveness.ts';
import { nameOfLoss } from '../domain/session/lost-promise.ts';
import type { SessionEnd } from '../domain/session/session-end.ts';
import type { Block } from './checker.ts';
import { reasonAgain, reasonOf } from './reason.ts';

/** What the gate answers, and what it remembers. */
export interface GateDecision {
  readonly answer: GateAnswer;
  readonly memory: GateMemory;
}

/** A decision on what the stop gate remembers of the session at that moment. */
export type Decide = (memory: GateMemory) => GateDecision;

export type GateAnswer =
  | { readonly answer: 'allow' }
  /** `reason`: what the model is told. `isFirst`: whether this block begins a row of blocks. */
  | {
      readonly answer: 'block';
      readonly block: Block;
      readonly reason: string;
      readonly isFirst: boolean;
    }
  /** The session rests while tasks run in the background; it is not complete. */
  | { readonly answer: 'rest'; readonly block: Block | undefined; readonly running: number }
  /** The gate gives up blocking, and the work is not complete. */
  | { readonly answer: 'cap'; readonly block: Block | undefined; readonly why: CapReason }
  | { readonly answer: 'ended'; readonly end: SessionEnd };

/** The promises that a session still has open, and the further folders that they are in. */
export type StillOpen = Pick<GateMemory, 'open' | 'folders'>;

/** Lets a session end that no checker blocks. */
export function decideDone(before: GateMemory, { folders, open }: StillOpen): GateDecision {
  const counters = letGo(before.counters);
  return {
    answer: { answer: 'allow' },
    memory: { ...before, open, folders, counters, reason: null, cause: null },
  };
}

/** Decides about a session that a checker blocks: by its counters, the block may give way to a rest or a cap. */
export function decideHeld(
  before: GateMemory,
  seen: Sighting,
  block: Block,
  { folders, open }: StillOpen,
): GateDecision {
  const held = keepOrLetGo(before.counters, seen);
  const { counters } = held;
  const lost = (block.lost ?? []).map(({ id, now, project }) => nameOfLoss(id, project, now));
  switch (held.answer) {
    case 'block': {
      const told = [...before.told, ...(block.told ?? []), ...lost];
      const { cause, reason } = reasonFor(before, seen, block, counters);
      return {
        answer: {
          answer: 'block',
          block,
          reason,
          isFirst: counters.all === 1 && counters.repeats === 0,
        },
        memory: { counters, open, folders, told, reason: reasonDigest(reason), cause },
      };
    }
    case 'cap':
      return {
        answer: { answer: 'cap', why: held.why, block },
        // The user is told of what is left, lost promises included.
        memory: { ...before, counters, open, folders, told: [...before.told, ...lost] },
      };
    case 'rest': {
      // A block that is given once was not given yet: the agent does not hear of a rest.
      const both = (now: readonly string[], then: readonly string[]) => [
        ...new Set([...now, ...then]),
      ];
      const still = { open: both(open, before.open), folders: both(folders, before.folders) };
      const answer = { answer: 'rest', block, running: seen.running } as const;
      return { answer, memory: { ...before, ...still, counters } };
    }
  }
}

/** What the model is told: the whole, or one line of what it was told before; and a digest of what it is about. */
function reasonFor(
  before: GateMemory,
  seen: Sighting,
  block: Block,
  counters: Counters,
): { readonly cause: string; readonly reason: string } {
  const given = reasonOf(block);
  const cause = reasonDigest(`${block.checker}\n${given}`);
  const isAgain = isSaidAgain(before, seen, { counters, cause, given });
  return { cause, reason: isAgain ? reasonAgain(block) : given };
}

/** Whether a model was told the same in this row of blocks and this turn, so that a line is enough. */
function isSaidAgain(
  before: GateMemory,
  { isContinued }: Sighting,
  now: { readonly counters: Counters; readonly cause: string; readonly given: string },
): boolean {
  const isSame = before.counters.last === 'block' && before.cause === now.cause;
  if (!isSame || isContinued === false) return false;
  // A host that asks about one stop twice gets one answer.
  const isRepeated = now.counters.repeats > 0;
  return !isRepeated || before.reason !== reasonDigest(now.given);
}

/** A decision after which some more names count as told. */
export function withTold(decision: GateDecision, names: readonly string[]): GateDecision {
  if (names.length === 0) return decision;
  const { memory } = decision;
  return { ...decision, memory: { ...memory, told: [...memory.told, ...names] } };
}

/**
 * Decides before a model is asked, where its answer could change nothing: the gate has given up blocking,
 * or tasks run in the background. Nothing where the model is worth asking.
 */
export function decideUnasked(
  before: GateMemory,
  seen: Sighting,
  { folders, open }: StillOpen,
): GateDecision | undefined {
  const held = keepOrLetGo(before.counters, seen);
  const memory = { ...before, open, folders, counters: held.counters };
  switch (held.answer) {
    case 'block':
      return undefined;
    case 'cap':
      // The user has spoken since the gate gave up, so a review may find something else now.
      if (seen.isContinued === false) return undefined;
      return { answer: { answer: 'cap', why: held.why, block: undefined }, memory };
    case 'rest':
      return { answer: { answer: 'rest', block: undefined, running: seen.running }, memory };
  }
}
