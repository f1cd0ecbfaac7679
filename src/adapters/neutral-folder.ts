import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parse } from 'node:path';
import { homeFolder } from './environment.ts';
import { isInside } from './inside-folder.ts';

/** A folder that is not the project's, for programs that it must not speak to. */
export function neutralFolder(project: string): string {
  const root = parse(project).root || '/';
  const candidates = [tmpdir(), homeFolder()];
  return candidates.find((folder) => isFolder(folder) && !isInside(folder, project)) ?? root;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
