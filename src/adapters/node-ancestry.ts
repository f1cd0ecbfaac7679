import { readFileSync } from 'node:fs';
import { AGENT_VARIABLES, agentIn } from '../domain/base/person.ts';
import { statFields } from './process-table.ts';
import { attempt } from './quiet-looks.ts';
import { surroundings } from './surroundings.ts';

/** Most ancestors of this process that are looked at. */
const MOST_ANCESTORS = 32;

/** Whether this process runs inside another whose command line, word by word, is as told. */
export function runsInside(
  process: number,
  isMeant: (words: readonly string[]) => boolean,
): boolean {
  for (const { pid, words } of ancestors()) if (pid === process) return isMeant(words);
  return false;
}

/** The command line, word by word, of a process that this one runs inside; undefined where it does not, or cannot be seen. */
export function wordsOfAncestor(process: number): readonly string[] | undefined {
  for (const { pid, words } of ancestors()) if (pid === process) return words;
  return undefined;
}

/** The name of the nearest program above this process that runs an agent; undefined where none can be seen. */
export function agentAbove(): string | undefined {
  for (const { words } of ancestors()) {
    const agent = agentIn(words);
    if (agent !== undefined) return agent;
  }
  return undefined;
}

/**
 * `NAME=value` for each variable that the outermost program above this one was started with that is an agent, or that an
 * agent started: a shell of the agent cannot change it. Undefined where there is none, or the system does not show it.
 */
export function environmentOfAgent(): readonly string[] | undefined {
  let found: readonly string[] | undefined;
  for (const { pid, words } of ancestors()) {
    const set = environmentOf(pid);
    const isMarked = AGENT_VARIABLES.some((name) => set.some((one) => one.startsWith(`${name}=`)));
    if (isMarked || (set.length > 0 && agentIn(words) !== undefined)) found = set;
  }
  return found;
}

/** `NAME=value` for each variable that a process was started with; none where that may not be seen. */
export function environmentOf(pid: number): readonly string[] {
  if (process.platform !== 'linux') return [];
  return (attempt(() => readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? '').split('\0');
}

/** The processes above this one, the nearest first, as far as they can be seen: the first of all may be an agent. */
export function* ancestors(): Generator<{
  readonly pid: number;
  readonly words: readonly string[];
}> {
  let pid = surroundings().parent;
  for (let seen = 0; pid > 0 && seen < MOST_ANCESTORS; seen += 1) {
    const found = describeProcess(pid);
    if (found === undefined) return;
    yield { pid, words: found.words };
    pid = found.parent;
  }
}

/** A process by its number: its command line, word by word, and the process above it; undefined where it cannot be seen. */
export function describeProcess(
  pid: number,
): { readonly words: readonly string[]; readonly parent: number } | undefined {
  if (process.platform === 'win32') return undefined;
  const fields = statFields(pid);
  if (fields !== undefined) {
    const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '';
    return { words: command.replace(/\0$/, '').split('\0'), parent: Number(fields[1]) };
  }
  // Loaded only here: the stop gate needs the module for nothing else.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const line = attempt(() =>
    // Not by `PATH`: a program of this name could hide the agent.
    execFileSync('/bin/ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const [, above, name] = /^\s*(\d+)\s+(.*)$/m.exec(line ?? '') ?? [];
  return above === undefined || name === undefined
    ? undefined
    : { words: name.split(' '), parent: Number(above) };
}
