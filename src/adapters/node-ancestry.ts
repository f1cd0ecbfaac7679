import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { attempt, statFields } from './node-processes.ts';

/** How far up the process tree is looked for who started this one. */
const MOST_ANCESTORS = 32;

/** The command lines of the programs above this one, nearest first, as far as they can be seen. */
export function ancestorsOfThisProcess(): readonly string[] {
  const names: string[] = [];
  let pid = process.ppid;
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
