import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { approveConfiguration } from './approval.ts';
import { type CommandCall, type Outcome, outcomeOf, runCommand, startCommand } from './commands.ts';
import { preparedOnce } from './prepared.ts';
import { removeScratch } from './removal.ts';

export interface RunOptions {
  /** Variables beside PATH and HOME; undefined removes one that the project sets. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** What stdin holds; it is closed unless this is given. */
  readonly input?: string | Uint8Array;
  /** As a process of its own, whatever it else would be: for what is about processes. */
  readonly alone?: boolean;
  /** What stdout and stderr are; pipes unless told otherwise. */
  readonly stdio?: readonly ('pipe' | number)[];
}

/** A scratch project with a scratch HOME, in which the real bins run with a scrubbed environment. */
export interface Project {
  readonly folder: string;
  /** The session that commands run as unless they are told otherwise. */
  readonly session: string | undefined;
  /** `.claude/completion-state` of the project. */
  readonly state: string;
  /**
   * Runs a bin by its name (`cs-promise`), in this project and as its session unless told otherwise: inside of the
   * test's own process, or with `TEST_PROGRAMS=packed` as a program.
   */
  run(bin: string, args: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** Starts it as a process of its own: for signals, kills, races and pipes. */
  start(bin: string, args: readonly string[], options?: RunOptions): ChildProcess;
  /**
   * Writes a file under the state folder; an object is written as JSON. What the project's configuration has is approved,
   * as its user would.
   */
  write(path: string, content: unknown): string;
  /** A state file as JSON. */
  read(path: string): Record<string, unknown>;
  exists(path: string): boolean;
  list(path: string): readonly string[];
  /** A promise as the real command makes it, by its id. */
  promise(...criteria: readonly string[]): Promise<string>;
  /** The same, and starts it. */
  startedPromise(...criteria: readonly string[]): Promise<string>;
}

/** The end of the path of a project's configuration. */
export const CONFIGURATION = join('.claude', 'completion-promise.json');

export { type Outcome, outcomeOf };

export const SESSION = 'session-of-the-test';

/** Makes a project; it is removed when the test that made it has finished. */
export function createProject(session: string | undefined = SESSION): Project {
  const root = mkdtempSync(join(tmpdir(), 'completion-promise-test-'));
  onTestFinished(() => removeScratch(root));
  const folder = join(root, 'project');
  const home = join(root, 'home');
  mkdirSync(folder);
  mkdirSync(home);
  return projectIn(folder, home, session);
}

/** A project in a folder that is there, with a home of its own. */
export function projectIn(folder: string, home: string, session: string | undefined): Project {
  const state = join(folder, '.claude', 'completion-state');
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    USERPROFILE: home,
    TMPDIR: process.env['TMPDIR'],
    CLAUDE_SESSION_ID: session,
  };

  const callOf = (bin: string, args: readonly string[], options: RunOptions = {}): CommandCall => ({
    cwd: folder,
    ...options,
    bin,
    args,
    env: { ...environment, ...options.env },
  });

  const project: Project = {
    folder,
    session,
    state,
    start: (...words) => startCommand(callOf(...words)),
    run: (...words) => runCommand(callOf(...words)),
    write(path, content) {
      const target = join(state, path);
      mkdirSync(dirname(target), { recursive: true });
      const isRaw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(target, isRaw ? content : `${JSON.stringify(content, null, 2)}\n`);
      if (target.endsWith(CONFIGURATION)) approveConfiguration(folder, home);
      return target;
    },
    read: (path) => JSON.parse(readFileSync(join(state, path), 'utf8')),
    exists: (path) => project.list(dirname(path)).includes(path.split('/').at(-1) ?? ''),
    list(path) {
      try {
        return readdirSync(join(state, path)).sort();
      } catch {
        return [];
      }
    },
    promise: (...criteria) =>
      createPromise(project, 'A promise', ...criteria.flatMap((one) => ['--ac', one])),
    startedPromise: (...criteria) =>
      createStartedPromise(project, 'A promise', ...criteria.flatMap((one) => ['--ac', one])),
  };
  return project;
}

/** A promise as `cs-promise --create` makes it of a title and options, by its id. */
export function createPromise(
  project: Project,
  title: string,
  ...options: readonly string[]
): Promise<string> {
  return preparedOnce(project, [title, ...words(options)], () => create(project, title, options));
}

/** The same, and started by `cs-promise --start`. */
export function createStartedPromise(
  project: Project,
  title: string,
  ...options: readonly string[]
): Promise<string> {
  return preparedOnce(project, ['started', title, ...words(options)], async () => {
    const id = await create(project, title, options);
    await project.run('cs-promise', ['--start', id]);
    return id;
  });
}

async function create(
  project: Project,
  title: string,
  options: readonly string[],
): Promise<string> {
  const { stderr, stdout } = await project.run('cs-promise', ['--create', title, ...options]);
  const id = /promise-[0-9a-f]{8}/.exec(stdout)?.[0];
  if (id === undefined) throw new Error(`no promise was made: ${stderr}`);
  return id;
}

/** Options with what the definition file among them holds. */
function words(options: readonly string[]): readonly string[] {
  const path = options[options.indexOf('--from') + 1];
  return options.includes('--from') && path !== undefined
    ? [...options, readFileSync(path, 'utf8')]
    : options;
}
