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

/** The commits of a new promise; undefined where they are not known. */
export interface BeginningCommits {
  /** The one that it is made at. */
  readonly base: string | null | undefined;
  /** The one that its session began at, where that is another one. */
  readonly session: string | null | undefined;
}

/** A promise that keeps its commits. */
export function withCommits(
  promise: CompletionPromise,
  { base, session }: BeginningCommits,
): CompletionPromise {
  return {
    ...promise,
    ...(base === undefined ? {} : { base_commit: base }),
    ...(session === undefined ? {} : { session_commit: session }),
  };
}

/** The commit without the work: that at which its session began, else the promise. Empty where there was none yet. */
export function commitWithoutWork(promise: CompletionPromise): string | undefined {
  const { session_commit: session } = promise;
  const commit = isCommit(session) ? session : beginningOf(promise).commit;
  return commit === null ? '' : commit;
}
