import type { PromiseEvent, VerificationGates } from './event.ts';
import type { ProofType } from './evidence.ts';
import type { Failure } from './failure.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  isClosed,
  isOwnedBy,
  ownerOf,
} from './promise.ts';
import { criterionId, type PromiseDefinition } from './promise-definition.ts';
import { PROOF_SOURCES } from './proof.ts';
import { failed, type Result, success } from './result.ts';
import type { Session } from './session.ts';

/** A promise as it should become, and the event that records why. */
export interface Change {
  readonly promise: CompletionPromise;
  readonly event: PromiseEvent;
  /** What happened on the way to it, recorded before it. */
  readonly earlierEvents?: readonly PromiseEvent[];
}

/** Who changes a promise, and when (a timestamp as the files write it). */
export interface Actor {
  readonly session: Session;
  readonly at: string;
}

/** A new promise in the shape of CONTRACT, owned by the acting session. */
export function draftPromise(
  id: string,
  { criteria, summary, tier, title }: PromiseDefinition,
  { session, at }: Actor,
): Change {
  const promise: CompletionPromise = {
    id,
    title,
    summary: summary ?? title,
    status: 'pending',
    acceptance_criteria: criteria.map((criterion, index) => ({
      ...draftCriterion(criterionId(index), criterion.description),
      ...(criterion.checks.length === 0 ? {} : { checks: criterion.checks }),
      ...(criterion.tier === undefined ? {} : { tier: criterion.tier }),
    })),
    ...(tier === undefined ? {} : { tier }),
    ownership: { created_by: session.id, created_at: at, owned_by: session.id, owned_since: at },
    verification: { verified_at: null, verified_by: null, type: null, proof: null },
    structure: { epics: [], goals: [] },
  };
  return { promise, event: { event: 'promise.created', criteria: criteria.length } };
}

/** Adds a criterion under the next number, which is the highest there is plus one. */
export function addCriterion(
  id: string,
  promise: CompletionPromise,
  description: string,
  actor: Actor,
): Result<Change> {
  const fault = ownershipFault(id, promise, actor) ?? closedFault(id, promise, 'take a criterion');
  if (fault !== undefined) return failed(fault);
  const criteria = criteriaOf(promise);
  const criterion = draftCriterion(nextCriterionId(criteria), description);
  return success({
    promise: { ...promise, acceptance_criteria: [...criteria, criterion] },
    event: { event: 'criterion.added', ac_id: criterion.id },
  });
}

/** Marks a criterion met with its evidence; evidence that is there already is replaced. */
export function meetCriterion(
  id: string,
  promise: CompletionPromise,
  met: { readonly criterion: string; readonly evidence: string; readonly type: string },
  actor: Actor,
): Result<Change> {
  const fault = ownershipFault(id, promise, actor) ?? closedFault(id, promise, 'meet a criterion');
  if (fault !== undefined) return failed(fault);
  const unnamed = criterionFault(id, promise, met.criterion);
  if (unnamed !== undefined) return failed(unnamed);
  const now = criteriaOf(promise).find((one) => one.id === met.criterion);
  const change = {
    // What a command showed is no proof of what is said in words now.
    ...(now?.proof?.source === PROOF_SOURCES.selfChosen ? { proof: null } : {}),
    status: 'met',
    evidence: met.evidence,
    evidence_type: met.type,
    met_at: actor.at,
    met_by: actor.session.id,
  };
  return success({
    promise: withCriterion(promise, met.criterion, change),
    event: { event: 'criterion.met', ac_id: met.criterion, evidence_type: met.type },
  });
}

/** Begins the work on a pending promise. */
export function startPromise(id: string, promise: CompletionPromise, actor: Actor): Result<Change> {
  const fault = ownershipFault(id, promise, actor);
  if (fault !== undefined) return failed(fault);
  if (promise.status !== 'pending') {
    return failed({ kind: 'wrong-status', id, status: promise.status, attempted: 'be started' });
  }
  return success({
    promise: { ...promise, status: 'in_progress' },
    event: { event: 'promise.started' },
  });
}

