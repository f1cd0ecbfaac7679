import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { NO_DEADLINE } from './bounded-files.ts';
import { ownFolders } from './environment.ts';
import { sha256OfFile } from './file-digest.ts';
import { gitAbove } from './git/folder.ts';
import { isInsideFolder } from './inside-folder.ts';
import { programStarted } from './program-path.ts';
import { attempt } from './quiet-looks.ts';

/** A program that is neither the system's nor the project's own, as a proof keeps it. */
export interface ForeignProgram {
  readonly path: string;
  readonly sha256: string;
}

/** Where systems and their package managers keep programs. */
const SYSTEM =
  /^(?:\/(?:usr|bin|sbin|lib\w*|opt|nix|snap|run\/current-system|home\/linuxbrew|Library|System|Applications)\/|[a-z]:\\(?:windows|program files(?: \(x86\))?)\\)/i;

/**
 * The first program of a command that lies in an odd place: `PATH` decides what a name means, and a changed one puts
 * another program first. Undefined where there is none. Node's own folder has the programs of its packages.
 */
export function foreignProgram(
  command: string | readonly string[],
  folder: string,
): ForeignProgram | undefined {
  const own = [folder, gitAbove(resolve(folder)) ?? folder, ...ownFolders()];
  const usual = [...own, dirname(process.execPath)];
  for (const name of programsIn(command)) {
    const path = programStarted(name, folder);
    const real = path && attempt(() => realpathSync.native(path));
    if (path === undefined || real === undefined || SYSTEM.test(real)) continue;
    if (usual.some((place) => isInsideFolder(dirname(real), place))) continue;
    const limits = { mostBytes: LARGEST, leftMs: NO_DEADLINE, follow: true };
    const sha256 = attempt(() => sha256OfFile(path, limits));
    if (sha256 !== undefined) return { path, sha256 };
  }
  return undefined;
}

/** Largest program that is read, in bytes. */
const LARGEST = 512 * 1024 * 1024;

/** The names that a command calls programs by: of a line for the shell the first word of each of its commands. */
function programsIn(command: string | readonly string[]): readonly string[] {
  if (typeof command !== 'string') return command.slice(0, 1);
  return command.split(/[;&|\n(){}]+/).flatMap((one) => {
    const [, name] = /^\s*(?:!\s+)?(?:[A-Za-z_]\w*=\S*\s+)*([\w./@+~-]+)/.exec(one) ?? [];
    return name === undefined ? [] : [name];
  });
}
