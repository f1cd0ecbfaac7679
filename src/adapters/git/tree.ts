import { existsSync, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { join, posix } from 'node:path';
import { errorCode } from '../../domain/base/system-error.ts';
import { isStatePath, type TreeEntry } from '../../domain/promise/tree.ts';
import {
  assertTimeLeft,
  errorOf,
  listBounded,
  NO_DEADLINE,
  readBounded,
  type TimeLeft,
  TOO_MANY_FILES,
} from '../bounded-files.ts';
import { userIgnoreFile } from '../environment.ts';
import { gitObjectOf } from '../file-digest.ts';
import { filterSettings } from './filters.ts';
import { gitFolderAbove, isBelowGit, isEndless, settingsOf } from './folder.ts';
import { type GitListing, listingArguments, parseListing } from './listing.ts';
import { askGit, GIT_IS_MISSING, lookMs } from './process.ts';

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

/** Largest file that is read, in bytes; of a larger one only size and times are compared. */
export const LARGEST_READ = 256 * 1024 * 1024;

const NOT_A_REPOSITORY = /not a git repository/i;
/** Git's exit code where it finds no repository. */
const FATAL = 128;

const NO_REPOSITORY: GitTree = {
  seen: false,
  why: 'no-repository',
  reason: 'the project is in no git repository',
};

/** Looks at a checkout from one of its folders. Never throws. */
export function readGitTree(folder: string, timeLeft: TimeLeft): GitTree {
  const tree = readBytesOfTree(folder, timeLeft);
  if (!tree.seen) return tree;
  const overlooked = tree.overlooked.map(({ how, path }) => ({ how, path: nameOf(path) }));
  return { ...tree, entries: asPeopleWrite([...tree.entries].sort(byPath)), overlooked };
}

/** The same with paths in Latin-1, one character a byte, which is how git lists and sorts them. */
function readBytesOfTree(folder: string, timeLeft: TimeLeft): GitTree {
  // There is no repository: git need not be started to say so.
  if (!isBelowGit(folder)) return NO_REPOSITORY;
  const answer = askGit(folder, listingArguments(existingUserIgnores()), {
    mostMs: lookMs(timeLeft),
  });
  if (!answer.ok) return unseen(folder, answer);
  try {
    return treeOf(folder, parseListing(answer.output), timeLeft);
  } catch (error) {
    const named = error instanceof UnreadableFile ? error.message : undefined;
    return unreadable(named ?? `a file cannot be read (${errorCode(error)})`);
  }
}

function unseen(
  folder: string,
  { code, reason }: { readonly code: number | null; readonly reason: string },
): GitTree {
  // A `.git` that is broken just now must not make a proof hold without a fingerprint.
  const isNone = reason === GIT_IS_MISSING || (code === FATAL && NOT_A_REPOSITORY.test(reason));
  return isNone && !isBelowGit(folder) ? NO_REPOSITORY : unreadable(reason);
}

function unreadable(reason: string): GitTree {
  return { seen: false, why: 'unreadable', reason };
}

/** The user's own ignore rules, where there are any. */
export function existingUserIgnores(): string | undefined {
  const path = userIgnoreFile();
  return existsSync(path) ? path : undefined;
}

function treeOf(folder: string, listing: GitListing, timeLeft: TimeLeft): GitTree {
  const hashed = hashFiles(
    folder,
    listing.toHash.filter(({ path }) => isContent(path)),
    listing.like,
    timeLeft,
  );
  if ('reason' in hashed) return unreadable(hashed.reason);
  const inner: TreeEntry[] = [];
  const overlooked = [...overlookedHere(folder, listing, timeLeft)];
  for (const path of listing.repositories.filter((one) => !isOtherCheckout(folder, one))) {
    const tree = readInner(folder, path, timeLeft);
    if (!tree.seen) return tree;
    inner.push(...tree.entries);
    overlooked.push(...tree.overlooked);
  }
  const gone = new Set(
    listing.overlooked
      .filter(({ how, path }) => how === 'skip-worktree' && !isThere(folder, path))
      .map(({ path }) => path),
  );
  const unchanged = listing.unchanged.filter(({ path }) => isContent(path) && !gone.has(path));
  const entries = [...unchanged, ...hashed, ...inner];
  // A folder that its repository ignores is not part of the checkout.
  if (entries.length > 0 && entries.every(({ path }) => path.startsWith('../'))) {
    overlooked.push({ path: '', how: 'the repository around the project ignores it' });
  }
  return { seen: true, entries, overlooked, isNested: listing.repositories.length > 0 };
}

function isContent(path: string): boolean {
  return !isStatePath(path);
}

/** Files that git was told to overlook: by flags of the index, or by attributes outside of the repository. */
function overlookedHere(
  folder: string,
  listing: GitListing,
  timeLeft: TimeLeft,
): GitListing['overlooked'] {
  const { overlooked } = listing;
  const git = gitFolderAbove(folder);
  return [
    ...overlooked.filter(({ how, path }) => how !== 'skip-worktree' || isThere(folder, path)),
    ...(git !== undefined && existsSync(git.attributes)
      ? [{ path: '', how: '.git/info/attributes' }]
      : []),
    ...filteredBy(folder, listing, timeLeft).map((how) => ({ path: '', how })),
    ...unfilledWithFiles(folder, listing).map((path) => ({
      path,
      how: 'a submodule without its repository',
    })),
  ];
}

/** Filters that are configured and asked for: such a program can replace any content. */
function filteredBy(
  folder: string,
  { toHash, unchanged }: GitListing,
  timeLeft: TimeLeft,
): readonly string[] {
  const isAttributes = (path: string): boolean => /(?:^|\/)\.gitattributes$/.test(path);
  const asks = [...unchanged, ...toHash].filter(({ path }) => isAttributes(path));
  if (!asks.some(({ path }) => asksForFilter(folder, path, timeLeft))) return [];
  const filters = filterSettings(folder, timeLeft)
    .split('\n')
    .filter((line) => /\.(?:clean|process) /.test(line));
  const own = filters.filter((line) => !USUAL_FILTERS.has(line));
  return own.map((line) => `the filter ${line.split('.')[1] ?? ''}`);
}

/** The largest file of attributes that is read, in bytes. */
const LARGEST_ATTRIBUTES = 1024 * 1024;

/** The error for a file that says how git reads others, and that cannot be read itself. */
class UnreadableFile extends Error {}

/** Whether a file of attributes asks for any filter. A link may: some versions of git follow it. */
function asksForFilter(folder: string, path: string, leftMs: TimeLeft): boolean {
  const limits = { mostBytes: LARGEST_ATTRIBUTES, leftMs, follow: false };
  const reading = readBounded(placeOf(folder, path), limits);
  switch (reading.found) {
    case 'bytes':
      return /\bfilter=/.test(reading.bytes.toString('utf8'));
    case 'nothing':
    case 'folder':
      return false;
    case 'link':
      return true;
    case 'too-large':
      throw new UnreadableFile(`${nameOf(path)} is larger than 1 MB`);
    case 'too-late':
      throw errorOf(reading);
    case 'error':
      throw new UnreadableFile(
        reading.code === 'ENXIO'
          ? `${nameOf(path)} is no regular file`
          : `${nameOf(path)} cannot be read (${reading.code})`,
      );
  }
}

/** The filter of Git LFS, as its installation configures it. */
const USUAL_FILTERS: ReadonlySet<string> = new Set([
  'filter.lfs.clean git-lfs clean -- %f',
  'filter.lfs.process git-lfs filter-process',
]);

/** Folders that git takes for other repositories and that are none: no fingerprint covers their files. */
function unfilledWithFiles(folder: string, { repositories }: GitListing): readonly string[] {
  return repositories.filter((path) => {
    const place = join(folder, nameOf(path));
    const isFilled = existsSync(join(place, '.git'));
    return !isFilled && existsSync(place) && hasEntries(place);
  });
}

/** Whether anything is in a folder. Throws where it cannot be listed. */
function hasEntries(place: string): boolean {
  const listing = listBounded(place, { mostNames: 0, leftMs: NO_DEADLINE });
  if ('entries' in listing) return false;
  if (listing.code === TOO_MANY_FILES) return true;
  throw Object.assign(new Error(`${place} cannot be listed`), listing);
}

/** A skipped file that is missing is not overlooked: a sparse checkout leaves it out. */
function isThere(folder: string, path: string): boolean {
  return lstatSync(placeOf(folder, path), { throwIfNoEntry: false }) !== undefined;
}

/** A linked worktree inside the folder is another checkout, and no content of this one. */
function isOtherCheckout(folder: string, path: string): boolean {
  const link = join(folder, nameOf(path), '.git');
  const stats = lstatSync(link, { throwIfNoEntry: false });
  if (stats === undefined) return true; // A submodule that is not filled.
  const reading = readBounded(link, { mostBytes: 4096, leftMs: NO_DEADLINE, follow: false });
  const isLink = reading.found === 'bytes';
  return isLink && /[\\/]worktrees[\\/][^\\/]+\s*$/.test(reading.bytes.toString('utf8'));
}

function readInner(folder: string, path: string, timeLeft: TimeLeft): GitTree {
  const name = nameOf(path);
  const place = join(folder, name);
  const link = join(place, '.git');
  // Git would search upwards and find the outer repository again.
  const isWhole = lstatSync(link).isFile() || existsSync(join(link, 'HEAD'));
  if (!isWhole) return unreadable(`${name} is no whole repository`);
  const tree = readBytesOfTree(place, timeLeft);
  if (!tree.seen) return unreadable(`${name}: ${tree.reason}`);
  const inside = (inner: string): string => `${path}/${inner}`;
  return {
    ...tree,
    entries: tree.entries.map((entry) => ({ ...entry, path: inside(entry.path) })),
    overlooked: tree.overlooked.map((one) => ({ ...one, path: inside(one.path) })),
  };
}

/** How many files are looked at before the next look at the clock. */
const LOOKED_AT_ONCE = 256;

/** The content of files as git would store it, filters and line ends included. */
function hashFiles(
  folder: string,
  listed: GitListing['toHash'],
  like: string,
  timeLeft: TimeLeft,
): readonly TreeEntry[] | { readonly reason: string } {
  const links: TreeEntry[] = [];
  const files: { readonly path: string; readonly mode: string }[] = [];
  const settings = settingsOf(folder);
  const format = like || (/^\s*objectformat\s*=\s*sha256/im.test(settings) ? 'x'.repeat(64) : '');
  for (const [index, { mode, path }] of listed.entries()) {
    if (index % LOOKED_AT_ONCE === 0) assertTimeLeft(timeLeft);
    const stats = lstatSync(placeOf(folder, path), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) {
      const target = readlinkSync(placeOf(folder, path), { encoding: 'buffer' });
      links.push({ path, mode: '120000', object: gitObjectOf(target, format) });
    } else if (stats?.isFile()) {
      // Windows knows no modes: a file keeps the one that it was tracked with.
      const isWindows = process.platform === 'win32';
      const isRun = isWindows ? mode === '100755' : (stats.mode & 0o100) !== 0;
      if (stats.size > LARGEST_READ) {
        links.push({ path, mode: 'large', object: lookOf(stats) });
        continue;
      }
      files.push({ path, mode: isRun ? '100755' : '100644' });
    }
  }
  if (files.length === 0) return links;
  const endless = attributesBeside(files.map(({ path }) => path)).find((path) =>
    isEndless(placeOf(folder, path)),
  );
  if (endless !== undefined) return { reason: `${nameOf(endless)} is no regular file` };
  const prefix = prefixOf(folder, timeLeft);
  const lines = files.map(({ path }) => `${lineFor(posix.join(prefix, path))}\n`);
  const input = Buffer.from(lines.join(''), 'latin1');
  const answer = askGit(folder, ['hash-object', '--stdin-paths'], {
    input,
    mostMs: timeLeft(),
  });
  if (!answer.ok) return { reason: answer.reason };
  const objects = answer.output.toString('latin1').trimEnd().split('\n');
  return [...links, ...files.map((file, index) => ({ ...file, object: objects[index] ?? '' }))];
}

/** The files of attributes in the folders of these files, and in those above: git reads them with each file. */
function attributesBeside(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    let place = posix.dirname(path);
    for (; !folders.has(place) && place !== '.'; place = posix.dirname(place)) folders.add(place);
  }
  return [...folders].map((place) => `${place}/.gitattributes`);
}

