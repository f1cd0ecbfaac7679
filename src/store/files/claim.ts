import { join } from 'node:path';
import { errorCode } from '../../domain/base/system-error.ts';
import type { Clock, Files, Processes, ProcessIdentity } from '../../ports.ts';
import { isOfQueue } from './queue.ts';

/**
 * Names that one writer at a time holds: folders in the commits' folder, each with one entry that names its
 * author. A writer makes a folder of its own with that entry, the draft, and renames it to the name, which
 * fails while another claim with an entry stands there.
 *
 * A claim whose author has ended, or stands still, is set aside by removing its entry. Author and rival race for
 * that one entry, and exactly one of them gets it.
 */
export interface Claims {
  /**
   * Tries once to claim a name, with a file of that content as the entry, forced to the disk. Undefined where
   * another writer holds it.
   */
  take(name: string, content: string): Claim | undefined;
  /** A unique name for a file that its writer prepares in the commits' folder. */
  draftName(): string;
  /** Removes the drafts and claims of writers that have ended, and the empty folders of claims. */
  sweep(): void;
}

export interface Claim {
  /** Whether it was not set aside so far. */
  stands(): boolean;
  /**
   * Renames the entry over a path, which publishes its content and ends the claim in one step. False where the
   * claim was set aside: then nothing is changed.
   */
  publish(path: string): boolean;
  release(): void;
}

export interface ClaimWorld {
  readonly files: Files;
  readonly clock: Clock;
  readonly processes: Processes;
}

/** How long a claim may stand before it is set aside, in milliseconds. A commit takes a few milliseconds. */
const CLAIM_PATIENCE_MS = 3000;

/** How many drafts and claims one sweep looks at: a sweep must not make a change wait. */
const MOST_SWEPT = 200;

/** A folder that holds an entry before it claims a name; a file that replaces another at once. */
const DRAFT = 'draft-';
const DRAFT_FILE = 'file-';

/** `folder`: where claims are made, which must be there. `uniqueName` gives letters and digits. */
export function createClaims(world: ClaimWorld, folder: string, uniqueName: () => string): Claims {
  const { files, processes } = world;
  const isAbandoned = watchAuthors(world);
  const ownName = () => nameOf(processes.self, uniqueName());
  return {
    take(name, content) {
      const author = ownName();
      const draft = join(folder, DRAFT + author);
      const place = join(folder, name);
      // A writer that waits looks first: it makes no draft at every look.
      if (namesIn(files, place).some((other) => !isAbandoned(other))) return undefined;
      let isTaken = false;
      try {
        files.makeFolder(draft);
        files.writeNew(join(draft, author), content);
        isTaken = moveDraft(files, draft, place, isAbandoned);
      } finally {
        if (!isTaken) discard(files, draft, author);
      }
      return isTaken ? claimAt(files, place, author) : undefined;
    },
    draftName: () => DRAFT_FILE + ownName(),
    sweep: () => sweep(world, folder),
  };
}

type IsAbandoned = (author: string) => boolean;

/** Tells which authors have ended, or have stood still since they were seen first. */
function watchAuthors({ clock, processes }: ClaimWorld): IsAbandoned {
  const firstSeen = new Map<string, number>();
  return (author) => {
    const identity = identityIn(author);
    if (identity === undefined || processes.fate(identity) === 'gone') return true;
    const seen = firstSeen.get(author) ?? clock.elapsed();
    firstSeen.set(author, seen);
    return clock.elapsed() - seen > CLAIM_PATIENCE_MS;
  };
}

/** Renames a draft to the name that it claims. False where another writer holds that. */
function moveDraft(files: Files, draft: string, place: string, isAbandoned: IsAbandoned): boolean {
  for (const isLastTry of [false, true]) {
    try {
      files.rename(draft, place);
      return true;
    } catch (error) {
      if (!MEANS_TAKEN.has(errorCode(error))) throw error;
      const isTaken = 'names' in files.list(place);
      if (isLastTry && !isTaken) throw error;
      if (isTaken && !setAside(files, place, isAbandoned)) return false;
    }
  }
  return false;
}

/** Removes abandoned claims on a name. True where it is free now. */
function setAside(files: Files, place: string, isAbandoned: IsAbandoned): boolean {
  const listing = files.list(place);
  if ('code' in listing) return listing.code === 'ENOENT';
  for (const author of listing.names.filter(isAbandoned)) {
    ignoreMissing(() => files.remove(join(place, author)));
  }
  return removeIfEmpty(files, place);
}

function claimAt(files: Files, place: string, author: string): Claim {
  const entry = join(place, author);
  return {
    stands: () => files.exists(entry),
    publish(path) {
      try {
        files.rename(entry, path);
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return false; // The claim was set aside.
        throw error;
      }
      removeIfEmpty(files, place);
      return true;
    },
    release: () => discard(files, place, author),
  };
}

function sweep({ files, processes }: ClaimWorld, folder: string): void {
  const isGone = (author: string): boolean => {
    const identity = identityIn(author);
    return identity !== undefined && processes.fate(identity) === 'gone';
  };
  for (const name of namesIn(files, folder).slice(0, MOST_SWEPT)) {
    const place = join(folder, name);
    if (name.startsWith(DRAFT_FILE)) {
      if (isGone(name.slice(DRAFT_FILE.length))) ignoreMissing(() => files.remove(place));
      continue;
    }
    const authors = name.startsWith(DRAFT) ? [name.slice(DRAFT.length)] : namesIn(files, place);
    for (const author of authors.filter(isGone)) discard(files, place, author);
    // A writer that was killed after it published left the folder. An empty one claims nothing.
    if (authors.length === 0 && !isOfQueue(name)) removeIfEmpty(files, place);
  }
}

/** The systems' codes for renaming a folder over one that is not empty. */
const MEANS_TAKEN = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES']);

function nameOf({ pid, started, place }: ProcessIdentity, unique: string): string {
  return `${pid}-${started}-${place}-${unique}`;
}

function identityIn(author: string): ProcessIdentity | undefined {
  const [, pid, started, place] = /^(\d+)-(\w+)-(\w+)-\w+$/.exec(author) ?? [];
  return pid === undefined || started === undefined || place === undefined
    ? undefined
    : { pid: Number(pid), started, place };
}

/** The names in a folder; none where it cannot be listed. */
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
