import { isObject, textsIn } from '../base/document.ts';
import {
  ACT_FAULTS,
  type ActEvent,
  type ActFault,
  type ActLedger,
  actFault,
  type LineAt,
  readActEvent,
  type Said,
} from '../promise/person-act.ts';
import { type CheckDecision, heldPromises } from '../standing/stop-check.ts';
import type { StopGateState } from './stop-gate-state.ts';

/** The end that a person gave a session: its stop gate no longer asks for what was open then. */
export interface SessionEnd {
  readonly by: 'person';
  readonly at: string;
  readonly reason: string;
  /** The promises that were open, and the files that could not be read. The end covers nothing else. */
  readonly promises: readonly string[];
  readonly unreadable: readonly string[];
  /** The session that was ended, where this one goes on in its place. */
  readonly session?: string;
  /** Its line in the ledger. */
  readonly event?: ActEvent;
  /** Where it is that of another session: the line that says that this one goes on in its place. */
  readonly inherited?: ActEvent;
}

/** The end that a session's file records; nothing where it has none, or none that counts or can be read. */
export function endIn(state: StopGateState): SessionEnd | undefined {
  const { ended } = state;
  return isObject(ended) && ended['unconfirmed'] === undefined ? readEnd(ended) : undefined;
}

function readEnd(ended: { readonly [key: string]: unknown }): SessionEnd | undefined {
  const { at, by, promises, reason, session, unreadable } = ended;
  if (by !== 'person' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
  const event = readActEvent(ended['event']);
  const inherited = readActEvent(ended['inherited']);
  return {
    by,
    at,
    reason: typeof reason === 'string' ? reason : '',
    promises: textsIn(promises),
    unreadable: textsIn(unreadable),
    ...(typeof session === 'string' ? { session } : {}),
    ...(event === undefined ? {} : { event }),
    ...(inherited === undefined ? {} : { inherited }),
  };
}

/** An end in the file of a session that does not count, and why. */
export interface UnconfirmedEnd extends SessionEnd {
  readonly fault: ActFault;
}

/** The end that stands in a session's file and does not count; undefined where there is none. */
export function unconfirmedEndIn({ ended }: StopGateState): UnconfirmedEnd | undefined {
  if (!isObject(ended) || ended['unconfirmed'] === undefined) return undefined;
  const end = readEnd(ended);
  const fault = ACT_FAULTS.find((one) => one === ended['unconfirmed']);
  return end === undefined || fault === undefined ? undefined : { ...end, fault };
}

/**
 * A session's state by which can be decided: an end that does not count is marked. `session`: its id, as `isSame`
 * compares ids. The mark is never stored, see `withoutEndFault`.
 */
export function withEndFault(
  state: StopGateState,
  session: string,
  isSame: (one: string, other: string) => boolean,
  ledger: ActLedger,
  sha256: (text: string) => string,
): StopGateState {
  const { ended } = state;
  if (!isObject(ended)) return state;
  const filed = withoutMark(ended);
  const end = readEnd(filed);
  if (end === undefined) return { ...state, ended: filed };
  const keys = { covers: coverDigest(end, sha256) };
  const isOf =
    (...sessions: readonly string[]) =>
    ({ session: told }: Said) =>
      typeof told === 'string' && sessions.some((one) => isSame(told, one));
  const of = end.session ?? session;
  const expected = { event: 'session.ended', keys, holds: isOf(of) };
  const fault =
    actFault(end.event, expected, ledger.lineAt, sha256) ??
    (isSame(of, session) ? undefined : inheritedFault(end, isOf(session), ledger.lineAt, sha256)) ??
    backFault(end.event, ledger, isOf(of, session));
  return { ...state, ended: fault === undefined ? filed : { ...filed, unconfirmed: fault } };
}

/** Whether nothing says that a session has the end of another one. */
function inheritedFault(
  { event, inherited }: SessionEnd,
  isOfSession: (said: Said) => boolean,
  lineAt: LineAt,
  sha256: (text: string) => string,
): ActFault | undefined {
  const expected = {
    event: 'session.continued',
    keys: { end: event?.digest ?? '' },
    holds: isOfSession,
  };
  const fault = actFault(inherited, expected, lineAt, sha256);
  return fault === undefined ? undefined : 'not-inherited';
}

/** Whether an end was taken back since: its file may have been put back. */
function backFault(
  event: ActEvent | undefined,
  { saidSince }: ActLedger,
  isOfSession: (said: Said) => boolean,
): ActFault | undefined {
  const said = event && saidSince(event.offset, REOPENED);
  if (said === undefined) return 'too-far';
  const isBack = said.some((one) => one['event'] === REOPENED && isOfSession(one));
  return isBack ? 'taken-back' : undefined;
}

/** The event by which a person takes an end back. */
const REOPENED = 'session.reopened';

/** A session's state as its file holds it. */
export function withoutEndFault(state: StopGateState): StopGateState {
  const { ended } = state;
  return isObject(ended) ? { ...state, ended: withoutMark(ended) } : state;
}

function withoutMark(ended: { readonly [key: string]: unknown }): {
  readonly [key: string]: unknown;
} {
  return Object.fromEntries(Object.entries(ended).filter(([key]) => key !== 'unconfirmed'));
}

/** The digest of what an end covers, which its line has: no promise can be put under an end that was given before. */
export function coverDigest(
  { promises, unreadable }: Pick<SessionEnd, 'promises' | 'unreadable'>,
  sha256: (text: string) => string,
): string {
  return sha256(JSON.stringify([promises, unreadable]));
}

export function withEnd(state: StopGateState, ended: SessionEnd): StopGateState {
  return { ...state, ended };
}

/**
 * Whether a person's end covers everything that blocks. It covers what was open when it was given: a promise
 * that is made or taken over later is a new one, and a file that breaks later may hold one.
 */
export function isCovered(decision: CheckDecision, ended: SessionEnd): boolean {
  const { broken } = decision;
  return (
    heldPromises(decision).every((id) => ended.promises.includes(id)) &&
    broken.every(({ path }) => ended.unreadable.includes(path))
  );
}

/** The state of a session whose end was taken back. */
export function withoutEnd(state: StopGateState): StopGateState {
  return Object.fromEntries(Object.entries(state).filter(([key]) => key !== 'ended'));
}
