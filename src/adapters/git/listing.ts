/** The answer of `git ls-files` for a checkout, before any file is read. */
export interface GitListing {
  /** Files whose content is the one in the index. */
  readonly unchanged: readonly IndexEntry[];
  /** Tracked files whose content must be looked at, with their modes, and untracked ones. */
  readonly toHash: readonly { readonly path: string; readonly mode: string | undefined }[];
  /** Other repositories inside this one: submodules, and repositories that git does not track. */
  readonly repositories: readonly string[];
  /** Files that git was told to overlook, and how. */
  readonly overlooked: readonly { readonly path: string; readonly how: string }[];
  /** Any object id of the index, which shows the format of ids here; empty where the index has none. */
  readonly like: string;
}

/** Paths are in Latin-1, one character a byte, as git sorts them. */
interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
}

/** Everything in one call: tracked, modified, deleted and untracked files, from anywhere in the repository. */
export function listingArguments(userIgnores: string | undefined): readonly string[] {
  return listArguments(['-v', '-s', '-c', '-m', '-d', '-o'], userIgnores);
}

/** Only the files that differ from the index, and those that are not in it. */
export function glanceArguments(userIgnores: string | undefined): readonly string[] {
  return listArguments(['-m', '-d', '-o'], userIgnores);
}

function listArguments(
  wanted: readonly string[],
  userIgnores: string | undefined,
): readonly string[] {
  // `.gitignore` is part of the content; `.git/info/exclude` is not, so it must not hide files.
  const ignores = userIgnores === undefined ? [] : [`--exclude-from=${userIgnores}`];
  const rules = ['--exclude-per-directory=.gitignore', ...ignores];
  return ['ls-files', '-z', ...wanted, ...rules, '--', ':/'];
}

const SUBMODULE = '160000';

/**
 * Reads git's answer: for each file a tag and its path, and for tracked ones `<mode> <object> <stage>`
 * between them. Runs at the stops of sessions with proofs, so thousands of lines must take few milliseconds.
 */
export function parseListing(output: Buffer): GitListing {
  const tracked: IndexEntry[] = [];
  const toHash = new Map<string, string | undefined>();
  const repositories = new Set<string>();
  const overlooked: { path: string; how: string }[] = [];
  const removed = new Set<string>();
  let like = '';
  const text = output.toString('latin1');
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = text.indexOf('\0', at);
    const tag = text[at] ?? '';
    if (tag === '?') {
      const path = text.slice(at + 2, end);
      if (path.endsWith('/')) repositories.add(path.slice(0, -1));
      else toHash.set(path, undefined);
      continue;
    }
    const tab = text.indexOf('\t', at);
    const path = text.slice(tab + 1, end);
    const mode = text.slice(at + 2, at + 8);
    like ||= text.slice(at + 9, tab - 2);
    if (mode === SUBMODULE) repositories.add(path);
    else if (tag === 'R') removed.add(path);
    else if (tag === 'C' || text[tab - 1] !== '0') toHash.set(path, mode);
    else {
      tracked.push({ path, mode, object: text.slice(at + 9, tab - 2) });
      if (tag === 'S') overlooked.push({ path, how: 'skip-worktree' });
      else if (tag !== 'H') overlooked.push({ path, how: 'assume-unchanged' });
    }
  }
  const isChanged = (path: string): boolean => toHash.has(path) || removed.has(path);
  return {
    unchanged: tracked.filter(({ path }) => !isChanged(path)),
    toHash: [...toHash]
      .filter(([path]) => !removed.has(path))
      .map(([path, mode]) => ({ path, mode })),
    repositories: [...repositories],
    overlooked,
    like,
  };
}
