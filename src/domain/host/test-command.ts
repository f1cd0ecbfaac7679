import type { ProjectReader, TestCommand } from './test-commands/kind.ts';
import { byCustom, byManifest, byTask } from './test-commands/kinds.ts';

/** Most folders below a project's top that are looked into, and most commands that are found there. */
const MOST_FOLDERS = 60;
const MOST_COMMANDS = 8;

/** Folders that hold parts of a project, each in a folder of its own. */
const CONTAINERS = ['apps', 'crates', 'libs', 'modules', 'packages', 'services'];

/** Folders whose tests are not the project's own. */
const NOT_OWN =
  /^(?:node_modules|vendor|third_party|dist|build|target|out|coverage|venv|env|examples?|templates?|fixtures?)$/;

/** Names that stand in a command line as they are, for any shell. */
const PLAIN_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/**
 * The commands by which a project runs its tests, as far as its files tell: those of its top, or else those of the
 * folders below. Nothing is run.
 */
export function testCommandsIn(project: ProjectReader): readonly TestCommand[] {
  const ofTop = commandsAt(project);
  return ofTop.length > 0 ? ofTop : commandsBelow(project);
}

/**
 * What a manifest names counts, and what is custom for the other languages; a task named test stands for all where
 * there are several languages, or where nothing but custom speaks.
 */
function commandsAt(project: ProjectReader): readonly TestCommand[] {
  const named = byManifest(project);
  const custom = byCustom(project);
  const task = byTask(project);
  if (task !== undefined && (named.length === 0 || custom.length > 0)) return [task];
  return [...named, ...custom];
}

function commandsBelow(project: ProjectReader): readonly TestCommand[] {
  const folders = partsOf(project, '').flatMap((name) =>
    CONTAINERS.includes(name) ? [name, ...partsOf(project, name)] : [name],
  );
  return folders
    .slice(0, MOST_FOLDERS)
    .flatMap((folder) => commandsAt(within(project, folder)).map((one) => below(folder, one)))
    .slice(0, MOST_COMMANDS);
}

/** The paths of what lies in a folder and may be a part of the project. */
function partsOf(project: ProjectReader, folder: string): readonly string[] {
  return project
    .names(folder)
    .filter((name) => PLAIN_NAME.test(name) && !NOT_OWN.test(name))
    .sort()
    .map((name) => (folder === '' ? name : `${folder}/${name}`));
}

function within(project: ProjectReader, folder: string): ProjectReader {
  return {
    text: (path) => project.text(`${folder}/${path}`),
    exists: (path) => project.exists(`${folder}/${path}`),
    names: (path) => project.names(path === '' ? folder : `${folder}/${path}`),
  };
}

/** In the words of any shell: `cd` and `&&` mean the same everywhere. */
function below(folder: string, { command, source }: TestCommand): TestCommand {
  return { command: `cd ${folder} && ${command}`, source: `${folder}/${source}` };
}
