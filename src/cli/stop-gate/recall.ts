import type { StopGateState } from '../../domain/stop-gate-state.ts';
import { failureText } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import type { Advice } from '../../stop-gate/decision.ts';
import { setAsideBroken } from '../../store/broken-session.ts';
import { readSessionState } from '../../store/session-memory.ts';
import type { GateWorld } from './gate-world.ts';
import type { StopLook } from './look.ts';

export interface Recalled {
  readonly state: StopGateState;
  readonly notes: readonly Advice[];
}

/**
 * What is kept of the session. A file that cannot be read is moved to the quarantine, and the gate starts
 * anew (DESIGN §6): it must be able to count, or it could not let go.
 */
export function recallSession(
  found: StopLook['kept'],
  { clock, files, folder, stopper }: GateWorld,
): Recalled {
  const { id } = stopper.session;
  if (found.ok) return { state: found.value.state, notes: [] };
  const events = { append: () => undefined };
  const moved = setAsideBroken({ files, clock, events }, folder, id, found.failure);
  const now = readSessionState(files, folder, id);
  const why = failureText(found.failure).message;
  const where = moved === undefined ? '' : ` It was moved to ${oneLine(moved)}.`;
  const text = `What was kept of this session cannot be read, its directives included; the stop gate starts anew. ${why}${where}`;
  return { state: now.ok ? now.value.state : {}, notes: [{ about: 'note', text }] };
}
