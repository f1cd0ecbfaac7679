import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { FleetReading } from '../domain/session/fleet.ts';

/** The sessions of all machines that share a store. */
export interface Fleet {
  /** Records that a session is at work on this machine, at most once in a while. Gives what failed. */
  seen(session: string): Promise<Failure | undefined>;
  /** Records that a session has ended. Gives what failed. */
  ended(session: string): Promise<Failure | undefined>;
  /** What the sessions of this project do; `isOfAll`: of all projects in the store. */
  read(isOfAll: boolean): Promise<Result<FleetReading>>;
  /**
   * Waits until something may have changed, at the most so many milliseconds. The store tells it where it can be
   * reached; a connection that broke is made again. Never fails.
   */
  change(mostMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
