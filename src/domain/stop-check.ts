import type { BrokenFile } from './failure.ts';
import { standingRejection } from './judgment-record.ts';
import {
  type CompletionPromise,
  criteriaOf,
  isClosed,
  isOpen,
  isOwnedBy,
  type NamedPromise,
  ownerOf,
} from './promise.ts';
import type { Session } from './session.ts';

/** What the check looks at: every active promise, and the files that could not be read as one. */
export interface CheckFacts {
  readonly session: Session;
  readonly promises: readonly NamedPromise[];
  readonly broken: readonly BrokenFile[];
}

/** May this session end? It may where nothing is listed as open and no file is broken. */
export interface CheckDecision {
  readonly mayEnd: boolean;
  readonly session: string;
  /** How many active promises the session owns, open or not. */
  readonly owned: number;
  readonly inProgress: readonly NamedPromise[];
  readonly pending: readonly NamedPromise[];
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
 * in progress with an unmet criterion, and those that a judge rejected. A file that cannot be read blocks everyone, since it might
 * have been this session's.
 */
export function decideCheck({ session, promises, broken }: CheckFacts): CheckDecision {
  const owned = promises.filter(({ promise }) => isOwnedBy(promise, session));
  const inProgress = owned.filter(({ promise }) => isUnfinished(promise));
  const pending = owned.filter(({ promise }) => promise.status === 'pending');
  const rejected = owned.filter(({ promise }) => isRejected(promise));
  const unknown = owned.filter(({ promise }) => hasUnknownStatus(promise));
  return {
    mayEnd: [inProgress, pending, rejected, unknown, broken].every(({ length }) => length === 0),
    session: session.id,
    owned: owned.filter(({ promise }) => !isClosed(promise)).length,
    inProgress,
    pending,
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

/** A command that brings a blocked session forward; in the order in which they help. */
export type NextAction =
  | { readonly act: 'meet'; readonly id: string; readonly criterion: string }
  | { readonly act: 'start'; readonly id: string }
  | { readonly act: 'judge'; readonly id: string }
  | { readonly act: 'inspect'; readonly id: string }
  | { readonly act: 'repair' };

export function nextActions(decision: CheckDecision): readonly NextAction[] {
  return [
    ...(decision.broken.length > 0 ? [{ act: 'repair' } as const] : []),
    ...decision.inProgress.flatMap(({ id, promise }) =>
      criteriaOf(promise)
        .filter(isOpen)
        .slice(0, 1)
        .map((criterion) => ({ act: 'meet', id, criterion: criterion.id }) as const),
    ),
    ...decision.pending.map(({ id }) => ({ act: 'start', id }) as const),
    ...rejectedNextActions(decision),
    ...decision.unknown.map(({ id }) => ({ act: 'inspect', id }) as const),
  ];
}

/** A rejected promise that has nothing else left open: new evidence first, then the judge again. */
function rejectedNextActions({ inProgress, rejected }: CheckDecision): readonly NextAction[] {
  const unfinished = new Set(inProgress.map(({ id }) => id));
  return rejected
    .filter(({ id }) => !unfinished.has(id))
    .flatMap(({ id, promise }) => [
      ...(standingRejection(promise)?.failed ?? [])
        .slice(0, 1)
        .map((criterion) => ({ act: 'meet', id, criterion }) as const),
      { act: 'judge', id } as const,
    ]);
}

function isRejected(promise: CompletionPromise): boolean {
  return !isClosed(promise) && standingRejection(promise) !== undefined;
}

function isUnfinished(promise: CompletionPromise): boolean {
  return promise.status === 'in_progress' && criteriaOf(promise).some(isOpen);
}

function hasUnknownStatus(promise: CompletionPromise): boolean {
  return !isClosed(promise) && promise.status !== 'pending' && promise.status !== 'in_progress';
}
