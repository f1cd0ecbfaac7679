import { isObject } from './document.ts';
import type { StopGateState } from './stop-gate-state.ts';

/** A person has ended a session: its stop gate lets go of it (DESIGN §4). */
export interface SessionEnd {
  readonly by: 'person';
  readonly at: string;
  readonly reason: string;
}

/** The end that a session's file records; nothing where it has none, or none that can be read. */
export function endIn(state: StopGateState): SessionEnd | undefined {
  const { ended } = state;
  if (!isObject(ended)) return undefined;
  const { at, by, reason } = ended;
  if (by !== 'person' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
  return { by, at, reason: typeof reason === 'string' ? reason : '' };
}

export function withEnd(state: StopGateState, ended: SessionEnd): StopGateState {
  return { ...state, ended };
}

/** The state of a session whose end was taken back. */
export function withoutEnd(state: StopGateState): StopGateState {
  return Object.fromEntries(Object.entries(state).filter(([key]) => key !== 'ended'));
}
