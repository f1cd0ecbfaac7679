import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where git keeps its own files for a checkout. */
export interface GitFolder {
  readonly index: string;
  /** Attributes that are no content of the checkout; shared by all worktrees of the repository. */
  readonly attributes: string;
  /** The repository's own configuration. */
  readonly config: string;
}

/** The repository that a folder is in: `.git` of it or of one above it, or where such a file leads. */
export function gitFolderAbove(folder: string): GitFolder | undefined {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const entry = join(place, '.git');
    const stats = lstatSync(entry, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return gitFolderAt(entry);
    if (stats?.isFile()) {
      const [, target] = /^gitdir: (.+?)\s*$/.exec(readFileSync(entry, 'utf8')) ?? [];
      return target === undefined ? undefined : gitFolderAt(resolve(place, target));
    }
    if (dirname(place) === place) return undefined;
  }
}

function gitFolderAt(place: string): GitFolder {
  const shared = join(place, 'commondir');
  const common = existsSync(shared) ? resolve(place, readFileSync(shared, 'utf8').trim()) : place;
  return {
    index: join(place, 'index'),
    attributes: join(common, 'info', 'attributes'),
    config: join(common, 'config'),
  };
}

/** Whether there is anything by the name of `.git` in a folder or above it, broken or not. */
export function isBelowGit(folder: string): boolean {
  for (let place = resolve(folder); ; place = dirname(place)) {
    if (lstatSync(join(place, '.git'), { throwIfNoEntry: false }) !== undefined) return true;
    if (dirname(place) === place) return false;
  }
}

/** The text of the repository's own configuration; empty where there is none. */
export function settingsOf(folder: string): string {
  const config = gitFolderAbove(folder)?.config;
  return config !== undefined && existsSync(config) ? readFileSync(config, 'utf8') : '';
}
