import type { Failure } from '../base/failure.ts';
import { failed, type Result, success } from '../base/result.ts';
import type { KeptSettings, PromiseEvent, VerificationGates } from './event.ts';
import type { ProofType } from './evidence.ts';
import type { ActEvent } from './person-act.ts';
import {
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaOf,
  type DeclaredCheck,
  isClosed,
  isOwnedBy,
  isWaived,
  ownerOf,
  type Waiver,
} from './promise.ts';
import { criterionId, type PromiseDefinition } from './promise-definition.ts';
import { PROOF_SOURCES } from './proof.ts';
import type { Session } from './session.ts';
import type { TestChanges } from './tampering.ts';

/** A promise as it is to become, and the event that records the change. */
export interface Change {
  readonly promise: CompletionPromise;
  readonly event: PromiseEvent;
  /** Events that led to this one, recorded before it. */
  readonly earlierEvents?: readonly PromiseEvent[];
  /** Of a person's act: the promise with the place of its event, which is known just before the change is stored. */
  readonly naming?: (event: ActEvent) => CompletionPromise;
}

/** The session that changes a promise, and the time of the change (a timestamp as the files write it). */
export interface Actor {
  readonly session: Session;
  readonly at: string;
}

/** A new promise, pending and owned by the acting session. `settings`: the gate's that are in force, where known. */
export function draftPromise(
  id: string,
  { criteria, summary, tier, title }: PromiseDefinition,
  { session, at }: Actor,
  settings?: KeptSettings,
): Change {
  const kept = settings === undefined ? {} : { settings };
  const promise: CompletionPromise = {
    id,
    title,
    summary: summary ?? title,
    status: 'pending',
    acceptance_criteria: criteria.map((criterion, index) => ({
      ...draftCriterion(criterionId(index), criterion.description),
      ...(criterion.checks.length === 0 ? {} : { checks: criterion.checks }),
      ...(criterion.tier === undefined ? {} : { tier: criterion.tier }),
      ...(criterion.mustShow === true ? { must_show: true } : {}),
      ...(criterion.source === undefined ? {} : { source: criterion.source }),
    })),
    ...(tier === undefined ? {} : { tier }),
    ownership: { created_by: session.id, created_at: at, owned_by: session.id, owned_since: at },
    verification: { verified_at: null, verified_by: null, type: null, proof: null },
    structure: { epics: [], goals: [] },
    ...kept,
  };
  return { promise, event: { event: 'promise.created', criteria: criteria.length, ...kept } };
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

/**
 * Adds a check to a criterion. `seal` gives the seal of all checks that the criterion then has, or the
 * failure because of which they must not be sealed.
 */
export function addCheck(
  id: string,
  promise: CompletionPromise,
  added: { readonly criterion: string; readonly check: DeclaredCheck },
  actor: Actor,
  seal: (before: Criterion, checks: readonly DeclaredCheck[]) => Result<string>,
): Result<Change> {
  const fault = ownershipFault(id, promise, actor) ?? closedFault(id, promise, 'take a check');
  if (fault !== undefined) return failed(fault);
  const before = criterionNamed(id, promise, added.criterion);
  if (!before.ok) return before;
  const checks = [...checksOf(before.value), added.check];
  const trust = seal(before.value, checks);
  if (!trust.ok) return trust;
  return success({
    promise: withCriterion(promise, added.criterion, { checks, trust: trust.value }),
    event: { event: 'check.added', ac_id: added.criterion, kind: added.check.kind },
  });
}

/** Marks a criterion met with its evidence. Evidence that it had before is replaced. */
export function meetCriterion(
  id: string,
  promise: CompletionPromise,
  met: { readonly criterion: string; readonly evidence: string; readonly type: string },
  actor: Actor,
): Result<Change> {
  const fault = ownershipFault(id, promise, actor) ?? closedFault(id, promise, 'meet a criterion');
  if (fault !== undefined) return failed(fault);
  const now = criterionNamed(id, promise, met.criterion);
  if (!now.ok) return now;
  const change = {
    // The proof is of a command that ran, and not of the words that take the place of its output.
    ...(now.value.proof?.source === PROOF_SOURCES.selfChosen ? { proof: null } : {}),
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

/** Makes the acting session the owner of a promise that has none. */
export function adoptPromise(
  id: string,
  promise: CompletionPromise,
  { session, at }: Actor,
): Result<Change> {
  const owner = ownerOf(promise);
  if (owner !== null) {
    const ended = isClosed(promise) ? { ended: promise.status } : {};
    return failed({
      kind: 'not-orphaned',
      id,
      owner,
      isOwn: session.ids.includes(owner),
      ...ended,
    });
  }
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

/** Who gave a promise up, where that was not the session that owned it. */
export type GivenUpBy = { readonly by?: 'person' };

/** Gives up ownership; the promise stays open and can be adopted. */
export function releasePromise(
  id: string,
  promise: CompletionPromise,
  actor: Actor,
  given: GivenUpBy = {},
): Result<Change> {
  const fault = ownershipFault(id, promise, actor) ?? closedFault(id, promise, 'be released');
  if (fault !== undefined) return failed(fault);
  // What its session wanted of it is not what the next one wants.
  const { give_up_requested: _, ...left } = promise;
  return success({
    promise: {
      ...left,
      ownership: { ...promise.ownership, owned_by: null, owned_since: null },
    },
    event: { event: 'promise.released', ...given },
  });
}

/** Ends a promise unfulfilled. */
export function cancelPromise(
  id: string,
  promise: CompletionPromise,
  actor: Actor,
  given: GivenUpBy = {},
): Result<Change> {
  const fault = ownershipFault(id, promise, actor) ?? closedFault(id, promise, 'be cancelled');
  if (fault !== undefined) return failed(fault);
  return success({
    promise: { ...promise, status: 'cancelled' },
    event: { event: 'promise.cancelled', ...given },
  });
}

/** Ends a promise fulfilled. The gates have decided before; this function records their decision. */
export function closeVerified(
  promise: CompletionPromise,
  proof: {
    readonly text: string | null;
    readonly type: ProofType;
    readonly gates: VerificationGates;
    /** The criteria that the owner's own session answered for. */
    readonly selfValidated: readonly string[];
    /** Tests that run no more since its work began, where there are any. */
    readonly tests?: TestChanges;
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
        ...(proof.selfValidated.length === 0 ? {} : { self_validated: proof.selfValidated }),
        ...(proof.tests === undefined ? {} : { tests: proof.tests }),
      },
    },
    event: { event: 'promise.verified', gates: proof.gates },
  };
}

/** Why the acting session may not change a promise, if so: only the owner may. */
export function ownershipFault(
  id: string,
  promise: CompletionPromise,
  { session }: Pick<Actor, 'session'>,
): Failure | undefined {
  return isOwnedBy(promise, session)
    ? undefined
    : { kind: 'not-owner', id, owner: ownerOf(promise) };
}

/** The failure of a change to a promise that has ended. `attempted` completes "it cannot …". */
export function closedFault(
  id: string,
  promise: CompletionPromise,
  attempted: string,
): Failure | undefined {
  return isClosed(promise)
    ? { kind: 'wrong-status', id, status: promise.status, attempted }
    : undefined;
}

/** The criterion of an id. Fails where the promise has none of that id, or several. */
export function criterionNamed(
  id: string,
  promise: CompletionPromise,
  criterion: string,
): Result<Criterion> {
  const criteria = criteriaOf(promise);
  const [named, another] = criteria.filter((one) => one.id === criterion);
  if (named === undefined) {
    const known = criteria.map((one) => one.id);
    return failed({ kind: 'unknown-criterion', id, criterion, known });
  }
  return another === undefined
    ? success(named)
    : failed({ kind: 'ambiguous-criterion', id, criterion });
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

/** `AC-n` with n one above the highest number in use, and never an id that is taken. */
function nextCriterionId(criteria: readonly Criterion[]): string {
  const taken = new Set(criteria.map(({ id }) => id));
  const numbers = [...taken].map((id) => Number(/^AC-(\d{1,15})$/.exec(id)?.[1] ?? 0));
  let number = numbers.reduce((highest, other) => Math.max(highest, other), 0) + 1;
  while (taken.has(`AC-${number}`)) number += 1;
  return `AC-${number}`;
}

/**
 * Lifts a criterion by a person's decision. The person need not own the promise, as sessions must. The
 * criterion keeps its status, and the promise says for ever who waived it and why; so it cannot be waived
 * a second time.
 */
export function waiveCriterion(
  id: string,
  promise: CompletionPromise,
  criterion: string,
  waiver: Waiver,
): Result<Change> {
  const fault = closedFault(id, promise, 'have a criterion waived');
  if (fault !== undefined) return failed(fault);
  const before = criterionNamed(id, promise, criterion);
  if (!before.ok) return before;
  if (isWaived(before.value)) {
    return failed({ kind: 'usage', message: `Criterion ${criterion} is already waived` });
  }
  return success({
    promise: withCriterion(promise, criterion, { waived: waiver }),
    event: { event: 'criterion.waived', ac_id: criterion, reason: waiver.reason },
    naming: (event) => withCriterion(promise, criterion, { waived: { ...waiver, event } }),
  });
}
