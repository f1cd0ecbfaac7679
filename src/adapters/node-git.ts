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
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode } from '../domain/system-error.ts';
import { isStatePath } from '../domain/tree.ts';
import type { Git, GitResult, Worktree } from '../ports.ts';
import { commitBefore, commitNamed, gitLine, gitPaths, untrackedPaths } from './git-base.ts';
import { askGit } from './git-process.ts';

/** What the folders of throw-away worktrees begin with; the number of their process follows. */
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

/** Git as the project's folder sees it. */
export function createNodeGit(folder: string): Git {
  return {
    commitOf: (revision) => commitNamed(folder, revision),
    changedSince: (time) => changedSince(folder, time),
    makeWorktree: (of) => makeWorktree(folder, of),
    sweepWorktrees: () => sweepWorktrees(folder),
  };
}

function changedSince(folder: string, time: string): GitResult<readonly string[]> {
  const base = commitBefore(folder, time);
  if (!base.ok) return base;
  // Where there was no commit yet, everything is new.
  const listed =
    base.value === ''
      ? ['ls-files', '-z']
      : [
          'diff',
          '--name-only',
          '-z',
          '--relative',
          '--no-renames',
          '--diff-filter=d',
          '--no-ext-diff',
          base.value,
          '--',
        ];
  const changed = gitPaths(folder, listed);
  if (!changed.ok) return changed;
  const untracked = untrackedPaths(folder);
  if (!untracked.ok) return untracked;
  const names = new Set([...changed.value, ...untracked.value]);
  return { ok: true, value: [...names].filter((name) => !isStatePath(name)).sort() };
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
    place = join(mkdtempSync(join(tmpdir(), `${WORKTREE_PREFIX}${process.pid}-`)), 'checkout');
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
    return { ok: true, value: { folder: join(made, inside), remove } };
  } catch (error) {
    if (place !== undefined) removeWorktree(top.value, place, links);
    return { ok: false, reason: `it could not be filled (${errorCode(error)})` };
  }
}

/** Brings a worktree of HEAD to what the checkout holds: its changes, deletions and untracked files. */
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
    else if (stats.isFile()) copyFileSync(from, to);
  }
}

/** Links what git ignores and commands need: the folders of dependencies, wherever they lie. */
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
    // Windows lets everybody make junctions, and few make links.
    symlinkSync(join(root, name), link, 'junction');
    links.push(link);
  }
}

/** Never throws: what cannot be removed now is swept up by a later run. */
function removeWorktree(root: string, place: string, links: readonly string[]): void {
  // Links first: nothing may follow them into the dependencies that others use.
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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