/** Takes over a promise that nobody owns. */
export function adoptPromise(
  id: string,
  promise: CompletionPromise,
  { session, at }: Actor,
): Result<Change> {
  const owner = ownerOf(promise);
  if (owner !== null) return failed({ kind: 'not-orphaned', owner });
  const fault = closedFault(id, promise, 'be adopted');
  if (fault !== undefined) return failed(fault);
  return success({
    promise: {
      ...promise,
      ownership: { ...promise.ownership, owned_by: session.id, owned_since: at },
    },
    event: { event: 'promise.adopted' },
  });
}

/** Gives up ownership; the promise stays open and can be adopted. */
export function releasePromise(
  id: string,
  promise: CompletionPromise,
  actor: Actor,
): Result<Change> {
  const fault = ownershipFault(id, promise, actor) ?? closedFault(id, promise, 'be released');
  if (fault !== undefined) return failed(fault);
  return success({
    promise: {
      ...promise,
      ownership: { ...promise.ownership, owned_by: null, owned_since: null },
    },
    event: { event: 'promise.released' },
  });
}

/** Ends a promise unfulfilled. */
export function cancelPromise(
  id: string,
  promise: CompletionPromise,
  actor: Actor,
): Result<Change> {
  const fault = ownershipFault(id, promise, actor) ?? closedFault(id, promise, 'be cancelled');
  if (fault !== undefined) return failed(fault);
  return success({
    promise: { ...promise, status: 'cancelled' },
    event: { event: 'promise.cancelled' },
  });
}

/** Ends a promise fulfilled. The gates have decided before; this only records it. */
export function closeVerified(
  promise: CompletionPromise,
  proof: {
    readonly text: string | null;
    readonly type: ProofType;
    readonly gates: VerificationGates;
  },
  { session, at }: Actor,
): Change {
  return {
    promise: {
      ...promise,
      status: 'verified',
      verification: {
        ...promise.verification,
        verified_at: at,
        verified_by: session.id,
        type: proof.type,
        proof: proof.text,
        gates: proof.gates,
      },
    },
    event: { event: 'promise.verified', gates: proof.gates },
  };
}

/** Why this session may not change this promise, if so: only its owner may. */
export function ownershipFault(
  id: string,
  promise: CompletionPromise,
  { session }: Actor,
): Failure | undefined {
  return isOwnedBy(promise, session)
    ? undefined
    : { kind: 'not-owner', id, owner: ownerOf(promise) };
}

/** Why nothing can be done to a promise that has ended. `attempted` completes "it cannot …". */
export function closedFault(
  id: string,
  promise: CompletionPromise,
  attempted: string,
): Failure | undefined {
  return isClosed(promise)
    ? { kind: 'wrong-status', id, status: promise.status, attempted }
    : undefined;
}

/** Why a name does not name one criterion of a promise, if so. */
export function criterionFault(
  id: string,
  promise: CompletionPromise,
  criterion: string,
): Failure | undefined {
  const known = criteriaOf(promise).map((one) => one.id);
  const named = known.filter((one) => one === criterion).length;
  if (named === 1) return undefined;
  return named === 0
    ? { kind: 'unknown-criterion', id, criterion, known }
    : { kind: 'ambiguous-criterion', id, criterion };
}

/** The promise with some keys of one criterion replaced. */
export function withCriterion(
  promise: CompletionPromise,
  criterion: string,
  change: Partial<Criterion>,
): CompletionPromise {
  return {
    ...promise,
    acceptance_criteria: criteriaOf(promise).map((one) =>
      one.id === criterion ? { ...one, ...change } : one,
    ),
  };
}

function draftCriterion(id: string, description: string): Criterion {
  return {
    id,
    description,
    status: 'pending',
    evidence: null,
    evidence_type: null,
    met_at: null,
    met_by: null,
  };
}

/** `AC-n`, n one above the highest there is, and never an id that is taken. */
function nextCriterionId(criteria: readonly Criterion[]): string {
  const taken = new Set(criteria.map(({ id }) => id));
  const numbers = [...taken].map((id) => Number(/^AC-(\d{1,15})$/.exec(id)?.[1] ?? 0));
  let number = numbers.reduce((highest, other) => Math.max(highest, other), 0) + 1;
  while (taken.has(`AC-${number}`)) number += 1;
  return `AC-${number}`;
}
