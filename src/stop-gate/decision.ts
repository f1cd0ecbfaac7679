import { type GateMemory, reasonDigest } from '../domain/session/gate-memory.ts';
import type { Interrupted } from '../domain/session/interrupted.ts';
import {
  type CapReason,
  type Counters,
  keepOrLetGo,
  type LivenessOutcome,
  letGo,
  type Sighting,
} from '../domain/session/liveness.ts';
import { nameOfLoss } from '../domain/session/lost-promise.ts';
import { type Receipt, receiptsWith } from '../domain/session/receipt.ts';
import type { SessionEnd } from '../domain/session/session-end.ts';
import {
  decideWait,
  type WaitDecision,
  type Waiting,
  withdrawn,
} from '../domain/session/waiting.ts';
import { waitLines } from '../report/waiting-text.ts';
import type { Block } from './checker.ts';
import type { Questions } from './questions.ts';
import { reasonAgain, reasonOf } from './reason.ts';

/** What the gate answers, and what it remembers. */
export interface GateDecision {
  readonly outcome: StopOutcome;
  readonly memory: GateMemory;
  /** What the user is told of what happened since the last stop. */
  readonly receipts?: readonly Receipt[];
}

/** A decision on what the stop gate remembers of the session at that moment. */
export type Decide = (memory: GateMemory) => GateDecision;

export type StopOutcome =
  | { readonly outcome: 'allow' }
  /**
   * `reason`: what the model is told. `isFirst`: whether this block begins a row of blocks. `newActs`: lines for the
   * user about acts of a person that do not count, as far as none was told yet.
   */
  | {
      readonly outcome: 'block';
      readonly block: Block;
      readonly reason: string;
      readonly isFirst: boolean;
      readonly newActs: readonly string[];
    }
  /** The session rests while tasks run in the background; it is not complete. */
  | { readonly outcome: 'rest'; readonly block: Block | undefined; readonly running: number }
  /** The session waits for its user; it is not complete. */
  | { readonly outcome: 'wait'; readonly block: Block | undefined; readonly waiting: Waiting }
  /** The user interrupted the session, which is let through once; it is not complete. */
  | { readonly outcome: 'interrupted'; readonly block: Block }
  /**
   * The gate gives up blocking, and the work is not complete. `isTold`: its user was told since the last prompt.
   * `asked`: what its user was asked in vain.
   */
  | {
      readonly outcome: 'cap';
      readonly block: Block | undefined;
      readonly why: CapReason;
      readonly isTold: boolean;
      readonly asked?: Waiting | undefined;
    }
  | { readonly outcome: 'ended'; readonly end: SessionEnd };

/** The promises that a session still has open, and the further folders that they are in. */
type StillOpen = Pick<GateMemory, 'open' | 'folders'>;

/** Lets a session end that no checker blocks. */
export function decideDone(before: GateMemory, { folders, open }: StillOpen): GateDecision {
  const counters = letGo(before.counters);
  return {
    outcome: { outcome: 'allow' },
    memory: {
      ...before,
      open,
      folders,
      counters,
      reason: null,
      cause: null,
      waiting: withdrawn(before.waiting),
    },
  };
}

/**
 * Decides about a session that a checker blocks: the block may give way to a wait for the user, and by the counters to
 * a rest or a cap. `questions`: undefined for what cannot ask the user.
 */
export function decideHeld(
  before: GateMemory,
  seen: Sighting,
  block: Block,
  still: StillOpen,
  questions?: Questions,
): GateDecision {
  const asks = questions && decideWait({ ...questions, kept: before.waiting });
  if (asks?.wait === 'through') return decideWaiting(before, block, still, asks.waiting);
  const { folders, open } = still;
  const held = keepOrLetGo(before, seen);
  const { bound, counters } = held;
  const waiting = asks === undefined ? before.waiting : asks.kept;
  const lost = (block.lost ?? []).map(({ id, now, project }) => nameOfLoss(id, project, now));
  switch (held.outcome) {
    case 'block': {
      const acts = (block.unconfirmed ?? []).filter(({ name }) => !before.told.includes(name));
      const named = acts.map(({ name }) => name);
      const told = [...before.told, ...(block.told ?? []), ...lost, ...named];
      const hints =
        questions && asks ? [...waitLines(asks, questions.commands), ...questions.forUser] : [];
      const { cause, reason } = reasonFor(before, seen, counters, { block, hints });
      const isFirst = counters.all === 1 && counters.repeats === 0;
      const newActs = acts.map(({ line }) => line);
      return {
        outcome: { outcome: 'block', block, reason, isFirst, newActs },
        memory: {
          ...before,
          ...{ bound, counters, open, folders, told },
          ...{ reason: reasonDigest(reason), cause, waiting },
        },
      };
    }
    case 'cap':
      return {
        outcome: { ...capOf(held), block, asked: askedInVain(asks) },
        // The user is told of what is left, lost promises included.
        memory: {
          ...before,
          ...{ bound, counters, open, folders, told: [...before.told, ...lost], waiting },
        },
      };
    case 'rest': {
      const outcome = { outcome: 'rest', block, running: seen.running } as const;
      return { outcome, memory: { ...before, ...bothOf(before, still), bound, counters, waiting } };
    }
  }
}

