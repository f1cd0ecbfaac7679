import type { Failure } from '../base/failure.ts';
import { failed, type Result, success } from '../base/result.ts';
import type { StateEvent } from '../promise/event.ts';
import type { ActEvent } from '../promise/person-act.ts';
import { type CompletionPromise, isClosed, ownerOf } from '../promise/promise.ts';
import type { Actor, Change } from '../promise/promise-changes.ts';
import { endIn, withEnd } from './session-end.ts';
import { hostIn, isSameHost, type SessionHost } from './session-host.ts';
import { entriesOf, type StopGateState } from './stop-gate-state.ts';

/** Decides whether a session that starts goes on with an earlier one, and so owns the promises of that one. */

/** What is known of a session that starts. */
export interface StartingSession {
  /** As the host says: `startup`, `resume`, `clear`, `compact`, `fork`. */
  readonly source: string | undefined;
  readonly host: SessionHost | undefined;
  /** The id of the first message of its transcript; nothing where that cannot be told. */
  readonly firstMessage: string | undefined;
  /** Nothing was kept of a session of this id before. */
  readonly isNew: boolean;
}

/** What is known of an earlier session. */
export interface EarlierSession {
  readonly state: StopGateState;
  /** What became of the host that its state records. */
  readonly fate: 'running' | 'gone' | 'unknown' | undefined;
  /** The id of the first message of its transcript, which lies beside that of the new session. */
  readonly firstMessage: string | undefined;
}

/** Whether a session can go on with an earlier one under a new id, by how it starts. */
export function canContinue(source: string | undefined): boolean {
  return source === 'clear' || source === 'compact' || source === 'resume';
}

/**
 * Whether the session that starts is the earlier one under another id. After a clear, it runs in the same
 * process. A resumed session has the messages of the earlier one, which no other process may be running.
 * Forks and plain starts are new sessions.
 */
export function isContinuation(start: StartingSession, earlier: EarlierSession): boolean {
  const isInSameProcess = isSameHost(start.host, hostIn(earlier.state));
  if (start.source === 'clear' || start.source === 'compact') return isInSameProcess;
  if (start.source !== 'resume' || !start.isNew) return false;
  const isElsewhere =
    !isInSameProcess && (earlier.fate === 'running' || earlier.fate === 'unknown');
  const { firstMessage } = start;
  return !isElsewhere && firstMessage !== undefined && firstMessage === earlier.firstMessage;
}

/** Makes a session the owner of a promise of the session before it. Fails where that one no longer owns it. */
export function inheritPromise(
  id: string,
  promise: CompletionPromise,
  from: string,
  { session, at }: Actor,
): Result<Change> {
  const owner = ownerOf(promise);
  if (owner !== from) return failed({ kind: 'not-owner', id, owner });
  if (isClosed(promise)) {
    const { status } = promise;
    return failed({ kind: 'wrong-status', id, status, attempted: 'be transferred' });
  }
  const ownership = { ...promise.ownership, owned_by: session.id, owned_since: at };
  return success({
    promise: { ...promise, ownership },
    event: { event: 'promise.adopted', from },
  });
}

/** Whether a promise could not be handed on because another process changed it first, which is no fault. */
export function isTakenMeanwhile({ kind }: Failure): boolean {
  return kind === 'not-owner' || kind === 'wrong-status' || kind === 'promise-not-found';
}

/** What becomes of the state of the session that goes on. */
export interface Continuation {
  readonly state: StopGateState;
  /** Where it has the end of the session before: the event, and the state with the place of that. */
  readonly event?: StateEvent;
  readonly naming?: (event: ActEvent) => StopGateState;
}

/**
 * The state of the session that goes on, with what still binds it. An end that a person gave goes with the
 * promises that it covers. Directives go with the conversation, which a clear ends.
 */
export function inheritedState(
  state: StopGateState,
  from: { readonly id: string; readonly state: StopGateState },
  session: string,
  source: string | undefined,
): Continuation {
  const { inherited_from } = state;
  if (inherited_from === from.id) return { state };
  const own = entriesOf(state, 'directives');
  const theirs = entriesOf(from.state, 'directives');
  const directives = source === 'clear' || own.length > 0 ? own : theirs;
  const next = {
    ...state,
    ...(directives.length === 0 ? {} : { directives }),
    inherited_from: from.id,
  };
  const end = endIn(state) === undefined ? endIn(from.state) : undefined;
  if (end?.event === undefined) return { state: next };
  const ended = { session: from.id, ...end };
  return {
    state: withEnd(next, ended),
    event: { event: 'session.continued', session, from: from.id, end: end.event.digest },
    naming: (inherited) => withEnd(next, { ...ended, inherited }),
  };
}
