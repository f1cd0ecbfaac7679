import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../domain/system-error.ts';
import { isStatePath, type TreeEntry } from '../domain/tree.ts';
import { userIgnoreFile } from './environment.ts';
import { gitObjectOf } from './file-digest.ts';
import { type GitListing, listingArguments, parseListing } from './git-listing.ts';
import { askGit, GIT_IS_MISSING } from './git-process.ts';

/** A whole checkout as git sees it: every file's content, wherever HEAD is. */
export type GitTree =
  | {
      readonly seen: true;
      readonly entries: readonly TreeEntry[];
      readonly overlooked: GitListing['overlooked'];
      /** Whether there are other repositories inside, whose files are among the entries. */
      readonly isNested: boolean;
    }
  | { readonly seen: false; readonly why: 'no-repository' | 'unreadable'; readonly reason: string };

const NOT_A_REPOSITORY = /not a git repository/i;
/** What `rev-parse` and its kin end with where they find no repository. */
const FATAL = 128;

/** Looks at a checkout from one of its folders. Never throws. */
export function readGitTree(folder: string): GitTree {
  const answer = askGit(folder, listingArguments(existingUserIgnores()));
  if (!answer.ok) {
    if (answer.reason === GIT_IS_MISSING) return noRepository(answer.reason);
    return answer.code === FATAL && NOT_A_REPOSITORY.test(answer.reason)
      ? noRepository('the project is in no git repository')
      : { seen: false, why: 'unreadable', reason: answer.reason };
  }
  try {
    return treeOf(folder, parseListing(answer.output));
  } catch (error) {
    return {
      seen: false,
      why: 'unreadable',
      reason: `a file cannot be read (${errorCode(error)})`,
    };
  }
}

function noRepository(reason: string): GitTree {
  return { seen: false, why: 'no-repository', reason };
}

/** The user's own ignore rules, where there are any. */
export function existingUserIgnores(): string | undefined {
  const path = userIgnoreFile();
  return existsSync(path) ? path : undefined;
}

function treeOf(folder: string, listing: GitListing): GitTree {
  const like = listing.unchanged[0]?.object ?? '';
  const hashed = hashFiles(folder, listing.toHash.filter(isContent), like);
  if ('reason' in hashed) return { seen: false, why: 'unreadable', reason: hashed.reason };
  const inner: TreeEntry[] = [];
  for (const path of listing.repositories.filter((one) => !isOtherCheckout(folder, one))) {
    const tree = readInner(folder, path);
    if (!tree.seen) return tree;
    inner.push(...tree.entries);
  }
  const entries = [...listing.unchanged.filter(({ path }) => isContent(path)), ...hashed, ...inner];
  return {
    seen: true,
    entries: asPeopleWrite(entries.sort(byPath)),
    isNested: listing.repositories.length > 0,
    overlooked: listing.overlooked.filter(
      ({ how, path }) => how !== 'skip-worktree' || isThere(folder, path),
    ),
  };
}

function isContent(path: string): boolean {
  return !isStatePath(path);
}

/** Where a file that git skips is missing, it is not overlooked: that is what a sparse checkout does. */
function isThere(folder: string, path: string): boolean {
  return lstatSync(placeOf(folder, path), { throwIfNoEntry: false }) !== undefined;
}

/** A linked worktree inside the folder is another checkout, and no content of this one. */
function isOtherCheckout(folder: string, path: string): boolean {
  const link = join(folder, nameOf(path), '.git');
  const stats = lstatSync(link, { throwIfNoEntry: false });
  if (stats === undefined) return true; // A submodule that is not filled.
  return stats.isFile() && /[\\/]worktrees[\\/]/.test(readFileSync(link, 'utf8'));
}

function readInner(folder: string, path: string): GitTree {
  const name = nameOf(path);
  const tree = readGitTree(join(folder, name));
  if (!tree.seen) return { seen: false, why: 'unreadable', reason: `${name}: ${tree.reason}` };
  const entries = tree.entries.map((entry) => ({ ...entry, path: `${name}/${entry.path}` }));
  return { ...tree, entries };
}

/** The content of files as git would store it, filters and line ends included. */
function hashFiles(
  folder: string,
  paths: readonly string[],
  like: string,
): readonly TreeEntry[] | { readonly reason: string } {
  const links: TreeEntry[] = [];
  const files: { readonly path: string; readonly mode: string }[] = [];
  for (const path of paths) {
    const stats = lstatSync(placeOf(folder, path), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) {
      const target = readlinkSync(placeOf(folder, path), { encoding: 'buffer' });
      links.push({ path, mode: '120000', object: gitObjectOf(target, like) });
    } else if (stats?.isFile()) {
      files.push({ path, mode: stats.mode & 0o100 ? '100755' : '100644' });
    }
  }
  if (files.length === 0) return links;
  const input = Buffer.from(files.map(({ path }) => `${lineFor(path)}\n`).join(''), 'latin1');
  const answer = askGit(folder, ['hash-object', '--stdin-paths'], input);
  if (!answer.ok) return { reason: answer.reason };
  const objects = answer.output.toString('latin1').trimEnd().split('\n');
  return [...links, ...files.map((file, index) => ({ ...file, object: objects[index] ?? '' }))];
}

/** A path on a line of its own, in quotes where it could be taken for something else. */
function lineFor(path: string): string {
  if (!/[\n\r"\\]/.test(path)) return path;
  const quoted = path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${quoted}"`;
}

function placeOf(folder: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
}

/** The order of the paths' bytes, in which git lists them already. */
function byPath(a: TreeEntry, b: TreeEntry): number {
  return a.path < b.path ? -1 : 1;
}

/** The entries with their paths as people write them; most need no change, and are not copied. */
function asPeopleWrite(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  return entries.some(({ path }) => NOT_ASCII.test(path))
    ? entries.map((entry) => ({ ...entry, path: nameOf(entry.path) }))
    : entries;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
const NOT_ASCII = /[^\x00-\x7f]/;

/** A path as people write it, of its bytes. */
function nameOf(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
