import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import crossSpawn from 'cross-spawn';
import { errorCode } from '../domain/base/system-error.ts';
import type { ProgramRequest, Run, RunEnd } from '../ports.ts';
import { childEnvironment, readVariable } from './environment.ts';
import { foreignProgram } from './foreign-program.ts';
import { type GroupGuard, NO_GUARD } from './group-guard.ts';

/** How much of a program's output is kept, in bytes: enough for its last words. */
const TAIL_BYTES = 16 * 1024;

/** How long a program that is told to end has for it, in milliseconds, before it is ended. */
const GRACE_MS = 1000;

/** How long output may still come once a program has ended, from what it left running. */
const DRAIN_MS = 500;

/**
 * Runs programs, each in a process group of its own that is ended as a whole: at the deadline, on
 * interruption, and where a program that has ended left others behind that hold on to its output.
 * @param guard what ends the groups where this process is killed
 */
export function createNodeRun(guard: GroupGuard = NO_GUARD): Run {
  return {
    program: (request) =>
      new Promise((resolve) => {
        const start = process.hrtime.bigint();
        const output = gatherOutput(request.onOutput);
        // Before it runs: it may replace or remove itself.
        const foreign = foreignProgram(request.command, request.folder);
        const finish = (ended: RunEnd): void => {
          const durationMs = Number((process.hrtime.bigint() - start) / 1_000_000n);
          const argv = argvOf(request.command);
          resolve({ argv, ended, durationMs, output: output.summary(), foreign });
        };
        try {
          guard.prepare();
          const child = startChild(request);
          const { pid } = child;
          if (pid !== undefined) guard.starts(pid);
          superviseChild(child, request, output.add, (ended) => {
            if (pid !== undefined) guard.ends(pid);
            finish(ended);
          });
        } catch (error) {
          // The system refused to start it: the folder is a file, or the command line is too long.
          finish({ how: 'not-started', code: errorCode(error) });
        }
      }),
  };
}

/**
 * Waits for a child to end, and calls `report` once with how it did: by itself, told to by the deadline
 * or by an interruption, or with others left behind that hold on to its output.
 */
function superviseChild(
  child: ChildProcess,
  { endsAtOnce, input, signal, timeoutMs }: ProgramRequest,
  onOutput: OnOutput,
  report: (ended: RunEnd) => void,
): void {
  let end: RunEnd | undefined;
  let isOver = false;
  let grace: NodeJS.Timeout | undefined;
  const finish = (ended: RunEnd): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(deadline);
    clearTimeout(grace);
    signal?.removeEventListener('abort', interrupt);
    letGo(child);
    report(ended);
  };
  const endBy = (ended: RunEnd): void => {
    endGroup(child, 'SIGKILL');
    finish(ended);
  };
  const stop = (ended: RunEnd): void => {
    // The child has ended already: only programs that it left behind still write.
    if (end !== undefined) return void endBy(end);
    if (endsAtOnce) return void endBy(ended);
    end = ended;
    endGroup(child, 'SIGTERM');
    grace = setTimeout(endBy, GRACE_MS, ended);
  };
  const interrupt = (): void => stop({ how: 'interrupted' });
  const deadline = setTimeout(() => stop({ how: 'timeout' }), timeoutMs);
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  passOn(child, input, (chunk, stream) => {
    onOutput(chunk, stream);
    if (end?.how === 'exit' || end?.how === 'signal') grace?.refresh();
  });
  child.on('error', (error) => finish(endOfError(errorCode(error))));
  child.on('exit', (code, by) => {
    if (end !== undefined) return; // The group was told to end, and is killed when its grace is over.
    end = code === null ? { how: 'signal', signal: by ?? 'unknown' } : { how: 'exit', code };
    grace = setTimeout(endBy, DRAIN_MS, end);
  });
  child.on('close', () => {
    if (end === undefined) return;
    // A group that was told to end is killed too, although its output is closed.
    if (endsAtOnce || end.how === 'timeout' || end.how === 'interrupted') {
      endGroup(child, 'SIGKILL');
    }
    finish(end);
  });
}

type OnOutput = NonNullable<ProgramRequest['onOutput']>;

/** Gives a child what it reads, and passes on what it writes. */
function passOn(child: ChildProcess, input: string | undefined, onOutput: OnOutput): void {
  child.stdout?.on('data', (chunk: Buffer) => onOutput(chunk, 'stdout'));
  child.stderr?.on('data', (chunk: Buffer) => onOutput(chunk, 'stderr'));
  child.stdin?.on('error', () => {}); // It may end without having read everything.
  child.stdin?.end(input);
}

/** Stops waiting for a child's pipes, which programs that it left behind may still hold open. */
function letGo(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

/** A bundle loads at once what is imported, and most commands start no program. */
const starter = () => process.getBuiltinModule('node:child_process');

/** A line for the shell, or a program with its arguments, by the rules of the system. */
function startChild({ command, environment, folder, input }: ProgramRequest): ChildProcess {
  const options = {
    cwd: folder,
    env: childEnvironment(environment),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] as ('ignore' | 'pipe')[],
    detached: process.platform !== 'win32',
    windowsHide: true,
  };
  if (typeof command === 'string') return starter().spawn(command, { ...options, shell: true });
  const [program = '', ...args] = command;
  return crossSpawn(program, args, options);
}

/** What the system starts for a command: a line needs a shell. */
function argvOf(command: ProgramRequest['command']): readonly string[] {
  if (typeof command !== 'string') return command;
  return process.platform === 'win32'
    ? ['cmd.exe', '/d', '/s', '/c', command]
    : ['/bin/sh', '-c', command];
}

function endOfError(code: string): RunEnd {
  return code === 'ENOENT' ? { how: 'not-found' } : { how: 'not-started', code };
}

/** Ends a program and all that it started, as far as they stayed in its group. */
function endGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') {
      starter().spawn(taskkill(), ['/pid', String(pid), '/T', '/F'], {
        stdio: 'ignore',
        windowsHide: true,
      });
    } else process.kill(-pid, signal);
  } catch {
    // No process of the group is left.
  }
}

/** Windows looks for programs in the current folder first, which may be the project's. */
function taskkill(): string {
  return join(readVariable('SystemRoot') ?? 'C:\\Windows', 'System32', 'taskkill.exe');
}

/** Counts and hashes everything, and keeps the end of it. */
function gatherOutput(onOutput: OnOutput | undefined) {
  const hash = createHash('sha256');
  let bytes = 0;
  let tail = Buffer.alloc(0);
  return {
    add(chunk: Buffer, stream: 'stdout' | 'stderr'): void {
      hash.update(chunk);
      bytes += chunk.length;
      tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
      onOutput?.(chunk, stream);
    },
    summary: () => ({ bytes, sha256: hash.digest('hex'), tail: tail.toString('utf8') }),
  };
}
