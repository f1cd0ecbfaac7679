import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Beginning } from '../../domain/promise/beginning.ts';
import { isStatePath } from '../../domain/promise/tree.ts';
import type { ChangedPaths, ChangeOrigin, GitResult } from '../../ports.ts';
import { NO_DEADLINE } from '../bounded-files.ts';
import { commitBefore, commitNamed, gitPaths } from './base.ts';
import { contentsAt } from './blobs.ts';
import { broughtIn } from './brought-in.ts';
import { isBelowGit } from './folder.ts';
import { ignoreRules } from './listing.ts';
import { lookMs } from './process.ts';

/** How much earlier than the work a file must have been touched last, in milliseconds: clocks are coarse. */
const CLOCK_MARGIN_MS = 1000;

/**
 * The files of a folder that changed since some work began: committed, staged, changed and untracked ones alike, and
 * none that is gone. The time is used only where the commit is not known, or is not there any more.
 */
export function changedPathsSince(folder: string, beginning: Beginning): GitResult<ChangedPaths> {
  const question = { mostMs: lookMs(NO_DEADLINE) };
  const found = baseOf(folder, beginning);
  if (!found.ok) return found;
  const { commit, notes } = found.value;
  const listed = gitPaths(folder, [...LISTING, ...ignoreRules()], question);
  if (!listed.ok) return listed;
  const tracked =
    commit === ''
      ? { ok: true as const, value: trackedIn(listed.value) }
      : gitPaths(folder, [...DIFFERENCE, commit, '--'], question);
  if (!tracked.ok) return tracked;
  const others = otherPaths(listed.value);
  const isThere = (path: string): boolean => touchedAt(folder, path) !== undefined;
  const names = [...new Set([...tracked.value, ...others])].filter(isThere);
  return {
    ok: true,
    value: {
      paths: names.filter((name) => !isStatePath(name)).sort(),
      notes,
      origins: (paths) => originsOf({ folder, commit, beginning, tracked: tracked.value }, paths),
      before: (paths) => (commit === '' ? new Map() : contentsAt(folder, commit, paths)),
    },
  };
}

const DIFFERENCE = [
  'diff',
  '--name-only',
  '-z',
  '--relative',
  '--no-renames',
  '--diff-filter=d',
  '--no-ext-diff',
  '--ignore-submodules=all',
];

/** Tracked and untracked files with a tag each, so that what git was told to overlook shows. */
const LISTING = ['ls-files', '-z', '-v', '-c', '-o'];

/** Of a listing: untracked files, and tracked ones that git was told to overlook. */
function otherPaths(listing: readonly string[]): readonly string[] {
  return listing.flatMap((entry) => (/^[?a-zS] /.test(entry) ? [entry.slice(2)] : []));
}

function trackedIn(listing: readonly string[]): readonly string[] {
  return listing.flatMap((entry) => (entry.startsWith('? ') ? [] : [entry.slice(2)]));
}

/** The commit that work began from; empty where there was none yet. */
export function baseOf(
  folder: string,
  { at, commit }: Beginning,
): GitResult<{ readonly commit: string; readonly notes: readonly string[] }> {
  const question = { mostMs: lookMs(NO_DEADLINE) };
  if (typeof commit === 'string') {
    const known = commitNamed(folder, commit, question);
    if (known.ok) return { ok: true, value: { commit: known.value, notes: [] } };
  }
  if (commit === null && isBelowGit(folder)) return { ok: true, value: { commit: '', notes: [] } };
  const byTime = commitBefore(folder, at, question);
  if (!byTime.ok) return byTime;
  const gone =
    typeof commit === 'string'
      ? [
          `The commit ${commit.slice(0, 12)}, at which the promise was created, no longer exists: files count as changed since the last commit before ${at}.`,
        ]
      : [];
  return { ok: true, value: { commit: byTime.value, notes: gone } };
}

interface ChangePlace {
  readonly folder: string;
  readonly commit: string;
  readonly beginning: Beginning;
  /** The changed files that git tracks. */
  readonly tracked: readonly string[];
}

/** Which of some files hold what merges and pulls brought, and which were not touched since the work began. */
function originsOf(
  { beginning, commit, folder, tracked }: ChangePlace,
  paths: readonly string[],
): ReadonlyMap<string, ChangeOrigin> {
  const began = Date.parse(beginning.at);
  const isUntouched = (path: string): boolean => isUntouchedSince(folder, path, beginning);
  const origins = new Map<string, ChangeOrigin>(
    paths.filter(isUntouched).map((path) => [path, 'untouched']),
  );
  const isTracked = new Set(tracked);
  const left = paths.filter((path) => !origins.has(path) && isTracked.has(path));
  for (const path of broughtIn({ folder, base: commit, began }, left)) {
    origins.set(path, 'brought-in');
  }
  return origins;
}

/** Whether a file was touched last before some work began. */
export function isUntouchedSince(folder: string, path: string, { at }: Beginning): boolean {
  return (touchedAt(folder, path) ?? Number.POSITIVE_INFINITY) < Date.parse(at) - CLOCK_MARGIN_MS;
}

/** When a file's content or name was changed last, in milliseconds: no program can set that time. */
function touchedAt(folder: string, path: string): number | undefined {
  try {
    return lstatSync(join(folder, path), { throwIfNoEntry: false })?.ctimeMs;
  } catch {
    return undefined;
  }
}
