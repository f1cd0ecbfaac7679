import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HookOccasion } from '../../../src/domain/host/hook-host.ts';

import type { HostName } from '../../../src/hosts/hosts.ts';
import { payloadAt } from '../../../src/hosts/trial.ts';
import { knownHost } from '../values/hook-writings.ts';
import { writeProgram } from './hooked-project.ts';
import { createProject, type Outcome, outcomeOf, type Project } from './project.ts';
import { SUITE } from './suite.ts';

/** Hooks as a host calls them through `cs-hook`, the front that stands before Node. */

/** The shells that the front must run in, as far as this machine has them. */
export const SHELLS = available([['sh'], ['dash'], ['bash'], ['busybox', 'sh'], ['ksh']]);

/** The shells in which hosts run the lines of hooks: also that of the user. */
export const SHELLS_OF_LINES = [...SHELLS, ...available([['zsh']])];

function available(shells: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return shells.filter(([program = '', ...args]) => {
    try {
      execFileSync(program, [...args, '-c', ':'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

/** Whether a shell starts a program to sleep: one that sleeps by itself cannot be given another time. */
export function startsSleep([program = 'sh', ...args]: readonly string[]): boolean {
  return execFileSync(program, [...args, '-c', 'type sleep'], { encoding: 'utf8' }).includes('/');
}

export const FRONT = join(SUITE, 'bin', 'cs-hook');

/** An id as hosts give them. */
export const HOSTED_SESSION = '0b1c2d3e-1111-4222-8333-444455556666';

/** What the stand-in for Node says on stderr. */
const HANDED_OVER = 'handed over to Node';

export interface FrontWorld extends Project {
  /** The user's home. */
  readonly home: string;
  /** A file beside the project with so many lines, as a host keeps a session. */
  transcript(...lines: readonly object[]): string;
  /** A program of the shell, by its path. */
  program(name: string, script: string): string;
}

/** A project that never promised anything, of a user who never did. */
export function frontWorld(): FrontWorld {
  const project = createProject(undefined);
  const root = join(project.folder, '..');
  const folder = join(root, 'programs');
  mkdirSync(folder);
  return {
    ...project,
    home: join(root, 'home'),
    transcript(...lines) {
      const path = join(root, 'transcripts', `${HOSTED_SESSION}.jsonl`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return path;
    },
    program(name, script) {
      writeProgram(join(folder, name), script);
      return join(folder, name);
    },
  };
}

/** The payload of a stop, as Claude Code sends it. */
export function stopOf(world: FrontWorld, parts: object = {}): Record<string, unknown> {
  return {
    session_id: HOSTED_SESSION,
    transcript_path: join(world.folder, '..', 'transcripts', `${HOSTED_SESSION}.jsonl`),
    cwd: world.folder,
    prompt_id: '11112222-3333-4444-8555-666677778888',
    permission_mode: 'default',
    effort: { level: 'medium' },
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'That is done.',
    background_tasks: [],
    session_crons: [],
    ...parts,
  };
}

export interface FrontOptions {
  readonly shell?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Another place of the front. */
  readonly front?: string;
  /** The options of the front. */
  readonly args?: readonly string[];
}

/** The variables that hosts give their hooks. */
export function hookVariables(world: FrontWorld): Readonly<Record<string, string>> {
  return {
    HOME: world.home,
    CLAUDE_PROJECT_DIR: world.folder,
    CLAUDE_CODE_SESSION_ID: HOSTED_SESSION,
    CLAUDECODE: '1',
  };
}

/** What a host calls a hook; undefined where it has none of the kind. */
export function eventOf(name: HostName, occasion: HookOccasion): string | undefined {
  const events: Readonly<Partial<Record<HookOccasion, string>>> = knownHost(name).host.events;
  return events[occasion];
}

/** A hook as its host calls it. */
export interface HostedHook {
  readonly payload: Readonly<Record<string, unknown>>;
  /** What its environment has beside, or in place of, that of a hook of Claude Code. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The options of its line. */
  readonly args: readonly string[];
}

/** A hook of any host, of a session that promised nothing. */
export function hookOf(
  world: FrontWorld,
  name: HostName,
  occasion: HookOccasion,
  id = HOSTED_SESSION,
): HostedHook {
  const event = eventOf(name, occasion) ?? '';
  if (name === 'claude-code') {
    const parts = occasion === 'stop' ? {} : { prompt: 'Go on.', source: 'startup' };
    const payload = stopOf(world, { session_id: id, hook_event_name: event, ...parts });
    return { payload, env: {}, args: [] };
  }
  const { trial } = knownHost(name).setup;
  const transcript = join(world.folder, '..', 'transcripts', `${HOSTED_SESSION}.jsonl`);
  const session = { id, agent: 'an-agent', event, project: world.folder, transcript };
  const payload = payloadAt(trial, occasion, session);
  const none = { CLAUDECODE: undefined, CLAUDE_CODE_SESSION_ID: undefined };
  return {
    payload,
    env: { ...none, CLAUDE_PROJECT_DIR: undefined, ...trial.variables(session) },
    args: ['--host', name],
  };
}

/** Starts a hook through the front. Its input is left to the caller. */
export function startFront(
  world: FrontWorld,
  hook: string,
  { args = [], cwd = world.folder, env = {}, front = FRONT, shell = ['sh'] }: FrontOptions = {},
) {
  const [program = 'sh', ...before] = shell;
  const variables = { PATH: process.env['PATH'], ...hookVariables(world), ...env };
  const child = spawn(program, [...before, front, hook, ...args], {
    cwd,
    env: Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined)),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // It may have heard enough.
  return child;
}

/** Calls a hook through the front, with a payload that is closed. */
export function callFront(
  world: FrontWorld,
  hook: string,
  payload: object | string | Uint8Array,
  options: FrontOptions = {},
): Promise<Outcome> {
  const child = startFront(world, hook, options);
  const isRaw = typeof payload === 'string' || payload instanceof Uint8Array;
  child.stdin.end(isRaw ? payload : JSON.stringify(payload));
  return outcomeOf(child);
}

/** What the front answers by itself; undefined where it hands over to Node. */
export async function answerOfFront(
  world: FrontWorld,
  hook: string,
  payload: object | string | Uint8Array,
  options: FrontOptions = {},
): Promise<string | undefined> {
  const node = world.program('node', `echo '${HANDED_OVER}' >&2; cat >/dev/null; exit 10`);
  const args = ['--node', node, ...(options.args ?? [])];
  const { code, stderr, stdout } = await callFront(world, hook, payload, { ...options, args });
  if (stderr === `${HANDED_OVER}\n`) return undefined;
  if (code !== 0 || stderr !== '') throw new Error(`the front ended with ${code}: ${stderr}`);
  return stdout;
}
