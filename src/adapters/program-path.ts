import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { type Environment, ownFolders, readVariable } from './environment.ts';
import { gitAbove } from './git/folder.ts';
import { isInsideFolder } from './inside-folder.ts';
import { attempt } from './quiet-looks.ts';

/** What the search for a program found in the folders of `PATH`. */
interface ProgramSearch {
  readonly program: string | undefined;
  /** A program inside the project, which must not be started; only where no other was found. */
  readonly passedOver: string | undefined;
}

/**
 * Looks for a program in the folders of `PATH`. Those that are named relative to where one stands, and
 * those inside the project or the checkout that is worked on, are passed over: `npm` and `npx` put such a one
 * first, and a project must not bring its own judge.
 */
export function programOnPath(name: string, environment: Whereabouts): ProgramSearch {
  const found = onPath(name);
  const [program] = outside(found, environment);
  return { program, passedOver: program === undefined ? found[0] : undefined };
}

/**
 * The same of a program that the suite starts for itself in any folder: one inside of that folder, of the checkout
 * that it lies in, or of the project that this process works on is passed over. Looked for once in a process.
 */
export function programFor(name: string, folder: string): ProgramSearch {
  const key = [name, folder, readVariable('PATH'), ...ownFolders()].join('\0');
  const known = SEARCHES.get(key);
  if (known !== undefined) return known;
  const checkout = attempt(() => gitAbove(resolve(folder)));
  const folders = [folder, ...(checkout === undefined ? [] : [checkout]), ...ownFolders()];
  const found = onPath(name);
  const program = found.find((path) => !isInsideOf(path, folders));
  const search = { program, passedOver: program === undefined ? found[0] : undefined };
  SEARCHES.set(key, search);
  return search;
}

const SEARCHES = new Map<string, ProgramSearch>();

/** All programs of that name that `programOnPath` does not pass over, in the order of `PATH`. */
export function programsOnPath(name: string, environment: Whereabouts): readonly string[] {
  return outside(onPath(name), environment);
}

/** The program that a name starts in a folder, as the system finds it: a relative folder of `PATH` counts from there. */
export function programStarted(name: string, folder: string): string | undefined {
  const places = /[\\/]/.test(name) ? [''] : (readVariable('PATH') ?? '').split(delimiter);
  return places
    .flatMap((place) => ['', ...endings()].map((ending) => resolve(folder, place, name + ending)))
    .find(canBeStarted);
}

type Whereabouts = Pick<Environment, 'checkout' | 'projectFolder'>;

function onPath(name: string): readonly string[] {
  return foldersOfPath()
    .flatMap((folder) => endings().map((ending) => join(folder, name + ending)))
    .filter(canBeStarted);
}

/** The folders of `PATH` that are named absolutely. */
export function foldersOfPath(): readonly string[] {
  return (readVariable('PATH') ?? '').split(delimiter).filter(isAbsolute);
}

/** Those that lie neither in the project nor in the checkout. */
function outside(
  found: readonly string[],
  { checkout, projectFolder }: Whereabouts,
): readonly string[] {
  return found.filter((path) => !isInsideOf(path, [projectFolder, checkout]));
}

/** Whether a program lies in one of some folders, or is a link to one that does. In the root everything lies. */
function isInsideOf(path: string, folders: readonly string[]): boolean {
  return folders
    .filter((folder) => dirname(folder) !== folder)
    .some((folder) => isInsideFolder(dirname(path), folder) || isInsideFolder(path, folder));
}

/** What Windows takes for a program; elsewhere the name is whole. */
function endings(): readonly string[] {
  if (process.platform !== 'win32') return [''];
  return (readVariable('PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';');
}

function canBeStarted(path: string): boolean {
  const isProgram = attempt(() => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  });
  return isProgram === true;
}
