import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { Session } from '../domain/promise/session.ts';
import type { KnownPlace } from '../domain/session/last-known.ts';
import type { PromiseWhereabouts } from '../domain/session/lost-promise.ts';
import type { SessionEnd, UnconfirmedEnd } from '../domain/session/session-end.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import type { PromiseListing } from './promise-store.ts';

/** The bytes of a promise's file, and what the ledger says of them. */
export interface FileRecord {
  /** The SHA-256 of the bytes, in hexadecimal; undefined where there is no file that can be read. */
  readonly digest: string | undefined;
  /** The suite left the file so, or took it away, by the last change that the ledger has of it. */
  readonly isRecorded: boolean;
}

/**
 * What the fast lanes read of the state at every stop. Synchronous, writes nothing, and loads neither the
 * lock library nor the rest of the store: a stop that concerns no promise must cost next to nothing.
 */
export interface StateView {
  /** What names the state, where several folders have one and the same. */
  readonly sharedAs?: string;
  /** Whether the project has a state folder, a broken one included. */
  isThere(): boolean;
  /**
   * The promises filed as open that `isWanted` takes. Those that cannot be read are listed as broken. `owners`: whose
   * promises `isWanted` may take, beside those of nobody, so that a store need not read the others.
   */
  listActive(
    isWanted: (promise: CompletionPromise) => boolean,
    owners?: readonly string[],
  ): PromiseListing;
  /** Where a promise is by now. The id may be any text. */
  whereaboutsOf(id: string): PromiseWhereabouts;
  /**
   * The bytes of a promise's file, and whether the ledger explains them. Without a file: whether it says that the suite
   * took the file away. The id may be any text. `made`: what the register has as made, by digest.
   */
  recordOf(id: string, made: string): FileRecord;
  /** What the stop gate keeps of a session; empty where nothing was kept. Fails: broken file. */
  stopGateState(session: string): Result<StopGateState>;
  /** When and why a person ended a session, under any of its ids. A state that cannot be read is passed over. */
  endOf(session: Session): SessionEnd | undefined;
  /** The end in a session's file, under any of its ids, that does not count: no line of the ledger is of it. */
  unconfirmedEndOf(session: Session): UnconfirmedEnd | undefined;
  /** Of a store that machines share; undefined where the state lies in the project. */
  readonly shared?: SharedState | undefined;
}

/** A session's part of a store that machines share. */
export interface SharedState {
  readonly place: KnownPlace;
  /** Where the store could not be reached: the view shows what it said last, as far as this machine knows. */
  readonly unreached?: Unreached | undefined;
}

/** Why a store said nothing, and since when. */
export interface Unreached {
  readonly failure: Failure;
  /** When it last answered for this session, by the clock of this machine; undefined where nothing is known of it. */
  readonly at: string | undefined;
}
