import { isObject } from '../base/document.ts';
import type { Result } from '../base/result.ts';
import { MS_PER_DAY } from '../base/time.ts';
import { type ActEvent, type ActLedger, actFault, readActEvent } from '../promise/person-act.ts';
import type { StopGateState } from './stop-gate-state.ts';

/** A person has the stop gate off for a while: for every session of a project, up to a time. */

/** The name under which it is kept, beside those of sessions: no host gives a session such an id. */
export const PAUSE_MEMORY = '_pause';

export interface Pause {
  readonly by: 'person';
  readonly at: string;
  readonly until: string;
  /** Its line in the ledger, without which it does not count. */
  readonly event?: ActEvent;
}

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

export const USUAL_PAUSE_MS = MS_PER_HOUR;

/** The longest that a gate stays off: a forgotten pause ends a day later. */
export const MOST_PAUSE_MS = MS_PER_DAY;

/** How long `30m` or `2h` is, in milliseconds; undefined for another text, and for none that a pause can last. */
export function pauseLength(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,4})([mh])$/.exec(text) ?? [];
  const ms = Number(count) * (unit === 'h' ? MS_PER_HOUR : MS_PER_MINUTE);
  return ms > 0 && ms <= MOST_PAUSE_MS ? ms : undefined;
}

/** The pause that is in force; undefined where there is none, none that counts, or it is over. `now`: milliseconds. */
export function pauseIn({ paused }: StopGateState, now: number): Pause | undefined {
  if (!isObject(paused) || paused['unconfirmed'] !== undefined) return undefined;
  const pause = readPause(paused);
  if (pause === undefined) return undefined;
  // More is left than any pause has where a clock was set back, or the file was written by hand.
  const left = Date.parse(pause.until) - now;
  return left > 0 && left <= MOST_PAUSE_MS ? pause : undefined;
}

/**
 * The pause of the gate that remembers sessions in some place; undefined where none is in force, or what is kept cannot
 * be read. `read`: what is kept there under a name.
 */
export async function pauseInForce(
  read: (memory: string) => Result<StopGateState> | Promise<Result<StopGateState>>,
  now: number,
): Promise<Pause | undefined> {
  const kept = await read(PAUSE_MEMORY);
  return kept.ok ? pauseIn(kept.value, now) : undefined;
}

function readPause({ at, by, event, until }: { readonly [key: string]: unknown }) {
  if (by !== 'person' || typeof at !== 'string' || typeof until !== 'string') return undefined;
  if (Number.isNaN(Date.parse(until))) return undefined;
  const named = readActEvent(event);
  return { by, at, until, ...(named === undefined ? {} : { event: named }) } satisfies Pause;
}

export function withPause(state: StopGateState, paused: Pause): StopGateState {
  return { ...state, paused };
}

export function withoutPause({ paused: _, ...others }: StopGateState): StopGateState {
  return others;
}

/** The event by which a person has the gate on again. */
const RESUMED = 'gate.resumed';

/** The state by which can be decided: a pause is marked that no line of the ledger is of, or that was ended since. */
export function withPauseFault(
  state: StopGateState,
  { lineAt, saidSince }: ActLedger,
  sha256: (text: string) => string,
): StopGateState {
  const { paused } = state;
  const pause = isObject(paused) ? readPause(paused) : undefined;
  if (pause === undefined) return state;
  const { event, until } = pause;
  const expected = { event: 'gate.paused', keys: { until } };
  const since = event && saidSince(event.offset, RESUMED);
  const fault =
    actFault(event, expected, lineAt, sha256) ??
    (since === undefined ? 'too-far' : undefined) ??
    (since?.some((said) => said['event'] === RESUMED) ? 'taken-back' : undefined);
  return { ...state, paused: fault === undefined ? pause : { ...pause, unconfirmed: fault } };
}
