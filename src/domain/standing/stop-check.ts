import type { BrokenFile, ProofStanding } from '../base/failure.ts';
import { failingValidators, failuresInARow, isForPerson } from '../judging/attempts.ts';
import { isJudged, standingRejection } from '../judging/judgment-record.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaToProve,
  isClosed,
  isOwnedBy,
  type NamedPromise,
  ownerOf,
} from '../promise/promise.ts';
import { isProved, proofStanding } from '../promise/proof.ts';
import { lackOfEvidence } from '../promise/self-report.ts';
import type { Session } from '../promise/session.ts';
import { type TierSettings, votesFor } from '../promise/tier.ts';
import type { TakeTree } from '../promise/tree.ts';

/** How long a check may take in all, git included, in milliseconds. Its hooks usually have 30 s. */
export const MOST_CHECK_MS = 25_000;

/** The facts of the check: every active promise, and the files that could not be read as one. */
interface CheckFacts {
  readonly session: Session;
  readonly promises: readonly NamedPromise[];
  readonly broken: readonly BrokenFile[];
  readonly settings: CheckSettings;
  /** Called only where a promise of this session holds a proof. */
  readonly takeTree: TakeTree;
}

/** A promise in progress, and the criteria that keep it open. */
export interface OpenPromise extends NamedPromise {
  readonly open: readonly OpenItem[];
}

/** A criterion that a validator failed, and who. */
export interface FailedCriterion {
  readonly id: string;
  readonly criterion: string;
  readonly by: string;
}

/** The answer of the check. The session may end where no promise blocks and every file could be read. */
export interface CheckDecision {
  readonly mayEnd: boolean;
  readonly session: string;
  /** Consecutive failures of a criterion before it needs human review. */
  readonly maxRetries: number;
  /** How many active promises the session owns, open or not. */
  readonly owned: number;
  readonly inProgress: readonly OpenPromise[];
  readonly pending: readonly NamedPromise[];
  /** Owned promises in progress with nothing left open: they wait to be verified. */
  readonly met: readonly NamedPromise[];
  /** The same, where the project wants them verified before the session ends. */
  readonly unverified: readonly NamedPromise[];
  /** Owned promises that a judge rejected, where neither a PASS nor a person has lifted that. */
  readonly rejected: readonly NamedPromise[];
  /** Criteria of owned promises that a validator failed, which nothing has lifted: they do not verify. They never block. */
  readonly failed: readonly FailedCriterion[];
  /** Owned promises whose status this version does not know: they might be open. */
  readonly unknown: readonly NamedPromise[];
  readonly broken: readonly BrokenFile[];
  /** Promises in progress without an owner. They are a warning and never block. */
  readonly orphaned: readonly NamedPromise[];
}

/**
 * Decides whether a session may end (`cs check`). Of its own promises, those block that are pending,
 * have an open criterion, were rejected by a judge, have an unknown status, or still have to be verified
 * where the project asks for that. A file that cannot be read blocks every session, since the promise in
 * it might be its own.
 */
export function decideCheck(facts: CheckFacts): CheckDecision {
  const { broken, promises, session, settings, takeTree } = facts;
  const owned = promises.filter(({ promise }) => isOwnedBy(promise, session));
  const started = owned
    .filter(({ promise }) => promise.status === 'in_progress')
    .map(({ id, promise }) => ({ id, promise, open: openItems(promise, settings, takeTree) }));
  const inProgress = started.filter(({ open }) => open.length > 0);
  const met = started.filter(({ open }) => open.length === 0);
  const unverified = settings.endRequires === 'verified' ? met : [];
  const pending = owned.filter(({ promise }) => promise.status === 'pending');
  const active = owned.filter(({ promise }) => !isClosed(promise));
  const rejected = active.filter(({ promise }) => standingRejection(promise) !== undefined);
  const known = ['pending', 'in_progress'];
  const unknown = active.filter(({ promise }) => !known.includes(promise.status));
  const blocking = [inProgress, pending, unverified, rejected, unknown, broken];
  return {
    mayEnd: blocking.every(({ length }) => length === 0),
    session: session.id,
    maxRetries: settings.maxRetries,
    owned: active.length,
    inProgress,
    pending,
    met,
    unverified,
    rejected,
    failed: active.flatMap(failedIn),
    unknown,
    broken,
    orphaned: promises.filter(
      ({ promise }) => promise.status === 'in_progress' && ownerOf(promise) === null,
    ),
  };
}

function failedIn({ id, promise }: NamedPromise): readonly FailedCriterion[] {
  return criteriaToProve(promise).flatMap((criterion) =>
    failingValidators(criterion).map((by) => ({ id, criterion: criterion.id, by })),
  );
}

/** The ids of the promises that keep a session, each once. */
export function heldPromises(decision: CheckDecision): readonly string[] {
  const { inProgress, pending, rejected, unknown, unverified } = decision;
  const held = [...inProgress, ...pending, ...rejected, ...unknown, ...unverified];
  return [...new Set(held.map(({ id }) => id))];
}

/** Whether the check looks at a promise: its owner is this session, or it has none. */
export function concernsCheck(promise: CompletionPromise, session: Session): boolean {
  return ownerOf(promise) === null || isOwnedBy(promise, session);
}

/** The settings by which the check decides. */
export interface CheckSettings extends TierSettings {
  readonly endRequires: 'met' | 'verified';
  /** Consecutive failures of a criterion before it needs human review. */
  readonly maxRetries: number;
}

/** A criterion that keeps its promise open, and the first thing that it lacks. */
export interface OpenItem {
  readonly criterion: Criterion;
  readonly lack: 'met' | 'evidence' | 'proof' | 'judgment';
  readonly proof: ProofStanding;
  /** How often in a row an attempt at it failed. */
  readonly failures: number;
  readonly isForPerson: boolean;
}

/**
 * The criteria that are open for the check. A criterion with checks is open until a fresh proof passed, one
 * of tier 2 or 3 until its judge passed it, any other until it is met with evidence. A waived criterion is
 * not open.
 */
export function openItems(
  promise: CompletionPromise,
  settings: CheckSettings,
  takeTree: TakeTree,
): readonly OpenItem[] {
  return criteriaToProve(promise).flatMap((criterion) => {
    const proof = proofStanding(criterion, takeTree);
    const lack = lackOf(promise, criterion, proof, settings);
    if (lack === undefined) return [];
    const failures = failuresInARow(promise, criterion);
    const isLost = isForPerson(promise, criterion, settings.maxRetries);
    return [{ criterion, lack, proof, failures, isForPerson: isLost }];
  });
}

function lackOf(
  promise: CompletionPromise,
  criterion: Criterion,
  proof: ProofStanding,
  settings: TierSettings,
): OpenItem['lack'] | undefined {
  if (!isProved(proof)) return 'proof';
  const lack = lackOfEvidence(criterion);
  if (lack !== undefined) return lack;
  const votes = votesFor(criterion, promise, settings);
  return votes > 0 && !isJudged(promise, criterion, votes) ? 'judgment' : undefined;
}
