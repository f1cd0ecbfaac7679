import { readFileSync } from 'node:fs';
import { errorCode } from '../domain/base/system-error.ts';
import { attempt } from './quiet-looks.ts';

/** The fields of a Linux stat line from the third on; the second, a name, may hold anything. */
export function statFields(pid: number): readonly string[] | undefined {
  const line = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return line?.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** Whether a process has this number now. One that may not be signalled is there as well. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
