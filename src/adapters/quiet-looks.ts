import { statSync } from 'node:fs';

/** Looks at the machine that find nothing where the system refuses them. Links are followed. */

/** The value, or nothing where looking for it fails. */
export function attempt<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** False for a path that does not exist, lies below a file, or whose links lead in a circle. */
export function isFile(path: string): boolean {
  return attempt(() => statSync(path).isFile()) === true;
}

/** False as `isFile` is. */
export function isFolder(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) === true;
}
