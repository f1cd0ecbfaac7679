import type { Failure } from '../domain/failure.ts';
import type { CompletionPromise, NamedPromise } from '../domain/promise.ts';
import type { Change } from '../domain/promise-changes.ts';
import type { Result } from '../domain/result.ts';
import type { PromiseListing } from './reading.ts';

/**
 * Where promises are kept. What every store must hold is written once, as contract tests: what is
 * acknowledged is there, concurrent changes are all there, keys that nobody knows survive.
 */
export interface PromiseStore {
  /**
   * The promises that are open: pending, in progress, or of a status that is not known. What cannot
   * be read is listed as broken; fails where nothing at all can be read.
   */
  listActive(): Promise<Result<PromiseListing>>;
  /** The promises that have ended: verified or cancelled. Broken files and failures as above. */
  listHistory(): Promise<Result<PromiseListing>>;
  /** One promise, open or ended. Fails: not found, broken file. */
  find(id: string): Promise<Result<FoundPromise>>;
  /** Files a new promise under a new id that `draft` is given. */
  create(draft: (id: string) => Change): Promise<Result<AcknowledgedChange>>;
  /**
   * Changes a promise. `decide` changes nothing itself: it sees the promise as it is at the moment of
   * the change and may be asked again where another writer was first. A promise that it ends moves to the
   * history. Fails as `decide` does, or: not found, broken file, busy, file system.
   */
  change(
    id: string,
    decide: (promise: CompletionPromise) => Result<Change>,
  ): Promise<Result<AcknowledgedChange>>;
}

export interface FoundPromise extends NamedPromise {
  readonly ended: boolean;
}

/** A change that is on the disk. */
export interface AcknowledgedChange {
  readonly id: string;
  /** The promise as it was; nothing where it was created. */
  readonly before: CompletionPromise | undefined;
  readonly after: CompletionPromise;
  /** What could not be done beside it, such as writing the event log. */
  readonly warnings: readonly Failure[];
}
