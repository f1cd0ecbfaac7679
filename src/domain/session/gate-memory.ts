import { digestOf } from '../base/digest.ts';
import { isObject, textOf, textsIn } from '../base/document.ts';
import { isSafeId } from '../base/identifier.ts';
import { type Bound, type ClosedCount, type Moment, NO_BLOCKS } from './bound.ts';
import { type Interrupted, interruptedIn, withInterrupted } from './interrupted.ts';
import { CAP_REASONS, type Counters, type Held, NO_COUNTERS } from './liveness.ts';
import { type Receipt, receiptsIn } from './receipt.ts';
import type { StopGateState } from './stop-gate-state.ts';
import { type Waiting, waitingIn, withWaiting } from './waiting.ts';

/** The name of a session's file: its id, or the digest of an id that cannot name a file. */
export function memoryIdOf(session: string): string {
  return isSafeId(session) ? session : `id-${digestOf(session)}`;
}

/** What the stop gate remembers of a session from one stop to the next. */
export interface GateMemory {
  readonly counters: Counters;
  readonly bound: Bound;
  /** How many prompts of the user there were since the first stop that is remembered. */
  readonly prompts: number;
  /** The promises that were open at the last stop. */
  readonly open: readonly string[];
  /** The folders beside the project's own in which they were. */
  readonly folders: readonly string[];
  /** Blocked work and changed promises that the session was told of, by their names. */
  readonly told: readonly string[];
  /** The digest of the reason that the last block gave the model; null where the session was let go since. */
  readonly reason: string | null;
  /** The digest of what it blocked for, by which a block is known that says the same again. */
  readonly cause: string | null;
  /** What happened to its promises that its user was not told of. */
  readonly receipts: readonly Receipt[];
  /** What it asked its user; null where it did not since the last prompt. */
  readonly waiting: Waiting | null;
  /** That its user interrupted it before the last prompt; null where it was not. */
  readonly interrupted: Interrupted | null;
}

/** How many records are kept of the gate giving up on a session. */
const MOST_CAPS = 20;

/** How many blocked issues are remembered as told. */
const MOST_TOLD = 500;

/** The memory in a session's file. Entries that are missing or not as expected are empty. */
export function memoryIn(state: StopGateState): GateMemory {
  return {
    counters: countersIn(state['liveness']),
    bound: boundIn(state['blocks']),
    prompts: countIn(state['prompts']),
    open: textsIn(state['open_promises']),
    folders: textsIn(state['open_folders']),
    told: textsIn(state['told']),
    reason: digestIn(state['last_reason']),
    cause: digestIn(state['last_cause']),
    receipts: receiptsIn(state),
    waiting: waitingIn(state),
    interrupted: interruptedIn(state),
  };
}

function digestIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The digest by which a reason is known again, as where a host hands it back as a prompt. */
export function reasonDigest(reason: string): string {
  return digestOf(reason.trim());
}

/** What a gate says that could not look: it keeps no memory of it. `bin/cs-hook` says some of these. */
const FAULT =
  /^The stop gate (?:could not|did not|exited with|needs Node|crashed|cannot)[\s\S]*Next: /;

/** Whether a prompt is the reason of a block, which some hosts hand back as a prompt: no user gave it. */
export function isOwnReason(prompt: string, { reason }: Pick<GateMemory, 'reason'>): boolean {
  return reasonDigest(prompt) === reason || FAULT.test(prompt.trim());
}

/** Whether a stop that no checker blocks would leave a memory as it is, with nothing to tell the user. */
export function isBlank({ counters, interrupted, open, receipts, waiting }: GateMemory): boolean {
  if (receipts.length > 0) return false;
  if (interrupted?.used === false) return false;
  const { all, busy, hosted, idle, last, repeats } = counters;
  const counts = [all, busy, hosted, idle, repeats];
  return (
    open.length === 0 && waiting === null && last === null && counts.every((count) => count === 0)
  );
}

/** The state with a memory. A file does not hold what is undefined. */
export function withMemory(state: StopGateState, memory: GateMemory): StopGateState {
  const some = (list: readonly string[]) => (list.length > 0 ? list : undefined);
  const next = {
    ...state,
    liveness: memory.counters,
    blocks: memory.bound === NO_BLOCKS ? undefined : memory.bound,
    prompts: memory.prompts === 0 ? undefined : memory.prompts,
    open_promises: memory.open,
    open_folders: some(memory.folders),
    told: some(memory.told.slice(-MOST_TOLD)),
    receipts: memory.receipts.length > 0 ? memory.receipts : undefined,
    last_reason: memory.reason ?? undefined,
    last_cause: memory.cause ?? undefined,
  };
  return withInterrupted(withWaiting(next, memory.waiting), memory.interrupted);
}

/** The state after a prompt of the user; as it is where the gate has not counted anything yet. */
export function withPrompted(state: StopGateState): StopGateState {
  if (state['liveness'] === undefined) return state;
  return { ...state, prompts: countIn(state['prompts']) + 1 };
}

/** A record of the gate letting a session end with something left to do. */
export interface CapRecord {
  readonly at: string;
  readonly why: string;
  /** What blocked the session: the `checker` of the block, or `review` where no model was asked again. */
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
  const count = (key: keyof Counters): number => countIn(value[key]);
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
    why: CAP_REASONS.find((reason) => reason === value['why']) ?? null,
    prompts: count('prompts'),
    position: text('position'),
    work: text('work') ?? '',
    todos: text('todos') ?? '',
    tree: text('tree'),
  };
}

function countIn(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function boundIn(value: unknown): Bound {
  if (!isObject(value)) return NO_BLOCKS;
  const { ages, all, at, closed, payload, shared, unclosed } = value;
  return {
    all: countIn(all),
    unclosed: countIn(unclosed),
    ages: Array.isArray(ages) ? ages.map(countIn) : [],
    at: momentIn(at),
    payload: textOf(payload),
    shared: countIn(shared),
    closed: Array.isArray(closed) ? closed.flatMap(closedIn) : [],
  };
}

function momentIn(value: unknown): Moment | null {
  if (!isObject(value)) return null;
  const { day, machine } = value;
  return typeof day === 'number' && typeof machine === 'number' ? { day, machine } : null;
}

function closedIn(value: unknown): readonly ClosedCount[] {
  if (!Array.isArray(value)) return [];
  const [promise, count] = value;
  return typeof promise === 'string' ? [[promise, countIn(count)]] : [];
}
