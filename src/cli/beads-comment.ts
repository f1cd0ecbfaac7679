import { programOnPath } from '../adapters/program-path.ts';
import { isSafeId } from '../domain/base/identifier.ts';
import { type CompletionPromise, titleOf } from '../domain/promise/promise.ts';
import type { ProgramRun } from '../ports.ts';
import { oneLine } from '../report/printable.ts';
import type { Suite } from '../suite.ts';

/** Longest wait for `bd`, in milliseconds. The promise is verified by then, whatever it answers. */
const BD_TIMEOUT_MS = 10_000;

/** Says on a beads task that the promise was verified. Gives warnings, never a failure. */
export async function commentOnTask(
  task: string,
  id: string,
  promise: CompletionPromise,
  { environment }: Suite,
): Promise<readonly string[]> {
  if (!isSafeId(task))
    return [`Warning: not a valid task id: ${oneLine(task)}; no comment was added.`];
  const comment = `Promise ${id} verified: ${oneLine(titleOf(promise))}`;
  const { passedOver, program } = programOnPath('bd', environment);
  if (program === undefined) {
    const fault =
      passedOver === undefined
        ? 'bd is not installed'
        : `${oneLine(passedOver)} is in the project, so it is not started`;
    return [warningOf(task, fault)];
  }
  const { createNodeRun } = await import('../adapters/node-run.ts');
  const run = await createNodeRun().program({
    command: [program, 'comments', 'add', task, comment],
    folder: environment.projectFolder,
    timeoutMs: BD_TIMEOUT_MS,
    environment: 'whole',
  });
  const fault = faultOf(run);
  return fault === undefined ? [] : [warningOf(task, fault)];
}

function warningOf(task: string, fault: string): string {
  return `Warning: no comment was added to task ${task}: ${fault}.`;
}

function faultOf({ ended, output }: ProgramRun): string | undefined {
  switch (ended.how) {
    case 'exit':
      return ended.code === 0
        ? undefined
        : `bd exited with ${ended.code} (${oneLine(output.tail).slice(-200)})`;
    case 'not-found':
      return 'bd is not installed';
    case 'not-started':
      return `bd cannot be started (${ended.code})`;
    case 'timeout':
      return `bd did not answer within ${BD_TIMEOUT_MS / 1000} s`;
    case 'signal':
      return `bd was killed by ${ended.signal}`;
    case 'interrupted':
      return 'it was interrupted';
  }
}
