/** One file of a checkout: its path from the project's folder, its git mode, a digest of its content. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
}

/** The files that a proof depends on: all of the checkout or a part of it, and files beside it. */
export interface TreeScope {
  /** Globs; null means all of the checkout. */
  readonly inputs: readonly string[] | null;
  /** Paths and globs of files that count whether git sees them or not. */
  readonly files: readonly string[];
}

/**
 * The tree fingerprint of a scope: a digest of the content of its files, tracked, changed and untracked
 * alike, whatever HEAD is. Or the reason why there is none. Where the checkout is `unreadable` just now,
 * no gate opens.
 */
export type TreeDigest =
  /** `former`: as earlier versions took it, of what no fingerprint sees as well, where there is any of that. */
  | { readonly bound: true; readonly digest: string; readonly former?: string | undefined }
  | NotBound;

/** `reason`: for a person. */
export interface NotBound {
  readonly bound: false;
  readonly why: 'no-repository' | 'overlooked' | 'no-match' | 'unreadable';
  readonly reason: string;
}

/** A fingerprint of the checkout that was asked about, or of the project folder in its place. */
export type TakenTree = TreeDigest & {
  /** The checkout is gone, and this is the fingerprint of the project folder instead. */
  readonly isInstead?: boolean;
  /** The files of the scope that were changed after a moment, in milliseconds since 1970. */
  readonly changedSince?: (moment: number) => readonly string[];
};

/** Takes the fingerprint of a checkout as it is now: of the project folder, or of another one by its absolute path. */
export type TakeTree = (scope: TreeScope, checkout?: string) => TakenTree;

/** The folder of the suite's own state, which does not count as content of the checkout. */
const STATE_PATH = '.claude/completion-state/';

/** The state of other projects in the same repository. Other files in a folder of that name do count. */
const STATE_OF_ANOTHER =
  /\/\.claude\/completion-state\/(?:(?:promises|history|validations|sessions|quarantine|spending|stop-gate|\.commits)\/|[^/]+\.jsonl?$)/;

/** Whether a path belongs to the suite's state, of this project or of one inside it. */
export function isStatePath(path: string): boolean {
  if (!path.includes(STATE_PATH)) return false;
  return path.startsWith(STATE_PATH) || STATE_OF_ANOTHER.test(path);
}

/** Settings of the project, or of a folder above it: what they weaken is told by check, verify, audit and doctor. */
const SETTINGS = /^(?:\.\.\/)*\.claude\/(?:settings\.local|completion-promise)\.json$/;

/** What editors and systems leave beside files: `.*.sw?`, `*~`, `.#*` and `.DS_Store`. */
const DROPPING = /(?:^|\/)(?:\.[^/]*\.sw[^/]|[^/]*~|\.#[^/]*|\.DS_Store)$/;

/** Whether no fingerprint sees a file. What is tracked is of the project, whatever it is called. */
export function isUnseen(path: string, isTracked: boolean): boolean {
  return SETTINGS.test(path) || (!isTracked && DROPPING.test(path));
}

/** Whether a checkout has a fingerprint that was taken before, by this version or an earlier one. */
export function isTreeOf(now: TreeDigest, digest: string | null): boolean {
  return now.bound && (now.digest === digest || now.former === digest);
}

/** The text whose digest is the fingerprint. `entries` are in the order of their paths. */
export function treeText(entries: readonly TreeEntry[]): string {
  let text = '';
  for (const { mode, object, path } of entries) text += `${mode} ${object}\t${path}\0`;
  return text;
}

/** The paths by which two lists of entries differ. */
export function changedPaths(
  before: readonly TreeEntry[],
  after: readonly TreeEntry[],
): readonly string[] {
  const known = new Map(before.map((entry) => [entry.path, entry]));
  const changed: string[] = [];
  for (const { mode, object, path } of after) {
    const was = known.get(path);
    if (was?.mode !== mode || was.object !== object) changed.push(path);
    known.delete(path);
  }
  return [...changed, ...known.keys()];
}
