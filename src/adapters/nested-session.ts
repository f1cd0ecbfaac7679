import { hostIn, isSameHost, type SessionHost } from '../domain/session/session-host.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import { hostProcess } from './host-process.ts';
import { createNodeProcesses } from './node-processes.ts';

/**
 * `named` and `told` are the ids of the session by the environment and by the payload of the host.
 * Whether the environment's id is that of another session, inside of which this one runs: an agent that
 * another agent starts inherits its variables. It is, where the host that is on record under that id runs
 * and is not the host of this session.
 */
export function isInsideAnother(
  named: string | undefined,
  told: string | undefined,
  hostPid: number | undefined,
  stateOf: (session: string) => StopGateState | undefined,
): boolean {
  if (named === undefined || told === undefined || named === told) return false;
  const theirs = hostIn(stateOf(named) ?? {});
  const host: SessionHost | undefined = theirs && hostProcess(hostPid);
  if (theirs === undefined || host === undefined || isSameHost(theirs, host)) return false;
  return createNodeProcesses().fate(theirs) === 'running';
}
