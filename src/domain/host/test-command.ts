import { byCustom, byManifest, byTask } from './test-commands/kinds.ts';
import type { ProjectLook, TestCommand } from './test-commands/look.ts';

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
export function testCommandsIn(look: ProjectLook): readonly TestCommand[] {
  const ofTop = commandsAt(look);
  return ofTop.length > 0 ? ofTop : commandsBelow(look);
}

/**
 * What a manifest names counts, and what is custom for the other languages; a task named test stands for all where
 * there are several languages, or where nothing but custom speaks.
 */
function commandsAt(look: ProjectLook): readonly TestCommand[] {
  const named = byManifest(look);
  const custom = byCustom(look);
  const task = byTask(look);
  if (task !== undefined && (named.length === 0 || custom.length > 0)) return [task];
  return [...named, ...custom];
}

function commandsBelow(look: ProjectLook): readonly TestCommand[] {
  const folders = partsOf(look, '').flatMap((name) =>
    CONTAINERS.includes(name) ? [name, ...partsOf(look, name)] : [name],
  );
  return folders
    .slice(0, MOST_FOLDERS)
    .flatMap((folder) => commandsAt(within(look, folder)).map((one) => below(folder, one)))
    .slice(0, MOST_COMMANDS);
}

/** The paths of what lies in a folder and may be a part of the project. */
function partsOf(look: ProjectLook, folder: string): readonly string[] {
  return look
    .names(folder)
    .filter((name) => PLAIN_NAME.test(name) && !NOT_OWN.test(name))
    .sort()
    .map((name) => (folder === '' ? name : `${folder}/${name}`));
}

function within(look: ProjectLook, folder: string): ProjectLook {
  return {
    text: (path) => look.text(`${folder}/${path}`),
    exists: (path) => look.exists(`${folder}/${path}`),
    names: (path) => look.names(path === '' ? folder : `${folder}/${path}`),
  };
}

/** In the words of any shell: `cd` and `&&` mean the same everywhere. */
function below(folder: string, { command, source }: TestCommand): TestCommand {
  return { command: `cd ${folder} && ${command}`, source: `${folder}/${source}` };
}
