import type { Failure } from '../domain/base/failure.ts';
import type { Wanted } from '../domain/judging/judgment-record.ts';
import type { Substance } from '../domain/judging/substance.ts';
import type { VerificationGates } from '../domain/promise/event.ts';
import type { ProofType } from '../domain/promise/evidence.ts';
import { type CompletionPromise, criteriaOf, criteriaToProve } from '../domain/promise/promise.ts';
import { type Actor, closedFault, ownershipFault } from '../domain/promise/promise-changes.ts';
import { isProved, proofStanding } from '../domain/promise/proof.ts';
import { openCriteria } from '../domain/promise/self-report.ts';
import { type TierSettings, tierOf, votesFor } from '../domain/promise/tier.ts';
import type { TakeTree } from '../domain/promise/tree.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import { type AnswerFor, validationProblems } from '../domain/validation/validation.ts';
import type { JudgeDemand } from './judge-gate.ts';
import { unexaminedFault } from './tampering.ts';
import { type TierOne, tierOneFault } from './tier-one.ts';

/** What a promise is to be verified by. */
export interface VerifyRequest {
  readonly id: string;
  readonly proof: string | undefined;
  readonly type: ProofType;
  readonly validation: Configuration['gates']['validation'] | 'skipped';
  readonly tampering: Configuration['gates']['tampering'];
  readonly judge: JudgeDemand;
  /** Looks at the project as it is now, for the fingerprints that proofs hold for. */
  readonly lookAtTree: () => TakeTree;
  /** Whether the call can mean nothing but closing, as one with a proof: another session may not ask for that. */
  readonly isToClose: boolean;
  /** The tiers that ask for more than this run can give; see `tierFault`. */
  readonly tiers: TierSettings;
  /** What an earlier PASS must have had to serve, beside its votes. */
  readonly serving: Pick<Wanted, 'independent' | 'sees'>;
  /** What the judge is shown of the work itself; undefined where nothing of it is asked for. */
  readonly substanceOf: (promise: CompletionPromise) => Substance | undefined;
  /** Who acts, and when: a judge takes its time, and the promise is closed after it. */
  readonly actor: () => Actor;
}

/** What the gates look at beside the promise. */
export interface Views {
  readonly answerFor: AnswerFor;
  readonly takeTree: TakeTree;
  /** What the judge is shown of the work itself: looked at once, and only where it is asked for. */
  readonly substance: () => Substance | undefined;
  /** How the changed files and the project's own commands came out; missing where nobody looked. */
  readonly tierOne?: TierOne;
}

/** The failure of the first gate that is shut, of those that need no model: ownership and Gates 1 and 2. */
export function cheapGatesFault(
  promise: CompletionPromise,
  request: VerifyRequest,
  views: Views,
): Failure | undefined {
  const { tierOne } = views;
  return (
    selfReportedFault(promise, request, views) ??
    (tierOne === undefined ? undefined : tierOneFault(request.id, tierOne)) ??
    unexaminedFault(request, promise, tierOne?.tampering) ??
    validationFault(promise, request, views) ??
    tierFault(promise, request)
  );
}

/** The same of those before anything is parsed or run: ownership, the proofs and Gate 1. */
export function selfReportedFault(
  promise: CompletionPromise,
  request: VerifyRequest,
  views: Views,
): Failure | undefined {
  return (
    ownershipFault(request.id, promise, request.actor()) ??
    closedFault(request.id, promise, 'be verified') ??
    evidenceFault(promise, request, views)
  );
}

/** Why the evidence of a promise is not there to be judged: a proof does not hold, or Gate 1 is shut. */
export function evidenceFault(
  promise: CompletionPromise,
  request: VerifyRequest,
  views: Views,
): Failure | undefined {
  return proofFault(promise, request, views) ?? selfReportFault(promise, request);
}

/** Criteria with checks need a proof that holds for the checkout as it is. No option skips this. */
export function proofFault(
  promise: CompletionPromise,
  { id }: VerifyRequest,
  { takeTree }: Views,
): Failure | undefined {
  const criteria = criteriaToProve(promise).flatMap((criterion) => {
    const proof = proofStanding(criterion, takeTree);
    const description = criterion.description ?? '';
    return isProved(proof) ? [] : [{ id: criterion.id, description, proof }];
  });
  return criteria.length === 0 ? undefined : { kind: 'unproved', id, criteria };
}

/** A tier that asks for a vote is not met by one judge, and one that asks for a judge not by none. */
export function tierFault(
  promise: CompletionPromise,
  { id, judge, tiers }: VerifyRequest,
): Failure | undefined {
  if (judge.demand === 'skip') return undefined;
  const given = judge.demand === 'none' ? 0 : judge.votes;
  const short = criteriaToProve(promise).find((one) => votesFor(one, promise, tiers) > given);
  if (short === undefined) return undefined;
  const tier = tierOf(short, promise, tiers);
  const wanted = votesFor(short, promise, tiers);
  if (given === 0) {
    const reason = `${short.id} has tier ${tier}, but no judge was called.`;
    return { kind: 'unjudged', id, reason };
  }
  const reason = `${short.id} has tier ${tier}, which requires ${wanted} votes, not ${given}.`;
  return { kind: 'unjudged', id, reason, votes: wanted };
}

/** Why Gate 1 is shut: a criterion is open, or a promise without any has no proof. */
export function selfReportFault(
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

/** The answers that keep Gate 2 shut, as a failure. */
export function validationFault(
  promise: CompletionPromise,
  { id, validation }: VerifyRequest,
  { answerFor }: Views,
): Failure | undefined {
  if (validation === 'skipped' || validation === 'off') return undefined;
  const problems = validationProblems(criteriaToProve(promise), answerFor).filter(
    ({ why }) => validation === 'required' || why !== 'missing',
  );
  return problems.length === 0 ? undefined : { kind: 'validation-blocked', id, problems };
}

/** How the proofs let a promise through. */
export function proofPassage(
  promise: CompletionPromise,
  { takeTree }: Views,
): VerificationGates['proofs'] {
  const standings = criteriaToProve(promise).map((one) => proofStanding(one, takeTree).standing);
  if (standings.includes('not-bound')) return 'not-bound';
  return standings.includes('fresh') ? 'passed' : 'none';
}

/** How Gate 2 let a promise through. */
export function validationPassage(
  promise: CompletionPromise,
  { validation }: VerifyRequest,
): VerificationGates['validation'] {
  if (criteriaToProve(promise).length === 0) return 'no-criteria';
  return validation === 'required' ? 'passed' : validation;
}
