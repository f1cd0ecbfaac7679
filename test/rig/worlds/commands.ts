import { type ChildProcess, spawn } from 'node:child_process';
import { namelessFile, runInside, takeText } from './inside.ts';
import { binOf } from './suite.ts';

/** How one command ended. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** A command line by the name of its bin (`cs-promise`), and what it is run with. */
export interface CommandCall {
  readonly bin: string;
  readonly args: readonly string[];
  /** All of its variables; undefined stands for one that is not set. */
  readonly env: Variables;
  readonly cwd: string;
  /** What stdin holds; it is closed unless this is given. */
  readonly input?: string | Uint8Array | undefined;
  /** As a process of its own, whatever it else would be: for what is about processes. */
  readonly alone?: boolean | undefined;
  /** Whether what it says on stderr stands in stdout, in the order in which it was written. */
  readonly isMerged?: boolean | undefined;
  /** What stdout and stderr of such a process are; pipes unless told otherwise. */
  readonly stdio?: readonly ('pipe' | number)[] | undefined;
}

/** Which programs the commands are: the packed ones, or the sources inside of the test's own process. */
const ARE_PACKED = process.env['TEST_PROGRAMS'] === 'packed';

/** Runs a command: inside of the test's own process, or with `TEST_PROGRAMS=packed` as a program. */
export function runCommand(call: CommandCall): Promise<Outcome> {
  const { args, bin, cwd, input, isMerged = false } = call;
  if (needsProcess(call)) return isMerged ? mergedOutcome(call) : outcomeOf(startCommand(call));
  return runInside({ args, bin, folder: cwd, input, isMerged, variables: definedOnly(call.env) });
}

/**
 * What Node itself is told has no effect in a process that runs, and a thread that speaks to a database is one of the
 * packed programs.
 */
function needsProcess({ alone = false, env, stdio }: CommandCall): boolean {
  const ofProcess = ['NODE_OPTIONS', 'CS_STORE'].some((name) => env[name] !== undefined);
  return ARE_PACKED || alone || stdio !== undefined || ofProcess;
}

/** Starts a command as a process of its own. */
export function startCommand(call: CommandCall): ChildProcess {
  const { args, bin, cwd, env, input, stdio = ['pipe', 'pipe'] } = call;
  const child = spawn(process.execPath, [binOf(bin), ...args], {
    cwd,
    env: definedOnly(env),
    stdio: [input === undefined ? 'ignore' : 'pipe', ...stdio],
  });
  child.stdin?.on('error', () => {}); // It may end without having read everything.
  child.stdin?.end(input);
  return child;
}

/** A process with one file for both of its outputs, since the order of two pipes cannot be known. */
async function mergedOutcome(call: CommandCall): Promise<Outcome> {
  const descriptor = namelessFile();
  const { code, signal } = await outcomeOf(
    startCommand({ ...call, stdio: [descriptor, descriptor] }),
  );
  return { code, signal, stdout: takeText(descriptor), stderr: '' };
}

/** Waits for a process and gathers what it wrote. */
export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

export function definedOnly(env: Variables): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
