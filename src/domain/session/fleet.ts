import { isObject, parseDocument } from '../base/document.ts';
import { type NamedPromise, progressOf, titleOf } from '../promise/promise.ts';
import { readPromise } from '../promise/promise-reading.ts';
import type { CapRecord } from './gate-memory.ts';
import { unfinishedIn } from './unfinished.ts';
import { type Waiting, waitingIn } from './waiting.ts';

/** The sessions of all machines that work in projects of one store. */

/** A session as the store has it. */
export interface FleetSession {
  /** The name of the project in the store. */
  readonly project: string;
  readonly session: string;
  /** The machine on which it was last at work; undefined where it was never seen. */
  readonly machine: string | undefined;
  /** How long ago that was by the clock of the store, in milliseconds; undefined as above. */
  readonly seenAgoMs: number | undefined;
  readonly hasEnded: boolean;
  /** How many promises it has open, and the first few of them. */
  readonly open: number;
  readonly promises: readonly HeldPromise[];
  /** What it waits for its user with; null where it does not wait. */
  readonly waiting: Waiting | null;
  /** How its stop gate let it go with something left to do; undefined where it did not. */
  readonly capped: CapRecord | undefined;
}

export interface HeldPromise {
  readonly id: string;
  readonly title: string;
  readonly met: number;
  readonly total: number;
}

/** What a fleet does. */
export interface FleetReading {
  readonly sessions: readonly FleetSession[];
  /** The open promises without an owner, by the names of their projects. */
  readonly unowned: readonly { readonly project: string; readonly count: number }[];
}

/** After how long a session that has promises open counts as silent, in milliseconds. */
const SILENT_AFTER_MS = 60 * 60 * 1000;

/** What a session of a fleet does, as far as can be told from afar. */
export type FleetState = 'working' | 'waiting' | 'capped' | 'silent' | 'ended' | 'never-seen';

/**
 * A session at work is seen at each stop, prompt and command. One that is not seen for long while it has promises open
 * may have died with its machine: that cannot be told from afar, so it is called silent.
 */
export function stateOf(session: FleetSession): FleetState {
  const { capped, hasEnded, open, seenAgoMs, waiting } = session;
  if (seenAgoMs === undefined) return 'never-seen';
  if (waiting !== null) return 'waiting';
  if (capped !== undefined) return 'capped';
  if (hasEnded) return 'ended';
  return open > 0 && seenAgoMs >= SILENT_AFTER_MS ? 'silent' : 'working';
}

/** The sessions that left promises open and are not seen any more, without `own` and those that wait. */
export function silentAmong(
  sessions: readonly FleetSession[],
  own: readonly string[],
): readonly FleetSession[] {
  return sessions.filter((one) => {
    const state = stateOf(one);
    const isGone = state === 'silent' || (state === 'ended' && one.open > 0);
    return isGone && !own.includes(one.session);
  });
}

/** A promise by its document; undefined where that is none. */
export function heldPromise(text: string): HeldPromise | undefined {
  const parsed = parseDocument(text);
  const reading = parsed.ok ? readPromise(parsed.value) : undefined;
  if (reading?.ok !== true) return undefined;
  const { promise } = reading;
  const named: NamedPromise = { id: promise.id, promise };
  return { id: named.id, title: titleOf(promise), ...progress(named) };
}

function progress({ promise }: NamedPromise): Pick<HeldPromise, 'met' | 'total'> {
  const { met, total } = progressOf(promise);
  return { met, total };
}

/** What the gate's memory of a session says for those far away; nothing where it cannot be read. */
export function toldByMemory(text: string | undefined): Pick<FleetSession, 'capped' | 'waiting'> {
  const parsed = text === undefined ? undefined : parseDocument(text);
  const state = parsed?.ok === true && isObject(parsed.value) ? parsed.value : {};
  return { capped: unfinishedIn(state), waiting: waitingIn(state) };
}
