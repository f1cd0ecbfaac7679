import { matcherOf } from './glob.ts';

/** One file of a checkout: its path from the project's folder, its git mode, a digest of its content. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
}

/** What a proof depends on: the checkout or what some globs take of it, and files beside it. */
export interface TreeScope {
  /** Null: all of the checkout. */
  readonly inputs: readonly string[] | null;
  /** Paths and globs of files that count whether git sees them or not. */
  readonly files: readonly string[];
}

/**
 * The tree fingerprint of a scope (DESIGN §4), or why there is none. `unreadable`: it could not be
 * taken just now, which is no reason to let anything pass.
 */
export type TreeDigest =
  | { readonly bound: true; readonly digest: string }
  | {
      readonly bound: false;
      readonly why: 'no-repository' | 'overlooked' | 'no-match' | 'unreadable';
      readonly reason: string;
    };

/**
 * A fingerprint, and what a glance at the checkout showed when it was taken. A glance costs a part of
 * a fingerprint: it can say that nothing changed, and never that something did.
 */
export interface KnownTree {
  readonly glance: string;
  readonly digest: string;
}

/** Whatever takes the fingerprint of the project as it is now; `known` may save it the work. */
export type TakeTree = (scope: TreeScope, known?: KnownTree) => TreeDigest;

/** The part of a path by which the suite's own state is known: it is no content of the checkout. */
const STATE_PATH = '.claude/completion-state/';

/** What other projects in the same repository keep there; not whatever else lies in such a folder. */
const STATE_OF_ANOTHER =
  /\/\.claude\/completion-state\/(?:(?:promises|history|validations|sessions|quarantine|spending|stop-gate|\.commits)\/|[^/]+\.jsonl?$)/;

/** Whether a path belongs to the suite's state, of this project or of one inside it. */
export function isStatePath(path: string): boolean {
  return path.startsWith(STATE_PATH) || STATE_OF_ANOTHER.test(path);
}

/** The entries that some globs take. */
export function entriesWithin(
  entries: readonly TreeEntry[],
  inputs: readonly string[] | null,
): readonly TreeEntry[] {
  if (inputs === null) return entries;
  const matches = matcherOf(inputs);
  return entries.filter(({ path }) => matches(path));
}

/** The text that a fingerprint is the digest of. `entries` in the order of their paths. */
export function treeText(entries: readonly TreeEntry[]): string {
  let text = '';
  for (const { mode, object, path } of entries) text += `${mode} ${object}\t${path}\0`;
  return text;
}

/** The paths by which two lists of entries differ, the first of them. */
export function changedPaths(
  before: readonly TreeEntry[],
  after: readonly TreeEntry[],
  most: number,
): readonly string[] {
  const known = new Map(before.map((entry) => [entry.path, entry]));
  const changed: string[] = [];
  for (const { mode, object, path } of after) {
    const was = known.get(path);
    if (was?.mode !== mode || was.object !== object) changed.push(path);
    known.delete(path);
  }
  return [...changed, ...known.keys()].slice(0, most);
}
