import type { BrokenFile } from './failure.ts';
import { standingRejection } from './judgment-record.ts';
import { type CheckSettings, type OpenItem, openItems } from './open-criteria.ts';
import {
  type CompletionPromise,
  isClosed,
  isOwnedBy,
  type NamedPromise,
  ownerOf,
} from './promise.ts';
import type { Session } from './session.ts';
import type { TakeTree } from './tree.ts';

/** How long a check may take in all, git included, in milliseconds: hooks of it have 30 s by custom. */
export const MOST_CHECK_MS = 25_000;

/** What the check looks at: every active promise, and the files that could not be read as one. */
export interface CheckFacts {
  readonly session: Session;
  readonly promises: readonly NamedPromise[];
  readonly broken: readonly BrokenFile[];
  readonly settings: CheckSettings;
  /** Asked only where a promise of this session holds a proof. */
  readonly takeTree: TakeTree;
}

/** A promise in progress, and the criteria that keep it open. */
export interface OpenPromise extends NamedPromise {
  readonly open: readonly OpenItem[];
}

/** May this session end? It may where nothing is listed as open and no file is broken. */
export interface CheckDecision {
  readonly mayEnd: boolean;
  readonly session: string;
  /** How often in a row a criterion may fail before it is for a person. */
  readonly maxRetries: number;
  /** How many active promises the session owns, open or not. */
  readonly owned: number;
  readonly inProgress: readonly OpenPromise[];
  readonly pending: readonly NamedPromise[];
  /** Owned promises with nothing left open, where the project wants them verified. */
  readonly unverified: readonly NamedPromise[];
  /** Owned promises that a judge rejected, and that neither a PASS nor a person has lifted. */
  readonly rejected: readonly NamedPromise[];
  /** Owned promises whose status this version does not know: they might be open. */
  readonly unknown: readonly NamedPromise[];
  readonly broken: readonly BrokenFile[];
  /** Promises in progress that nobody owns: a warning, never a block. */
  readonly orphaned: readonly NamedPromise[];
}

/**
 * The stop gate's question (CONTRACT, `--check`): pending promises of this session block, and those
 * in progress with an open criterion, and those that a judge rejected, and those that the project
 * wants verified first. A file that cannot be read blocks everyone, since it might have been this
 * session's.
 */
export function decideCheck(facts: CheckFacts): CheckDecision {
  const { broken, promises, session, settings, takeTree } = facts;
  const owned = promises.filter(({ promise }) => isOwnedBy(promise, session));
  const started = owned
    .filter(({ promise }) => promise.status === 'in_progress')
    .map(({ id, promise }) => ({ id, promise, open: openItems(promise, settings, takeTree) }));
  const inProgress = started.filter(({ open }) => open.length > 0);
  const unverified =
    settings.endRequires === 'verified' ? started.filter(({ open }) => open.length === 0) : [];
  const pending = owned.filter(({ promise }) => promise.status === 'pending');
  const rejected = owned.filter(({ promise }) => isRejected(promise));
  const unknown = owned.filter(({ promise }) => hasUnknownStatus(promise));
  const blocking = [inProgress, pending, unverified, rejected, unknown, broken];
  return {
    mayEnd: blocking.every(({ length }) => length === 0),
    session: session.id,
    maxRetries: settings.maxRetries,
    owned: owned.filter(({ promise }) => !isClosed(promise)).length,
    inProgress,
    pending,
    unverified,
    rejected,
    unknown,
    broken,
    orphaned: promises.filter(
      ({ promise }) => promise.status === 'in_progress' && ownerOf(promise) === null,
    ),
  };
}

/** Whether the check has anything to say of a promise: it is this session's, or nobody's. */
export function concernsCheck(promise: CompletionPromise, session: Session): boolean {
  return ownerOf(promise) === null || isOwnedBy(promise, session);
}

function isRejected(promise: CompletionPromise): boolean {
  return !isClosed(promise) && standingRejection(promise) !== undefined;
}

function hasUnknownStatus(promise: CompletionPromise): boolean {
  return !isClosed(promise) && promise.status !== 'pending' && promise.status !== 'in_progress';
}
