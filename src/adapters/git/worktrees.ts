import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { devNull } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode, isSystemError } from '../../domain/base/system-error.ts';
import { isStatePath } from '../../domain/promise/tree.ts';
import type { Git, GitResult, Worktree } from '../../ports.ts';
import { errorOf } from '../bounded-files.ts';
import { temporaryFolder } from '../environment.ts';
import { isRunning } from '../process-table.ts';
import { commitNamed, gitLine, gitPaths, untrackedPaths } from './base.ts';
import { changedPathsSince } from './changed-paths.ts';
import { askGit } from './process.ts';
import { changedTextsSince } from './text-changes.ts';

/** How the names of temporary worktrees begin; the number of their process follows. */
const WORKTREE_PREFIX = 'completion-promise-control-';

/** Folders of dependencies: git ignores them, and without them most commands cannot run. */
const DEPENDENCIES: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  'venv',
  'vendor',
  'bower_components',
  '.bundle',
  'Pods',
  '.yarn',
]);

/** Git, asked in the project's folder. `mostMs`: how long it may take to find a commit, in milliseconds. */
export function createNodeGit(folder: string, mostMs: number): Git {
  return {
    commitOf: (revision) => commitNamed(folder, revision, { mostMs }),
    changedSince: (beginning) => changedPathsSince(folder, beginning),
    changedTexts: (since) => changedTextsSince(folder, since),
    makeWorktree: (of) => makeWorktree(folder, of),
    sweepWorktrees: () => sweepWorktrees(folder),
  };
}

function makeWorktree(
  folder: string,
  of: { readonly commit: string } | 'now',
): GitResult<Worktree> {
  const top = gitLine(folder, ['rev-parse', '--show-toplevel']);
  if (!top.ok) return top;
  const links: string[] = [];
  let place: string | undefined;
  try {
    const root = realpathSync(top.value);
    const inside = relative(root, realpathSync(folder));
    place = join(
      mkdtempSync(join(temporaryFolder(), `${WORKTREE_PREFIX}${process.pid}-`)),
      'checkout',
    );
    const made = place;
    const commit = of === 'now' ? 'HEAD' : of.commit;
    const quiet = ['-c', `core.hooksPath=${devNull}`];
    const added = askGit(root, [...quiet, 'worktree', 'add', '--detach', '--quiet', made, commit]);
    if (!added.ok) {
      removeWorktree(root, made, links);
      return { ok: false, reason: added.reason };
    }
    if (of === 'now') copyChanges(root, made);
    linkDependencies(root, made, links);
    const remove = (): void => removeWorktree(root, made, links);
    const inPlace = join(made, inside);
    const write = (path: string, text: string): boolean => writeBelow(inPlace, path, text);
    return { ok: true, value: { folder: inPlace, write, remove } };
  } catch (error) {
    if (place !== undefined) removeWorktree(top.value, place, links);
    return { ok: false, reason: `it could not be populated (${errorCode(error)})` };
  }
}

/** Largest changed file that is copied, in bytes: with a larger one there is no control. */
const LARGEST_COPY = 1024 * 1024 * 1024;

/** Applies the checkout's changes, deletions and untracked files to a worktree of HEAD. */
function copyChanges(root: string, place: string): void {
  const changed = gitPaths(root, ['diff', '--name-only', '-z', '--no-renames', 'HEAD', '--']);
  const untracked = untrackedPaths(root);
  const names = [...(changed.ok ? changed.value : []), ...(untracked.ok ? untracked.value : [])];
  for (const name of names.filter((one) => !isStatePath(one) && !one.endsWith('/'))) {
    const from = join(root, name);
    const to = join(place, name);
    rmSync(to, { recursive: true, force: true });
    const stats = lstatSync(from, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    mkdirSync(dirname(to), { recursive: true });
    if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else if (stats.isFile()) {
      if (stats.size > LARGEST_COPY) throw errorOf({ found: 'too-large', size: stats.size });
      copyFileSync(from, to);
    }
  }
}

/** Writes a file below a folder, with the folders that it needs; false where a link or a folder is in the way. */
function writeBelow(folder: string, path: string, text: string): boolean {
  const names = path.split('/');
  if (names.includes('..')) return false;
  try {
    let place = folder;
    for (const name of names.slice(0, -1)) {
      place = join(place, name);
      const there = lstatSync(place, { throwIfNoEntry: false });
      if (there === undefined) mkdirSync(place);
      else if (!there.isDirectory()) return false;
    }
    const target = join(place, names.at(-1) ?? '');
    // A link in its place is replaced, and not followed.
    rmSync(target, { force: true });
    writeFileSync(target, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false;
  }
}

/** Links the folders of dependencies into a worktree: git ignores them, and commands need them. */
function linkDependencies(root: string, place: string, links: string[]): void {
  const ignored = gitPaths(root, [
    'ls-files',
    '-z',
    '-o',
    '-i',
    '--exclude-standard',
    '--directory',
    '--no-empty-directory',
  ]);
  if (!ignored.ok) return;
  for (const name of ignored.value.map((one) => one.replace(/\/$/, ''))) {
    const link = join(place, name);
    if (!DEPENDENCIES.has(basename(name)) || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    // On Windows every user may make junctions, but not links.
    symlinkSync(join(root, name), link, 'junction');
    links.push(link);
  }
}

/** Never throws: a later run sweeps up what cannot be removed now. */
function removeWorktree(root: string, place: string, links: readonly string[]): void {
  // Links first, so that the removal does not follow them into the project's dependencies.
  for (const link of links) rmSync(link, { force: true });
  askGit(root, ['worktree', 'remove', '--force', place]);
  try {
    rmSync(dirname(place), { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A test may have left files that this user cannot remove.
  }
  askGit(root, ['worktree', 'prune']);
}

function sweepWorktrees(folder: string): void {
  const listed = gitPaths(folder, ['worktree', 'list', '--porcelain', '-z']);
  if (!listed.ok) return;
  for (const entry of listed.value) {
    const [, place = ''] = /^worktree (.*)$/s.exec(entry) ?? [];
    const owner = new RegExp(`[\\\\/]${WORKTREE_PREFIX}(\\d+)-[^\\\\/]+[\\\\/]checkout$`).exec(
      place,
    );
    if (owner !== null && !isRunning(Number(owner[1]))) removeWorktree(folder, place, []);
  }
}
