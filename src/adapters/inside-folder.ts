import { realpathSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';

/** Whether a path leads to a folder or to something in it, links followed; what is not there does not. */
export function isInside(path: string, folder: string): boolean {
  try {
    const below = relative(realpathSync(folder), realpathSync(path));
    return below === '' || (!isAbsolute(below) && below.split(/[\\/]/, 1)[0] !== '..');
  } catch {
    return false;
  }
}
