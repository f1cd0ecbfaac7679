import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inject, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { createGitProject, type GitProject } from '../rig/worlds/git-project.ts';
import {
  createHookedProject,
  type HookedProject,
  writeProgram,
} from '../rig/worlds/hooked-project.ts';
import { type Outcome, outcomeOf } from '../rig/worlds/project.ts';
import type { HostPlace, HostRig } from './host.ts';
import { commandOf } from './install.mjs';
import { type Script, type ScriptedModel, startScriptedModel } from './scripted-model.ts';

/** A scratch project whose sessions are a real host's, and their model a script. */
export interface HostWorld extends HostPlace {
  readonly rig: HostRig;
  readonly project: GitProject;
  readonly hooked: HookedProject;
  readonly model: ScriptedModel;
  readonly env: Readonly<Record<string, string>>;
  /** Starts the program as it is, in the project unless another folder is named. */
  client(words: readonly string[], parts?: Pick<SessionParts, 'folder' | 'env'>): ChildProcess;
  /** Runs a session without a screen to its end. */
  session(prompt: string, parts?: SessionParts): Promise<HostSession>;
  /** What the host asked the suite's hooks, in the order in which it did. */
  asked(): readonly HookCall[];
  /** How often a hook of the suite started Node, which a session that promises nothing must not pay for. */
  nodeStarts(): number;
  /** Puts a program that does nothing in the place of the suite's hooks. */
  putTrue(): void;
}

export interface SessionParts {
  /** The session goes on that has this id. */
  readonly resumed?: string;
  /** The folder in which the host is started, where it is not the project. */
  readonly folder?: string;
  /** Variables of this session alone. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface HostSession {
  readonly outcome: Outcome;
  readonly id: string | undefined;
  /** Everything that was printed for its user. */
  readonly printed: string;
}

/** A call of one of the suite's hooks. */
export interface HookCall {
  /** The words behind the program's name. */
  readonly words: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** No session takes longer by far. Some hosts would go on for ever where a hook blocks them for ever. */
const LONGEST_SESSION_MS = 240_000;

/** Makes one without hooks. Everything of it goes with the test. */
export async function hostWorld(
  rig: HostRig,
  script: Script,
  { isWatched = true }: { readonly isWatched?: boolean } = {},
): Promise<HostWorld> {
  const hooked = hookedProject();
  const project = createGitProject({ 'README.md': '# A project\n' }, hooked);
  const root = join(project.folder, '..');
  const program = inject('clients')[rig.key];
  const place: HostPlace = {
    folder: project.folder,
    home: join(root, 'home'),
    cache: cacheOf(program),
  };
  const witness = join(root, 'asked');
  mkdirSync(witness);
  if (isWatched) watchHooks(hooked, witness, watchedNode(hooked, join(root, STARTS)));
  const model = await startScriptedModel(async (request) => {
    await rig.settled?.(place, request);
    return script(request);
  }, rig.wire);
  const path = `${hooked.programs}${delimiter}${process.env['PATH'] ?? ''}`;
  // Some hosts run their shells as shells of a login, which set a PATH of their own.
  for (const name of ['.profile', '.bash_profile', '.bashrc']) {
    writeFileSync(join(place.home, name), `export PATH='${path}'\n`);
  }
  const env = {
    ...environmentIn(root),
    TERM: 'dumb',
    PATH: path,
    ...rig.prepare(place, model.url),
  };
  const client: HostWorld['client'] = (words, { folder = place.folder, env: own } = {}) => {
    const [command = program, ...all] = [...commandOf(program), ...words];
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const options = { cwd: folder, env: { ...env, ...own }, stdio, detached: true };
    return endedWithTest(spawn(command, all, options));
  };
  return {
    ...place,
    rig,
    project,
    hooked,
    model,
    env,
    client,
    async session(prompt, { resumed, ...parts } = {}) {
      const child = client(rig.words(prompt, resumed), parts);
      const limit = setTimeout(() => endGroup(child), LONGEST_SESSION_MS);
      const outcome = await outcomeOf(child);
      clearTimeout(limit);
      const printed = `${outcome.stdout}\n${outcome.stderr}`;
      return { outcome, printed, id: rig.sessionIn(printed) };
    },
    asked: () => askedIn(witness),
    nodeStarts: () => linesOf(join(root, STARTS)).length,
    putTrue() {
      for (const name of HOOK_PROGRAMS) writeProgram(join(hooked.programs, name), 'exit 0');
    },
  };
}

/**
 * A project whose home the sandbox of a host cannot write: such a sandbox opens the folder for temporary files, where
 * the scratch folders of other tests lie.
 */
function hookedProject(): HookedProject {
  const elsewhere = '/var/tmp';
  if (existsSync(elsewhere)) vi.stubEnv('TMPDIR', elsewhere);
  try {
    return createHookedProject();
  } finally {
    vi.unstubAllEnvs();
  }
}

/** The folder of an installed client, by its program. */
function cacheOf(program: string): string {
  const [folder = dirname(program)] = program.split(/[\\/]node_modules[\\/]/);
  return folder;
}

/** Nothing of the user's, and nothing that goes further than loopback. */
export function environmentIn(root: string): Readonly<Record<string, string>> {
  const temporary = join(root, 'tmp');
  const home = join(root, 'home');
  mkdirSync(temporary);
  return {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    TMPDIR: temporary,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
  };
}

/** The programs that the lines of hooks call. */
const HOOK_PROGRAMS = ['cs-hook', 'cs-stop-gate'] as const;

/** Keeps what each call of a hook's program was given, and goes on as that program. `node`: the Node that it gets. */
function watchHooks({ programs }: HookedProject, witness: string, node: string): void {
  for (const name of HOOK_PROGRAMS) {
    const path = join(programs, name);
    const [, program = ''] = /^#!.*\n([\s\S]*?)\s*$/.exec(readFileSync(path, 'utf8')) ?? [];
    const lines = [
      `kept='${witness}'/$(date +%s%N)-$$`,
      `printf '%s\\n' "$*" > "$kept"`,
      `cat > "$kept${PAYLOAD}"`,
      `${program.replaceAll(process.execPath, node)} < "$kept${PAYLOAD}"`,
    ];
    writeProgram(path, lines.join('\n'));
  }
}

/** Where the starts of Node are kept. */
const STARTS = 'starts-of-node';

/** A Node that keeps each of its starts. */
function watchedNode({ programs }: HookedProject, kept: string): string {
  const path = join(programs, 'watched-node');
  writeProgram(path, `printf '%s\\n' "$*" >> '${kept}'; exec '${process.execPath}' "$@"`);
  return path;
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

const payloadSchema = z.record(z.string(), z.unknown());

/** How the name of a file ends in which the payload of a call is kept. */
const PAYLOAD = '.in';

function askedIn(witness: string): readonly HookCall[] {
  // The file with the payload is made last.
  const names = readdirSync(witness).filter((name) => name.endsWith(PAYLOAD));
  return names.sort().map((name) => ({
    words: readFileSync(join(witness, name.slice(0, -PAYLOAD.length)), 'utf8').trim(),
    payload: payloadOf(readFileSync(join(witness, name), 'utf8')),
  }));
}

function payloadOf(text: string): HookCall['payload'] {
  try {
    return payloadSchema.parse(JSON.parse(text));
  } catch {
    return { unreadable: text };
  }
}

/** A process that leads a group, which is ended whole with the test. */
function endedWithTest<Child extends ChildProcess>(child: Child): Child {
  onTestFinished(() => endGroup(child));
  return child;
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
