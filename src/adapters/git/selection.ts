import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { matcherOf } from '../../domain/base/glob.ts';
import type { NotBound, TreeEntry } from '../../domain/promise/tree.ts';
import { LARGEST_FILE, type TimeLeft } from '../bounded-files.ts';
import { sha256OfFile } from '../file-digest.ts';
import { findFiles } from '../project-walk.ts';
import { isFile, isFolder } from '../quiet-looks.ts';
import { nameOf } from './latin-paths.ts';
import { fromFolder, type SeenTree, type TreeFile } from './tree.ts';

/**
 * The files that inputs take of a checkout as it was at one moment, with those that no fingerprint sees; or why no
 * fingerprint can be taken of them. Throws an error with a code where something cannot be looked at.
 */
export function selectFiles(
  tree: SeenTree,
  inputs: readonly string[] | null,
): readonly TreeFile[] | NotBound {
  const matches = inputs === null ? undefined : matcherOf(inputs);
  const covers = (path: string): boolean =>
    path === '' || matches === undefined || matches(nameOf(path));
  const fault = tree.hidden().find(({ path }) => covers(path));
  if (fault !== undefined) return notBound('overlooked', fault.reason);
  const files = presentFiles(tree, matches);
  const seen = files.filter(({ isUnseen }) => !isUnseen);
  const leading = seen.find(({ file }) => file.behind?.to === 'outside');
  if (leading !== undefined) {
    const reason = `the link ${nameOf(leading.path)} leads outside the checkout`;
    return notBound('overlooked', reason);
  }
  return inputs === null
    ? files
    : (idle(
        inputs,
        seen.map(({ path }) => nameOf(path)),
      ) ?? files);
}

/** The same outside of a repository. */
export function selectBeside(
  folder: string,
  inputs: readonly string[],
  timeLeft: TimeLeft,
): readonly TreeEntry[] | NotBound {
  const globs = inputs.map((glob) => glob.replace(/\/+$/, ''));
  const entries = besideEntries(folder, globs, timeLeft);
  const paths = entries.map(({ path }) => path);
  return idle(inputs, paths) ?? entries;
}

function notBound(why: NotBound['why'], reason: string): NotBound {
  return { bound: false, why, reason };
}

/**
 * The files that match, or all of them, as far as they are there. What lies in a folder that a matching link leads to
 * is taken as well: it is read through the link.
 */
function presentFiles(
  tree: SeenTree,
  matches: ((path: string) => boolean) | undefined,
): readonly TreeFile[] {
  const all = tree.files().filter(({ file }) => file.kind !== 'nothing');
  if (matches === undefined) return all;
  const wanted = new Set(all.filter(({ path }) => matches(nameOf(path))));
  let present = [...wanted];
  for (let folders = 0; ; ) {
    const behind = foldersBehind(present, tree);
    if (behind.length === folders) return present;
    folders = behind.length;
    present = all.filter(
      (one) => wanted.has(one) || behind.some((start) => one.path.startsWith(start)),
    );
  }
}

/** The folders that links lead to, as the beginnings that the paths of their files have. */
function foldersBehind(files: readonly TreeFile[], { folder, top }: SeenTree): readonly string[] {
  const from = fromFolder(folder, top);
  const found = files.flatMap(({ file: { behind } }) => {
    if (behind?.to !== 'folder') return [];
    return [from(behind.path === '' ? 'x' : `${behind.path}/x`).slice(0, -1)];
  });
  return [...new Set(found)];
}

/** Each input must match a file: a misspelt or ignored one would make the proof depend on nothing. */
function idle(inputs: readonly string[], paths: readonly string[]): NotBound | undefined {
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
