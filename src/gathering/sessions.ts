import type { CapRecord } from '../domain/session/gate-memory.ts';
import type { Waiting } from '../domain/session/waiting.ts';
import type { GatheringWorld } from './world.ts';

/** The sessions that wait for their users, and those that were let go unfinished, by the names of their files. */
export interface Sessions {
  readonly waiting: ReadonlyMap<string, Waiting>;
  readonly capped: ReadonlyMap<string, CapRecord>;
}

export async function gatherSessions({
  cappedSessions,
  stopGate,
}: Pick<GatheringWorld, 'cappedSessions' | 'stopGate'>): Promise<Sessions> {
  const waiting = await stopGate.listWaiting();
  const capped = await cappedSessions();
  return {
    waiting: new Map(waiting.map(({ session, ...wait }) => [session, wait])),
    capped: new Map(capped.map(({ folders: _, session, ...cap }) => [session, cap])),
  };
}
