import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { errorCode } from '../../domain/base/system-error.ts';
import { isStatePath } from '../../domain/promise/tree.ts';
import {
  errorOf,
  listBounded,
  NO_DEADLINE,
  type TimeLeft,
  TOO_MANY_FILES,
} from '../bounded-files.ts';
import { userIgnoreFile } from '../environment.ts';
import { isWorktreeOf, workTreeOf } from './folder.ts';
import { bytesOf, nameOf, placeOf } from './latin-paths.ts';
import { type GitListing, type ListedFile, listingArguments, parseListing } from './listing.ts';
import { askGit, lookMs } from './process.ts';

/** What git does not list although it may be read: no fingerprint covers it. */
interface Hidden {
  /** From the project's folder; empty for everything. */
  readonly path: string;
  readonly reason: string;
}

/** The files of a whole checkout: tracked ones, and those that git does not ignore. */
export type GitTree =
  | {
      readonly seen: true;
      /** The project's folder, and the top of its checkout, as real paths. */
      readonly folder: string;
      readonly top: string;
      /** By their paths from the project's folder, in the order of bytes. Tracked ones need not be there. */
      readonly files: readonly ListedFile[];
      readonly hidden: readonly Hidden[];
    }
  | { readonly seen: false; readonly why: 'no-repository' | 'unreadable'; readonly reason: string };

const NO_REPOSITORY: GitTree = {
  seen: false,
  why: 'no-repository',
  reason: 'the project is not in a git repository',
};

/** Lists a checkout from one of its folders; reads no file of it. Never throws. */
export function readGitTree(folder: string, timeLeft: TimeLeft): GitTree {
  try {
    const top = workTreeOf(folder);
    // There is no repository: git need not be started to say so.
    return top === undefined ? NO_REPOSITORY : treeAt(realpathSync(folder), top, timeLeft);
  } catch (error) {
    return unreadable(`a file cannot be read (${errorCode(error)})`);
  }
}

function unreadable(reason: string): GitTree {
  return { seen: false, why: 'unreadable', reason };
}

function treeAt(folder: string, top: string, timeLeft: TimeLeft): GitTree {
  const files: ListedFile[] = [];
  const hidden: Hidden[] = [];
  const place = fromFolder(folder, top);
  const add = (file: ListedFile): void => {
    const path = place(file.path);
    if (!isStatePath(path)) files.push(path === file.path ? file : { path, mode: file.mode });
  };
  const hide = (path: string, reason: string): void => {
    hidden.push({ path: place(path), reason });
  };
  const fault = addRepository({ top, inside: '', timeLeft, add, hide });
  if (fault !== undefined) return unreadable(fault);
  if (isIgnoredWhole(folder, top, files)) {
    const reason = 'git ignores the project (the surrounding repository excludes it)';
    hidden.push({ path: '', reason });
  }
  return { seen: true, folder, top, files: files.sort(byPath), hidden };
}

/** Gives paths from the top of a checkout as paths from a folder in it, as git would write them there. */
export function fromFolder(folder: string, top: string): (path: string) => string {
  const prefix = relative(top, folder);
  if (prefix === '') return (path) => path;
  const steps = bytesOf(prefix.replaceAll('\\', '/')).split('/');
  return (path) => {
    const parts = path.split('/');
    let shared = 0;
    while (shared < steps.length && shared < parts.length - 1 && steps[shared] === parts[shared]) {
      shared += 1;
    }
    return '../'.repeat(steps.length - shared) + parts.slice(shared).join('/');
  };
}

/** Entries of a folder that are no content of a project. */
const NO_CONTENT: ReadonlySet<string> = new Set(['.git', '.claude']);

/** Whether git lists nothing of a project's folder: it is not part of the checkout, or all of it is ignored. */
function isIgnoredWhole(folder: string, top: string, files: readonly ListedFile[]): boolean {
  if (files.some(({ path }) => !path.startsWith('../'))) return false;
  return folder === top
    ? holdsMoreThan(folder, NO_CONTENT)
    : files.length > 0 || holdsMoreThan(folder, NO_CONTENT);
}

