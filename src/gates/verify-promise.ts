import type { VerificationGates } from '../domain/event.ts';
import type { ProofType } from '../domain/evidence.ts';
import type { Failure } from '../domain/failure.ts';
import { type CompletionPromise, criteriaOf } from '../domain/promise.ts';
import {
  type Actor,
  type Change,
  closedFault,
  closeVerified,
  ownershipFault,
} from '../domain/promise-changes.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { openCriteria } from '../domain/self-report.ts';
import { type StoredAnswer, validationProblems } from '../domain/validation.ts';
import type { AcknowledgedChange, PromiseStore } from '../store/promise-store.ts';
import type { ValidationStore } from '../store/validation-store.ts';

export interface VerifyRequest {
  readonly id: string;
  readonly proof: string | undefined;
  readonly type: ProofType;
  readonly skipValidation: boolean;
  readonly skipJudge: boolean;
  readonly actor: Actor;
}

export type Verified =
  | {
      readonly outcome: 'verified';
      readonly change: AcknowledgedChange;
      readonly gates: VerificationGates;
    }
  | { readonly outcome: 'already-verified'; readonly promise: CompletionPromise };

/**
 * Takes a promise through the gates in their order, cheap before dear, and closes it where all of
 * them are open. Stops at the first that blocks.
 */
export async function verifyPromise(
  request: VerifyRequest,
  stores: { readonly promises: PromiseStore; readonly validations: ValidationStore },
): Promise<Result<Verified>> {
  const found = await stores.promises.find(request.id);
  if (!found.ok) return found;
  const { promise } = found.value;
  if (promise.status === 'verified') {
    const attempted = 'be taken for verified: it does not say when and by whom';
    return promise.verification?.verified_at
      ? success({ outcome: 'already-verified', promise })
      : failed({ kind: 'wrong-status', id: request.id, status: promise.status, attempted });
  }

  let gates: VerificationGates | undefined;
  const change = await stores.promises.change(request.id, (current) => {
    // Read here, and not before: an answer that was stored while this writer waited counts.
    const answerFor = (criterion: string) => stores.validations.answerFor(request.id, criterion);
    const decided = decideVerification(current, request, answerFor);
    if (decided.ok) gates = decided.value.gates;
    return decided.ok ? success(decided.value.change) : decided;
  });
  if (!change.ok) return change;
  return gates === undefined
    ? failed({ kind: 'unexpected', message: 'a promise was changed without a decision' })
    : success({ outcome: 'verified', change: change.value, gates });
}

/** The gates, purely: the change that closes the promise, or the failure of the first that is shut. */
export function decideVerification(
  promise: CompletionPromise,
  request: VerifyRequest,
  answerFor: (criterion: string) => StoredAnswer,
): Result<{ readonly change: Change; readonly gates: VerificationGates }> {
  const { actor, id, proof, type } = request;
  const fault =
    ownershipFault(id, promise, actor) ??
    closedFault(id, promise, 'be verified') ??
    selfReportFault(promise, request) ??
    validationFault(promise, request, answerFor);
  if (fault !== undefined) return failed(fault);
  const hasCriteria = criteriaOf(promise).length > 0;
  const gates: VerificationGates = {
    self_report: hasCriteria ? 'passed' : 'proof',
    validation: validationPassage(hasCriteria, request.skipValidation),
    judge: request.skipJudge ? 'skipped' : 'not-run',
  };
  const change = closeVerified(promise, { text: proof ?? null, type, gates }, actor);
  return success({ change, gates });
}

function validationPassage(hasCriteria: boolean, skip: boolean): VerificationGates['validation'] {
  if (!hasCriteria) return 'no-criteria';
  return skip ? 'skipped' : 'passed';
}

function selfReportFault(
  promise: CompletionPromise,
  { id, proof }: VerifyRequest,
): Failure | undefined {
  if (criteriaOf(promise).length === 0) {
    return (proof ?? '').trim() === '' ? { kind: 'proof-missing', id } : undefined;
  }
  const open = openCriteria(promise);
  return open.length === 0
    ? undefined
    : { kind: 'criteria-open', id, status: promise.status, open };
}

function validationFault(
  promise: CompletionPromise,
  { id, skipValidation }: VerifyRequest,
  answerFor: (criterion: string) => StoredAnswer,
): Failure | undefined {
  if (skipValidation) return undefined;
  const problems = validationProblems(criteriaOf(promise), answerFor);
  return problems.length === 0 ? undefined : { kind: 'validation-blocked', id, problems };
}
