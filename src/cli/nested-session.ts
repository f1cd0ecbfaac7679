import { hostProcess } from '../adapters/host-process.ts';
import { createNodeProcesses } from '../adapters/node-processes.ts';
import { hostIn, isSameHost, type SessionHost } from '../domain/session-host.ts';
import type { StopGateState } from '../domain/stop-gate-state.ts';

/** An id that the environment gives, and the one that the host does. */
export interface NamedIds {
  readonly named: string | undefined;
  readonly told: string | undefined;
}

/**
 * Whether the environment's id is that of another session, inside of which this one runs: an agent that
 * another agent starts inherits its variables. The other's host runs, is not this one's, and is on record
 * under that id.
 */
export function isInsideAnother(
  { named, told }: NamedIds,
  hostPid: number | undefined,
  stateOf: (session: string) => StopGateState | undefined,
): boolean {
  if (named === undefined || told === undefined || named === told) return false;
  const theirs = hostIn(stateOf(named) ?? {});
  const host: SessionHost | undefined = theirs && hostProcess(hostPid);
  if (theirs === undefined || host === undefined || isSameHost(theirs, host)) return false;
  return createNodeProcesses().fate(theirs) === 'running';
}
