import { existsSync } from 'node:fs';
import { userIgnoreFile } from '../environment.ts';

/** The answer of `git ls-files` for a checkout: names alone, whatever its files hold. */
export interface GitListing {
  /** Tracked files, which need not be there, and those that are there and that no rule ignores; in the order of bytes. */
  readonly files: readonly ListedFile[];
  /** Tracked files that git was told to leave out of the checkout. */
  readonly skipped: ReadonlySet<string>;
  /** Other repositories inside this one: submodules, and repositories that git does not track. */
  readonly repositories: readonly string[];
}

/** A path in Latin-1, one character a byte. */
export interface ListedFile {
  readonly path: string;
  /** The mode that the index has for it; undefined where it is not tracked. */
  readonly mode: string | undefined;
}

/**
 * The rules by which untracked files are left out. `.gitignore` is part of the content; `.git/info/exclude` is not, so it
 * must not hide files.
 */
export function ignoreRules(): readonly string[] {
  const ofUser = userIgnoreFile();
  const rules = ['--exclude-per-directory=.gitignore'];
  return existsSync(ofUser) ? [...rules, `--exclude-from=${ofUser}`] : rules;
}

/** Tracked and untracked files in one call, from the top of the checkout. No file is compared with the index. */
export function listingArguments(): readonly string[] {
  return ['ls-files', '-z', '-v', '-s', '-c', '-o', ...ignoreRules()];
}

/** The files of an index that are gone or not as they were, and where `isNew` those that it does not have. */
export function changesArguments(isNew: boolean): readonly string[] {
  return ['ls-files', '-z', '-t', '-d', '-m', ...(isNew ? ['-o', ...ignoreRules()] : [])];
}

/** Reads what git says to that. */
export function parseChanges(output: Buffer): {
  readonly changed: Set<string>;
  readonly others: readonly string[];
} {
  const entries = output.toString('latin1').split('\0').slice(0, -1);
  const isOther = (entry: string): boolean => entry.startsWith('? ');
  const pathOf = (entry: string): string => entry.slice(2);
  return {
    changed: new Set(entries.filter((entry) => !isOther(entry)).map(pathOf)),
    others: entries.filter(isOther).map(pathOf),
  };
}

export function byPath(a: Pick<ListedFile, 'path'>, b: Pick<ListedFile, 'path'>): number {
  return a.path < b.path ? -1 : 1;
}

const SUBMODULE = '160000';

/**
 * Reads git's answer: for each file a tag and its path, and for tracked ones `<mode> <object> <stage>`
 * between them. Runs at the stops of sessions with proofs, so thousands of lines must take few milliseconds.
 */
export function parseListing(output: Buffer): GitListing {
  const files: ListedFile[] = [];
  const repositories = new Set<string>();
  const skipped = new Set<string>();
  const text = output.toString('latin1');
  let last = '';
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = text.indexOf('\0', at);
    const isTracked = text[at] !== '?';
    const path = text.slice(isTracked ? text.indexOf('\t', at) + 1 : at + 2, end);
    const mode = isTracked ? text.slice(at + 2, at + 8) : undefined;
    if (mode === SUBMODULE) repositories.add(path);
    else if (path.endsWith('/')) repositories.add(path.slice(0, -1));
    // A file in conflict has a line for each of its versions, one after the other.
    else if (path !== last) files.push({ path, mode });
    if (text[at] === 'S' || text[at] === 's') skipped.add(path);
    last = path;
  }
  return { files: files.sort(byPath), repositories: [...repositories], skipped };
}
