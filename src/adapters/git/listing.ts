/** The answer of `git ls-files` for a checkout: names alone, whatever its files hold. */
export interface GitListing {
  /** Tracked files, which need not be there, and those that are there and that no rule ignores. */
  readonly files: readonly ListedFile[];
  /** Those of them that are not tracked. */
  readonly untracked: readonly ListedFile[];
  /** Other repositories inside this one: submodules, and repositories that git does not track. */
  readonly repositories: readonly string[];
}

/** A path in Latin-1, one character a byte. */
export interface ListedFile {
  readonly path: string;
  /** The mode that the index has for it; undefined where it is not tracked. */
  readonly mode: string | undefined;
}

/** Tracked and untracked files in one call, from the top of the checkout. No file is compared with the index. */
export function listingArguments(userIgnores: string | undefined): readonly string[] {
  // `.gitignore` is part of the content; `.git/info/exclude` is not, so it must not hide files.
  const ignores = userIgnores === undefined ? [] : [`--exclude-from=${userIgnores}`];
  const rules = ['--exclude-per-directory=.gitignore', ...ignores];
  return ['ls-files', '-z', '-v', '-s', '-c', '-o', ...rules];
}

const SUBMODULE = '160000';

/**
 * Reads git's answer: for each file a tag and its path, and for tracked ones `<mode> <object> <stage>`
 * between them. Runs at the stops of sessions with proofs, so thousands of lines must take few milliseconds.
 */
export function parseListing(output: Buffer): GitListing {
  const files: ListedFile[] = [];
  const untracked: ListedFile[] = [];
  const repositories = new Set<string>();
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
    else if (path !== last) {
      const file = { path, mode };
      files.push(file);
      if (!isTracked) untracked.push(file);
    }
    last = path;
  }
  return { files, untracked, repositories: [...repositories] };
}