/** Size and times, in place of the content of a file that is too large to be read at every stop. */
export function lookOf({ ctimeMs, mtimeMs, size }: Stats): string {
  return `${size} bytes, ${mtimeMs} ${ctimeMs}`;
}

/** A folder's path in its repository: git reads names on standard input relative to the top. */
function prefixOf(folder: string, timeLeft: TimeLeft): string {
  if (existsSync(join(folder, '.git'))) return '';
  const answer = askGit(folder, ['rev-parse', '--show-prefix'], { mostMs: lookMs(timeLeft) });
  return answer.ok ? answer.output.toString('latin1').replace(/\n$/, '') : '';
}

/** A path as one line of git's input, in quotes where git would read it as something else. */
function lineFor(path: string): string {
  if (!/[\n\r"\\]/.test(path)) return path;
  const quoted = path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `"${quoted}"`;
}

/** The absolute path of a file that git listed, as bytes: it need not be UTF-8. */
export function placeOf(folder: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
}

function byPath(a: TreeEntry, b: TreeEntry): number {
  return a.path < b.path ? -1 : 1;
}

/** The entries with their paths decoded; entries whose paths need no change are not copied. */
function asPeopleWrite(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  return entries.some(({ path }) => NOT_ASCII.test(path))
    ? entries.map((entry) => ({ ...entry, path: nameOf(entry.path) }))
    : entries;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
const NOT_ASCII = /[^\x00-\x7f]/;

/** A path decoded from its bytes. */
function nameOf(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
