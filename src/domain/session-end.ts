import { isObject } from './document.ts';
import type { CheckDecision } from './stop-check.ts';
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

/**
 * Whether a person's end covers everything that blocks. It covers what was promised until then; a promise
 * that is made later is a new word given.
 */
export function isCovered(decision: CheckDecision, ended: SessionEnd): boolean {
  const { inProgress, pending, rejected, unknown, unverified } = decision;
  const blocking = [...inProgress, ...pending, ...rejected, ...unknown, ...unverified];
  return blocking.every(({ promise: { ownership } }) => {
    const created = Date.parse(ownership.created_at ?? '');
    return Number.isNaN(created) || created <= Date.parse(ended.at);
  });
}

/** The state of a session whose end was taken back. */
export function withoutEnd(state: StopGateState): StopGateState {
  return Object.fromEntries(Object.entries(state).filter(([key]) => key !== 'ended'));
}
