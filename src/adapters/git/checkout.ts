import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { matcherOf } from '../../domain/base/glob.ts';
import { errorCode } from '../../domain/base/system-error.ts';
import {
  entriesWithin,
  type TreeDigest,
  type TreeEntry,
  type TreeScope,
  treeText,
} from '../../domain/promise/tree.ts';
import type { Checkout, TreeSnapshot } from '../../ports.ts';
import {
  LARGEST_FILE,
  type TimeLeft,
  TOO_LARGE,
  TOO_LATE,
  TOO_MANY_FILES,
} from '../bounded-files.ts';
import { sha256, sha256OfFile } from '../file-digest.ts';
import { millisecondsSinceStart } from '../node-clock.ts';
import { findFiles } from '../project-walk.ts';
import { isFile, isFolder } from '../quiet-looks.ts';
import { glanceAt } from './glance.ts';
import { GIT_IS_LATE } from './process.ts';
import { existingUserIgnores, type GitTree, readGitTree } from './tree.ts';

/** The checkout that contains a project's folder. What git does not answer in time is unknown. */
export function createNodeCheckout(folder: string, timeLeft: TimeLeft): Checkout {
  return { snapshot: () => createSnapshot(folder, timeLeft) };
}

/** How long a person or an agent waits for one look at the checkout, in milliseconds. */
export const LOOKING_MS = 120_000;

/** The same for commands that a person or an agent waits for. Each look has a deadline of its own. */
export function createPatientCheckout(folder: string): Checkout {
  return {
    snapshot() {
      const start = millisecondsSinceStart();
      return createSnapshot(folder, () => LOOKING_MS - (millisecondsSinceStart() - start));
    },
  };
}

const REASONS: ReadonlyMap<string, string> = new Map([
  [TOO_MANY_FILES, 'its globs take more files than are looked at'],
  [TOO_LATE, 'there was no time left to read its files'],
  [TOO_LARGE, 'a file is larger than 4 GB'],
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
  const glanceInTime = (): string | undefined => {
    try {
      return glanceAt(folder, existingUserIgnores(), timeLeft);
    } catch (error) {
      // What git did not answer at a glance, it is not asked in full: there is no time for that.
      if (errorCode(error) === TOO_LATE) {
        tree ??= { seen: false, why: 'unreadable', reason: GIT_IS_LATE };
      }
      return undefined;
    }
  };
  const glance = (scope: TreeScope): string | undefined => {
    try {
      base ??= { glance: glanceInTime() };
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

/** The checkout's files that the inputs match. Without a repository the folder itself is searched. */
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

/** Each input must match a file: a misspelt or ignored one would make the proof depend on nothing. */
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

/** Files by their own content, without git's filters. */
function fileEntries(
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
