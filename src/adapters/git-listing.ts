/** What `git ls-files` says of a checkout, before any file was looked at. */
export interface GitListing {
  /** Files whose content is the one in the index. */
  readonly unchanged: readonly IndexEntry[];
  /** Tracked files whose content must be looked at, and untracked ones. */
  readonly toHash: readonly string[];
  /** Other repositories inside this one: submodules, and those that git does not track. */
  readonly repositories: readonly string[];
  /** Files that git was told to overlook, and how. */
  readonly overlooked: readonly { readonly path: string; readonly how: string }[];
}

/** Paths are in Latin-1, one character a byte, as git sorts them. */
interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
}

/** Everything in one call: tracked, modified, deleted and untracked files, from anywhere in the repository. */
export function listingArguments(userIgnores: string | undefined): readonly string[] {
  // `.gitignore` is content like any other; `.git/info/exclude` is not, and hides nothing here.
  const ignores = userIgnores === undefined ? [] : [`--exclude-from=${userIgnores}`];
  const wanted = ['-v', '-s', '-c', '-m', '-d', '-o', '--exclude-per-directory=.gitignore'];
  return ['ls-files', '-z', ...wanted, ...ignores, '--', ':/'];
}

const SUBMODULE = '160000';

/** Reads git's answer. Each part is a tag, for tracked files mode, object and stage, and a path. */
export function parseListing(output: Buffer): GitListing {
  const unchanged = new Map<string, IndexEntry>();
  const toHash = new Set<string>();
  const repositories = new Set<string>();
  const overlooked: { path: string; how: string }[] = [];
  const removed = new Set<string>();
  const text = output.toString('latin1');
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\0', at);
    const tag = text[at] ?? '';
    const tab = tag === '?' ? at + 1 : text.indexOf('\t', at);
    const path = text.slice(tab + 1, end);
    const meta = text.slice(at + 2, tab).split(' ');
    at = end + 1;
    const [mode = '', object = '', stage = ''] = meta;
    if (tag === '?') {
      if (path.endsWith('/')) repositories.add(path.slice(0, -1));
      else toHash.add(path);
    } else if (mode === SUBMODULE) repositories.add(path);
    else if (tag === 'R') removed.add(path);
    else if (tag === 'C' || stage !== '0') toHash.add(path);
    else {
      unchanged.set(path, { path, mode, object });
      if (tag === 'S') overlooked.push({ path, how: 'skip-worktree' });
      else if (tag !== 'H') overlooked.push({ path, how: 'assume-unchanged' });
    }
  }
  for (const path of [...toHash, ...removed]) unchanged.delete(path);
  for (const path of removed) toHash.delete(path);
  return {
    unchanged: [...unchanged.values()],
    toHash: [...toHash],
    repositories: [...repositories],
    overlooked,
  };
}
