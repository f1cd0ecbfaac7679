/**
 * How often the stop gate blocks a session before it gives up. A state machine: from the counters and what
 * was seen at a stop, it gives an answer and the next counters. The checkers decide why a session is blocked.
 */

/** Blocks in a row with nothing changed between them, after which the gate gives up blocking. */
export const MOST_IDLE_BLOCKS = 5;

/** Blocks in a row without progress but with a changed tree, after which the gate gives up. */
export const MOST_BUSY_BLOCKS = 20;

/** Blocks in a row whatever changed: a session that always makes progress must be able to end, too. */
export const MOST_BLOCKS = 100;

/** Repeated stops at one position of the transcript. They count as one block, but a stuck host must get out. */
export const MOST_REPEATS = 100;

/** Rests in a row without progress, while tasks run in the background. */
export const MOST_RESTS = 3;

/** How often in a row Claude Code lets a hook block before it overrides the hook, unless a variable says else. */
export const USUAL_HOST_LIMIT = 8;

/** The limit that the host's variable sets: 0 means no limit, and a text that is no number the usual one. */
export function hostLimitOf(told: string | undefined): number {
  if (told === undefined || !/^\d{1,9}$/.test(told)) return USUAL_HOST_LIMIT;
  return Number(told) === 0 ? Number.POSITIVE_INFINITY : Number(told);
}

/** What the gate can answer to a stop that a checker blocks. */
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
  /** The last answer; null where no checker blocked. */
  readonly last: Held | null;
  /** Why the gate gave up, where the last answer is a cap. */
  readonly why: CapReason | null;
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
  position: null,
  work: '',
  todos: '',
  tree: null,
};

/** What the gate sees at a stop that a checker blocks. */
export interface Sighting {
  readonly position: string | null;
  /**
   * Whether the stop at the last known position is over, so that this is another one: two hooks may ask about one stop, and
   * the first one's answer makes the transcript grow. Nothing where that cannot be told.
   */
  readonly isOver: boolean | undefined;
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
  'too-often',
  'stuck',
  // The session's file cannot be written, so its blocks cannot be counted.
  'not-remembered',
] as const;

export type CapReason = (typeof CAP_REASONS)[number];

export type LivenessAnswer =
  | { readonly answer: 'block' | 'rest'; readonly counters: Counters }
  | { readonly answer: 'cap'; readonly why: CapReason; readonly counters: Counters };

/**
 * Answers a stop that a checker blocks. One block is counted for each position of the transcript: a host
 * that sends the same stop again gets the same answer, and the counters stay.
 */
export function keepOrLetGo(before: Counters, seen: Sighting): LivenessAnswer {
  const again = isRepeated(before, seen) ? sameAgain(before, seen) : undefined;
  return again ?? counted(before, seen);
}

/** The counters after a stop that no checker blocks. Rests stay counted until there is progress. */
export function letGo(before: Counters): Counters {
  const { position, rests, todos, tree, work } = before;
  return { ...NO_COUNTERS, position, rests, todos, tree, work };
}

function isRepeated(before: Counters, { isOver, position, todos, work }: Sighting): boolean {
  const isThere = position !== null && (position === before.position || isOver === false);
  return isThere && work === before.work && todos === before.todos;
}

/** The answer to a stop that repeats the last one; nothing where that answer no longer holds. */
function sameAgain(before: Counters, { running }: Sighting): LivenessAnswer | undefined {
  switch (before.last) {
    case null:
      return undefined;
    case 'rest':
      return running > 0 ? { answer: 'rest', counters: before } : undefined;
    case 'cap':
      return { answer: 'cap', why: before.why ?? 'nothing-changed', counters: before };
    case 'block':
      return before.repeats >= MOST_REPEATS
        ? { answer: 'cap', why: 'stuck', counters: { ...before, last: 'cap', why: 'stuck' } }
        : { answer: 'block', counters: { ...before, repeats: before.repeats + 1 } };
  }
}

function counted(before: Counters, seen: Sighting): LivenessAnswer {
  const { position, todos, work } = seen;
  // Where the checkout cannot be examined now, the next stop is compared with the last known tree.
  const tree = seen.tree ?? before.tree;
  const now = { ...countsNow(before, seen), repeats: 0, position, work, todos, tree };
  const why = capOf(now, seen.hostLimit);
  if (why !== undefined) {
    return { answer: 'cap', why, counters: { ...now, hosted: 0, all: 0, last: 'cap', why } };
  }
  if (seen.running > 0 && now.rests < MOST_RESTS) {
    const rests = now.rests + 1;
    const after = { hosted: 0, all: 0, rests, last: 'rest', why: null } as const;
    return { answer: 'rest', counters: { ...now, ...after } };
  }
  const { all, busy, hosted, idle } = now;
  const more = { idle: idle + 1, busy: busy + 1, hosted: hosted + 1, all: all + 1 };
  return { answer: 'block', counters: { ...now, ...more, last: 'block', why: null } };
}

type Counts = Pick<Counters, 'idle' | 'busy' | 'hosted' | 'all' | 'rests'>;

/** The counts, set to zero where a change since the last stop ends their row. */
function countsNow(before: Counters, seen: Sighting): Counts {
  const progressed = seen.work !== before.work || seen.todos !== before.todos;
  const isOtherTree = seen.tree !== null && before.tree !== null && seen.tree !== before.tree;
  // A session that used no tool changed nothing: another one works in the same checkout.
  const treeChanged = isOtherTree && seen.worked !== false;
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

function capOf({ all, busy, hosted, idle }: Counts, hostLimit: number): CapReason | undefined {
  if (idle >= MOST_IDLE_BLOCKS) return 'nothing-changed';
  if (busy >= MOST_BUSY_BLOCKS) return 'no-progress';
  if (hosted >= hostLimit) return 'host-limit';
  return all >= MOST_BLOCKS ? 'too-often' : undefined;
}
