import type { Diagnosis } from '../domain/host/diagnosis.ts';
import type { HostWorld } from './claude-code/places.ts';

/**
 * What the suite does about a host beside answering its hooks, which `domain/host/hook-host.ts` describes: that part is
 * loaded at every stop, and this one by the commands that need it.
 */
export interface HostSetup {
  /** Examines everything that the gate depends on in this host, except the state. Changes nothing. */
  examine(world: HostWorld): Promise<readonly Diagnosis[]>;
}
