import { PAUSE_MEMORY, type Pause, pauseIn } from '../domain/session/pause.ts';
import type { Suite } from '../suite.ts';

/** The pause of a project's stop gate that is in force; undefined where there is none, or what is kept cannot be read. */
export async function pauseInForce({ clock, stopGate }: Suite): Promise<Pause | undefined> {
  const kept = await stopGate.read(PAUSE_MEMORY);
  return kept.ok ? pauseIn(kept.value, clock.now()) : undefined;
}
