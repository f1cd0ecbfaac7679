import { basename, dirname, join } from 'node:path';
import { digestOf } from '../domain/digest.ts';
import { errorCode } from '../domain/system-error.ts';
import type { Clock, Files, Processes, ProcessIdentity } from '../ports.ts';

/**
 * Exclusive commit by revision: the one way in which a promise file is replaced.
 *
 * A revision is the digest of the text that a change was made from. A writer
 *  1. writes and flushes the new text as the only entry of a folder of its own,
 *  2. claims the revision by renaming that folder to the revision's name, which fails while another
 *     claim with an entry stands there,
 *  3. reads the file again: where it is no longer what the change was made from, it withdraws,
 *  4. renames the entry over the file, which publishes the text and ends the claim in one step.
 *
 * A claim whose author is gone, or does not move, is set aside by removing its entry: step 4 then
 * finds nothing to rename. Author and rival race for that one entry and exactly one of them gets
 * it, so a wrong guess about who is alive delays a change and never loses one.
 */
export interface Commits {
  /** Tries once to replace `path`, as last read (`base`, nothing: there was no file), by `content`. */
  replace(
    path: string,
    base: string | undefined,
    content: string,
    current: () => string | undefined,
  ): CommitOutcome;
  /** A name, unlike any other, for a file that its writer prepares in the commits' folder. */
  draftName(): string;
  /** Removes what writers left behind that are gone. */
  sweep(): void;
}

/** `moved`: the file is no longer the base. `claimed`: another writer is at this revision just now. */
export type CommitOutcome = 'committed' | 'moved' | 'claimed';

/** How long a claim may stand still before it is set aside, in milliseconds. One takes a few. */
const CLAIM_PATIENCE_MS = 3000;

/** A folder that holds new text before it claims a revision; a file that replaces another at once. */
const DRAFT = 'draft-';
const DRAFT_FILE = 'file-';

export function createCommits(
  world: { readonly files: Files; readonly clock: Clock; readonly processes: Processes },
  folder: string,
  uniqueName: () => string,
): Commits {
  const { files, clock, processes } = world;
  const firstSeen = new Map<string, number>();

  function isAbandoned(author: string): boolean {
    const identity = identityIn(author);
    if (identity === undefined || processes.fate(identity) === 'gone') return true;
    const seen = firstSeen.get(author) ?? clock.elapsed();
    firstSeen.set(author, seen);
    return clock.elapsed() - seen > CLAIM_PATIENCE_MS;
  }

  /** Frees a revision from claims that nobody will finish; whether it is free now. */
  function setAside(claim: string): boolean {
    const listing = files.list(claim);
    if ('code' in listing) return listing.code === 'ENOENT';
    for (const author of listing.names.filter(isAbandoned)) {
      ignoreMissing(() => files.remove(join(claim, author)));
    }
    return removeIfEmpty(files, claim);
  }

  function takeClaim(draft: string, claim: string): boolean {
    for (const isLastTry of [false, true]) {
      try {
        files.rename(draft, claim);
        return true;
      } catch (error) {
        if (!MEANS_TAKEN.has(errorCode(error))) throw error;
        const isTaken = 'names' in files.list(claim);
        if (isLastTry && !isTaken) throw error;
        if (isTaken && !setAside(claim)) return false;
      }
    }
    return false;
  }

  function publish(claim: string, author: string, path: string): CommitOutcome {
    try {
      files.rename(join(claim, author), path);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return 'moved'; // The claim was set aside.
      throw error;
    }
    removeIfEmpty(files, claim);
    files.flushFolder(dirname(path));
    return 'committed';
  }

  function isGone(author: string): boolean {
    const identity = identityIn(author);
    return identity !== undefined && processes.fate(identity) === 'gone';
  }

  return {
    replace(path, base, content, current) {
      const author = nameOf(processes.self, uniqueName());
      const draft = join(folder, DRAFT + author);
      const claim = join(folder, `${basename(path)}.${revisionOf(base)}`);
      let place = draft;
      let outcome: CommitOutcome | undefined;
      try {
        files.makeFolder(draft);
        files.writeNew(join(draft, author), content);
        if (!takeClaim(draft, claim)) return 'claimed';
        place = claim;
        outcome = current() === base ? publish(claim, author, path) : 'moved';
        return outcome;
      } finally {
        if (outcome !== 'committed') discard(files, place, author);
      }
    },
    draftName: () => DRAFT_FILE + nameOf(processes.self, uniqueName()),
    sweep() {
      for (const name of namesIn(files, folder)) {
        const place = join(folder, name);
        if (name.startsWith(DRAFT_FILE)) {
          if (isGone(name.slice(DRAFT_FILE.length))) ignoreMissing(() => files.remove(place));
          continue;
        }
        const authors = name.startsWith(DRAFT) ? [name.slice(DRAFT.length)] : namesIn(files, place);
        for (const author of authors.filter(isGone)) discard(files, place, author);
      }
    },
  };
}

/** What systems answer to renaming a folder over one that holds something. */
const MEANS_TAKEN = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES']);

/**
 * The revision of a file: a digest of its text. It names the claim and decides nothing: whether the
 * file is still the base is seen by its whole text.
 */
export function revisionOf(text: string | undefined): string {
  return text === undefined ? 'none' : digestOf(text);
}

function nameOf({ pid, started, place }: ProcessIdentity, unique: string): string {
  return `${pid}-${started}-${place}-${unique}`;
}

function identityIn(author: string): ProcessIdentity | undefined {
  const [, pid, started, place] = /^(\d+)-(\w+)-(\w+)-\w+$/.exec(author) ?? [];
  return pid === undefined || started === undefined || place === undefined
    ? undefined
    : { pid: Number(pid), started, place };
}

function namesIn(files: Files, folder: string): readonly string[] {
  const listing = files.list(folder);
  return 'names' in listing ? listing.names : [];
}

function discard(files: Files, place: string, author: string): void {
  ignoreMissing(() => files.remove(join(place, author)));
  removeIfEmpty(files, place);
}

function removeIfEmpty(files: Files, folder: string): boolean {
  try {
    files.removeFolder(folder);
    return true;
  } catch (error) {
    // Not empty: another claim took its place in between. Nothing else keeps an empty folder.
    return errorCode(error) === 'ENOENT';
  }
}

function ignoreMissing(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
