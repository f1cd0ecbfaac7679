import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { type Environment, readVariable } from './environment.ts';
import { isInsideFolder } from './inside-folder.ts';
import { attempt } from './quiet-looks.ts';

/** What the search for a program found in the folders of `PATH`. */
export interface ProgramSearch {
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

/** All programs of that name that `programOnPath` does not pass over, in the order of `PATH`. */
export function programsOnPath(name: string, environment: Whereabouts): readonly string[] {
  return outside(onPath(name), environment);
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
  const isOwn = (path: string): boolean =>
    [projectFolder, checkout].some(
      (folder) => isInsideFolder(dirname(path), folder) || isInsideFolder(path, folder),
    );
  return found.filter((path) => !isOwn(path));
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
