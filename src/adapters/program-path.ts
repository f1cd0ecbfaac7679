import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { readVariable } from './environment.ts';
import { isInside } from './inside-folder.ts';

/**
 * Where a program lies that is started by its name; nothing where no folder of `PATH` holds it. Folders
 * that are named relative to where one stands, and those inside `project`, are passed over: `npm` and
 * `npx` put such a one first, and a project must not bring its own judge.
 */
export function programOnPath(name: string, project: string): string | undefined {
  const folders = (readVariable('PATH') ?? '').split(delimiter).filter(isAbsolute);
  return folders
    .filter((folder) => !isInside(folder, project))
    .flatMap((folder) => endings().map((ending) => join(folder, name + ending)))
    .find((path) => canBeStarted(path) && !isInside(realpathSync(path), project));
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
