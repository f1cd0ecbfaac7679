import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { identityOf } from '../../../src/adapters/node-processes.ts';
import type { SessionHost } from '../../../src/domain/session/session-host.ts';
import { type Outcome, outcomeOf, type Project } from './project.ts';
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
  const child = spawn(process.execPath, [binOf('cs'), command], {
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
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // It may have heard enough.
  const isRaw = typeof payload === 'string' || payload instanceof Uint8Array;
  child.stdin.write(isRaw ? payload : JSON.stringify(payload));
  if (!staysOpen) child.stdin.end();
  return outcomeOf(child).finally(() => child.stdin.destroy());
}

/** The host that the calls of these tests come from, and others: one that runs, one that is gone. */
export const THIS_HOST: SessionHost = identityOf(process.pid);
export const OTHER_HOST: SessionHost = identityOf(process.ppid);
export const GONE_HOST: SessionHost = { ...THIS_HOST, started: '1' };
export const HOST_ELSEWHERE: SessionHost = { ...THIS_HOST, place: 'another machine' };

/** Hosts are told apart by when they started, and found among the processes above. */
export const hasHosts = process.platform === 'linux';
