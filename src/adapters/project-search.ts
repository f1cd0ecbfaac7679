import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { errorCode } from '../domain/base/system-error.ts';
import type { CheckoutMark, FolderProbe } from '../domain/session/project-folder.ts';
import { linkedFolder, sharedFolder } from './git/links.ts';
import { attempt, isFolder } from './quiet-looks.ts';
import { fromCurrentFolder, surroundings } from './surroundings.ts';

/**
 * The looks of the search for the project folder. They ask the system about single paths and read the two small
 * files by which git links worktrees: no program is started, no folder is listed, and nothing is waited for.
 * `home`: the user's own folder, asked for only where the search comes to it.
 */
export function createFolderProbe(home: () => string | undefined): FolderProbe {
  let real: { readonly named: string | undefined; readonly path: string | undefined } | undefined;
  const homePath = (): string | undefined => {
    const named = attempt(home);
    if (real?.named !== named) {
      real = { named, path: named === undefined ? undefined : realFolder(named) };
    }
    return real?.path;
  };
  return {
    folder: absoluteFolder,
    realFolder,
    above: folderAbove,
    moved: (folder, from, to) => join(to, relative(from, folder)),
    isHome: (folder) => folder === homePath(),
    isUsersOwn: (folder) => isUsersOwn(folder, homePath()),
    hasState: (folder) => isThere(join(folder, '.claude', 'completion-state')),
    hasConfiguration: (folder) => isThere(join(folder, '.claude', 'completion-promise.json')),
    checkoutAt,
  };
}

/** The current folder as a real path; undefined where it was removed. */
export function currentFolder(): string | undefined {
  const folder = attempt(() => surroundings().folder());
  // Elsewhere the system gives a real path by itself.
  return process.platform === 'win32' && folder !== undefined ? realFolder(folder) : folder;
}

function absoluteFolder(path: string): string | undefined {
  if (path === '') return undefined;
  // A relative path has no meaning where the current folder was removed.
  const whole = attempt(() => resolve(fromCurrentFolder(path)));
  return whole !== undefined && isFolder(whole) ? whole : undefined;
}

function realFolder(path: string): string | undefined {
  const real = attempt(() => realpathSync.native(path));
  return real !== undefined && isFolder(real) ? real : undefined;
}

function folderAbove(folder: string): string | undefined {
  const above = dirname(folder);
  return above === folder ? undefined : above;
}

const GROUP_OR_OTHERS_WRITE = 0o022;

/** Where the system knows no user ids, what lies below the user's home is the user's own. */
function isUsersOwn(folder: string, home: string | undefined): boolean {
  const user = process.geteuid?.();
  if (user === undefined) {
    const way = home === undefined ? '' : relative(home, folder);
    return way !== '' && !way.startsWith('..') && !isAbsolute(way);
  }
  const stats = attempt(() => statSync(folder));
  return stats?.uid === user && (stats.mode & GROUP_OR_OTHERS_WRITE) === 0;
}

/**
 * Whether there is anything at a path, also what is broken or may not be looked at: commands then say what is
 * wrong there, where they would otherwise go on in another folder, past what is promised.
 */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR';
  }
}

function checkoutAt(folder: string): CheckoutMark | undefined {
  const entry = join(folder, '.git');
  if (!isThere(entry)) return undefined;
  const stats: Stats | undefined = attempt(() => statSync(entry));
  const place = stats?.isDirectory() ? entry : attempt(() => linkedFolder(entry));
  const shared = place === undefined ? undefined : attempt(() => sharedFolder(place));
  const repository = shared === undefined ? undefined : realFolder(shared);
  const isLinked = repository !== undefined && shared !== place;
  return { repository, isLinked, main: isLinked ? mainOf(repository) : undefined };
}

/** The top of the main worktree: git tells it only by the name of the repository's folder. */
function mainOf(repository: string): string | undefined {
  return basename(repository) === '.git' ? dirname(repository) : undefined;
}
