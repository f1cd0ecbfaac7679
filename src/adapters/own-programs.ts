import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInsideFolder } from './inside-folder.ts';
import { isFolder } from './quiet-looks.ts';
import { surroundings } from './surroundings.ts';

/** The folder of the suite's launchers, one of which runs now. */
export function ownPrograms(): string {
  return dirname(realpathSync(surroundings().launcher ?? '.'));
}

/** The path of the Node that runs now. */
export function ownNode(): string {
  return process.execPath;
}

/**
 * The folder in which package managers link the programs of a project's dependencies, where this program is one of
 * them; undefined where it lies elsewhere, and on Windows, whose paths are none of a shell's `PATH`.
 */
export function linkedPrograms(project: string): string | undefined {
  const folder = join(project, 'node_modules', '.bin');
  const modules = dirname(folder);
  if (process.platform === 'win32') return undefined;
  return isFolder(folder) && isInsideFolder(ownPrograms(), modules) ? folder : undefined;
}
