import { type CapRecord, capsIn, memoryIn } from './gate-memory.ts';
import { endIn } from './session-end.ts';
import { isContinued } from './session-host.ts';
import type { StopGateState } from './stop-gate-state.ts';

/**
 * When and why the stop gate let a session go at its last stop with something left to do. Undefined where it did not,
 * where the session has gone on under another id, and where a person has ended it since.
 */
export function unfinishedIn(state: StopGateState): CapRecord | undefined {
  const { last } = memoryIn(state).counters;
  if (last === 'block' || last === null || isContinued(state)) return undefined;
  const record = capsIn(state).at(-1);
  const ended = endIn(state);
  const isEnded =
    record !== undefined && ended !== undefined && Date.parse(ended.at) >= Date.parse(record.at);
  return isEnded ? undefined : record;
}
