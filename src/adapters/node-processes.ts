import { readFileSync, readlinkSync } from 'node:fs';
import { digestOf } from '../domain/base/digest.ts';
import { lazily } from '../domain/base/lazily.ts';
import type { Processes, ProcessIdentity } from '../ports.ts';
import { isRunning, statFields } from './process-table.ts';
import { attempt } from './quiet-looks.ts';

/** The processes of this machine. On Linux a number that was given out again is told apart. */
export function createNodeProcesses(): Processes {
  const self = lazily(() => identityOf(process.pid));
  return {
    get self() {
      return self();
    },
    fate: (identity) => fateOf(identity, self().place),
  };
}

/** The process that has a number now. */
export function identityOf(pid: number): ProcessIdentity {
  return { pid, started: startOf(pid) ?? '0', place: placeOfNumbers() };
}

function fateOf(identity: ProcessIdentity, here: string): 'running' | 'gone' | 'unknown' {
  if (identity.place !== here) return 'unknown';
  if (!isRunning(identity.pid)) return 'gone';
  const started = startOf(identity.pid);
  const isAnother =
    started !== undefined && identity.started !== '0' && started !== identity.started;
  return isAnother ? 'gone' : 'running';
}

/** Process numbers mean something only within one boot of one machine, in one namespace. */
function placeOfNumbers(): string {
  const parts = [
    // Loaded only here: most stops change nothing.
    process.getBuiltinModule('node:os').hostname(),
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')),
    attempt(() => readlinkSync('/proc/self/ns/pid')),
  ];
  return digestOf(parts.join('\n'));
}

/** What this machine is called, for people. */
export function machineName(): string {
  return process.getBuiltinModule('node:os').hostname();
}

/** When a process started, in clock ticks since boot: the 22nd field of its stat line on Linux. */
function startOf(pid: number): string | undefined {
  return statFields(pid)?.[19];
}
