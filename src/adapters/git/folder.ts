import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { userGitFiles } from '../environment.ts';
import { attempt, isFolder } from '../quiet-looks.ts';
import { gitText, linkedFolder, sharedFolder } from './links.ts';

/** The folders in which git keeps its own files for a checkout. */
interface GitFolder {
  readonly index: string;
  /** The repository's own configuration, shared by all of its worktrees. */
  readonly config: string;
}

/** The repository of a folder: the nearest `.git` in it or above it, or the folder that such a file names. */
export function gitFolderAbove(folder: string): GitFolder | undefined {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const entry = join(place, '.git');
    if (statSync(entry, { throwIfNoEntry: false }) !== undefined) {
      const git = gitFolderIn(place);
      return git === undefined ? undefined : gitFolderAt(git);
    }
    if (dirname(place) === place) return undefined;
  }
}

/** The folder that a checkout's own `.git` is, or names. Throws where it cannot be read. */
function gitFolderIn(place: string): string | undefined {
  const entry = join(place, '.git');
  const stats = statSync(entry, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return entry;
  return stats?.isFile() ? linkedFolder(entry) : undefined;
}

function gitFolderAt(place: string): GitFolder {
  const common = sharedFolder(place);
  return {
    index: join(place, 'index'),
    config: join(common, 'config'),
  };
}

/**
 * Whether a folder lies in another checkout of a project's repository: a linked worktree, or the main one of a
 * project that lies in a linked one. False where the folder is gone, or belongs to no such checkout any more.
 * Throws where git's own files cannot be read.
 */
export function isOtherWorktree(folder: string, project: string): boolean {
  if (!isAbsolute(folder) || !isFolder(folder)) return false;
  const other = gitFolderAbove(folder);
  const own = gitFolderAbove(project);
  if (other === undefined || own === undefined) return false;
  const isSame = (a: string, b: string): boolean => {
    const place = attempt(() => realpathSync.native(dirname(a)));
    return place !== undefined && place === attempt(() => realpathSync.native(dirname(b)));
  };
  return isSame(other.config, own.config) && !isSame(other.index, own.index);
}

/** Whether a folder or one above it has a `.git`, broken or not. */
export function isBelowGit(folder: string): boolean {
  return gitAbove(resolve(folder)) !== undefined;
}

/**
 * The folder whose files git is to look at for a folder: the one with the nearest `.git`, broken or not, as a
 * real path. Git itself would look elsewhere where `core.worktree` says so. Undefined where there is none, or no
 * such folder.
 */
export function workTreeOf(folder: string): string | undefined {
  const place = attempt(() => realpathSync.native(folder));
  return place === undefined ? undefined : gitAbove(place);
}

/** The nearest folder with a `.git`, the folder itself included. */
export function gitAbove(folder: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    if (lstatSync(join(place, '.git'), { throwIfNoEntry: false }) !== undefined) return place;
    if (dirname(place) === place) return undefined;
  }
}

/** The largest file that names a checkout, in bytes. */
const LARGEST_NAME = 4096;

/**
 * Whether a folder with a `.git` is a linked worktree of the repository of another checkout: it shares that
 * repository, which in turn names it. What a path looks like says nothing: a submodule may lie in a folder
 * `worktrees`. Throws where git's own files cannot be read.
 */
export function isWorktreeOf(place: string, checkout: string): boolean {
  const entry = join(place, '.git');
  const [inner, outer] = [gitFolderIn(place), gitFolderIn(checkout)];
  if (inner === undefined || outer === undefined || !lstatSync(entry).isFile()) return false;
  const real = (path: string): string | undefined => attempt(() => realpathSync.native(path));
  const list = real(join(sharedFolder(outer), 'worktrees'));
  if (list === undefined || list !== real(dirname(inner))) return false;
  const named = gitText(join(inner, 'gitdir'), LARGEST_NAME)?.trim() ?? '';
  return named !== '' && real(resolve(inner, named)) === real(entry);
}

/** Files of a checkout's own folder that git reads, and of the folder that all its worktrees share. */
const OWN_FILES = ['HEAD', 'config.worktree', 'index', 'commondir'];
const SHARED_FILES = ['HEAD', 'config', 'packed-refs', 'info/exclude', 'info/attributes'];
/** Files that git reads in the project's folder and in those above it, up to the top of the checkout. */
const RULE_FILES = ['.gitignore', '.gitattributes'];

/**
 * What git would wait for without end where it is started in a folder: the path of a pipe or a device in place
 * of a file that it reads, or of a file that names a folder and cannot be read. Undefined where git can be
 * started. Looks at the files that git reads whatever it is asked, and at no others.
 */
export function endlessFile(folder: string): string | undefined {
  const ofUser = userGitFiles().find(isEndless);
  if (ofUser !== undefined) return ofUser;
  for (let place = resolve(folder); ; place = dirname(place)) {
    const rules = RULE_FILES.map((name) => join(place, name)).find(isEndless);
    if (rules !== undefined) return rules;
    const entry = join(place, '.git');
    const stats = statsOf(entry);
    if (stats !== undefined) return stats.isDirectory() ? endlessIn(entry) : endlessAt(entry);
    if (dirname(place) === place) return undefined;
  }
}

/** The same for a `.git` that is not a folder. */
function endlessAt(entry: string): string | undefined {
  if (isEndless(entry)) return entry;
  try {
    const target = linkedFolder(entry);
    return target === undefined ? undefined : endlessIn(target);
  } catch {
    return entry;
  }
}

function endlessIn(place: string): string | undefined {
  const own = OWN_FILES.map((name) => join(place, name)).find(isEndless);
  if (own !== undefined) return own;
  try {
    const common = sharedFolder(place);
    return SHARED_FILES.map((name) => join(common, name)).find(isEndless);
  } catch {
    return join(place, 'commondir');
  }
}

/** Whether to read a path never ends. The null device, by which a file is switched off, is empty. */
export function isEndless(path: string | Buffer): boolean {
  const stats = statsOf(path);
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return false;
  return stats.isFIFO() || (stats.isCharacterDevice() && realpathSync(path) !== '/dev/null');
}

/** Undefined where there is nothing, or nothing that can be looked at: git says that by itself. */
function statsOf(path: string | Buffer): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
