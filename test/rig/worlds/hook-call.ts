import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { identityOf } from '../../../src/adapters/node-processes.ts';
import type { SessionHost } from '../../../src/domain/session/session-host.ts';
import { type CommandCall, definedOnly, type Outcome, outcomeOf, runCommand } from './commands.ts';
import type { Project } from './project.ts';
import { binOf } from './suite.ts';

/** Calls of hooks as the agent's host makes them: the payload on stdin, its variables in the environment. */

export interface HookOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The other side closes stdin after the payload, unless told otherwise. */
  readonly staysOpen?: boolean;
}

/** Calls one of the suite's hooks. A payload that is a text is written as it is. */
export function callHook(
  project: Project,
  command: string,
  payload: object | string | Uint8Array,
  { env = {}, staysOpen = false }: HookOptions = {},
): Promise<Outcome> {
  const session = typeof payload === 'object' && 'session_id' in payload ? payload.session_id : '';
  const isRaw = typeof payload === 'string' || payload instanceof Uint8Array;
  const input = isRaw ? payload : JSON.stringify(payload);
  const call = {
    bin: 'cs',
    args: [command],
    cwd: project.folder,
    env: {
      PATH: process.env['PATH'],
      HOME: join(project.folder, '..', 'home'),
      CLAUDE_PROJECT_DIR: project.folder,
      CLAUDE_PID: String(process.pid),
      CLAUDECODE: '1',
      ...(typeof session === 'string' && session !== '' ? { CLAUDE_CODE_SESSION_ID: session } : {}),
      ...env,
    },
  };
  return staysOpen ? heldOpen(call, input) : runCommand({ ...call, input });
}

/** What comes of a command whose stdin stays open behind what it is given. */
function heldOpen(call: CommandCall, input: string | Uint8Array): Promise<Outcome> {
  const { args, bin, cwd, env } = call;
  const child = spawn(process.execPath, [binOf(bin), ...args], { cwd, env: definedOnly(env) });
  child.stdin.on('error', () => undefined); // It may have heard enough.
  child.stdin.write(input);
  return outcomeOf(child).finally(() => child.stdin.destroy());
}

/** The host that the calls of these tests come from, and others: one that runs, one that is gone. */
export const THIS_HOST: SessionHost = identityOf(process.pid);
export const OTHER_HOST: SessionHost = identityOf(process.ppid);
export const GONE_HOST: SessionHost = { ...THIS_HOST, started: '1' };
export const HOST_ELSEWHERE: SessionHost = { ...THIS_HOST, place: 'another machine' };

/** Hosts are told apart by when they started, and found among the processes above. */
export const hasHosts = process.platform === 'linux';
