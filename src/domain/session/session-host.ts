import { isObject } from '../base/document.ts';
import type { StopGateState } from './stop-gate-state.ts';

/** The process of the agent's host that a session runs in. */
export interface SessionHost {
  readonly pid: number;
  /** When it started, in the system's own unit; `0` where that cannot be known. */
  readonly started: string;
  /** Which machine and process namespace the number belongs to, as a short digest. */
  readonly place: string;
}

/** The host that a session's file records; nothing where it has none, or none that can be read. */
export function hostIn({ host }: StopGateState): SessionHost | undefined {
  if (!isObject(host)) return undefined;
  const { pid, place, started } = host;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (typeof started !== 'string' || typeof place !== 'string') return undefined;
  return { pid, started, place };
}

/** Whether both are the same process. False where the start of either is not known. */
export function isSameHost(one: SessionHost | undefined, other: SessionHost | undefined): boolean {
  if (one === undefined || other === undefined || one.started === '0') return false;
  return one.pid === other.pid && one.started === other.started && one.place === other.place;
}

/** The state of a session that runs in a process of the host, whatever went on with it before. */
export function withHost(state: StopGateState, host: SessionHost): StopGateState {
  const { continued_by: _, ...others } = state;
  return { ...others, host };
}

/** The state of a session that has gone on under another id: it has no process any more. */
export function withContinuation(state: StopGateState, by: string): StopGateState {
  return { ...withoutHost(state), continued_by: by };
}

/** Whether a session has gone on under another id, which answers for what it left undone. */
export function isContinued({ continued_by }: StopGateState): boolean {
  return typeof continued_by === 'string';
}

/** The state of a session without its host, which has gone on to another session. */
export function withoutHost(state: StopGateState): StopGateState {
  return Object.fromEntries(Object.entries(state).filter(([key]) => key !== 'host'));
}
