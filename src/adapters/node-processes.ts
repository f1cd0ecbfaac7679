import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../domain/system-error.ts';
import type { Processes, ProcessIdentity } from '../ports.ts';

/** How far up the process tree is looked for who started this one. */
const MOST_ANCESTORS = 32;

/** The processes of this machine. On Linux a number that was given out again is told apart. */
export function createNodeProcesses(): Processes {
  const self: ProcessIdentity = {
    pid: process.pid,
    started: startOf(process.pid) ?? '0',
    place: placeOfNumbers(),
  };
  return {
    self,
    fate: (identity) => fateOf(identity, self.place),
    ancestors: () => ancestorsOf(process.ppid),
  };
}

function fateOf(identity: ProcessIdentity, here: string): 'running' | 'gone' | 'unknown' {
  if (identity.place !== here) return 'unknown';
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return 'gone';
  }
  const started = startOf(identity.pid);
  const isAnother =
    started !== undefined && identity.started !== '0' && started !== identity.started;
  return isAnother ? 'gone' : 'running';
}

/** Process numbers mean something only within one boot of one machine, in one namespace. */
function placeOfNumbers(): string {
  const parts = [
    hostname(),
    attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')),
    attempt(() => readlinkSync('/proc/self/ns/pid')),
  ];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8);
}

/** When a process started, in clock ticks since boot: the 22nd field of its stat line on Linux. */
function startOf(pid: number): string | undefined {
  return statFields(pid)?.[19];
}

/** The fields of a Linux stat line from the third on; the second, a name, may hold anything. */
function statFields(pid: number): readonly string[] | undefined {
  const line = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return line?.slice(line.lastIndexOf(')') + 2).split(' ');
}

function ancestorsOf(parent: number): readonly string[] {
  const names: string[] = [];
  let pid = parent;
  while (pid > 1 && names.length < MOST_ANCESTORS) {
    const found = describeProcess(pid);
    if (found === undefined) break;
    names.push(found.name);
    pid = found.parent;
  }
  return names;
}

function describeProcess(
  pid: number,
): { readonly name: string; readonly parent: number } | undefined {
  if (process.platform === 'win32') return undefined;
  const fields = statFields(pid);
  if (fields !== undefined) {
    const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '';
    return { name: command.replaceAll('\0', ' ').trim(), parent: Number(fields[1]) };
  }
  const line = attempt(() =>
    execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const [, above, name] = /^\s*(\d+)\s+(.*)$/m.exec(line ?? '') ?? [];
  return above === undefined || name === undefined ? undefined : { name, parent: Number(above) };
}

function attempt<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