interface Gathering {
  /** The top of the checkout that contains the project. */
  readonly top: string;
  /** The repository that is looked at, by its path from there with a slash at its end; empty for the first. */
  readonly inside: string;
  readonly timeLeft: TimeLeft;
  readonly add: (file: ListedFile) => void;
  readonly hide: (path: string, reason: string) => void;
}

/** Adds the files of a repository and of those inside of it; gives why it cannot be read. May throw. */
function addRepository(gathering: Gathering): string | undefined {
  const { add, inside, timeLeft, top } = gathering;
  const place = join(top, nameOf(inside));
  if (!isWhole(place))
    return `${inside === '' ? place : nameOf(inside)} is not a complete repository`;
  const arguments_ = listingArguments(existingUserIgnores());
  const answer = askGit(place, arguments_, { mostMs: lookMs(timeLeft) });
  if (!answer.ok) return answer.reason;
  const listing = withoutLinked(place, parseListing(answer.output));
  for (const file of listing.files) {
    add(inside === '' ? file : { path: inside + file.path, mode: file.mode });
  }
  for (const path of listing.repositories) {
    const fault = addInner(gathering, inside + path);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Where a folder's own `.git` has no HEAD, git would search upwards and find the outer repository again. */
function isWhole(place: string): boolean {
  const link = join(place, '.git');
  return lstatSync(link).isFile() || existsSync(join(link, 'HEAD'));
}

/**
 * What lies below a link that took a folder's place is not there for git, although the index still has it. The
 * link counts by itself.
 */
function withoutLinked(place: string, listing: GitListing): GitListing {
  const isLink = (path: string): boolean =>
    lstatSync(placeOf(place, path), { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const links = listing.untracked.filter(({ path }) => isLink(path)).map(({ path }) => `${path}/`);
  if (links.length === 0) return listing;
  const isThere = (path: string): boolean => !links.some((link) => path.startsWith(link));
  return {
    ...listing,
    files: listing.files.filter(({ path }) => isThere(path)),
    repositories: listing.repositories.filter(isThere),
  };
}

/** The same for a repository inside another. One that is a linked worktree of it is another checkout. */
function addInner(gathering: Gathering, path: string): string | undefined {
  const name = nameOf(path);
  if (bytesOf(name) !== path) return `${name} is a repository whose name is not UTF-8`;
  const place = join(gathering.top, name);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) {
    gathering.add({ path, mode: undefined });
    return undefined;
  }
  if (lstatSync(join(place, '.git'), { throwIfNoEntry: false }) === undefined) {
    // Git takes the folder for another repository, and it is none: nobody lists its files.
    if (holdsMoreThan(place, new Set())) {
      gathering.hide(path, `git ignores ${name} (a submodule without its repository)`);
    }
    return undefined;
  }
  const around = [join(gathering.top, nameOf(gathering.inside)), gathering.top];
  if (around.some((checkout) => isWorktreeOf(place, checkout))) return undefined;
  const fault = addRepository({ ...gathering, inside: `${path}/` });
  return fault === undefined ? undefined : `${name}: ${fault}`;
}

/** Whether anything but some names is in a folder. Throws where it cannot be listed. */
function holdsMoreThan(place: string, names: ReadonlySet<string>): boolean {
  const listing = listBounded(place, { mostNames: names.size, leftMs: NO_DEADLINE });
  if ('entries' in listing) return listing.entries.some(({ name }) => !names.has(name));
  if (listing.code === TOO_MANY_FILES) return true;
  throw errorOf({ found: 'error', code: listing.code });
}

/** The user's own ignore rules, where there are any. */
export function existingUserIgnores(): string | undefined {
  const path = userIgnoreFile();
  return existsSync(path) ? path : undefined;
}

function byPath(a: ListedFile, b: ListedFile): number {
  return a.path < b.path ? -1 : 1;
}
