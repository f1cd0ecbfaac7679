import { join } from 'node:path';
import { ownNode, ownPrograms } from '../../adapters/own-programs.ts';
import { programOnPath } from '../../adapters/program-path.ts';
import type { HookName, Installation } from '../../domain/host/guarded-command.ts';
import type { HookCall, HookGuard, SettingsPlace } from '../../domain/host/hook-settings.ts';
import { nameIn, SUITE } from './manifests.ts';
import type { HostWorld } from './places.ts';

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
  readonly guard: HookGuard;
}

/**
 * As a dependency of the project, where the hooks are the project's; else by name where all programs are on `PATH`
 * outside of the project; else, or where that is wanted, by their paths.
 */
export function startingOf(
  world: HostWorld,
  { place, wantsAbsolute }: { readonly place: SettingsPlace; readonly wantsAbsolute: boolean },
): Starting {
  const { environment } = world;
  const isOnPath = STARTED.every((name) => programOnPath(name, environment).program !== undefined);
  if (!wantsAbsolute && place !== 'user' && isDependency(world)) {
    return { isAbsolute: false, isDependency: true, ...AS_DEPENDENCY };
  }
  if (!wantsAbsolute && isOnPath) return { isAbsolute: false, isDependency: false, ...BY_NAME };
  const programs = ownPrograms();
  const path = (program: string): string =>
    quoted(join(programs, HAS_FRONT ? program : `${program}.cjs`));
  return {
    isAbsolute: true,
    isDependency: false,
    ...startedBy(path, 'elsewhere', quoted(ownNode())),
  };
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

/** `word`: a program as a word of the shell; `node`: the Node that starts it, where the line names one. */
function startedBy(
  word: (program: string) => string,
  installation: Installation,
  node?: string,
): Pick<Starting, 'call' | 'guard'> {
  return {
    call: (hook, deadline) => {
      const line = HAS_FRONT
        ? [word('cs-hook'), hook, ...(node === undefined ? [] : ['--node', node])]
        : [...(node === undefined ? [] : [node]), word(programOf(hook)), ...wordsOf(hook)];
      const watched = HAS_FRONT && deadline !== undefined ? ['--deadline', `${deadline}`] : [];
      return [...line, ...watched].join(' ');
    },
    guard: (hook) => ({ program: word(HAS_FRONT ? 'cs-hook' : programOf(hook)), installation }),
  };
}

const BY_NAME = startedBy((program) => program, 'global');

/** The host names the project to its hooks, so that the line holds wherever the project lies. */
const AS_DEPENDENCY = startedBy(
  (program) => `"$CLAUDE_PROJECT_DIR"/node_modules/.bin/${program}`,
  'dependency',
);

/** Without a front, the gate has a program of its own, and `cs` does the rest. */
const programOf = (hook: HookName): string => (hook === 'stop' ? 'cs-stop-gate' : 'cs');
const wordsOf = (hook: HookName): readonly string[] => (hook === 'stop' ? [] : [hook]);

/** A path as one word of a POSIX shell; hooks run in one on Windows too, where paths take slashes. */
function quoted(path: string): string {
  const plain = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  return `"${plain.replace(/["\\$`]/g, '\\$&')}"`;
}
