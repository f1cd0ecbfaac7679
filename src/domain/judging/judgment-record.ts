import { isObject, textOf, textsIn } from '../base/document.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  isWaived,
  type JudgmentRecord,
} from '../promise/promise.ts';
import type { Change } from '../promise/promise-changes.ts';
import { type Feedback, failedCriteria, type JudgeResult } from './judgment.ts';

/** Where and when a judge was asked, and about what. */
export interface JudgmentContext {
  readonly timestamp: string;
  readonly session_id: string;
  readonly backend: string;
  /** The address that was asked; null where nothing left the machine. */
  readonly endpoint: string | null;
  /** The model that did the work, where that is known. */
  readonly session_model: string | null;
  /** The digest of what was judged. */
  readonly digest: string;
  /** The names of the findings in the tests that were shown; missing where there were none. */
  readonly tampering?: readonly string[];
}

/** Appends one run of the judge to a promise. */
export function recordJudgment(
  promise: CompletionPromise,
  result: JudgeResult,
  context: JudgmentContext,
): Change {
  const failed = rejectedCriteria(result);
  const record: JudgmentRecord = {
    ...context,
    model: result.model,
    request_id: result.request_id,
    status: result.status,
    verdict: result.verdict,
    reasoning: result.reasoning,
    criteria: result.criteria_judgments.map(({ ac_id, judgment, reasoning }) => ({
      ac_id,
      judgment,
      reasoning,
    })),
    failed,
    feedback: result.feedback,
    ...votesOf(result),
  };
  const { status, tally, verdict } = result;
  const divergent = tally === undefined ? {} : { divergent: tally.divergent };
  const seen = context.tampering === undefined ? {} : { tampering: context.tampering };
  const earlier = promise.judgments ?? [];
  return {
    promise: { ...promise, judgments: [...earlier, record] },
    event: { event: 'promise.judged', status, verdict, failed, ...divergent, ...seen },
    ...(context.tampering === undefined
      ? {}
      : { naming: (event) => ({ ...promise, judgments: [...earlier, { ...record, event }] }) }),
  };
}

/** Each vote in a few words, and how they fell. */
function votesOf({ tally, votes }: JudgeResult): Partial<JudgmentRecord> {
  if (tally === undefined) return {};
  return {
    tally,
    votes: votes.map(({ criteria_judgments, model, seed, status, verdict, vote }) => ({
      vote,
      model,
      seed,
      status,
      verdict,
      failed: failedCriteria(criteria_judgments),
    })),
  };
}

/**
 * The criteria that a run rejects. One that was discarded rejects those that it has feedback on: they
 * spoke to the judge. So does a vote that failed the promise with a majority for each of its criteria.
 */
export function rejectedCriteria(result: JudgeResult): readonly string[] {
  if (result.verdict !== 'FAIL') return [];
  const failed = failedCriteria(result.criteria_judgments);
  return result.status === 'compromised' || failed.length === 0
    ? [...new Set(result.feedback.map(({ ac_id }) => ac_id))]
    : failed;
}

/** A judge's FAIL that nothing has lifted yet. */
export interface Rejection {
  readonly at: string;
  readonly model: string;
  readonly status: string;
  readonly reasoning: string;
  /** The criteria that still stand rejected. */
  readonly failed: readonly string[];
  readonly feedback: readonly Feedback[];
  /** How many runs of a judge in a row ended in FAIL. */
  readonly times: number;
}

/**
 * The FAIL that keeps a promise from letting its session go: that of the last judge who
 * decided, and with it every run that was discarded since. It is lifted by a later PASS, or when a
 * person has waived every criterion that failed; a WARN lifts nothing.
 */
export function standingRejection(promise: CompletionPromise): Rejection | undefined {
  const failures = failuresSincePass(promise);
  const last = failures.at(-1);
  if (last === undefined) return undefined;
  const isWaivedId = waivedIds(promise);
  const standing = failures.slice(Math.max(0, failures.findLastIndex(isDecided)));
  const failed = [...new Set(standing.flatMap((record) => textsIn(record['failed'])))];
  const left = failed.filter((id) => !isWaivedId.has(id));
  // One that names no criterion is about all of them.
  const isLifted =
    failed.length > 0
      ? left.length === 0
      : isWaivedId.size > 0 && criteriaOf(promise).every(isWaived);
  if (isLifted) return undefined;
  return {
    at: textOf(last['timestamp']),
    model: textOf(last['model']),
    status: last.status,
    reasoning: textOf(last['reasoning']),
    failed: left,
    feedback: standing
      .flatMap((record) => feedbackIn(record['feedback']))
      .filter(({ ac_id }) => !isWaivedId.has(ac_id)),
    times: failures.length,
  };
}

