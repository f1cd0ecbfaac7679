import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { readVariable } from './environment.ts';

/**
 * Where a program lies that is started by its name; nothing where no folder of `PATH` holds it. Folders
 * that are named relative to where one stands are passed over: the project must not bring its own judge.
 */
export function programOnPath(name: string): string | undefined {
  const folders = (readVariable('PATH') ?? '').split(delimiter).filter(isAbsolute);
  return folders
    .flatMap((folder) => endings().map((ending) => join(folder, name + ending)))
    .find(canBeStarted);
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
