import { isObject, textsIn } from '../base/document.ts';
import { type CheckDecision, heldPromises } from '../standing/stop-check.ts';
import type { StopGateState } from './stop-gate-state.ts';

/** The end that a person gave a session: its stop gate no longer asks for what was open then. */
export interface SessionEnd {
  readonly by: 'person';
  readonly at: string;
  readonly reason: string;
  /** The promises that were open, and the files that could not be read. The end covers nothing else. */
  readonly promises: readonly string[];
  readonly unreadable: readonly string[];
}

/** The end that a session's file records; nothing where it has none, or none that can be read. */
export function endIn(state: StopGateState): SessionEnd | undefined {
  const { ended } = state;
  if (!isObject(ended)) return undefined;
  const { at, by, promises, reason, unreadable } = ended;
  if (by !== 'person' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
  return {
    by,
    at,
    reason: typeof reason === 'string' ? reason : '',
    promises: textsIn(promises),
    unreadable: textsIn(unreadable),
  };
}

export function withEnd(state: StopGateState, ended: SessionEnd): StopGateState {
  return { ...state, ended };
}

/**
 * Whether a person's end covers everything that blocks. It covers what was open when it was given: a promise
 * that is made or taken over later is a new one, and a file that breaks later may hold one.
 */
export function isCovered(decision: CheckDecision, ended: SessionEnd): boolean {
  const { broken } = decision;
  return (
    heldPromises(decision).every((id) => ended.promises.includes(id)) &&
    broken.every(({ path }) => ended.unreadable.includes(path))
  );
}

/** The state of a session whose end was taken back. */
export function withoutEnd(state: StopGateState): StopGateState {
  return Object.fromEntries(Object.entries(state).filter(([key]) => key !== 'ended'));
}
