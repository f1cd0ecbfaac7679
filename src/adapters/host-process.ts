import type { SessionHost } from '../domain/session/session-host.ts';
import { runsInside } from './node-ancestry.ts';
import { identityOf } from './node-processes.ts';
import { attempt } from './quiet-looks.ts';

/**
 * The process of the agent's host by the number in a variable. Variables are inherited, so the number counts
 * only where this process runs below that one. On Windows that cannot be told.
 */
export function hostProcess(pid: number | undefined): SessionHost | undefined {
  if (pid === undefined || !runsInside(pid, () => true)) return undefined;
  return { ...identityOf(pid), started: startOfProcess(pid) };
}

/** When a process started, in the system's own words; `0` where that cannot be known. */
export function startOfProcess(pid: number): string {
  const { started } = identityOf(pid);
  return started === '0' ? (startByPs(pid) ?? '0') : started;
}

function startByPs(pid: number): string | undefined {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const line = attempt(() =>
    // Not by `PATH`, which may begin with a folder of the project's.
    execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  return line?.trim() || undefined;
}