/** What the model is told of a block, and the digest of what it is held for. `hints`: lines behind those of the block. */
function reasonFor(
  before: GateMemory,
  seen: Sighting,
  counters: Counters,
  { block, hints }: { readonly block: Block; readonly hints: readonly string[] },
): { readonly reason: string; readonly cause: string } {
  const given = reasonOf({ lines: [...block.lines, ...hints] });
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
  // A host that asks about one stop twice gets one outcome.
  const isRepeated = now.counters.repeats > 0;
  return !isRepeated || before.reason !== reasonDigest(now.given);
}

/** Lets a session stop that waits for its user. Nothing is counted, and nothing is forgotten. */
function decideWaiting(
  before: GateMemory,
  block: Block | undefined,
  still: StillOpen,
  waiting: Waiting,
): GateDecision {
  const memory = { ...before, ...bothOf(before, still), waiting };
  return { outcome: { outcome: 'wait', block, waiting }, memory };
}

/** Lets a session stop that its user interrupted. Nothing is counted, and nothing is forgotten. */
export function decideInterrupted(
  before: GateMemory,
  block: Block,
  still: StillOpen,
  interrupted: Interrupted,
): GateDecision {
  const memory = { ...before, ...bothOf(before, still), interrupted };
  return { outcome: { outcome: 'interrupted', block }, memory };
}

/** A block that is given once was not given where the agent hears of none: what was open then stays so. */
function bothOf(before: StillOpen, { folders, open }: StillOpen): StillOpen {
  const both = (now: readonly string[], then: readonly string[]) => [...new Set([...now, ...then])];
  return { open: both(open, before.open), folders: both(folders, before.folders) };
}

function capOf({ outcome, isTold, why }: Extract<LivenessOutcome, { readonly outcome: 'cap' }>) {
  return { outcome, isTold, why };
}

/** The question of a session that had no user to answer it. */
function askedInVain(asks: WaitDecision | undefined): Waiting | undefined {
  return asks?.wait === 'barred' && asks.waiting.kind === 'asked' ? asks.waiting : undefined;
}

/** A decision after which more waits to be told: what was not told, and does not wait already. */
export function withReceiptsKept(decision: GateDecision, more: readonly Receipt[]): GateDecision {
  const { memory } = decision;
  const receipts = receiptsWith(memory.receipts, memory.told, more);
  return { ...decision, memory: { ...memory, receipts } };
}

/** A decision with what happened since the last stop, all of which counts as told then. */
export function withReceiptsTold(decision: GateDecision): GateDecision {
  const { memory } = decision;
  const { receipts, told } = memory;
  const names = receipts.map(({ name }) => name);
  return { ...decision, receipts, memory: { ...memory, receipts: [], told: [...told, ...names] } };
}

/** A decision after which some more names count as told. */
export function withTold(decision: GateDecision, names: readonly string[]): GateDecision {
  const { memory } = decision;
  return { ...decision, memory: { ...memory, told: [...memory.told, ...names] } };
}

/**
 * Decides before a model is asked, where its answer could change nothing: the session waits for its user, the gate
 * has given up blocking, or tasks run in the background. Nothing where the model is worth asking.
 */
export function decideUnasked(
  before: GateMemory,
  seen: Sighting,
  still: StillOpen,
  questions?: Questions,
): GateDecision | undefined {
  const asks = questions && decideWait({ ...questions, kept: before.waiting });
  if (asks?.wait === 'through') return decideWaiting(before, undefined, still, asks.waiting);
  const { folders, open } = still;
  const held = keepOrLetGo(before, seen);
  const { bound, counters } = held;
  const memory = { ...before, open, folders, bound, counters };
  switch (held.outcome) {
    case 'block':
      return undefined;
    case 'cap':
      return { outcome: { ...capOf(held), block: undefined }, memory };
    case 'rest':
      return { outcome: { outcome: 'rest', block: undefined, running: seen.running }, memory };
  }
}
