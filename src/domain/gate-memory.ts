import { digestOf } from './digest.ts';
import { isObject } from './document.ts';
import { isSafeId } from './identifier.ts';
import { type Counters, type Held, NO_COUNTERS } from './liveness.ts';
import type { StopGateState } from './stop-gate-state.ts';

/** The name under which a session is remembered: its id, or its digest where no file can be named by it. */
export function memoryIdOf(session: string): string {
  return isSafeId(session) ? session : `id-${digestOf(session)}`;
}

/** What the stop gate remembers of a session from one stop to the next. */
export interface GateMemory {
  readonly counters: Counters;
  /** The promises that were open at the last stop. */
  readonly open: readonly string[];
  /** Blocked work that the session was told of. */
  readonly told: readonly string[];
}

/** Times that the gate let a session go with something left to do: the last ones are kept. */
const MOST_CAPS = 20;

/** Blocked issues that are remembered as told. */
const MOST_TOLD = 500;

/** The memory in a session's file. What is missing or not as expected starts again. */
export function memoryIn(state: StopGateState): GateMemory {
  return {
    counters: countersIn(state['liveness']),
    open: textsIn(state['open_promises']),
    told: textsIn(state['told']),
  };
}

/** Whether a memory holds nothing that a stop with nothing to hold it would change or speak of. */
export function isBlank({ counters, open }: GateMemory): boolean {
  const { all, busy, hosted, idle, last, repeats, rests } = counters;
  const counts = [all, busy, hosted, idle, repeats, rests];
  return open.length === 0 && last === null && counts.every((count) => count === 0);
}

export function withMemory(
  state: StopGateState,
  { counters, open, told }: GateMemory,
): StopGateState {
  return {
    ...state,
    liveness: counters,
    open_promises: open,
    ...(told.length > 0 ? { told: told.slice(-MOST_TOLD) } : {}),
  };
}

/** One time that the gate let a session go with something left to do. */
export interface CapRecord {
  readonly at: string;
  readonly why: string;
  /** What held the session, by the name of its checker. */
  readonly checker: string;
}

export function capsIn(state: StopGateState): readonly CapRecord[] {
  const { capped } = state;
  if (!Array.isArray(capped)) return [];
  return capped.filter(isObject).flatMap(({ at, checker, why }) => {
    if (typeof at !== 'string' || typeof why !== 'string') return [];
    return [{ at, why, checker: typeof checker === 'string' ? checker : '' }];
  });
}

export function withCap(state: StopGateState, cap: CapRecord): StopGateState {
  const before = Array.isArray(state['capped']) ? state['capped'] : [];
  return { ...state, capped: [...before, cap].slice(-MOST_CAPS) };
}

const HELD: readonly Held[] = ['block', 'rest', 'cap'];

function countersIn(value: unknown): Counters {
  if (!isObject(value)) return NO_COUNTERS;
  const count = (key: keyof Counters): number => {
    const found = value[key];
    return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : 0;
  };
  const text = (key: keyof Counters): string | null => {
    const found = value[key];
    return typeof found === 'string' ? found : null;
  };
  return {
    idle: count('idle'),
    busy: count('busy'),
    hosted: count('hosted'),
    all: count('all'),
    rests: count('rests'),
    repeats: count('repeats'),
    last: HELD.find((held) => held === value['last']) ?? null,
    position: text('position'),
    work: text('work') ?? '',
    todos: text('todos') ?? '',
    tree: text('tree'),
  };
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}
