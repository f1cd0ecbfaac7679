import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { attempt } from './quiet-looks.ts';
import { fromCurrentFolder } from './surroundings.ts';

/** Whether a path leads to a folder or into it, links followed. False for a path that does not exist. */
export function isInsideFolder(path: string, folder: string): boolean {
  const below = attempt(() =>
    relative(realpathSync.native(folder), realpathSync.native(fromCurrentFolder(path))),
  );
  if (below === undefined) return false;
  return below === '' || (!isAbsolute(below) && below.split(/[\\/]/, 1)[0] !== '..');
}
