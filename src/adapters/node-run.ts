import { spawn } from 'node:child_process';
import { errorCode } from '../domain/system-error.ts';
import type { Run, RunOutcome } from '../ports.ts';

/** How much of a program's output is kept, in characters: enough for its last error. */
const TAIL_CHARACTERS = 2000;

/** Starts programs without a shell, bounded in time, keeping only the tail of what they print. */
export function createNodeRun(): Run {
  return {
    program: (name, args, { folder, timeoutMs }) =>
      new Promise<RunOutcome>((resolve) => {
        const child = spawn(name, args, {
          cwd: folder,
          stdio: ['ignore', 'pipe', 'pipe'],
          windowsHide: true,
        });
        let output = '';
        const keepTail = (chunk: string) => {
          output = (output + chunk).slice(-TAIL_CHARACTERS);
        };
        child.stdout.setEncoding('utf8').on('data', keepTail);
        child.stderr.setEncoding('utf8').on('data', keepTail);
        const finish = (outcome: RunOutcome) => {
          clearTimeout(timer);
          child.stdout.destroy();
          child.stderr.destroy();
          child.unref();
          resolve(outcome);
        };
        const timer = setTimeout(() => {
          child.kill('SIGKILL');
          finish({ ended: 'timeout' });
        }, timeoutMs);
        child.on('error', (error) =>
          finish(
            errorCode(error) === 'ENOENT'
              ? { ended: 'not-found' }
              : { ended: 'not-started', code: errorCode(error) },
          ),
        );
        child.on('exit', (code, signal) =>
          setImmediate(() =>
            finish(
              code === null
                ? { ended: 'signal', signal: signal ?? 'unknown' }
                : { ended: 'exit', code, output },
            ),
          ),
        );
      }),
  };
}
