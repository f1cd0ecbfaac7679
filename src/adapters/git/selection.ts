import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { matcherOf } from '../../domain/base/glob.ts';
import type { TreeDigest, TreeEntry } from '../../domain/promise/tree.ts';
import { LARGEST_FILE, type TimeLeft } from '../bounded-files.ts';
import { sha256OfFile } from '../file-digest.ts';
import { findFiles } from '../project-walk.ts';
import { isFile, isFolder } from '../quiet-looks.ts';
import { createReader } from './contents.ts';
import { nameOf } from './latin-paths.ts';
import type { ListedFile } from './listing.ts';
import { createLooks, type Looks } from './look.ts';
import { fromFolder, type GitTree, readGitTree } from './tree.ts';

/** The files that inputs take of a checkout, or why no fingerprint can be taken of them. */
export type Selection =
  | {
      readonly found: true;
      /**
       * What can be told without reading the files: while the digest is the same, so are they, if they were settled
       * when it was taken. Undefined where there is no repository.
       */
      readonly look: (() => { readonly digest: string; readonly isSettled: boolean }) | undefined;
      /** Reads the files. Throws an error with a code where that is not possible. */
      readonly entries: () => readonly TreeEntry[];
    }
  | { readonly found: false; readonly tree: Extract<TreeDigest, { readonly bound: false }> };

type SeenTree = Extract<GitTree, { readonly seen: true }>;

/**
 * Selects files of a checkout as it was at one moment: each is listed, looked at and read once, however often it is
 * asked for. Throws an error with a code where something cannot be looked at.
 */
export function createSelector(
  folder: string,
  timeLeft: TimeLeft,
  now: () => number,
): (inputs: readonly string[] | null) => Selection {
  let tree: GitTree | undefined;
  let selectSeen: ReturnType<typeof createSeenSelector> | undefined;
  return (inputs) => {
    tree ??= readGitTree(folder, timeLeft);
    if (tree.seen) {
      selectSeen ??= createSeenSelector(tree, timeLeft, now());
      return selectSeen(inputs);
    }
    if (inputs === null || tree.why === 'unreadable') {
      return { found: false, tree: { bound: false, why: tree.why, reason: tree.reason } };
    }
    const globs = inputs.map((glob) => glob.replace(/\/+$/, ''));
    const entries = besideEntries(folder, globs, timeLeft);
    const paths = entries.map(({ path }) => path);
    return idle(inputs, paths) ?? { found: true, look: undefined, entries: () => entries };
  };
}

/** The same where the checkout could be listed. */
function createSeenSelector(tree: SeenTree, timeLeft: TimeLeft, now: number) {
  const { files, folder, hidden, top } = tree;
  const looks = createLooks(tree, timeLeft, now);
  const read = createReader(folder, top, timeLeft);
  const known = new Map<number, TreeEntry>();
  const entryAt = (index: number): TreeEntry => {
    const entry = known.get(index) ?? read(files[index] ?? NO_FILE, looks.look(index));
    known.set(index, entry);
    return entry;
  };
  const nameAt = (index: number): string => nameOf(files[index]?.path ?? '');
  return (inputs: readonly string[] | null): Selection => {
    const matches = inputs === null ? undefined : matcherOf(inputs);
    const covers = (path: string): boolean =>
      path === '' || matches === undefined || matches(nameOf(path));
    const fault = hidden.find(({ path }) => covers(path));
    if (fault !== undefined) return notBound('overlooked', fault.reason);
    const present = presentFiles(tree, looks, matches);
    const leading = looks.linksAmong(present).find(([, { behind }]) => behind.to === 'outside');
    if (leading !== undefined) {
      return notBound('overlooked', `the link ${nameAt(leading[0])} leads outside the checkout`);
    }
    const look = () => ({ digest: looks.digest(present), isSettled: looks.areSettled(present) });
    const misspelt = inputs === null ? undefined : idle(inputs, present.map(nameAt));
    return misspelt ?? { found: true, look, entries: () => present.map(entryAt) };
  };
}

const NO_FILE: ListedFile = { path: '', mode: undefined };

function notBound(why: 'overlooked' | 'no-match', reason: string): Selection {
  return { found: false, tree: { bound: false, why, reason } };
}

/**
 * The files that match, or all of them, as far as they are there. What lies in a folder that a matching link leads to
 * is taken as well: it is read through the link.
 */
function presentFiles(
  tree: SeenTree,
  looks: Looks,
  matches: ((path: string) => boolean) | undefined,
): readonly number[] {
  const all: number[] = [];
  for (let index = 0; index < tree.files.length; index += 1) all.push(index);
  if (matches === undefined) return all.filter(looks.isThere);
  const wanted = new Set(all.filter((index) => matches(nameOf(tree.files[index]?.path ?? ''))));
  let present = [...wanted].filter(looks.isThere);
  for (let folders = 0; ; ) {
    const behind = foldersBehind(present, tree, looks);
    if (behind.length === folders) return present;
    folders = behind.length;
    const isTaken = (index: number): boolean =>
      wanted.has(index) || behind.some((one) => tree.files[index]?.path.startsWith(one) === true);
    present = all.filter((index) => isTaken(index) && looks.isThere(index));
  }
}

/** The folders that links lead to, as the beginnings that the paths of their files have. */
function foldersBehind(
  present: readonly number[],
  { folder, top }: SeenTree,
  looks: Looks,
): readonly string[] {
  const from = fromFolder(folder, top);
  const found = looks.linksAmong(present).flatMap(([, { behind }]) => {
    if (behind.to !== 'folder') return [];
    return [from(behind.path === '' ? 'x' : `${behind.path}/x`).slice(0, -1)];
  });
  return [...new Set(found)];
}

/** Each input must match a file: a misspelt or ignored one would make the proof depend on nothing. */
function idle(inputs: readonly string[], paths: readonly string[]): Selection | undefined {
  const without = inputs.filter((glob) => {
    if (glob.startsWith('!')) return false;
    const matches = matcherOf([glob]);
    return !paths.some(matches);
  });
  if (without.length === 0) return undefined;
  return notBound('no-match', `these inputs match nothing: ${without.join(', ')}`);
}

/** Files beside what git lists, by their own content. Throws an error with a code where one cannot be read. */
export function besideEntries(
  folder: string,
  globs: readonly string[],
  timeLeft: TimeLeft,
): readonly TreeEntry[] {
  const folders = globs.filter((glob) => glob.endsWith('/'));
  const files = globs.filter((glob) => !glob.endsWith('/'));
  return [
    ...folders
      .filter((path) => isFolder(join(folder, path.replace(/\/+$/, ''))))
      .map((path) => ({ path, mode: 'folder', object: '' })),
    ...(files.length === 0 ? [] : findFiles(folder, files, timeLeft)).map((path) => ({
      path,
      mode: 'file',
      object: contentOf(join(folder, path), timeLeft),
    })),
  ];
}

/**
 * A file's content; of a link its target, and the target's content where that is a file. Throws an error with a
 * code where it cannot be read, or not before the caller's deadline.
 */
function contentOf(path: string, leftMs: TimeLeft): string {
  const limits = { mostBytes: LARGEST_FILE, leftMs, follow: true };
  if (!lstatSync(path).isSymbolicLink()) return sha256OfFile(path, limits);
  const target = `link ${readlinkSync(path)}`;
  return isFile(path) ? `${target} ${sha256OfFile(path, limits)}` : target;
}
