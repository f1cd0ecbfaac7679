import {
  type Bound,
  type BoundedStop,
  type ClosedCount,
  isSameStop,
  spentReason,
  withBlock,
  withClosed,
} from './bound.ts';

/**
 * How often the stop gate blocks a session before it gives up. A state machine: from the counters and what
 * was seen at a stop, it gives an outcome and the next counters. The checkers decide why a session is blocked.
 */

/** Blocks in a row with nothing changed between them, after which the gate gives up blocking. */
export const MOST_IDLE_BLOCKS = 5;

/** Blocks in a row without progress but with a changed tree, after which the gate gives up. */
export const MOST_BUSY_BLOCKS = 20;

/** Rests in a row without progress, while tasks run in the background. */
export const MOST_RESTS = 3;

/** How often in a row Claude Code lets a hook block before it overrides the hook, unless a variable says else. */
export const USUAL_HOST_LIMIT = 8;

/** The limit that the host's variable sets: 0 means no limit, and a text that is no number the usual one. */
export function hostLimitOf(told: string | undefined): number {
  if (told === undefined || !/^\d{1,9}$/.test(told)) return USUAL_HOST_LIMIT;
  return Number(told) === 0 ? Number.POSITIVE_INFINITY : Number(told);
}

/** What comes of a stop that a checker blocks. */
export type Held = 'block' | 'rest' | 'cap';

/** The counters of a session. */
export interface Counters {
  /** Blocks in a row with nothing changed. */
  readonly idle: number;
  /** Blocks in a row without progress; the tree may have changed. */
  readonly busy: number;
  /** Blocks in a row as the host counts them: from zero after each use of a tool. */
  readonly hosted: number;
  /** Blocks in a row, whatever changed. */
  readonly all: number;
  /** Rests in a row without progress. */
  readonly rests: number;
  /** Blocks at this position of the transcript beyond the one that was counted. */
  readonly repeats: number;
  /** The last outcome; null where no checker blocked. */
  readonly last: Held | null;
  /** Why the gate gave up, until something gets on; null where it has not. */
  readonly why: CapReason | null;
  /** How many prompts of the user were counted when it did. */
  readonly prompts: number;
  /** The position of the transcript at that stop; null where it is not known. */
  readonly position: string | null;
  /** Digests of what was seen then: promises and proofs, todos, the checkout. */
  readonly work: string;
  readonly todos: string;
  readonly tree: string | null;
}

export const NO_COUNTERS: Counters = {
  idle: 0,
  busy: 0,
  hosted: 0,
  all: 0,
  rests: 0,
  repeats: 0,
  last: null,
  why: null,
  prompts: 0,
  position: null,
  work: '',
  todos: '',
  tree: null,
};

/** What the gate sees at a stop that a checker blocks. */
export interface Sighting extends BoundedStop {
  readonly position: string | null;
  /** How many criteria of each promise are closed. */
  readonly closed: readonly ClosedCount[];
  /** How many prompts of the user were counted. */
  readonly prompts: number;
  /** Whether the transcript shows one since the gate gave up. */
  readonly isPrompted: boolean;
  readonly work: string;
  readonly todos: string;
  readonly tree: string | null;
  /** Tasks that run in the background. */
  readonly running: number;
  /** Whether the turn goes on because of a block; nothing where the host does not say. */
  readonly isContinued: boolean | undefined;
  /** Whether the session used any tool since the last stop; nothing where that cannot be told. */
  readonly worked: boolean | undefined;
  /** How many blocks in a row the host lets stand; infinite where it never overrides. */
  readonly hostLimit: number;
}

/** Why the gate lets a session go that has something left to do. */
export const CAP_REASONS = [
  'nothing-changed',
  'no-progress',
  'host-limit',
  // The bound beneath.
  'too-fast',
  'none-closed',
  'too-often',
  // The session's file cannot be read or written, so its blocks cannot be counted.
  'not-remembered',
] as const;

export type CapReason = (typeof CAP_REASONS)[number];

/** What is counted of a session. */
export interface Counted {
  readonly counters: Counters;
  readonly bound: Bound;
}

export type LivenessOutcome = Counted &
  (
    | { readonly outcome: 'block' | 'rest' }
    /** `isTold`: the user was told since the last prompt. */
    | { readonly outcome: 'cap'; readonly why: CapReason; readonly isTold: boolean }
  );

/**
 * Answers a stop that a checker blocks. A stop that is asked about again gets the same outcome, and the counters stay;
 * whatever they say, no block goes beyond the bound.
 */
export function keepOrLetGo(before: Counted, seen: Sighting): LivenessOutcome {
  const bound = withClosed(before.bound, seen.closed);
  const isSame = isSameStop(bound, seen);
  const again = isRepeated(before.counters, seen, isSame)
    ? sameAgain(before.counters, seen)
    : undefined;
  const held = again ?? counted(before.counters, seen);
  if (held.outcome !== 'block') return { ...held, bound };
  if (isSame) return { ...held, bound: { ...bound, shared: bound.shared + 1 } };
  const why = spentReason(bound, seen.now);
  if (why !== undefined) return { ...capped(before.counters, held.counters, seen, why), bound };
  return { ...held, bound: withBlock(bound, seen) };
}

