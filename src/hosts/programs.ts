import { join } from 'node:path';
import { ownNode, ownPrograms } from '../adapters/own-programs.ts';
import { programOnPath } from '../adapters/program-path.ts';
import type { HookName } from '../domain/host/guarded-command.ts';
import type { HookShell } from '../domain/host/hook-command.ts';
import type { HookFormat } from '../domain/host/hook-format.ts';
import type { SettingsPlace } from '../domain/host/hook-settings.ts';
import type { HookCall } from '../domain/host/wanted-hooks.ts';
import { powershellWord } from '../domain/session/shells.ts';
import type { HostWorld } from './host-world.ts';
import { nameIn, SUITE } from './manifests.ts';

/** Whether hooks go through `cs-hook`, which needs a POSIX system: elsewhere they start Node. */
export const HAS_FRONT = process.platform !== 'win32';

/** The programs that hooks start. */
const STARTED = HAS_FRONT ? ['cs', 'cs-hook', 'cs-stop-gate'] : ['cs', 'cs-stop-gate'];

/** How hooks start the suite's programs. */
interface Starting {
  /** They name paths of this machine. */
  readonly isAbsolute: boolean;
  /** They are those of the project's own `node_modules`. */
  readonly isDependency: boolean;
  readonly call: HookCall;
}

/** How hooks are to be started. */
interface Wanted {
  readonly place: SettingsPlace;
  readonly wantsAbsolute: boolean;
  readonly shell: HookShell;
  /** How the host's lines find the project. */
  readonly project: ProjectWords;
  /** What says which host it is; undefined where the host is told without it. */
  readonly host: string | undefined;
}

/** The folder of the project, in the words of a shell: within a quoted word. */
export type ProjectWords = Readonly<Record<HookShell, string>>;

/**
 * As a dependency of the project, where the hooks are the project's; else by name where all programs are on `PATH`
 * outside of the project; else, or where that is wanted, by their paths.
 */
export function startingOf(world: HostWorld, wanted: Wanted): Starting {
  const { environment } = world;
  const { place, shell, wantsAbsolute } = wanted;
  const words = WORDS[shell];
  const isOnPath = STARTED.every((name) => programOnPath(name, environment).program !== undefined);
  if (!wantsAbsolute && place !== 'user' && isDependency(world)) {
    const dependency = (program: string): string =>
      words.dependency(program, wanted.project[shell]);
    return { isAbsolute: false, isDependency: true, call: callBy(words, wanted, dependency) };
  }
  if (!wantsAbsolute && isOnPath) {
    return { isAbsolute: false, isDependency: false, call: callBy(words, wanted, words.named) };
  }
  const programs = ownPrograms();
  const path = (program: string): string =>
    words.path(join(programs, HAS_FRONT ? program : `${program}.cjs`));
  const call = callBy(words, wanted, path, words.path(ownNode()));
  return { isAbsolute: true, isDependency: false, call };
}

/**
 * How the PowerShell of Windows starts the programs, for a file that others share: by their names there, or as a
 * dependency of the project.
 */
export function startingOnWindows(
  { host, project }: Pick<Wanted, 'host' | 'project'>,
  isDependency: boolean,
): HookCall {
  return (hook) => {
    const program = `${programOf(hook)}.cmd`;
    const word = isDependency ? `& "${project.powershell}/node_modules/.bin/${program}"` : program;
    const named = host === undefined ? [] : ['--host', host];
    return [word, ...wordsOf(hook), ...named].join(' ');
  };
}

/**
 * The shell of hooks on this machine. On Windows, Claude Code runs them in Git Bash, and without it in PowerShell;
 * what others share is written for the shell that all systems have.
 */
export function usualShell(
  { environment }: HostWorld,
  place: SettingsPlace,
  { lines }: Pick<HookFormat, 'lines'>,
): HookShell {
  const isUsual = process.platform !== 'win32' || place === 'project';
  if (isUsual || lines.powershell === undefined) return 'posix';
  // A host with a line for each shell runs that one on Windows.
  if (lines.powershell.also === undefined) return 'powershell';
  return programOnPath('bash', environment).program === undefined ? 'powershell' : 'posix';
}

/** Where package managers link the programs of a project's dependencies. */
const LINKED = join('node_modules', '.bin');

/** Whether the suite is installed in the project itself, as a dependency of it. */
function isDependency({ environment, files }: HostWorld): boolean {
  const { projectFolder } = environment;
  const manifest = join(projectFolder, 'node_modules', SUITE, 'package.json');
  const isSuite = nameIn(files, manifest) === SUITE;
  return isSuite && STARTED.every((name) => files.exists(join(projectFolder, LINKED, name)));
}

/** How a shell is told which program to start. */
interface ShellWords {
  /** A program by its name. */
  named(program: string): string;
  /** A program of the project's dependencies. */
  dependency(program: string, project: string): string;
  path(path: string): string;
  /** What stands before a program that is no plain name. */
  readonly start: string;
}

/** What package managers call the programs that they make for Windows. Its PowerShell may refuse their `.ps1`. */
const ENDING = process.platform === 'win32' ? '.cmd' : '';

const WORDS: Readonly<Record<HookShell, ShellWords>> = {
  posix: {
    named: (program) => program,
    dependency: (program, project) => `"${project}"/node_modules/.bin/${program}`,
    path: quoted,
    start: '',
  },
  powershell: {
    named: (program) => `${program}${ENDING}`,
    dependency: (program, project) => `"${project}/node_modules/.bin/${program}${ENDING}"`,
    path: powershellWord,
    start: '& ',
  },
};

/** `word`: a program as a word of the shell; `node`: the Node that starts it, where the line names one. */
function callBy(
  { start }: ShellWords,
  { host }: Wanted,
  word: (program: string) => string,
  node?: string,
): HookCall {
  return (hook, deadline) => {
    const line = HAS_FRONT
      ? [word('cs-hook'), hook, ...(node === undefined ? [] : ['--node', node])]
      : [...(node === undefined ? [] : [node]), word(programOf(hook)), ...wordsOf(hook)];
    const watched = HAS_FRONT && deadline !== undefined ? ['--deadline', `${deadline}`] : [];
    const named = host === undefined ? [] : ['--host', host];
    const call = [...line, ...named, ...watched].join(' ');
    return /^['"]/.test(call) ? `${start}${call}` : call;
  };
}

/** Without a front, the gate has a program of its own, and `cs` does the rest. */
const programOf = (hook: HookName): string => (hook === 'stop' ? 'cs-stop-gate' : 'cs');
const wordsOf = (hook: HookName): readonly string[] => (hook === 'stop' ? [] : [hook]);

/** Where the front of this suite, and the Node that runs it, lie on this machine, as words of a POSIX shell. */
export function ownFront(): { readonly program: string; readonly node: string } {
  return { program: quoted(join(ownPrograms(), 'cs-hook')), node: quoted(ownNode()) };
}

/** A path as one word of a POSIX shell; hooks run in one on Windows too, where paths take slashes. */
function quoted(path: string): string {
  const plain = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return `"${plain.replace(/["\\$`]/g, '\\$&')}"`;
}
