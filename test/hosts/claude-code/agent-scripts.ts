import { randomUUID } from 'node:crypto';
import type { Project } from '../../rig/worlds/project.ts';
import { runs, type Script, type SeenRequest, says } from '../scripted-model.ts';
import type { ClaudeCodeProject, SessionResult } from './claude-project.ts';

/** What the scripted models of the real Claude Code do, and what is seen of them. */

export const EVIDENCE = 'npm test: 42 passed, 0 failed';

/** What the host says when it overrides a hook that blocks again and again. */
export const OVERRIDE = 'consecutive times';

/** Says that it is done, whatever it is told. */
export const stubborn: Script = () => says('Done.');

/** Makes a promise, and then does what it is told to do next. */
export const obedient: Script = (request) =>
  request.turn === 0
    ? runs('cs-promise --create "Sign-in" --ac "Users can sign in"')
    : listening(request);

/** Does what it is told to do next, and is done where it is told nothing. */
export const listening: Script = (request) => {
  const command = /\bNext: (cs(?:-promise --| promise | )(?:start|meet) .+)$/m.exec(
    request.latest,
  )?.[1];
  if (command === undefined) return says('Done.');
  return runs(command.replace('[what shows it]', EVIDENCE));
};

/** The command that a model is told, to the letter. */
export function meetLine(id: string): string {
  return `cs meet ${id} AC-1 --evidence "[what shows it]" --type test`;
}

export function isBlocked({ latest }: SeenRequest): boolean {
  return /Blocked: |Still blocked: /.test(latest);
}

/** Makes a started promise of a session, and gives its id. */
export async function promiseOf(project: Project, session: string): Promise<string> {
  const env = { CLAUDE_SESSION_ID: session };
  const words = ['--create', 'Sign-in', '--ac', 'Users can sign in'];
  const created = await project.run('cs-promise', words, { env });
  const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? '';
  await project.run('cs-promise', ['--start', id], { env });
  return id;
}

/** Runs a session that has a promise open from its start. */
export async function sessionWithPromise(
  { project, session }: ClaudeCodeProject,
  args: readonly string[] = [],
): Promise<{
  readonly promise: string;
  readonly id: string;
  readonly result: SessionResult;
}> {
  const id = randomUUID();
  const promise = await promiseOf(project, id);
  return { promise, id, result: await session('Build the sign-in', ['--session-id', id, ...args]) };
}

/** All that anybody said in a session: the model was sent it, the user shown, the transcript told. */
export function saidIn(
  { model, transcripts }: ClaudeCodeProject,
  { outcome }: SessionResult,
): string {
  const sent = model.seen.map(({ text }) => text);
  return [outcome.stdout, outcome.stderr, transcripts(), ...sent].join('\n');
}
