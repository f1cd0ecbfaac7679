import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { scheduler } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { hasTerminals } from '../../rig/worlds/pseudo-terminal.ts';
import { says } from '../scripted-model.ts';
import { promiseOf } from './agent-scripts.ts';
import { writeUser } from './claude-code.ts';
import {
  CLAUDE_CODE,
  type ClaudeCodeProject,
  claudeCodeProject,
  endedWithTest,
} from './claude-project.ts';
import type { Step } from './scenario.ts';

/** Sessions of the real Claude Code on a terminal, where a user sits and types. */

/** A group of tests that need it, and a terminal. */
export const describeAttended = describe.skipIf(CLAUDE_CODE === '' || !hasTerminals);

export interface AttendedParts {
  /** The turns of the model; after them it says that it is done. */
  readonly agent: readonly Step[];
  readonly mode?: string;
}

export interface AttendedSession {
  readonly session: string;
  readonly world: ClaudeCodeProject;
  /** Types a line, and waits until the host took it. */
  enter(line: string): Promise<void>;
  /** Presses Esc once a command of the agent has made a file, and waits until the host has written of the interrupt. */
  interrupt(file: string): Promise<void>;
  /** Takes what a dialog offers first, and waits until the model heard of it. */
  accept(): Promise<void>;
  /** Waits until the host has asked its stop hooks so often in all. */
  stops(count: number): Promise<void>;
  /** Waits until the model has been asked so often in all. */
  requests(count: number): Promise<void>;
  /** Waits until the terminal shows a word. Of longer texts it is sent only what changes. */
  shows(word: string): Promise<void>;
  /** Waits until the host wrote a text into the transcript, as all that its user is told. */
  notes(text: string): Promise<void>;
  /** What the model was told at each block. */
  blocks(): readonly string[];
  /** What is kept of the session's wait. */
  waiting(): unknown;
  /** What is kept of its user's interrupt. */
  interrupted(): unknown;
  /** Waits until a stop was let through because of it. */
  obeys(): Promise<void>;
}

/** Tests a session on a terminal that owns a started promise, and is told to build the sign-in. */
export function attended(
  name: string,
  parts: AttendedParts,
  play: (session: AttendedSession) => Promise<void>,
): void {
  it(name, async () => play(await begin(parts)));
}

/** The longest that anything is waited for: far more than it takes. */
const PATIENCE_MS = 45_000;

/** How often is looked. */
const LOOK_MS = 50;

/** After so many looks a line that was not taken is entered again: the host may have been about to draw. */
const LOOKS_PER_TRY = 20;

async function begin({
  agent,
  mode = 'bypassPermissions',
}: AttendedParts): Promise<AttendedSession> {
  const told: string[] = [];
  const world = await claudeCodeProject((request) => {
    if (!request.tools.includes('Bash')) return says('Something aside.');
    told.push(request.latest);
    const step = agent[told.length - 1] ?? says('Done.');
    return typeof step === 'function' ? step(request) : step;
  });
  const session = randomUUID();
  await promiseOf(world.project, session);
  const terminal = startOnTerminal(world, ['--session-id', session, '--permission-mode', mode]);
  let shown = '';
  terminal.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    shown += chunk;
  });
  const until = async (what: string, isSo: () => boolean, atTry?: () => void): Promise<void> => {
    const end = performance.now() + PATIENCE_MS;
    for (let look = 0; !isSo(); look += 1) {
      if (performance.now() > end) throw new Error(`the host never ${what}; it showed: ${shown}`);
      if (look % LOOKS_PER_TRY === 0) atTry?.();
      await scheduler.wait(LOOK_MS);
    }
  };
  const kept = (key: string): unknown => {
    const path = join(world.project.state, 'stop-gate', `${session}.json`);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8'))[key] : undefined;
  };
  return {
    session,
    world,
    async enter(line) {
      terminal.stdin.write(`\u001b[200~${line}\u001b[201~`);
      const isTaken = (): boolean => world.transcripts().includes(`"content":"${line}"`);
      await until(`took: ${line}`, isTaken, () => terminal.stdin.write('\r'));
    },
    async interrupt(file) {
      const count = (): number => world.transcripts().split('[Request interrupted by user').length;
      const before = count();
      await until(`made ${file}`, () => existsSync(join(world.project.folder, file)));
      terminal.stdin.write('\u001b');
      await until('was interrupted', () => count() > before);
    },
    accept() {
      const before = told.length;
      return until(
        'took the offer',
        () => told.length > before,
        () => terminal.stdin.write('\r'),
      );
    },
    stops: (count) => until(`stopped ${count} times`, () => world.stops().length >= count),
    requests: (count) => until(`asked ${count} times`, () => told.length >= count),
    shows: (word) => until(`showed ${word}`, () => shown.includes(word)),
    notes: (text) => until(`noted ${text}`, () => world.transcripts().includes(text)),
    blocks: () => told.filter((latest) => latest.includes('Stop hook feedback:')),
    waiting: () => kept('waiting'),
    interrupted: () => kept('interrupted'),
    obeys: () => until('was let through', () => Object(kept('interrupted') ?? {})['used'] === true),
  };
}

type Terminal = ChildProcessByStdio<Writable, Readable, null>;

/** Starts the program on a terminal of its own, as a user who has used it before. */
function startOnTerminal(world: ClaudeCodeProject, args: readonly string[]): Terminal {
  const { env, project } = world;
  writeUser({ folder: project.folder, home: join(project.folder, '..', 'home') });
  const words = [CLAUDE_CODE, ...args, 'Build the sign-in'].map((word) => `'${word}'`);
  const line = `stty cols 150 rows 50; exec ${words.join(' ')}`;
  return endedWithTest(
    spawn('script', ['-qec', line, '/dev/null'], {
      cwd: project.folder,
      env: { ...env, IS_SANDBOX: '1', TERM: 'xterm-256color' },
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    }),
  );
}
