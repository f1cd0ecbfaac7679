import type { StopGateState } from '../../domain/stop-gate-state.ts';
import { failureText } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import type { Advice } from '../../stop-gate/decision.ts';
import { quarantine } from '../../store/quarantine.ts';
import { readSessionState } from '../../store/session-memory.ts';
import { promiseFile } from '../../store/state-folder.ts';
import type { GateWorld } from './gate-world.ts';

export interface Recalled {
  readonly state: StopGateState;
  readonly notes: readonly Advice[];
}

/**
 * What is kept of the session. A file that cannot be read is moved to the quarantine, and the gate starts
 * anew (DESIGN §6): it must be able to count, or it could not let go.
 */
export function recallSession({ clock, files, folder, stopper }: GateWorld): Recalled {
  const found = readSessionState(files, folder, stopper.memoryId);
  if (found.ok) return { state: found.value.state, notes: [] };
  const { failure } = found;
  const why = failureText(failure).message;
  const path = promiseFile(folder.stopGate, stopper.memoryId);
  if (failure.kind !== 'broken-file' || failure.file.path !== path) return anew(why);
  const events = { append: () => undefined };
  const moved = quarantine({ files, clock, events }, folder, failure.file);
  return anew(moved.ok ? `${why} It was moved to ${oneLine(moved.value.to)}.` : why);
}

function anew(why: string): Recalled {
  const text = `What was kept of this session cannot be read, its directives included; the stop gate starts anew. ${why}`;
  return { state: {}, notes: [{ about: 'note', text }] };
}
