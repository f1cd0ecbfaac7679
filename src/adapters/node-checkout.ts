import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { matcherOf } from '../domain/glob.ts';
import { errorCode } from '../domain/system-error.ts';
import {
  entriesWithin,
  type TreeDigest,
  type TreeEntry,
  type TreeScope,
  treeText,
} from '../domain/tree.ts';
import type { Checkout, TreeSnapshot } from '../ports.ts';
import { sha256, sha256OfFile } from './file-digest.ts';
import { glanceAt } from './git-glance.ts';
import type { TimeLeft } from './git-process.ts';
import { existingUserIgnores, type GitTree, readGitTree } from './git-tree.ts';
import { findFiles, TOO_MANY_FILES } from './project-walk.ts';

/** The checkout that a project's folder is in, or is. What git does not say in time is not known. */
export function createNodeCheckout(folder: string, timeLeft: TimeLeft): Checkout {
  return { snapshot: () => createSnapshot(folder, timeLeft) };
}

/** The code of files that were not read in time. */
const TOO_LATE = 'TOO_LATE';

const REASONS: ReadonlyMap<string, string> = new Map([
  [TOO_MANY_FILES, 'its globs take more files than are looked at'],
  [TOO_LATE, 'there was no time left to read its files'],
]);

type Selection =
  | { readonly found: true; readonly entries: readonly TreeEntry[] }
  | { readonly found: false; readonly digest: Extract<TreeDigest, { readonly bound: false }> };

function createSnapshot(folder: string, timeLeft: TimeLeft): TreeSnapshot {
  let tree: GitTree | undefined;
  const digests = new Map<string, TreeDigest>();
  const gitTree = (): GitTree => {
    tree ??= readGitTree(folder, timeLeft);
    return tree;
  };
  const select = (scope: TreeScope): Selection => {
    try {
      return selectEntries(folder, scope, gitTree, timeLeft);
    } catch (error) {
      const code = errorCode(error);
      const reason = REASONS.get(code) ?? `a file cannot be read (${code})`;
      return { found: false, digest: { bound: false, why: 'unreadable', reason } };
    }
  };
  let base: { readonly glance: string | undefined } | undefined;
  const glance = (scope: TreeScope): string | undefined => {
    try {
      base ??= { glance: glanceAt(folder, existingUserIgnores(), timeLeft) };
      const beside = treeText(fileEntries(folder, scope.files, timeLeft));
      return base.glance === undefined ? undefined : sha256(base.glance + beside);
    } catch {
      return undefined;
    }
  };
  const digest = (scope: TreeScope): TreeDigest => {
    const selection = select(scope);
    if (!selection.found) return selection.digest;
    return { bound: true, digest: sha256(treeText(selection.entries)) };
  };
  return {
    digest(scope, known) {
      if (known !== undefined && glance(scope) === known.glance) {
        return { bound: true, digest: known.digest };
      }
      const key = JSON.stringify([scope.inputs, scope.files]);
      const taken = digests.get(key) ?? digest(scope);
      digests.set(key, taken);
      return taken;
    },
    glance(scope) {
      const tree = gitTree();
      return tree.seen && !tree.isNested ? glance(scope) : undefined;
    },
    entries(scope) {
      const selection = select(scope);
      return selection.found ? selection.entries : [];
    },
  };
}

function selectEntries(
  folder: string,
  scope: TreeScope,
  gitTree: () => GitTree,
  timeLeft: TimeLeft,
): Selection {
  const beside = fileEntries(folder, scope.files, timeLeft);
  if (scope.inputs?.length === 0) return { found: true, entries: beside };
  const checkout = checkoutEntries(folder, scope.inputs, gitTree(), timeLeft);
  return checkout.found ? { found: true, entries: [...checkout.entries, ...beside] } : checkout;
}

/** What the checkout has for the inputs. Without a repository the inputs are looked up in the folder. */
function checkoutEntries(
  folder: string,
  inputs: readonly string[] | null,
  tree: GitTree,
  timeLeft: TimeLeft,
): Selection {
  if (!tree.seen) {
    if (inputs === null || tree.why === 'unreadable') {
      return { found: false, digest: { bound: false, why: tree.why, reason: tree.reason } };
    }
    return matched(
      fileEntries(
        folder,
        inputs.map((glob) => glob.replace(/\/+$/, '')),
        timeLeft,
      ),
      inputs,
    );
  }
  const isWithin = inputs === null ? () => true : matcherOf(inputs);
  const hidden = tree.overlooked.find(
    ({ path }) => path.endsWith('/') || path === '' || isWithin(path),
  );
  if (hidden !== undefined) {
    const what = hidden.path === '' ? 'files' : hidden.path;
    const reason = `git was told to overlook ${what} (${hidden.how})`;
    return { found: false, digest: { bound: false, why: 'overlooked', reason } };
  }
  return inputs === null
    ? { found: true, entries: tree.entries }
    : matched(entriesWithin(tree.entries, inputs), inputs);
}

/** Each of the inputs must match something: what is misspelt, or ignored by git, narrows to nothing. */
function matched(entries: readonly TreeEntry[], inputs: readonly string[]): Selection {
  const idle = inputs.filter((glob) => {
    if (glob.startsWith('!')) return false;
    const matches = matcherOf([glob]);
    return !entries.some(({ path }) => matches(path));
  });
  if (idle.length === 0) return { found: true, entries };
  const reason = `the inputs ${idle.join(', ')} match nothing`;
  return { found: false, digest: { bound: false, why: 'no-match', reason } };
}

/** Files by their own content, whatever git makes of them. */
function fileEntries(
  folder: string,
  globs: readonly string[],
  timeLeft: TimeLeft,
): readonly TreeEntry[] {
  const folders = globs.filter((glob) => glob.endsWith('/'));
  const files = globs.filter((glob) => !glob.endsWith('/'));
  return [
    ...folders
      .filter((path) => isKind(join(folder, path.replace(/\/+$/, '')), 'folder'))
      .map((path) => ({ path, mode: 'folder', object: '' })),
    ...(files.length === 0 ? [] : findFiles(folder, files)).map((path) => ({
      path,
      mode: 'file',
      object: contentInTime(join(folder, path), timeLeft),
    })),
  ];
}

/** What is at a path, wherever its links lead; nothing where they lead nowhere, or in a circle. */
function isKind(path: string, kind: 'file' | 'folder'): boolean {
  try {
    const stats = statSync(path);
    return kind === 'file' ? stats.isFile() : stats.isDirectory();
  } catch {
    return false;
  }
}

/** Whoever has a deadline must not be kept by files: what was not read in time is not known. */
function contentInTime(path: string, timeLeft: TimeLeft): string {
  if (timeLeft() <= 0) throw Object.assign(new Error('no time left'), { code: TOO_LATE });
  return contentOf(path);
}

/** What a file holds; of a link where it leads, and what is there where that is a file. */
function contentOf(path: string): string {
  if (!lstatSync(path).isSymbolicLink()) return sha256OfFile(path);
  const target = `link ${readlinkSync(path)}`;
  return isKind(path, 'file') ? `${target} ${sha256OfFile(path)}` : target;
}
