import { join } from 'node:path';
import { inOrder } from '../../domain/base/canonical.ts';
import { counted } from '../../domain/base/counted.ts';
import type { Beginning } from '../../domain/promise/beginning.ts';
import { isStatePath } from '../../domain/promise/tree.ts';
import type {
  ChangedText,
  ChangedTexts,
  ChangeOrigin,
  ChangeStart,
  GitResult,
} from '../../ports.ts';
import { NO_DEADLINE } from '../bounded-files.ts';
import { attempt } from '../quiet-looks.ts';
import { commitNamed, gitLine } from './base.ts';
import { blobsOf } from './blobs.ts';
import { broughtIn } from './brought-in.ts';
import { baseOf, isUntouchedSince } from './changed-paths.ts';
import { isWorktreeOf, workTreeOf } from './folder.ts';
import { nameOf } from './latin-paths.ts';
import { listingArguments, parseListing } from './listing.ts';
import { pairMoved } from './moved-texts.ts';
import { askGit, lookMs, withoutFilters } from './process.ts';
import { sparsePatterns } from './sparse.ts';
import {
  createTextReader,
  isBinary,
  LARGEST_TEST,
  LARGEST_TEXT,
  type NowReading,
  textOf,
} from './text-now.ts';

/** Most files of a change that are read: a change of more is hardly the work of one promise. */
const MOST_FILES = 2000;
/** Most bytes of a change that are kept in memory. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Most files, and most bytes of them, that are compared although git says that they did not change. */
const MOST_COMPARED = 20_000;
const MOST_COMPARED_BYTES = 512 * 1024 * 1024;
/** How many files a note names. */
const MOST_NAMED = 5;

const LINK = '120000';

/** What a commit has at a path, by the path in Latin-1. */
interface Kept {
  readonly mode: string;
  readonly id: string;
  readonly size: number;
}

/**
 * The texts of a folder that changed since some work began, or since a commit: committed, staged, changed, untracked
 * and deleted ones alike. Git gives names and what was; whether a file changed is told by its bytes, because git can be
 * told to overlook a file, and to compare what a filter makes of it. Line ends make no difference.
 */
export function changedTextsSince(folder: string, since: ChangeStart): GitResult<ChangedTexts> {
  const start = startOf(folder, since);
  if (!start.ok) return start;
  const { commit, notes } = start.value;
  const kept = filesAt(folder, commit);
  if (!kept.ok) return kept;
  const listed = filesNow(folder);
  if (!listed.ok) return listed;
  const reader = createTextReader(folder);
  const left = new LeftOut();
  for (const path of listed.value.repositories) left.repositories.push(path);
  const place = { folder, commit };
  const changed = changedNames(place, kept.value, listed.value, reader.differs, left);
  if (!changed.ok) return changed;
  const names = changed.value
    .filter((name) => !isStatePath(nameOf(name)))
    .sort(byWeight(kept.value));
  const changes = readTexts(folder, names, kept.value, reader.read, left);
  if (!changes.ok) return changes;
  return {
    ok: true,
    value: {
      base: commit,
      changes: pairMoved(changes.value, left.standing),
      notes: [...notes, ...left.notes()],
      isPartial: left.isMuch(),
      hasUnlisted: hasUnlisted(kept.value, listed.value, reader.differs),
      origins: (paths) => originsOf(folder, commit, since, paths),
      project: projectOf(listed.value.paths, reader.read),
    },
  };
}

/**
 * The first of some beginnings; undefined where there are none. Their times are of whole seconds: of those of one
 * second it is the one whose commit the others follow.
 */
export function firstOf(folder: string, beginnings: readonly Beginning[]): Beginning | undefined {
  const first = Math.min(...beginnings.map(({ at }) => Date.parse(at)));
  const [one, ...others] = beginnings.filter(({ at }) => !(Date.parse(at) > first));
  return others.reduce((earliest, other) => {
    const [a, b] = [other.commit, earliest?.commit];
    const isEarlier = a === null || (a !== b && a !== undefined && isFollowedBy(folder, a, b));
    return isEarlier ? other : earliest;
  }, one);
}

function isFollowedBy(folder: string, commit: string, later: string | null | undefined): boolean {
  if (typeof later !== 'string') return false;
  return askGit(folder, ['merge-base', '--is-ancestor', commit, later], question()).ok;
}

const question = () => ({ mostMs: lookMs(NO_DEADLINE) });

interface Start {
  /** Empty where there was none yet. */
  readonly commit: string;
  readonly notes: readonly string[];
}

