import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { guardScript, SEARCH_BY_NAME } from '../../../src/domain/host/guard-script.ts';
import {
  CLAUDE_CODE_WORDS,
  GUARDS_OF_USER,
  type HookName,
  hookLine,
  projectGuard,
  userGuard,
} from '../../../src/domain/host/guarded-command.ts';
import type { HookCall } from '../../../src/domain/host/wanted-hooks.ts';
import { createProject, type Outcome, type Project, type RunOptions } from './project.ts';
import { PACKAGE } from './suite.ts';

/** A project whose host has settings, on a machine that has the suite's programs on its PATH. */
export interface HookedProject extends Project {
  /** Runs `cs` with the programs on PATH and without a session. */
  cs(args: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** The folder with the programs. */
  readonly programs: string;
  /** Where the settings of a place are. */
  settingsPath(place?: Place): string;
  writeSettings(settings: unknown, place?: Place): string;
  settings(place?: Place): Record<string, unknown>;
}

export type Place = 'project' | 'local' | 'user';

/** `tools`: the programs of the machine that are on the PATH besides; all of them where it is left out. */
export function createHookedProject(tools?: readonly string[]): HookedProject {
  const project = createProject(undefined);
  const root = join(project.folder, '..');
  const programs = join(root, 'programs');
  mkdirSync(programs);
  for (const [name, file] of Object.entries(manifest.bin)) {
    const path = join(PACKAGE, file);
    // The front is a program of the shell, and gets its Node by name.
    const line = path.endsWith('.cjs')
      ? `exec '${process.execPath}' '${path}' "$@"`
      : `exec '${path}' "$@" --node '${process.execPath}'`;
    writeProgram(join(programs, name), line);
  }
  for (const tool of tools ?? []) symlinkSync(whereIs(tool), join(programs, tool));
  const path = [programs, ...(tools === undefined ? [process.env['PATH'] ?? ''] : [])];
  const places: Readonly<Record<Place, string>> = {
    project: join(project.folder, '.claude', 'settings.json'),
    local: join(project.folder, '.claude', 'settings.local.json'),
    user: join(root, 'home', '.claude', 'settings.json'),
  };
  return {
    ...project,
    programs,
    cs: (args, options = {}) =>
      project.run('cs', args, {
        ...options,
        env: { PATH: path.join(delimiter), ...options.env },
      }),
    settingsPath: (place = 'project') => places[place],
    writeSettings(settings, place = 'project') {
      mkdirSync(dirname(places[place]), { recursive: true });
      const text = typeof settings === 'string' ? settings : JSON.stringify(settings, null, 2);
      writeFileSync(places[place], text);
      const { guard } = CLAUDE_CODE_WORDS;
      if (text.includes(guard.user)) putGuard(join(root, 'home', guard.user));
      if (text.includes(guard.project)) putGuard(join(project.folder, guard.project));
      return places[place];
    },
    settings: (place = 'project') => JSON.parse(readFileSync(places[place], 'utf8')),
  };
}

/** The guard that lines in settings run, which finds the programs on `PATH`. */
function putGuard(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const about = { title: 'Claude Code', host: undefined, words: CLAUDE_CODE_WORDS } as const;
  writeFileSync(path, guardScript({ ...about, installation: 'global', search: SEARCH_BY_NAME }));
}

/** The same in the home of a user whose settings have `INSTALLED`. */
export function putUserGuard(home: string): void {
  putGuard(join(home, CLAUDE_CODE_WORDS.guard.user));
}

/** Has the user's guards of a home lead to no suite any more, as if the package had been removed. */
export function forgetSuite(home: string): void {
  const folder = join(home, GUARDS_OF_USER);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(PACKAGE, '/removed'));
  }
}

/** What a hook prints to block. */
export const BLOCK = `echo '{"decision":"block","reason":"open"}'`;

/** Asks for the promises of whoever stops, as the real stop gate does, and then does this. */
export const asking = (then: string): string =>
  [
    'who=doctor-',
    'case "$(cat)" in *agent_id*) who=agent-;; esac',
    'cd "$CLAUDE_PROJECT_DIR/.claude/completion-state/promises"',
    `if grep -qs "owned_by.*$who" *.json; then ${then}; fi`,
  ].join('\n');

/** Puts a stop gate of its own into a folder of programs, and other hooks that say nothing. */
export function putStopGate(folder: string, script: string): void {
  const others = `[ "$1" = stop ] || { cat >/dev/null; echo '{}'; exit; }`;
  writeProgram(join(folder, 'cs-hook'), `${others}\n${script}`);
  writeProgram(join(folder, 'cs-stop-gate'), `# Stands for completion-promise.\n${script}`);
}

/**
 * Has stand-ins answer the hooks as the programs do: where doctor and setup try hooks, they run them ten times, which is
 * of interest to the tests of these trials alone.
 */
export function standIn(folder: string): void {
  putStopGate(folder, asking(BLOCK));
}

/** Writes a program for the shell. */
export function writeProgram(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

function whereIs(tool: string): string {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, tool))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`this machine has no ${tool}`);
  return found;
}

/** A hook as settings hold it. */
export function hook(command: string, timeout?: number): object {
  return { hooks: [{ type: 'command', command, ...(timeout === undefined ? {} : { timeout }) }] };
}

/** How installed hooks are called where the programs are on PATH. */
export const installedCall: HookCall = (hook, deadline) => {
  if (process.platform === 'win32') return hook === 'stop' ? 'cs-stop-gate' : `cs ${hook}`;
  return `cs-hook ${hook}${deadline === undefined ? '' : ` --deadline ${deadline}`}`;
};

/** The lines that `cs hooks install` writes for Claude Code: they run the guard of the user. */
const own = (name: HookName): string =>
  hookLine(name, userGuard(CLAUDE_CODE_WORDS), CLAUDE_CODE_WORDS);

/** Those of `cs hooks install --shared`: they run the guard of the project. */
const shared = (name: HookName): string =>
  hookLine(name, projectGuard(CLAUDE_CODE_WORDS), CLAUDE_CODE_WORDS);

const hooksOf = (line: (name: HookName) => string) => ({
  SessionStart: [hook(line('session-start'), 30)],
  UserPromptSubmit: [hook(line('user-prompt'), 30)],
  Stop: [hook(line('stop'), 60)],
  SubagentStop: [hook(line('stop'), 60)],
  SessionEnd: [hook(line('session-end'), 30)],
});

/** The line of the stop hook that `cs hooks install` writes. */
export const STOP_LINE = own('stop');

/** What `cs hooks install` writes. */
export const INSTALLED = hooksOf(own);

/** What `cs hooks install --shared` writes. */
export const SHARED = hooksOf(shared);
