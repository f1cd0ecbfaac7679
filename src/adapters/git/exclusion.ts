import { dirname, relative, resolve, sep } from 'node:path';
import { appendBounded, makeFolders } from '../bounded-files.ts';
import { attempt } from '../quiet-looks.ts';
import { askGit } from './process.ts';

/** Keeps a file of the user's own out of a repository that others share. */

/** How git takes a path: it keeps it, the next `git add` takes it, git passes over it, or there is no repository. */
export type Versioning = 'tracked' | 'open' | 'ignored' | 'none';

/** How git takes a file, which need not be there. `none` also where there is no git. */
export function versioningOf(path: string, folder: string): Versioning {
  if (askGit(folder, ['ls-files', '--error-unmatch', '--', path]).ok) return 'tracked';
  const ignored = askGit(folder, ['check-ignore', '--quiet', '--', path]);
  if (ignored.ok) return 'ignored';
  return ignored.code === 1 ? 'open' : 'none';
}

/**
 * Adds a file to the repository's own list of what is not taken in, which is not shared; gives the list's path.
 * Undefined where that was not possible. `folder`: the project, in which or below which the file lies.
 */
export function excludeFromGit(path: string, folder: string): string | undefined {
  const list = lineOf(folder, ['--git-path', 'info/exclude']);
  const prefix = lineOf(folder, ['--show-prefix']);
  if (list === undefined || prefix === undefined) return undefined;
  const file = resolve(folder, list);
  const pattern = patternOf(path, folder, prefix);
  return attempt(() => {
    makeFolders(dirname(file));
    appendBounded(file, pattern);
    return file;
  });
}

/** That list, and its lines for some files; undefined where there is no git. */
export function exclusionsOf(
  paths: readonly string[],
  folder: string,
): { readonly list: string; readonly lines: ReadonlySet<string> } | undefined {
  const list = lineOf(folder, ['--git-path', 'info/exclude']);
  const prefix = lineOf(folder, ['--show-prefix']);
  if (list === undefined || prefix === undefined) return undefined;
  const lines = new Set(paths.map((path) => patternOf(path, folder, prefix)));
  return { list: resolve(folder, list), lines };
}

/** The line by which a list leaves out a file. */
function patternOf(path: string, folder: string, prefix: string): string {
  const names = relative(folder, path).split(sep).join('/');
  return `/${prefix}${names}`.replace(/[\\*?[]/g, '\\$&');
}

/** The one line that git says of the repository of a folder. */
function lineOf(folder: string, args: readonly string[]): string | undefined {
  const answer = askGit(folder, ['rev-parse', ...args]);
  return answer.ok ? answer.output.toString('utf8').replace(/\n$/, '') : undefined;
}