/** The runs that ended in anything but PASS or WARN, since the last PASS. */
function failuresSincePass(promise: CompletionPromise): readonly JudgmentRecord[] {
  const decided = (promise.judgments ?? []).filter(({ verdict }) => verdict !== 'WARN');
  return decided.slice(decided.findLastIndex(isPass) + 1);
}

/** A PASS counts where the run came to its end. */
function isPass({ status, verdict }: JudgmentRecord): boolean {
  return verdict === 'PASS' && status === 'success';
}

/** Whether a judge decided in a run, as opposed to one that was discarded. */
function isDecided({ status }: JudgmentRecord): boolean {
  return status !== 'compromised';
}

function waivedIds(promise: CompletionPromise): ReadonlySet<string> {
  return new Set(
    criteriaOf(promise)
      .filter(isWaived)
      .map(({ id }) => id),
  );
}

/** How many of the last runs of a judge in a row rejected a criterion. */
export function judgedFailuresInARow(promise: CompletionPromise, criterion: string): number {
  return failuresSincePass(promise).filter((record) =>
    textsIn(record['failed']).includes(criterion),
  ).length;
}

/**
 * Whether the last run of a judge that decided passed a criterion as it is now, by at least so many
 * votes asked for: evidence that is newer than the judgment was not judged.
 */
export function isJudged(
  promise: CompletionPromise,
  { id, met_at }: Criterion,
  votes: number,
): boolean {
  const decided = (promise.judgments ?? []).filter(({ verdict }) => verdict !== 'WARN');
  const last = decided.at(-1);
  if (last === undefined || !isPass(last) || votesIn(last) < votes) return false;
  const isNewer = textOf(met_at) >= textOf(last['timestamp']);
  const criteria = Array.isArray(last['criteria']) ? last['criteria'].filter(isObject) : [];
  return !isNewer && criteria.some(({ ac_id, judgment }) => ac_id === id && judgment === 'PASS');
}

/** How many votes a run asked for: a run without a vote is one of a single judge. */
function votesIn({ tally }: JudgmentRecord): number {
  return isObject(tally) && typeof tally['asked'] === 'number' ? tally['asked'] : 1;
}

/**
 * The criteria on which the votes of the last run disagreed, which is for a person to look at. Empty
 * where they agreed, where a later run decided with one voice, or where all of them were waived.
 */
export function disputedCriteria(promise: CompletionPromise): readonly string[] {
  // An outage settles no dispute: a run without a verdict counts where its votes disagree.
  const last = (promise.judgments ?? []).findLast(
    (record) => record.verdict !== 'WARN' || disputedIn(record).length > 0,
  );
  const isWaivedId = waivedIds(promise);
  return last === undefined ? [] : disputedIn(last).filter((id) => !isWaivedId.has(id));
}

function disputedIn({ tally }: JudgmentRecord): readonly string[] {
  return isObject(tally) ? textsIn(tally['disputed']) : [];
}

/** The earlier runs that rejected something, for the next judge to know of, oldest first. */
export function earlierRejections(
  promise: CompletionPromise,
): readonly { readonly at: string; readonly feedback: readonly Feedback[] }[] {
  return (promise.judgments ?? [])
    .filter(({ verdict }) => verdict === 'FAIL')
    .map((record) => ({
      at: textOf(record['timestamp']),
      feedback: feedbackIn(record['feedback']),
    }));
}

/** Records may be written by hand or by another version: what is not as expected is left out. */
function feedbackIn(value: unknown): readonly Feedback[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((entry) => ({
    ac_id: textOf(entry['ac_id']),
    finding: textOf(entry['finding']),
    would_satisfy: textOf(entry['would_satisfy']),
  }));
}