function startOf(folder: string, since: ChangeStart): GitResult<Start> {
  const repository = gitLine(folder, ['rev-parse', '--git-dir'], question());
  if (!repository.ok) {
    // Git refuses a bare repository, which has no files, with advice that does not fit.
    if (/bare repository/i.test(repository.reason)) {
      return { ok: false, reason: 'the project is in a bare repository, which has no checkout' };
    }
    const isNone = /not a git repository/i.test(repository.reason);
    return isNone ? { ok: false, reason: 'the project is not in a git repository' } : repository;
  }
  if ('revision' in since) return startAt(folder, since.revision);
  if (since.commit === undefined && since.at === '') {
    return { ok: false, reason: 'the creation time of the promise is unknown' };
  }
  const base = baseOf(folder, since);
  if (!base.ok || base.value.commit === '') return base;
  const { commit, notes } = base.value;
  const common = commonBase(folder, commit);
  const aside =
    common === undefined || common === commit
      ? []
      : [
          `The commit ${short(commit)}, where the change began, is not an ancestor of the checkout: content found only in that commit counts as removed.`,
        ];
  return { ok: true, value: { commit, notes: [...notes, ...aside] } };
}

/** A revision that went on by itself, as a main branch does, is left out from where both were one. */
function startAt(folder: string, revision: string): GitResult<Start> {
  if (revision.trim() === '') return { ok: false, reason: 'the revision is empty' };
  const named = commitNamed(folder, revision, question());
  if (!named.ok) return named;
  const common = commonBase(folder, named.value) ?? named.value;
  const note = `${revision} has diverged: the change since the merge base ${short(common)} was examined.`;
  return {
    ok: true,
    value: { commit: common, notes: common === named.value ? [] : [note] },
  };
}

