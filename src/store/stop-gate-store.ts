import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { StateEvent } from '../domain/promise/event.ts';
import type { ActEvent } from '../domain/promise/person-act.ts';
import type { Session } from '../domain/promise/session.ts';
import type { CapRecord } from '../domain/session/gate-memory.ts';
import type { SessionEnd, UnconfirmedEnd } from '../domain/session/session-end.ts';
import type { StopGateState } from '../domain/session/stop-gate-state.ts';
import type { Waiting } from '../domain/session/waiting.ts';

/** What the stop gate keeps of each session: directives, attempts to stop, counters. */
export interface StopGateStore {
  /** A session's state; empty where nothing was kept. Fails: broken file. */
  read(session: string): Promise<Result<StopGateState>>;
  /** The same of several sessions at once, in their order: a store over a network is asked once. */
  readEach(sessions: readonly string[]): Promise<readonly Result<StopGateState>[]>;
  /** Changes a session's state as `decide` says. Fails as `decide` does, or: broken file, busy, file system. */
  change<Value>(session: string, decide: DecideState<Value>): Promise<Result<KeptState<Value>>>;
  /**
   * Moves a session's state to the quarantine where `failure` says that it cannot be read, and gives its
   * new place as a text for people. Undefined where the failure is another one, or the state is sound by now.
   */
  setAside(session: string, failure: Failure): Promise<string | undefined>;
  /** When and why a person ended a session, under any of its ids. A state that cannot be read is passed over. */
  endOf(session: Session): Promise<SessionEnd | undefined>;
  /** The end in a session's file, under any of its ids, that does not count: no line of the ledger is of it. */
  unconfirmedEndOf(session: Session): Promise<UnconfirmedEnd | undefined>;
  /**
   * The sessions whose stop gate let them go with something left to do at their last stop, the latest first, without
   * those that have gone on under another id or that a person ended since. A state that cannot be read is passed over:
   * `cs doctor` names it.
   */
  listCapped(): Promise<readonly CappedSession[]>;
  /**
   * The sessions that wait for their users, the longest first; without those that a person ended. A state that cannot
   * be read is passed over.
   */
  listWaiting(): Promise<readonly WaitingSession[]>;
}

/**
 * Decides on a change of a session's state as it is at the moment of the change, and has no effect itself.
 * The store asks again where another writer changed the state first.
 */
export type DecideState<Value> = (state: StopGateState) => Result<{
  readonly state: StopGateState;
  /** What the caller wants to know of the change. */
  readonly value: Value;
  readonly event?: StateEvent;
  /** Of a person's act: the state with the place of that event, which is known just before the change is stored. */
  readonly naming?: (event: ActEvent) => StopGateState;
}>;

/** A change that is stored. */
export interface KeptState<Value> {
  readonly value: Value;
  /** What failed after the change, such as removing what other writers left behind. */
  readonly warnings: readonly Failure[];
}

/** A session that waits for its user. */
export interface WaitingSession extends Waiting {
  readonly session: string;
}

/** A session that its stop gate let go with something left to do. */
export interface CappedSession extends CapRecord {
  /** The name of its file. */
  readonly session: string;
  /** The further project folders in which it had open promises then. */
  readonly folders: readonly string[];
}
