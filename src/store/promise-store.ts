import type { BrokenFile, Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { RecordState } from '../domain/promise/ledger.ts';
import type { CompletionPromise, NamedPromise } from '../domain/promise/promise.ts';
import type { Change } from '../domain/promise/promise-changes.ts';
import type { AnswerFor } from '../domain/validation/validation.ts';

/**
 * Where promises are kept. Every store holds what the contract test in `test/store` asks of it: an
 * acknowledged change is stored, no concurrent change is lost, and unknown keys are kept.
 */
export interface PromiseStore {
  /**
   * The promises that are open: pending, in progress, or of an unknown status. A promise that cannot
   * be read is listed as broken. Fails where nothing at all can be read.
   */
  listActive(): Promise<Result<PromiseListing>>;
  /**
   * The ids of the promises that were verified or cancelled, by name: nothing of the history is read but
   * its names. They come in the order of the ids, or the last changed first. Fails where they cannot be listed.
   */
  endedIds(order?: 'newest'): Promise<Result<readonly string[]>>;
  /**
   * The promises that have ended: all of them, or those of these ids, in their order. Broken entries and failures as
   * above.
   */
  listHistory(ids?: readonly string[]): Promise<Result<PromiseListing>>;
  /** One promise, open or ended. Fails: invalid id, not found, broken file. */
  find(id: string): Promise<Result<FoundPromise>>;
  /** How the promises of these ids, open or ended, stand to what was recorded of their changes. Never fails. */
  records(ids: readonly string[]): Promise<PromiseRecords>;
  /**
   * Why a promise cannot be verified whatever it says: something else than the suite made it less open, and its
   * session was not told. Undefined where there is nothing of that.
   */
  untold(id: string): Promise<Failure | undefined>;
  /**
   * Stores a new promise under a new id, which `draft` is given. Fails: broken file, busy, file system, not
   * storable; all of them where the change cannot be recorded, too.
   */
  create(draft: (id: string) => Change): Promise<Result<AcknowledgedChange>>;
  /**
   * Changes a promise as `decide` says, and moves a promise that this ends to the history. Fails as
   * `decide` does, or: invalid id, not found, broken file, busy, file system. A change that cannot be
   * recorded is not made, and no promise is verified of which `untold` says something.
   */
  change(id: string, decide: DecideChange): Promise<Result<AcknowledgedChange>>;
}

/**
 * Decides on a change of a promise, and has no effect itself. It gets the promise and its governing
 * answers as they are at the moment of the change. The store asks again where another writer changed the
 * promise first, and once more just before it stores the change.
 */
export type DecideChange = (promise: CompletionPromise, answerFor: AnswerFor) => Result<Change>;

export interface PromiseListing {
  readonly promises: readonly NamedPromise[];
  readonly broken: readonly BrokenFile[];
}

export interface PromiseRecords {
  /** Of each promise; those that are not there or cannot be read are left out. */
  readonly states: ReadonlyMap<string, RecordState>;
  /** Why nothing is known of any; undefined where the record can be read. */
  readonly broken: BrokenFile | undefined;
}

export interface FoundPromise extends NamedPromise {
  readonly ended: boolean;
}

/** A change that is stored. */
export interface AcknowledgedChange {
  readonly id: string;
  /** The promise before the change; undefined where the change created it. */
  readonly before: CompletionPromise | undefined;
  readonly after: CompletionPromise;
  /** What failed after the change, such as moving a promise that has ended to the history. */
  readonly warnings: readonly Failure[];
}
