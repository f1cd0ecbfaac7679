import type { BrokenFile } from './failure.ts';
import {
  type CompletionPromise,
  criteriaOf,
  isClosed,
  isMet,
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
  /** Owned promises whose status this version does not know: they might be open. */
  readonly unknown: readonly NamedPromise[];
  readonly broken: readonly BrokenFile[];
  /** Promises in progress that nobody owns: a warning, never a block. */
  readonly orphaned: readonly NamedPromise[];
}

/**
 * The stop gate's question (CONTRACT, `--check`): pending promises of this session block, and those
 * in progress with an unmet criterion. A file that cannot be read blocks everyone, since it might
 * have been this session's.
 */
export function decideCheck({ session, promises, broken }: CheckFacts): CheckDecision {
  const owned = promises.filter(({ promise }) => isOwnedBy(promise, session));
  const inProgress = owned.filter(({ promise }) => isUnfinished(promise));
  const pending = owned.filter(({ promise }) => promise.status === 'pending');
  const unknown = owned.filter(({ promise }) => hasUnknownStatus(promise));
  return {
    mayEnd: inProgress.length + pending.length + unknown.length + broken.length === 0,
    session: session.id,
    owned: owned.filter(({ promise }) => !isClosed(promise)).length,
    inProgress,
    pending,
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
  | { readonly act: 'inspect'; readonly id: string }
  | { readonly act: 'repair' };

export function nextActions(decision: CheckDecision): readonly NextAction[] {
  return [
    ...(decision.broken.length > 0 ? [{ act: 'repair' } as const] : []),
    ...decision.inProgress.flatMap(({ id, promise }) =>
      criteriaOf(promise)
        .filter((criterion) => !isMet(criterion))
        .slice(0, 1)
        .map((criterion) => ({ act: 'meet', id, criterion: criterion.id }) as const),
    ),
    ...decision.pending.map(({ id }) => ({ act: 'start', id }) as const),
    ...decision.unknown.map(({ id }) => ({ act: 'inspect', id }) as const),
  ];
}

function isUnfinished(promise: CompletionPromise): boolean {
  return promise.status === 'in_progress' && !criteriaOf(promise).every(isMet);
}

function hasUnknownStatus(promise: CompletionPromise): boolean {
  return !isClosed(promise) && promise.status !== 'pending' && promise.status !== 'in_progress';
}
