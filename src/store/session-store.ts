import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';

export interface SessionStore {
  /**
   * Stores the state of a session that starts, and makes it the current one. A session that is known
   * already keeps its progress. Fails: invalid id, broken file, file system.
   */
  initialize(start: NewSession): Promise<Result<InitializedSession>>;
}

export interface NewSession {
  readonly sessionId: string;
  /** The name under which the session's state is kept. */
  readonly folderName: string;
  readonly initiative: string | undefined;
}

interface InitializedSession {
  /** Where the session's state is kept, as a text for people. */
  readonly place: string;
  readonly warnings: readonly Failure[];
}
