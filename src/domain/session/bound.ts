/**
 * The bound beneath all other rules of how long the stop gate holds a session. It goes by the number of blocks and by
 * the clock alone: nothing that a host, a transcript or a file says can stretch it.
 */

/** Blocks in so many milliseconds, since the session last closed one more criterion. */
export const MOST_SOON = 12;
export const SOON_MS = 10 * 60_000;

/** Blocks since the session last closed one more criterion. */
export const MOST_UNCLOSED = 40;

/** Blocks of one session, whatever it does. */
export const MOST_IN_ALL = 100;

/** How many further calls share the answer to one stop at most, as where several settings name the gate. */
const MOST_SHARED = 20;

/** How many promises are counted. What further ones close is not seen. */
const MOST_PROMISES = 500;

/** A moment on two clocks, in milliseconds: the one of the day can be set, the other one starts with the machine. */
export interface Moment {
  readonly day: number;
  readonly machine: number;
}

/** How many criteria of a promise were closed at once, at most. */
export type ClosedCount = readonly [promise: string, closed: number];

/** The blocks of a session. */
export interface Bound {
  readonly all: number;
  readonly unclosed: number;
  /** How long before the last block each of the latest blocks was, in milliseconds, itself included. */
  readonly ages: readonly number[];
  /** When the last block was; null where there was none. */
  readonly at: Moment | null;
  /** The digest of the payload that it answered. */
  readonly payload: string;
  /** How many further calls of the gate got the same answer. */
  readonly shared: number;
  readonly closed: readonly ClosedCount[];
}

export const NO_BLOCKS: Bound = {
  all: 0,
  unclosed: 0,
  ages: [],
  at: null,
  payload: '',
  shared: 0,
  closed: [],
};

/** A stop, as far as the bound goes by it. */
export interface BoundedStop {
  /** A digest of what tells it from other stops. */
  readonly payload: string;
  readonly now: Moment;
  /** For how long it has been looked at, in milliseconds. */
  readonly elapsed: number;
}

/** What is counted on after criteria were closed. Only more than ever before begin a new row. */
export function withClosed(bound: Bound, counts: readonly ClosedCount[]): Bound {
  const closed = new Map(bound.closed);
  let isMore = false;
  for (const [promise, count] of counts) {
    const before = closed.get(promise) ?? 0;
    if (count <= before || (before === 0 && closed.size >= MOST_PROMISES)) continue;
    closed.set(promise, count);
    isMore = true;
  }
  return isMore ? { ...bound, closed: [...closed], unclosed: 0, ages: [] } : bound;
}

/** How exact the clocks are, in milliseconds: what could have begun after an answer is another stop. */
const CLOCK_MS = 1;

/**
 * Whether a stop is the one that was blocked last: its payload is identical, and it was being looked at by then. An agent
 * that repeats itself stops again only after it was answered.
 */
export function isSameStop({ at, payload, shared }: Bound, stop: BoundedStop): boolean {
  if (at === null || stop.payload !== payload || shared >= MOST_SHARED) return false;
  const [day, machine] = [stop.now.day - at.day, stop.now.machine - at.machine];
  // A clock that went back says nothing of what came before.
  return day >= 0 && machine >= 0 && Math.max(day, machine) + CLOCK_MS <= stop.elapsed;
}

/** Why a session may not be blocked once more. */
export type BoundReason = 'too-fast' | 'none-closed' | 'too-often';

/** Undefined where it may be. */
export function spentReason(bound: Bound, now: Moment): BoundReason | undefined {
  if (bound.all >= MOST_IN_ALL) return 'too-often';
  if (bound.unclosed >= MOST_UNCLOSED) return 'none-closed';
  return agesAt(bound, now).length >= MOST_SOON ? 'too-fast' : undefined;
}

/** The blocks with one more. */
export function withBlock(bound: Bound, { now, payload }: BoundedStop): Bound {
  return {
    ...bound,
    all: bound.all + 1,
    unclosed: bound.unclosed + 1,
    ages: [...agesAt(bound, now), 0],
    at: now,
    payload,
    shared: 0,
  };
}

function agesAt({ ages, at }: Bound, now: Moment): readonly number[] {
  const passed = at === null ? 0 : passedSince(at, now);
  return ages.map((age) => age + passed).filter((age) => age < SOON_MS);
}

/**
 * How long ago a moment is at least, in milliseconds, whichever clock was set meanwhile. Where the machine was started
 * since, it is so long ago as the machine runs.
 */
function passedSince(at: Moment, now: Moment): number {
  const byMachine = now.machine < at.machine ? now.machine : now.machine - at.machine;
  const byDay = now.day < at.day ? Number.POSITIVE_INFINITY : now.day - at.day;
  return Math.floor(Math.min(byMachine, byDay));
}
