import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Outcome, outcomeOf, type Project, SESSION } from '../worlds/project.ts';
import { HOSTED } from '../worlds/stop-gate.ts';
import { binOf } from '../worlds/suite.ts';

/** Everything that can be behind the standard input of a stop gate. */

export const GATE = binOf('cs-stop-gate');

/** A gate that was started in a project, as the session that the environment names. */
export function startGate(
  project: Project,
  stdin: 'ignore' | 'pipe' | number,
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const stdio: StdioOptions = [stdin, 'pipe', 'pipe'];
  const child = spawn(process.execPath, [GATE], {
    cwd: project.folder,
    env: environmentIn(project, env),
    stdio,
  });
  child.stdin?.on('error', () => undefined); // It may have heard enough.
  return child;
}

/** A gate in a line of the shell, where `$GATE` starts it. */
export function gateInShell(
  project: Project,
  line: string,
  payload: string,
  gate: string = GATE,
): Promise<Outcome> {
  const file = putPayload(project, payload);
  const start = `'${process.execPath}' '${gate}'`;
  const command = line.replaceAll('$GATE', start).replaceAll('$PAYLOAD', `'${file}'`);
  return outcomeOf(
    spawn('sh', ['-c', command], {
      cwd: project.folder,
      env: environmentIn(project),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

function environmentIn(project: Project, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const home = join(project.folder, '..', 'home');
  const { PATH } = process.env;
  return { PATH, HOME: home, CLAUDE_SESSION_ID: SESSION, ...HOSTED, ...env };
}

function putPayload(project: Project, payload: string): string {
  const file = join(project.folder, '..', 'payload.json');
  writeFileSync(file, payload);
  return file;
}

/** What the gate is given, and who holds on to it. */
export type Input = (
  project: Project,
  payload: string,
  env?: NodeJS.ProcessEnv,
) => Promise<Outcome>;

/** Starts a gate on a descriptor, which is this process's own no longer than that. */
function onDescriptor(project: Project, descriptor: number, env?: NodeJS.ProcessEnv) {
  const child = startGate(project, descriptor, env);
  closeSync(descriptor);
  return outcomeOf(child);
}

export const file: Input = (project, payload, env) =>
  onDescriptor(project, openSync(putPayload(project, payload), 'r'), env);

export const fileForWriting: Input = (project, payload, env) =>
  onDescriptor(project, openSync(putPayload(project, payload), 'a'), env);

export const folder: Input = (project, _payload, env) =>
  onDescriptor(project, openSync(project.folder, 'r'), env);

export const nothing: Input = (project, _payload, env) =>
  outcomeOf(startGate(project, 'ignore', env));

/** What Node gives its children for a pipe: a socket. */
export const socket: Input = (project, payload, env) => {
  const child = startGate(project, 'pipe', env);
  child.stdin?.end(payload);
  return outcomeOf(child);
};

/** The same, with the payload in small pieces. */
export const socketInPieces: Input = async (project, payload, env) => {
  const child = startGate(project, 'pipe', env);
  const ended = outcomeOf(child);
  for (const piece of payload.match(/[\s\S]{1,7}/g) ?? []) {
    await new Promise((resolve) => child.stdin?.write(piece, resolve));
  }
  child.stdin?.end();
  return ended;
};

/** The other side never closes. */
export const openSocket: Input = async (project, payload, env) => {
  const child = startGate(project, 'pipe', env);
  child.stdin?.write(payload);
  const outcome = await outcomeOf(child);
  child.stdin?.destroy();
  return outcome;
};

/** A pipe with a name, which somebody holds open for writing. */
export const openFifo: Input = async (project, payload, env) => {
  const path = join(project.folder, '..', 'fifo');
  execFileSync('mkfifo', [path]);
  const held = openSync(path, constants.O_RDWR);
  onTestFinished(() => closeSync(held));
  writeSync(held, payload);
  return onDescriptor(project, openSync(path, constants.O_RDONLY), env);
};

export const fifo: Input = (project, payload) =>
  gateInShell(
    project,
    'mkfifo ../fifo && { cat $PAYLOAD >../fifo & } && $GATE <../fifo; wait',
    payload,
  );

export const pipe: Input = (project, payload) =>
  gateInShell(project, 'cat $PAYLOAD | $GATE', payload);

export const closed: Input = (project, payload) => gateInShell(project, '$GATE <&-', payload);
