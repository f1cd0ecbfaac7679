import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';

/** What the project may still spend today, shared by all of its processes. */
export interface Spending {
  /**
   * Reserves US dollars for calls that are about to be made at once: for all of them or for none. Fails
   * where the limit of the day does not allow them, or where what is reserved cannot be read or written. `now`:
   * when the calls begin, in milliseconds since the epoch, which decides on the day that pays. `until`: when they are
   * over at the latest: until then others may wait for what they do not use.
   */
  reserve(
    amounts: readonly number[],
    limitUsd: number,
    now: number,
    until: number,
  ): Promise<Result<readonly Reservation[]>>;
}

export interface Reservation {
  /** Gives the reservation back, once the call's cost is in the cost log. */
  settle(): Promise<Failure | undefined>;
}