/** The last commit that a commit and the one that is checked out both have; undefined where there is none. */
function commonBase(folder: string, commit: string): string | undefined {
  const answer = gitLine(folder, ['merge-base', commit, 'HEAD'], question());
  return answer.ok && answer.value !== '' ? answer.value.split('\n')[0] : undefined;
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

/** The files and links of a commit below a folder. */
function filesAt(folder: string, commit: string): GitResult<ReadonlyMap<string, Kept>> {
  const files = new Map<string, Kept>();
  if (commit === '') return { ok: true, value: files };
  const command = ['--no-replace-objects', 'ls-tree', '-r', '-l', '-z', commit];
  const answer = askGit(folder, command, question());
  if (!answer.ok) return { ok: false, reason: answer.reason };
  for (const entry of answer.output.toString('latin1').split('\0')) {
    const [, mode, id, size, path] = /^(\d+) blob (\w+) +(\d+)\t([\s\S]+)$/.exec(entry) ?? [];
    if (mode === undefined || id === undefined || path === undefined) continue;
    files.set(path, { mode, id, size: Number(size) });
  }
  return { ok: true, value: files };
}

interface ListedNow {
  /** Tracked and untracked files, by their paths in Latin-1. */
  readonly paths: readonly string[];
  /** Other repositories below the folder. */
  readonly repositories: readonly string[];
  /** Whether git leaves a file out of the checkout on purpose. */
  readonly isSparse: (path: string) => boolean;
}

function filesNow(folder: string): GitResult<ListedNow> {
  const answer = askGit(folder, listingArguments(), question());
  if (!answer.ok) return { ok: false, reason: answer.reason };
  const { files, repositories, skipped } = parseListing(answer.output);
  const isLeftOut = skipped.size === 0 ? () => false : sparsePatterns(folder);
  const top = workTreeOf(folder) ?? folder;
  const names = repositories.filter((path) => !isStatePath(nameOf(`${path}/`))).map(nameOf);
  return {
    ok: true,
    value: {
      paths: files.map(({ path }) => path),
      // Another checkout of the same repository is none of them.
      repositories: names.filter(
        (path) => attempt(() => isWorktreeOf(join(folder, path), top)) !== true,
      ),
      isSparse: (path) => skipped.has(path) && isLeftOut(path),
    },
  };
}

type Differs = (
  path: string,
  id: string,
  size: number,
) => 'missing' | 'differs' | 'same' | 'unseen';

/** The names, in Latin-1, of what is not as it was in a commit. */
function changedNames(
  { folder, commit }: { readonly folder: string; readonly commit: string },
  kept: ReadonlyMap<string, Kept>,
  { isSparse, paths }: ListedNow,
  differs: Differs,
  left: LeftOut,
): GitResult<readonly string[]> {
  const names = new Set(paths.filter((path) => !kept.has(path)));
  if (commit !== '') {
    // The bytes decide below: what a filter makes of a file is of no use, and a program less that is run.
    const settings = withoutFilters(folder);
    const answer = askGit(folder, [...DIFFERENCE, commit, '--'], { ...question(), settings });
    if (!answer.ok) return { ok: false, reason: answer.reason };
    for (const path of answer.output.toString('latin1').split('\0'))
      if (kept.has(path)) names.add(path);
  }
  let [files, bytes] = [MOST_COMPARED, MOST_COMPARED_BYTES];
  for (const [path, { id, mode, size }] of kept) {
    if (names.has(path) || mode === LINK) continue;
    const isCompared = size <= LARGEST_TEXT && files > 0 && bytes > 0;
    const now = differs(path, isCompared ? id : '', size);
    if (now === 'same') [files, bytes] = [files - 1, bytes - size];
    if (now === 'missing' && isSparse(path)) left.sparse += 1;
    else if (now === 'differs' || now === 'missing') names.add(path);
  }
  return { ok: true, value: [...names] };
}

/** Whether a file of the commit is there although git does not list it any more. */
function hasUnlisted(
  kept: ReadonlyMap<string, Kept>,
  { paths }: ListedNow,
  differs: Differs,
): boolean {
  const listed = new Set(paths);
  const isThere = (path: string): boolean => differs(path, '', -1) !== 'missing';
  return [...kept.keys()].some((path) => !listed.has(path) && isThere(path));
}

const DIFFERENCE = [
  '--no-replace-objects',
  'diff',
  '--name-only',
  '-z',
  '--relative',
  '--no-renames',
  '--no-ext-diff',
  '--ignore-submodules=all',
];

/** The files that are there, by their paths. `names`: in Latin-1. */
function projectOf(
  names: readonly string[],
  read: (path: string) => NowReading,
): ChangedTexts['project'] {
  let byPath: ReadonlyMap<string, string> | undefined;
  const placed = (): ReadonlyMap<string, string> => {
    byPath ??= new Map(names.map((name) => [nameOf(name), name]));
    return byPath;
  };
  return {
    get paths() {
      return [...placed().keys()];
    },
    read: (path) => {
      const name = placed().get(path);
      const now = name === undefined ? undefined : read(name);
      return now?.found === 'bytes' && !isBinary(now.bytes) ? textOf(now.bytes) : undefined;
    },
  };
}

/** Names of files that say how tests are run, roughly: those that are read first where not all are. */
const CONFIGURATION =
  /(?:^|\/)(?:\.(?!claude\/)[^/]+(?:\/.*)?|(?:package|pyproject|Cargo|tox|deno|nx|turbo|project|angular)\.\w+|conftest\.py|noxfile\.py|setup\.(?:cfg|py)|[^/]*\.(?:ini|cfg|gradle|kts|properties|mk|sh|bash|ya?ml|toml|xml)|[^/]*(?:conf|config|workspace|setup)\.\w+|(?:make|just|docker|container|earth)file[^/]*)$/i;

const TEST = /test|spec|snap|golden|fixture/i;

/** Most bytes of a file that are read. */
function mostOf(path: string): number {
  return TEST.test(path) ? LARGEST_TEST : LARGEST_TEXT;
}

/**
 * What was there before, then what is new; of both what says how tests are run, then tests, then the rest. A flood of
 * files hides nothing.
 */
function byWeight(kept: ReadonlyMap<string, Kept>): (a: string, b: string) => number {
  const sort = (path: string): number => (CONFIGURATION.test(path) ? 0 : TEST.test(path) ? 1 : 2);
  const weight = (path: string): number => sort(path) + (kept.has(path) ? 0 : 3);
  return (a, b) => weight(a) - weight(b) || inOrder(a, b);
}

/** What was not looked at, by why. */
class LeftOut {
  readonly beyond: string[] = [];
  readonly large: string[] = [];
  readonly outside: string[] = [];
  readonly unread: string[] = [];
  /** Those that are still there although they count as gone: they were not moved. */
  readonly standing = new Set<string>();
  readonly repositories: string[] = [];
  sparse = 0;
  binary = 0;

  /** Whether something was left out that may say something of tests: not only what is new and has another name. */
  isMuch(): boolean {
    const { beyond, large, repositories, sparse, standing, unread } = this;
    const isMeant = (path: string): boolean => CONFIGURATION.test(path) || TEST.test(path);
    const isAny = beyond.length + repositories.length + sparse + standing.size > 0;
    return isAny || [...large, ...unread].some(isMeant);
  }

  notes(): readonly string[] {
    const { beyond, binary, large, outside, repositories, sparse, unread } = this;
    const named: readonly (readonly [string, readonly string[]])[] = [
      ['Not examined, too many changed files', beyond],
      ['Not examined, too large', large],
      ['Not examined, unreadable', unread],
      ['Not examined, separate repositories', repositories],
      ['Links that lead outside the project, counted as deleted', outside],
    ];
    return [
      ...named.flatMap(([why, paths]) => (paths.length === 0 ? [] : [`${why}: ${someOf(paths)}.`])),
      ...(sparse === 0
        ? []
        : [`Not examined, left out by the sparse checkout: ${counted(sparse, 'file')}.`]),
      ...(binary === 0 ? [] : [`Not examined, not text: ${counted(binary, 'file')}.`]),
    ];
  }
}

function someOf(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_NAMED).join(', ');
  const more = paths.length - MOST_NAMED;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Reads what files were and are. `names`: in Latin-1, those first that matter most. */
function readTexts(
  folder: string,
  names: readonly string[],
  kept: ReadonlyMap<string, Kept>,
  read: (path: string, mostBytes: number) => NowReading,
  left: LeftOut,
): GitResult<readonly ChangedText[]> {
  const taken = names.slice(0, MOST_FILES);
  const small = taken.flatMap((path) => {
    const file = kept.get(path);
    return file !== undefined && file.mode !== LINK && file.size <= mostOf(path) ? [file] : [];
  });
  const blobs = blobsOf(folder, new Map(small.map(({ id, size }) => [id, size])));
  if (!blobs.ok) return blobs;
  const changes: ChangedText[] = [];
  const beyond = names.slice(MOST_FILES);
  let room = MOST_BYTES;
  for (const path of taken) {
    const entry = kept.get(path);
    const file = entry?.mode === LINK ? undefined : entry;
    const was = file === undefined ? undefined : blobs.value.get(file.id);
    if (room < 0) {
      beyond.push(path);
      continue;
    }
    const change = changeOf(path, file, was, read(path, mostOf(path)), left);
    if (change === undefined) continue;
    room -= (change.before?.length ?? 0) + (change.after?.length ?? 0);
    changes.push(change);
  }
  // One by one: as arguments of one call, 200,000 of them are too many.
  for (const path of beyond) left.beyond.push(nameOf(path));
  return { ok: true, value: changes.sort((a, b) => inOrder(a.path, b.path)) };
}

/** How a file changed; undefined where it did not, or cannot be looked at. */
function changeOf(
  place: string,
  file: Kept | undefined,
  was: Buffer | undefined,
  now: NowReading,
  left: LeftOut,
): ChangedText | undefined {
  const path = nameOf(place);
  if (now.found === 'too-large' || (file?.size ?? 0) > mostOf(place)) {
    left.large.push(path);
    return lostToReaders(path, was, left);
  }
  if (now.found === 'unreadable' || (file !== undefined && was === undefined)) {
    left.unread.push(path);
    return lostToReaders(path, was, left);
  }
  if (now.found === 'outside') left.outside.push(path);
  const is = now.found === 'bytes' ? now.bytes : undefined;
  const sides = [was, is].filter((side) => side !== undefined);
  if (sides.length > 0 && sides.every(isBinary)) {
    left.binary += 1;
    return undefined;
  }
  const before = was && textOf(was);
  const after = is && textOf(is);
  return before === after || isPointer(before) ? undefined : { path, before, after };
}

/** A file whose text was there and that cannot be read now counts as gone; the file itself still stands there. */
function lostToReaders(
  path: string,
  was: Buffer | undefined,
  left: LeftOut,
): ChangedText | undefined {
  if (was === undefined || isBinary(was)) return undefined;
  const before = textOf(was);
  if (isPointer(before)) return undefined;
  left.standing.add(path);
  return { path, before, after: undefined };
}

/** Whether a commit only says where the content is kept. */
function isPointer(text: string | undefined): boolean {
  return text?.startsWith('version https://git-lfs.github.com/spec/') === true;
}

/** Which of some files hold what a merge or a pull brought; none where only a commit is named. */
function originsOf(
  folder: string,
  base: string,
  since: ChangeStart,
  paths: readonly string[],
): ReadonlyMap<string, ChangeOrigin> {
  if ('revision' in since) return new Map();
  const place = { folder, base, began: Date.parse(since.at), isNewOnly: true };
  const untouched = paths.filter((path) => isUntouchedSince(folder, path, since));
  return new Map<string, ChangeOrigin>([
    ...untouched.map((path) => [path, 'untouched'] as const),
    ...broughtIn(place, paths).map((path) => [path, 'brought-in'] as const),
  ]);
}
