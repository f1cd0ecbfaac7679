import { lstatSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { lazily } from '../../domain/base/lazily.ts';
import { isStatePath, isUnseen, type NotBound } from '../../domain/promise/tree.ts';
import { errorOf, listBounded, NO_DEADLINE, TOO_MANY_FILES } from '../bounded-files.ts';
import { isInsideFolder } from '../inside-folder.ts';
import { writtenFiles } from '../written-files.ts';
import { isWorktreeOf, workTreeOf } from './folder.ts';
import { bytesOf, nameOf } from './latin-paths.ts';
import { byPath } from './listing.ts';
import type { SeenFile } from './look.ts';
import { type Looking, lookAtRepository, type RepositoryLook } from './repository.ts';

/** What git does not list although it may be read: no fingerprint covers it. */
interface Hidden {
  /** From the project's folder; empty for everything. */
  readonly path: string;
  readonly reason: string;
}

/** A file of a checkout, by its path from the project's folder in Latin-1, and the repository that it lies in. */
export interface TreeFile {
  readonly path: string;
  readonly file: SeenFile;
  readonly look: RepositoryLook;
  /** No fingerprint sees it. */
  readonly isUnseen: boolean;
}

/** A whole checkout at one moment: its tracked files, and those that git does not ignore. */
export interface SeenTree {
  /** The project's folder, and the top of its checkout, as real paths. */
  readonly folder: string;
  readonly top: string;
  /** Another text for other content. */
  readonly id: string;
  /** In the order of bytes. Tracked ones need not be there. */
  files(): readonly TreeFile[];
  hidden(): readonly Hidden[];
  /** A fingerprint that was taken of this content before, by what it is of. */
  recall(of: string): string | undefined;
  remember(of: string, fingerprint: string): void;
  /** Keeps what was seen and read for the next look. */
  keep(): void;
}

const NO_REPOSITORY: NotBound = {
  bound: false,
  why: 'no-repository',
  reason: 'the project is not in a git repository',
};

/** Looks at a checkout from one of its folders. Throws an error with a code where something cannot be looked at. */
export function readGitTree(folder: string, looking: Omit<Looking, 'top'>): SeenTree | NotBound {
  const top = workTreeOf(folder);
  // There is no repository: git need not be started to say so.
  if (top === undefined) return NO_REPOSITORY;
  const { kept } = looking;
  // What is kept in the checkout itself would be another change of it each time.
  const isInside =
    kept !== undefined &&
    (!relative(top, kept.folder).startsWith('..') || isInsideFolder(kept.folder, top));
  return treeAt(realpathSync.native(folder), {
    ...looking,
    top,
    kept: isInside ? undefined : kept,
  });
}

function treeAt(folder: string, looking: Looking): SeenTree | NotBound {
  const { top } = looking;
  const place = fromFolder(folder, top);
  const found: Found = { looks: [], hidden: [] };
  const written = writtenFiles(top);
  const fault = addRepository(looking, '', found);
  if (fault !== undefined) return { bound: false, why: 'unreadable', reason: fault };
  const files = lazily(() => filesOf(found, place, written));
  const isInside = lazily(() => files().some(({ path }) => !path.startsWith('../')));
  const placed = ({ path, reason }: Hidden): Hidden => ({ path: place(path), reason });
  const hidden = found.hidden.map(placed);
  // The files need not be known for more than this.
  const all = lazily(() => [...hidden, ...ignoredBehindLinks(found, top).map(placed)]);
  const isIgnored = (): boolean =>
    !isInside() && ((folder !== top && files().length > 0) || holdsMoreThan(folder, NO_CONTENT));
  const looks = found.looks.map(({ look }) => look);
  return {
    ...{ folder, top, files },
    id: JSON.stringify([relative(top, folder), looks.map(({ id }) => id), hidden, [...written]]),
    hidden: () => (isIgnored() ? [...all(), IGNORED] : all()),
    recall: (of) => looks[0]?.recall(of),
    remember(of, fingerprint) {
      // Where git lists no file of the project, it depends on more than files whether it ignores it.
      if (isInside()) looks[0]?.remember(of, fingerprint);
    },
    keep() {
      for (const look of looks) look.keep();
    },
  };
}

const IGNORED: Hidden = {
  path: '',
  reason: 'git ignores the project (the surrounding repository excludes it)',
};

/** Entries of a folder that are no content of a project. */
const NO_CONTENT: ReadonlySet<string> = new Set(['.git', '.claude']);

/** What was found in a checkout, by paths from its top. */
interface Found {
  /** Its repositories, the one around the others first; `inside`: with a slash at its end, empty for the first. */
  readonly looks: { readonly inside: string; readonly look: RepositoryLook }[];
  readonly hidden: Hidden[];
}

/** `written`: the digests of files that commands wrote, by their paths from the top. */
function filesOf(
  { looks }: Found,
  place: (path: string) => string,
  written: ReadonlyMap<string, string>,
): readonly TreeFile[] {
  const isWritten = (path: string, file: SeenFile, look: RepositoryLook): boolean => {
    const digest = written.get(nameOf(path));
    return digest !== undefined && file.kind === 'file' && digest === look.objectOf(file);
  };
  return looks
    .flatMap(({ inside, look }) =>
      look.files().map((file) => {
        const path = place(inside + file.path);
        const isTracked = file.mode !== undefined;
        const isOutput = !isTracked && isWritten(inside + file.path, file, look);
        return { path, file, look, isUnseen: isOutput || isUnseen(path, isTracked) };
      }),
    )
    .filter(({ path }) => !isStatePath(path))
    .sort(byPath);
}

/** The links of a checkout to folders in it of which no list has a file: what is read through them is not seen. */
function ignoredBehindLinks({ looks }: Found, top: string): readonly Hidden[] {
  const links = looks.flatMap(({ inside, look }) =>
    look.files().flatMap(({ behind, path }) => {
      const isFolder = behind?.to === 'folder' && behind.path !== '';
      return isFolder ? [{ path: inside + path, to: `${behind.path}/` }] : [];
    }),
  );
  if (links.length === 0) return [];
  const isListed = (folder: string): boolean =>
    looks.some(({ inside, look }) =>
      look.files().some(({ path }) => (inside + path).startsWith(folder)),
    );
  return links
    .filter(({ to }) => !isListed(to) && holdsMoreThan(join(top, nameOf(to)), NO_CONTENT))
    .map(({ path, to }) => ({
      path,
      reason: `git ignores ${nameOf(to)}, where the link ${nameOf(path)} leads`,
    }));
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

/** Adds a repository and those inside of it; gives why one cannot be read. May throw. */
function addRepository(looking: Looking, inside: string, found: Found): string | undefined {
  const look = lookAtRepository(resolve(looking.top, nameOf(inside)), looking);
  if (typeof look === 'string') return look;
  found.looks.push({ inside, look });
  for (const path of look.repositories) {
    const fault = addInner(looking, inside, path, found);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The same for a repository inside another. One that is a linked worktree of it is another checkout. */
function addInner(
  looking: Looking,
  around: string,
  inside: string,
  found: Found,
): string | undefined {
  const { top } = looking;
  const path = around + inside;
  const name = nameOf(path);
  if (bytesOf(name) !== path) return `${name} is a repository whose name is not UTF-8`;
  const place = join(top, name);
  if (lstatSync(place, { throwIfNoEntry: false }) === undefined) return undefined;
  if (lstatSync(join(place, '.git'), { throwIfNoEntry: false }) === undefined) {
    // Git takes the folder for another repository, and it is none: no list has its files.
    if (holdsMoreThan(place, new Set())) {
      const reason = `git ignores ${name} (a submodule without its repository)`;
      found.hidden.push({ path, reason });
    }
    return undefined;
  }
  const checkouts = [join(top, nameOf(around)), top];
  if (checkouts.some((checkout) => isWorktreeOf(place, checkout))) return undefined;
  const fault = addRepository(looking, `${path}/`, found);
  return fault === undefined ? undefined : `${name}: ${fault}`;
}

/** Whether anything but some names is in a folder. Throws where it cannot be listed. */
function holdsMoreThan(place: string, names: ReadonlySet<string>): boolean {
  const listing = listBounded(place, { mostNames: names.size, leftMs: NO_DEADLINE });
  if ('entries' in listing) return listing.entries.some(({ name }) => !names.has(name));
  if (listing.code === TOO_MANY_FILES) return true;
  throw errorOf({ found: 'error', code: listing.code });
}
