import { textsIn } from '../base/document.ts';
import type { Failure } from '../base/failure.ts';
import { failed, type Result, success } from '../base/result.ts';
import { type ActEvent, actFault, type ExpectedAct, type LineAt } from './person-act.ts';
import {
  type Acceptance,
  type CompletionPromise,
  isClosed,
  isOwnedBy,
  type JudgmentRecord,
  ownerOf,
} from './promise.ts';
import { type Change, closedFault } from './promise-changes.ts';
import type { Session } from './session.ts';
import type { TamperingFinding } from './tampering.ts';

/**
 * Findings in the tests of a promise that may stand: a session that does not own it, a person, or a judge said so. What
 * a file says of that counts only with its line in the ledger, as waivers do.
 */

/** Why a finding may stand, and by whose word. `session`: null for a person without one. */
export type AcceptanceWords = Pick<Acceptance, 'by' | 'at' | 'reason'> & {
  readonly session: string | null;
};

/** Whether a promise says of any finding that it was accepted, by a judge or by others. */
export function namesAcceptances(promise: CompletionPromise): boolean {
  return (promise.accepted ?? []).length > 0 || (promise.judgments ?? []).some(sawFindings);
}

function sawFindings(record: JudgmentRecord): boolean {
  return textsIn(record['tampering']).length > 0;
}

/** The line by which a finding of a promise is accepted. */
export function expectedAcceptance(
  promise: string,
  { by, digest, session }: Pick<Acceptance, 'by' | 'digest' | 'session'>,
): ExpectedAct {
  return {
    event: 'tampering.accepted',
    keys: { promise_id: promise, by },
    holds: (said) =>
      textsIn(said['digests']).includes(digest) &&
      (said['session_id'] ?? null) === (session ?? null),
  };
}

/** The line by which a judge passed a promise, having seen these findings. */
function expectedJudgment(promise: string, record: JudgmentRecord): ExpectedAct {
  const { status, verdict } = record;
  return {
    event: 'promise.judged',
    keys: { promise_id: promise, status, verdict },
    holds: (said) => {
      const seen = textsIn(said['tampering']);
      return textsIn(record['tampering']).every((digest) => seen.includes(digest));
    },
  };
}

/** A promise whose acceptances are marked where they do not count. `id`: the name of its file. */
export function withAcceptanceFaults(
  id: string,
  promise: CompletionPromise,
  lineAt: LineAt,
  sha256: (text: string) => string,
): CompletionPromise {
  return withAcceptances(
    promise,
    ({ unconfirmed: _, ...kept }) => {
      const fault = actFault(kept.event, expectedAcceptance(id, kept), lineAt, sha256);
      return fault === undefined ? kept : { ...kept, unconfirmed: fault };
    },
    (record) => {
      const kept = unmarked(record);
      // The judgment that a promise was closed with names no line: the promise ended with it.
      if (isClosed(promise)) return kept;
      const fault = actFault(kept['event'], expectedJudgment(id, kept), lineAt, sha256);
      return fault === undefined ? kept : { ...kept, unconfirmed: fault };
    },
  );
}

/** A promise whose acceptances are as its file holds them. */
export function withoutAcceptanceFaults(promise: CompletionPromise): CompletionPromise {
  return withAcceptances(promise, ({ unconfirmed: _, ...kept }) => kept, unmarked);
}

/** A judgment as its file holds it. */
function unmarked({ unconfirmed: _, ...kept }: JudgmentRecord): JudgmentRecord {
  return kept;
}

function withAcceptances(
  promise: CompletionPromise,
  change: (acceptance: Acceptance) => Acceptance,
  changeJudgment: (record: JudgmentRecord) => JudgmentRecord,
): CompletionPromise {
  if (!namesAcceptances(promise)) return promise;
  const { accepted, judgments } = promise;
  const changed = (one: JudgmentRecord) => (sawFindings(one) ? changeJudgment(one) : one);
  return {
    ...promise,
    ...(accepted ? { accepted: accepted.map(change) } : {}),
    ...(judgments ? { judgments: judgments.map(changed) } : {}),
  };
}

/**
 * The acceptances that count: those that the ledger has, and none of the session that owns the promise now or made it.
 * It may have given the promise up for as long as it took to accept.
 */
export function acceptancesOf(promise: CompletionPromise): readonly Acceptance[] {
  const own = [ownerOf(promise), promise.ownership.created_by ?? null];
  return (promise.accepted ?? []).filter(
    ({ by, session, unconfirmed }) =>
      unconfirmed === undefined && (by === 'person' || !own.includes(session ?? null)),
  );
}

/** The names of the findings that a judge passed the promise with, having seen them. */
function judgedDigests({ judgments }: CompletionPromise): readonly string[] {
  return (judgments ?? [])
    .filter(
      ({ status, unconfirmed, verdict }) =>
        status === 'success' && verdict === 'PASS' && unconfirmed === undefined,
    )
    .flatMap((record) => textsIn(record['tampering']));
}

/** The names of all findings that may stand, by anyone's word. */
export function acceptedDigests(promise: CompletionPromise): ReadonlySet<string> {
  return new Set([
    ...acceptancesOf(promise).map(({ digest }) => digest),
    ...judgedDigests(promise),
  ]);
}

/** The findings that are not accepted yet. */
export function unacceptedOf(
  promise: CompletionPromise,
  findings: readonly TamperingFinding[],
): readonly TamperingFinding[] {
  const accepted = acceptedDigests(promise);
  return findings.filter(({ digest }) => !accepted.has(digest));
}

/** Whether the promise is a session's own work: it owns it, or made it, under any of its ids. */
export function isOwnWork(promise: CompletionPromise, session: Session): boolean {
  const maker = promise.ownership.created_by ?? '';
  return isOwnedBy(promise, session) || session.ids.includes(maker);
}

/**
 * Lets findings stand. `found`: those that there are; one that is none of them is refused, so that nothing is accepted
 * before it was seen. Whether the one who accepts may do so is for the caller to ask.
 */
export function acceptFindings(
  id: string,
  promise: CompletionPromise,
  digests: readonly string[],
  found: readonly TamperingFinding[],
  words: AcceptanceWords,
): Result<Change> {
  const fault =
    closedFault(id, promise, 'have findings accepted') ?? unknownFault(id, promise, digests, found);
  if (fault !== undefined) return failed(fault);
  const { by, reason } = words;
  const wanted = [...new Set(digests)];
  const accepting = (event?: ActEvent): CompletionPromise => ({
    ...promise,
    accepted: [
      ...(promise.accepted ?? []),
      ...wanted.map((digest) => ({ digest, ...words, ...(event === undefined ? {} : { event }) })),
    ],
  });
  return success({
    promise: accepting(),
    event: { event: 'tampering.accepted', digests: wanted, by, reason },
    naming: accepting,
  });
}

function unknownFault(
  id: string,
  promise: CompletionPromise,
  digests: readonly string[],
  found: readonly TamperingFinding[],
): Failure | undefined {
  const open = unacceptedOf(promise, found);
  const known = open.map(({ digest }) => digest);
  const unknown = digests.find((digest) => !known.includes(digest));
  if (unknown === undefined) return undefined;
  const isAccepted = found.some(({ digest }) => digest === unknown);
  return { kind: 'unknown-finding', id, finding: unknown, isAccepted, known };
}
