import type { CompletionPromise } from './promise.ts';

/** When work began, and the commit that was checked out then. */
export interface Beginning {
  /** A timestamp; empty where it is not known. */
  readonly at: string;
  /** Null where the repository had no commit yet; undefined where none was recorded. */
  readonly commit: string | null | undefined;
}

/** Whether a value of outside names a commit, or says that there was none. */
export function isCommit(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && /^[0-9a-f]{7,64}$/.test(value));
}

/** When the work of a promise began: it was made then, at that commit. */
export function beginningOf(promise: CompletionPromise): Beginning {
  const commit = promise['base_commit'];
  return {
    at: promise.ownership.created_at ?? '',
    commit: isCommit(commit) ? commit : undefined,
  };
}

/** A promise that keeps the commit that it was made at; unchanged where that is not known. */
export function withBaseCommit(
  promise: CompletionPromise,
  commit: string | null | undefined,
): CompletionPromise {
  return commit === undefined ? promise : { ...promise, base_commit: commit };
}
