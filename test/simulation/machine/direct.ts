import { type Birth, type CallName, callsBy } from './calls.ts';
import { type Machine, type Process, textOf } from './machine.ts';
import type { Live } from './node-process.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The calls that it made, in their order. */
  readonly calls: readonly CallName[];
}

/** Is asked before each call, and may throw in its place. */
export type BeforeCall = (index: number, name: CallName, given: readonly unknown[]) => void;

/** Runs one command on a machine that it has for itself. */
export async function runAlone(
  live: Live,
  machine: Machine,
  born: Omit<Birth, 'pid' | 'parent' | 'born'>,
  input = '',
  before: BeforeCall = () => undefined,
): Promise<Ended> {
  const birth = { ...born, pid: machine.newPid(), parent: 100, born: machine.steady };
  const process = machine.start(birth, input);
  const made: CallName[] = [];
  const calls = callsBy((name, given) => {
    // The streams are the caller's, and no part of the machine.
    const isOfStream = typeof given[0] === 'number' && given[0] < 3;
    if (!isOfStream) {
      made.push(name);
      before(made.length - 1, name, given);
    }
    if (name === 'wait') finishPrograms(machine, process);
    return machine.execute(process, name, given);
  });
  const code = await live({ birth, calls, clocks: () => machine.clocks, isDead: () => false });
  machine.end(birth.pid);
  return { code, stdout: textOf(process, 1), stderr: textOf(process, 2), calls: made };
}

function finishPrograms(machine: Machine, process: Process): void {
  for (const pid of [...process.programs.keys()]) {
    while (process.programs.has(pid)) machine.stepProgram(process, pid);
  }
}