/** The counters after a stop that no checker blocks. Rests stay counted until there is progress. */
export function letGo(before: Counters): Counters {
  const { position, prompts, rests, todos, tree, work } = before;
  return { ...NO_COUNTERS, position, prompts, rests, todos, tree, work };
}

/** An outcome without the bound. */
type Outcome =
  | { readonly outcome: 'block' | 'rest'; readonly counters: Counters }
  | {
      readonly outcome: 'cap';
      readonly why: CapReason;
      readonly isTold: boolean;
      readonly counters: Counters;
    };

function isRepeated(
  before: Counters,
  { position, todos, work }: Sighting,
  isSame: boolean,
): boolean {
  const isThere = isSame || (position !== null && position === before.position);
  return isThere && work === before.work && todos === before.todos;
}

/** The outcome of a stop that repeats the last one; nothing where that outcome no longer holds. */
function sameAgain(before: Counters, seen: Sighting): Outcome | undefined {
  switch (before.last) {
    case null:
      return undefined;
    case 'rest':
      return seen.running > 0 ? { outcome: 'rest', counters: before } : undefined;
    case 'cap':
      return isPromptedSince(before, seen)
        ? undefined
        : capped(before, before, seen, before.why ?? 'nothing-changed');
    case 'block':
      return { outcome: 'block', counters: { ...before, repeats: before.repeats + 1 } };
  }
}

function counted(before: Counters, seen: Sighting): Outcome {
  const { position, todos, work } = seen;
  // Where the checkout cannot be examined now, the next stop is compared with the last known tree.
  const tree = seen.tree ?? before.tree;
  const changes = changesSince(before, seen);
  const counts = countsNow(before, seen, changes);
  const now = { ...before, ...counts, repeats: 0, position, work, todos, tree };
  const lasting = lastingCap(before, changes);
  const isOnceMore = before.last === 'cap' && isPromptedSince(before, seen);
  const why = lasting ?? capOf(now, seen.hostLimit);
  if (why !== undefined && !(lasting !== undefined && isOnceMore)) {
    return capped(before, now, seen, why);
  }
  if (seen.running > 0 && now.rests < MOST_RESTS) {
    const rests = now.rests + 1;
    const after = { hosted: 0, all: 0, rests, last: 'rest', why: lasting ?? null } as const;
    return { outcome: 'rest', counters: { ...now, ...after } };
  }
  const { all, busy, hosted, idle } = now;
  const more = { idle: idle + 1, busy: busy + 1, hosted: hosted + 1, all: all + 1 };
  return { outcome: 'block', counters: { ...now, ...more, last: 'block', why: lasting ?? null } };
}

/** Lets a session go. Where its user was told since the last prompt, nothing changes. */
function capped(before: Counters, now: Counters, seen: Sighting, why: CapReason): Outcome {
  const isTold = before.last === 'cap' && !isPromptedSince(before, seen);
  const { prompts } = seen;
  const counters = isTold
    ? before
    : { ...now, hosted: 0, all: 0, last: 'cap' as const, why, prompts };
  return { outcome: 'cap', why, isTold, counters };
}

/** Whether the user has spoken since the gate gave up. */
function isPromptedSince({ prompts }: Counters, seen: Sighting): boolean {
  return seen.prompts > prompts || seen.isPrompted;
}

/** Why the gate gave up before, where the session has not got on since. */
function lastingCap(
  { why }: Counters,
  { progressed, treeChanged }: Changes,
): CapReason | undefined {
  const isOver = progressed || (why === 'nothing-changed' && treeChanged);
  return why === null || isOver ? undefined : why;
}

/** What changed since the last stop. `treeChanged`: by the session itself. */
interface Changes {
  readonly progressed: boolean;
  readonly treeChanged: boolean;
}

function changesSince(before: Counters, seen: Sighting): Changes {
  const isOtherTree = seen.tree !== null && before.tree !== null && seen.tree !== before.tree;
  return {
    progressed: seen.work !== before.work || seen.todos !== before.todos,
    // A session that used no tool changed nothing: another one works in the same checkout.
    treeChanged: isOtherTree && seen.worked !== false,
  };
}

type Counts = Pick<Counters, 'idle' | 'busy' | 'hosted' | 'all' | 'rests'>;

/** The counts, set to zero where a change since the last stop ends their row. */
function countsNow(before: Counters, seen: Sighting, { progressed, treeChanged }: Changes): Counts {
  // The host counts anew with each turn, and with each use of a tool.
  const hostForgets = seen.isContinued === false || (seen.worked ?? (progressed || treeChanged));
  return {
    idle: progressed || treeChanged ? 0 : before.idle,
    busy: progressed ? 0 : before.busy,
    hosted: hostForgets ? 0 : before.hosted,
    all: before.all,
    rests: progressed ? 0 : before.rests,
  };
}

function capOf({ busy, hosted, idle }: Counts, hostLimit: number): CapReason | undefined {
  if (idle >= MOST_IDLE_BLOCKS) return 'nothing-changed';
  if (busy >= MOST_BUSY_BLOCKS) return 'no-progress';
  return hosted >= hostLimit ? 'host-limit' : undefined;
}
