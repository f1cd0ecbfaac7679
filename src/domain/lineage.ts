import type { Failure } from './failure.ts';
import { type CompletionPromise, isClosed, ownerOf } from './promise.ts';
import type { Actor, Change } from './promise-changes.ts';
import { failed, type Result, success } from './result.ts';
import { endIn, withEnd } from './session-end.ts';
import { hostIn, isSameHost, type SessionHost } from './session-host.ts';
import { entriesOf, type StopGateState } from './stop-gate-state.ts';

/** Whether a session that starts goes on with an earlier one, whose promises are its own then. */

/** What is known of a session that starts. */
export interface SessionStart {
  /** As the host says: `startup`, `resume`, `clear`, `compact`, `fork`. */
  readonly source: string | undefined;
  readonly host: SessionHost | undefined;
  /** What its transcript begins with; nothing where that cannot be told. */
  readonly firstMessage: string | undefined;
  /** Nothing was kept of a session of this id before. */
  readonly isNew: boolean;
}

/** What is known of an earlier one. */
export interface EarlierSession {
  readonly state: StopGateState;
  /** What became of the host that its state records. */
  readonly fate: 'running' | 'gone' | 'unknown' | undefined;
  /** What the transcript beside that of the new one begins with. */
  readonly firstMessage: string | undefined;
}

/** Starts with which an id can change although the work goes on. */
export function canContinue(source: string | undefined): boolean {
  return source === 'clear' || source === 'compact' || source === 'resume';
}

/**
 * Whether the one that starts is the earlier one under another id. A clear stays in its process; a resume
 * has the messages of what it resumes, and nobody else may be running that. A fork and a start are new.
 */
export function isContinuation(start: SessionStart, earlier: EarlierSession): boolean {
  const isInSameProcess = isSameHost(start.host, hostIn(earlier.state));
  if (start.source === 'clear' || start.source === 'compact') return isInSameProcess;
  if (start.source !== 'resume' || !start.isNew) return false;
  const isElsewhere =
    !isInSameProcess && (earlier.fate === 'running' || earlier.fate === 'unknown');
  const { firstMessage } = start;
  return !isElsewhere && firstMessage !== undefined && firstMessage === earlier.firstMessage;
}

/** Hands a promise on to the session that its owner goes on as; refused where it is another's by now. */
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
    return failed({ kind: 'wrong-status', id, status, attempted: 'be handed on' });
  }
  const ownership = { ...promise.ownership, owned_by: session.id, owned_since: at };
  return success({
    promise: { ...promise, ownership },
    event: { event: 'promise.adopted', from },
  });
}

/** Whether a promise could not be handed on because somebody else was first: nothing to speak of. */
export function isTakenMeanwhile({ kind }: Failure): boolean {
  return kind === 'not-owner' || kind === 'wrong-status' || kind === 'promise-not-found';
}

/**
 * The state of the session that goes on, with what binds on. An end that a person gave is about the
 * promises, so it stays with them. Directives stay with the conversation, which a clear ends.
 */
export function inheritedState(
  state: StopGateState,
  from: { readonly id: string; readonly state: StopGateState },
  source: string | undefined,
): StopGateState {
  const { inherited_from } = state;
  if (inherited_from === from.id) return state;
  const ended = endIn(state) === undefined ? endIn(from.state) : undefined;
  const own = entriesOf(state, 'directives');
  const theirs = entriesOf(from.state, 'directives');
  const directives = source === 'clear' || own.length > 0 ? own : theirs;
  return {
    ...(ended === undefined ? state : withEnd(state, ended)),
    ...(directives.length === 0 ? {} : { directives }),
    inherited_from: from.id,
  };
}
