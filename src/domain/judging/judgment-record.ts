import { isObject, textOf, textsIn } from '../base/document.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  isWaived,
  type JudgmentRecord,
} from '../promise/promise.ts';
import type { Change } from '../promise/promise-changes.ts';
import { dissentIn, keptDissent } from './dissent.ts';
import { evidenceDigest } from './evidence-digest.ts';
import { type Dissent, type Feedback, failedCriteria, type JudgeResult } from './judgment.ts';

/** Where and when a judge was asked, and about what. */
interface JudgmentContext {
  readonly timestamp: string;
  readonly session_id: string;
  readonly backend: string;
  /** The address that was asked; null where nothing left the machine. */
  readonly endpoint: string | null;
  /** The model that did the work, where that is known. */
  readonly session_model: string | null;
  /** The digest of what was judged. */
  readonly digest: string;
  /** What the verdict is about: by it a later run or a close knows whether the evidence is the same. */
  readonly evidence: JudgedEvidence;
  /** What of the work itself was shown; missing where nothing was. */
  readonly sees?: readonly string[];
  /** Whether a model judged that did the work; missing where none did. */
  readonly same_model?: true;
  /** The names of the findings in the tests that were shown; missing where there were none. */
  readonly tampering?: readonly string[];
}

/** Digests of the evidence that a run was asked about. */
export interface JudgedEvidence {
  readonly criteria: readonly { readonly ac_id: string; readonly digest: string }[];
  /** Of what belongs to none of them, such as the promise's title. */
  readonly rest: string;
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
    overall_confidence: result.overall_confidence,
    ...(result.for_person === true ? { for_person: true } : {}),
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
    tally: { ...tally, dissent: keptDissent(tally.dissent) },
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
 * decided, and with it every run that was discarded since. It is lifted by a later PASS over other evidence or by
 * a vote, or when a person has waived every criterion that failed; a WARN lifts nothing.
 */
export function standingRejection(promise: CompletionPromise): Rejection | undefined {
  const { failures, standing } = standingOf(promise);
  const last = failures.at(-1);
  if (last === undefined) return undefined;
  const isWaivedId = waivedIds(promise);
  const failed = [...standing.keys()].filter((id) => id !== EVERY_CRITERION);
  const left = failed.filter((id) => !isWaivedId.has(id));
  const isLifted =
    failed.length > 0
      ? left.length === 0
      : isWaivedId.size > 0 && criteriaOf(promise).every(isWaived);
  if (isLifted) return undefined;
  const records = new Set([...standing.values()].flat());
  return {
    at: textOf(last['timestamp']),
    model: textOf(last['model']),
    status: last.status,
    reasoning: textOf(last['reasoning']),
    failed: left,
    feedback: [...records]
      .flatMap((record) => feedbackIn(record['feedback']))
      .filter(({ ac_id }) => !isWaivedId.has(ac_id)),
    times: failures.length,
  };
}

/** Under which a FAIL stands that names no criterion: it is about all of them. */
const EVERY_CRITERION = '';

/** The runs that failed a promise since it was last passed, and what stands of them. */
interface Standing {
  readonly failures: readonly JudgmentRecord[];
  /** The runs by which each criterion stands rejected. */
  readonly standing: ReadonlyMap<string, readonly JudgmentRecord[]>;
  /** Every run that rejected a criterion, but those whose evidence was passed since by other means. */
  readonly rejections: ReadonlyMap<string, readonly JudgmentRecord[]>;
}

/**
 * What stands of the judgments of a promise, its evidence as it is now: a criterion stands rejected too where its
 * evidence is that of any rejection, whatever was passed in between.
 */
function standingOf(promise: CompletionPromise): Standing {
  let now: Standing = { failures: [], standing: new Map(), rejections: new Map() };
  for (const record of promise.judgments ?? []) {
    if (record.verdict !== 'WARN') now = standingAfter(now, record);
  }
  const standing = new Map(now.standing);
  for (const criterion of now.rejections.size === 0 ? [] : criteriaOf(promise)) {
    const digest = evidenceDigest(criterion);
    const same = (now.rejections.get(criterion.id) ?? []).filter(
      (record) => evidenceIn(record, criterion.id) === digest,
    );
    if (same.length > 0 && !standing.has(criterion.id)) standing.set(criterion.id, same);
  }
  const returned = [...standing.values()].flat();
  const failures = now.failures.length > 0 ? now.failures : [...new Set(returned)];
  return { ...now, failures, standing };
}

/** What stands after one more run that decided, or was discarded. */
function standingAfter(
  { failures, rejections, standing }: Standing,
  record: JudgmentRecord,
): Standing {
  const decided = isDecided(record);
  const isKept = ([id]: readonly [string, unknown]): boolean =>
    !isLiftedBy(record, id, rejections.get(id) ?? []);
  const kept = new Map(decided ? [...standing].filter(isKept) : standing);
  const rejected = new Map(
    [...rejections].map(([id, by]) => [id, by.filter((one) => !isOverruledBy(record, id, one))]),
  );
  if (isPass(record)) {
    return { failures: kept.size === 0 ? [] : failures, standing: kept, rejections: rejected };
  }
  const named = textsIn(record['failed']);
  for (const id of named.length === 0 ? [EVERY_CRITERION] : named) {
    kept.set(id, [...(decided ? [] : (kept.get(id) ?? [])), record]);
    rejected.set(id, [...(rejected.get(id) ?? []), record]);
  }
  return { failures: [...failures, record], standing: kept, rejections: rejected };
}

/** Fewest votes that can lift a FAIL over the same evidence: one judge who is asked again only errs the other way. */
export const VOTES_TO_LIFT = 3;

/**
 * Whether a run that decided lifts the FAIL of a criterion: it passed it over evidence that was never rejected, or by a
 * vote. Between runs of earlier versions, which keep no digest of the evidence, any later one does.
 */
function isLiftedBy(
  record: JudgmentRecord,
  criterion: string,
  rejections: readonly JudgmentRecord[],
): boolean {
  const now = evidenceIn(record, criterion);
  if (now === undefined) {
    return rejections.every((one) => evidenceIn(one, criterion) === undefined);
  }
  return (
    votesIn(record) >= VOTES_TO_LIFT || !rejections.some((one) => isSame(record, one, criterion))
  );
}

/** Whether a PASS over the same evidence of a criterion makes a rejection void: by a vote, or seeing another diff. */
function isOverruledBy(
  record: JudgmentRecord,
  criterion: string,
  rejection: JudgmentRecord,
): boolean {
  const digest = evidenceIn(record, criterion);
  return (
    isPass(record) &&
    digest !== undefined &&
    digest === evidenceIn(rejection, criterion) &&
    (votesIn(record) >= VOTES_TO_LIFT || !isSame(record, rejection, criterion))
  );
}

/** Whether two runs were shown the same of a criterion, and the same beside it. */
function isSame(a: JudgmentRecord, b: JudgmentRecord, criterion: string): boolean {
  return evidenceIn(a, criterion) === evidenceIn(b, criterion) && restIn(a) === restIn(b);
}

function restIn({ evidence }: JudgmentRecord): string {
  return isObject(evidence) ? textOf(evidence['rest']) : '';
}

/** The digest of what a run was shown for a criterion; of a FAIL that names none, of everything. */
function evidenceIn({ evidence }: JudgmentRecord, criterion: string): string | undefined {
  if (!isObject(evidence) || !Array.isArray(evidence['criteria'])) return undefined;
  const { criteria, rest } = evidence;
  if (criterion === EVERY_CRITERION) return JSON.stringify([criteria, rest]);
  const shown = criteria.filter(isObject).find(({ ac_id }) => ac_id === criterion);
  return textOf(shown?.['digest']) || undefined;
}

/** Whether a run was asked about the evidence of these criteria as it is. It may have seen others beside them. */
export function wasAskedAbout(
  record: JudgmentRecord,
  criteria: JudgedEvidence['criteria'],
): boolean {
  return (
    criteria.length > 0 &&
    criteria.every(({ ac_id, digest }) => evidenceIn(record, ac_id) === digest)
  );
}

/**
 * The criteria that stand rejected and whose evidence is what it was then: one judge who is asked about them again
 * lifts nothing. `evidence`: that which would be judged now.
 */
export function unchangedSinceRejected(
  promise: CompletionPromise,
  evidence: JudgedEvidence,
): readonly string[] {
  const isWaivedId = waivedIds(promise);
  const now: JudgmentRecord = { status: '', verdict: '', evidence };
  const { rejections, standing } = standingOf(promise);
  return [...standing.keys()].filter(
    (id) =>
      !isWaivedId.has(id) && (rejections.get(id) ?? []).some((one) => isUnchanged(now, id, one)),
  );
}

function isUnchanged(now: JudgmentRecord, criterion: string, rejection: JudgmentRecord): boolean {
  return evidenceIn(now, criterion) !== undefined && isSame(now, rejection, criterion);
}

/** What a run must have had to serve now. */
export interface Wanted {
  readonly votes: number;
  /** What of the work itself it must have been shown. */
  readonly sees: readonly string[];
  /** Whether a model that did the work may have judged it. */
  readonly independent: 'warn' | 'required';
}

/**
 * The PASS that serves for evidence as it is now, from any session: the last run that decided passed exactly
 * this, by at least so many votes, and no FAIL stands. Undefined where a judge has to be asked.
 */
export function servingPass(
  promise: CompletionPromise,
  evidence: JudgedEvidence,
  { independent, sees, votes }: Wanted,
): JudgmentRecord | undefined {
  const last = (promise.judgments ?? []).findLast(({ verdict }) => verdict !== 'WARN');
  if (last === undefined || !isPass(last) || votesIn(last) < votes) return undefined;
  if (independent === 'required' && last['same_model'] === true) return undefined;
  if (!sees.every((name) => textsIn(last['sees']).includes(name))) return undefined;
  const { criteria, rest } = evidence;
  const sameRest = isObject(last['evidence']) && last['evidence']['rest'] === rest;
  const isThis = sameRest && wasAskedAbout(last, criteria);
  return isThis && standingRejection(promise) === undefined ? last : undefined;
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
  return standingOf(promise).failures.filter((record) =>
    textsIn(record['failed']).includes(criterion),
  ).length;
}

/**
 * Whether the last run of a judge that decided passed a criterion as it is now, by at least so many
 * votes asked for: evidence that is newer than the judgment was not judged.
 */
export function isJudged(promise: CompletionPromise, criterion: Criterion, votes: number): boolean {
  const decided = (promise.judgments ?? []).filter(({ verdict }) => verdict !== 'WARN');
  const last = decided.at(-1);
  if (last === undefined || !isPass(last) || votesIn(last) < votes) return false;
  const criteria = Array.isArray(last['criteria']) ? last['criteria'].filter(isObject) : [];
  const isPassed = criteria.some(
    ({ ac_id, judgment }) => ac_id === criterion.id && judgment === 'PASS',
  );
  const judged = evidenceIn(last, criterion.id);
  // A run of an earlier version keeps no digest: there the times must do.
  const isThis =
    judged === undefined
      ? textOf(criterion.met_at) < textOf(last['timestamp'])
      : judged === evidenceDigest(criterion);
  return isPassed && isThis;
}

/** How many votes a run asked for: a run without a vote is one of a single judge. */
function votesIn({ tally }: JudgmentRecord): number {
  return isObject(tally) && typeof tally['asked'] === 'number' ? tally['asked'] : 1;
}

/**
 * The criteria on which the votes of the last run disagreed, which needs human review. Empty
 * where they agreed, where a later run decided with one voice, or where all of them were waived.
 */
export function disputedCriteria(promise: CompletionPromise): readonly string[] {
  const last = disputableRun(promise);
  const isWaivedId = waivedIds(promise);
  return last === undefined ? [] : disputedIn(last).filter((id) => !isWaivedId.has(id));
}

/** What the votes that were overruled say of the criteria in dispute. */
export function dissentOn(promise: CompletionPromise): readonly Dissent[] {
  const disputed = new Set(disputedCriteria(promise));
  return dissentIn(disputableRun(promise)?.['tally']).filter(({ ac_id }) => disputed.has(ac_id));
}

/** The last run by whose votes there can be a dispute. An outage settles none: it counts where its votes disagree. */
function disputableRun({ judgments }: CompletionPromise): JudgmentRecord | undefined {
  return (judgments ?? []).findLast(
    (record) => record.verdict !== 'WARN' || disputedIn(record).length > 0,
  );
}

function disputedIn({ tally }: JudgmentRecord): readonly string[] {
  return isObject(tally) ? textsIn(tally['disputed']) : [];
}

/**
 * The confidence of the last run that decided, where it is a PASS that a person is to look at. Undefined where it is
 * not, or a later run decided otherwise.
 */
export function doubtfulPass(promise: CompletionPromise): number | undefined {
  const last = (promise.judgments ?? []).findLast(({ verdict }) => verdict !== 'WARN');
  if (last === undefined || !isPass(last) || last['for_person'] !== true) return undefined;
  return typeof last['overall_confidence'] === 'number' ? last['overall_confidence'] : 0;
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
