import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { readVariable } from './environment.ts';
import { isInside } from './inside-folder.ts';

/** Where a program was found that is started by its name, and where one was that is not to be started. */
export interface ProgramSearch {
  readonly program: string | undefined;
  /** One that lies in the project, where no other was found. */
  readonly passedOver: string | undefined;
}

/**
 * Looks for a program in the folders of `PATH`. Those that are named relative to where one stands, and
 * those inside `project`, are passed over: `npm` and `npx` put such a one first, and a project must not
 * bring its own judge.
 */
export function programOnPath(name: string, project: string): ProgramSearch {
  const found = (readVariable('PATH') ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => endings().map((ending) => join(folder, name + ending)))
    .filter(canBeStarted);
  const isOwn = (path: string): boolean =>
    isInside(dirname(path), project) || isInside(path, project);
  const program = found.find((path) => !isOwn(path));
  return { program, passedOver: program === undefined ? found[0] : undefined };
}

/** What Windows takes for a program; elsewhere the name is whole. */
function endings(): readonly string[] {
  if (process.platform !== 'win32') return [''];
  return (readVariable('PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';');
}

function canBeStarted(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
