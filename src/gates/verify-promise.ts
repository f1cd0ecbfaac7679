import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { digestOfFacts, type JudgedFacts, judgedCriteria } from '../domain/judging/judged-facts.ts';
import { recordJudgment, standingRejection } from '../domain/judging/judgment-record.ts';
import type { VerificationGates } from '../domain/promise/event.ts';
import { type CompletionPromise, criteriaOf, criteriaToProve } from '../domain/promise/promise.ts';
import { type Change, closedFault, closeVerified } from '../domain/promise/promise-changes.ts';
import { tierOf } from '../domain/promise/tier.ts';
import type { AcknowledgedChange, PromiseStore } from '../store/promise-store.ts';
import type { ValidationStore } from '../store/validation-store.ts';
import {
  cheapGatesFault,
  proofPassage,
  selfReportedFault,
  type VerifyRequest,
  type Views,
  validationPassage,
} from './cheap-gates.ts';
import { type JudgeRun, judgeFault, passedFindings } from './judge-gate.ts';
import { judgedFindings, tamperedFault, tamperingPassage } from './tampering.ts';
import { type LookAtTierOne, type TierOne, tierOneFault, tierOnePassage } from './tier-one.ts';

export type Verified =
  | {
      readonly outcome: 'verified';
      readonly change: AcknowledgedChange;
      readonly gates: VerificationGates;
      readonly tierOne: TierOne;
      /** The run of the judge, where one was asked. */
      readonly run: JudgeRun | undefined;
    }
  | { readonly outcome: 'already-verified'; readonly promise: CompletionPromise }
  /** The judge was asked, and the promise stays open. */
  | {
      readonly outcome: 'refused';
      readonly failure: Failure;
      readonly run: JudgeRun;
      readonly warnings: readonly Failure[];
    };

export interface GateStores {
  readonly promises: PromiseStore;
  readonly validations: ValidationStore;
}

/**
 * Takes a promise through the gates in their order, cheap before dear, and closes it where all of
 * them are open. Stops at the first that blocks: a judge is not asked while a cheaper gate is shut.
 */
export async function verifyPromise(
  request: VerifyRequest,
  stores: GateStores,
  lookAtTierOne: LookAtTierOne,
): Promise<Result<Verified>> {
  const found = await stores.promises.find(request.id);
  if (!found.ok) return found;
  const { promise } = found.value;
  if (promise.status === 'verified') return alreadyVerified(request.id, promise);
  const first = await viewsOf(promise, request, stores);
  const early = selfReportedFault(promise, request, first);
  if (early !== undefined) return failed(early);
  const tierOne = await lookAtTierOne(promise, 'all');
  if (!tierOne.ok) return tierOne;
  const views = await viewsAfter(tierOne.value, first, promise, request, stores);
  const shut =
    faultAfter(tierOne.value, promise, request, views) ??
    (await stores.promises.untold(request.id));
  if (shut !== undefined) return failed(shut);
  const asked = await askJudge(request, promise, views);
  if (!asked.ok) return asked;
  const run = asked.value;
  const refusal = judgeFault(promise, run, request) ?? tamperedBy(promise, run, request, views);
  if (refusal !== undefined && run !== undefined) {
    return recordRefusal(refusal, run, request, stores);
  }
  if (refusal !== undefined) return failed(refusal);
  if (run === undefined) return closePromise(run, request, stores, views);
  // The project may have changed while the judge was asked. It is looked at again here, because inside the
  // change other writers would wait for it.
  const files = await lookAtTierOne(promise, 'files');
  if (!files.ok) return failedAfter(run, files.failure);
  const { always, warnings } = tierOne.value;
  const current = {
    ...(await viewsOf(promise, request, stores)),
    tierOne: { ...files.value, always, warnings },
  };
  const shutSince = cheapGatesFault(promise, request, current);
  return shutSince === undefined
    ? closePromise(run, request, stores, current)
    : failedAfter(run, shutSince);
}

/** The answers and the checkout as they are at this moment. */
async function viewsOf(
  promise: CompletionPromise,
  { id, lookAtTree }: VerifyRequest,
  { validations }: GateStores,
): Promise<Views> {
  const answerFor = await validations.answersTo(id, criteriaOf(promise));
  return { answerFor, takeTree: lookAtTree() };
}

/** The same after the project's own commands: what they wrote may be what a proof depends on. */
async function viewsAfter(
  tierOne: TierOne,
  before: Views,
  promise: CompletionPromise,
  request: VerifyRequest,
  stores: GateStores,
): Promise<Views & { readonly tierOne: TierOne }> {
  const views = tierOne.always.length === 0 ? before : await viewsOf(promise, request, stores);
  return { ...views, tierOne };
}

/** The first gate that is shut after the project's own commands; one of them that failed comes before what it wrote. */
function faultAfter(
  tierOne: TierOne,
  promise: CompletionPromise,
  request: VerifyRequest,
  views: Views,
): Failure | undefined {
  const fault = tierOneFault(request.id, tierOne) ?? cheapGatesFault(promise, request, views);
  return fault?.kind === 'unproved' && tierOne.always.length > 0
    ? { ...fault, isAfterCommands: true }
    : fault;
}

function alreadyVerified(id: string, promise: CompletionPromise): Result<Verified> {
  const attempted = 'be taken for verified: it does not say when and by whom';
  return promise.verification?.verified_at
    ? success({ outcome: 'already-verified', promise })
    : failed({ kind: 'wrong-status', id, status: promise.status, attempted });
}

/** The facts of a promise that a judge is shown now. */
function factsFor(
  promise: CompletionPromise,
  { id, judge, tiers }: VerifyRequest,
  { answerFor, tierOne }: Views,
): JudgedFacts {
  const isByTier = judge.demand === 'ask' && judge.about === 'by-tier';
  // Criteria that an earlier run rejected are asked again: a PASS lifts only what it was asked about.
  const rejected = standingRejection(promise);
  const isRejected = (ac: string): boolean =>
    rejected !== undefined && (rejected.failed.length === 0 || rejected.failed.includes(ac));
  const isAsked: JudgedFacts['isAsked'] = (criterion) =>
    !isByTier || tierOf(criterion, promise, tiers) > 1 || isRejected(criterion.id);
  const tampering = judgedFindings(promise, tierOne?.tampering);
  return { id, promise, answerFor, isAsked, ...(tampering.length === 0 ? {} : { tampering }) };
}

async function askJudge(
  request: VerifyRequest,
  promise: CompletionPromise,
  views: Views,
): Promise<Result<JudgeRun | undefined>> {
  const facts = factsFor(promise, request, views);
  const { judge } = request;
  if (judge.demand !== 'ask' || judgedCriteria(facts).length === 0) return success(undefined);
  return judge.ask(facts);
}

/** The findings that nobody accepted, a judge's PASS of just now included, where they keep the promise open. */
function tamperedBy(
  promise: CompletionPromise,
  run: JudgeRun | undefined,
  request: VerifyRequest,
  { tierOne }: Views,
): Failure | undefined {
  return tamperedFault(request, promise, tierOne?.tampering, passedFindings(run));
}

/** Stores the judgment with the promise, which stays open. */
async function recordRefusal(
  failure: Failure,
  run: JudgeRun,
  request: VerifyRequest,
  { promises }: GateStores,
): Promise<Result<Verified>> {
  const refused = (warnings: readonly Failure[]): Result<Verified> =>
    success({ outcome: 'refused', failure, run, warnings });
  if (!run.byModel || run.fault !== undefined) return refused([]);
  const recorded = await promises.change(request.id, (current) => {
    const fault = closedFault(request.id, current, 'be judged');
    return fault === undefined ? success(withJudgment(current, run, request)) : failed(fault);
  });
  // A FAIL that cannot be stored still keeps the promise open.
  return refused(recorded.ok ? recorded.value.warnings : [recorded.failure]);
}

async function closePromise(
  run: JudgeRun | undefined,
  request: VerifyRequest,
  { promises }: GateStores,
  { takeTree, tierOne }: Views & { readonly tierOne: TierOne },
): Promise<Result<Verified>> {
  let gates: VerificationGates | undefined;
  const change = await promises.change(request.id, (current, answerFor) => {
    const decided = decideVerification(current, request, run, { answerFor, takeTree, tierOne });
    if (decided.ok) gates = decided.value.gates;
    return decided.ok ? success(decided.value.change) : decided;
  });
  if (!change.ok) return failedAfter(run, change.failure);
  return gates === undefined
    ? failed({ kind: 'unexpected', message: 'a promise was changed without a decision' })
    : success({ outcome: 'verified', change: change.value, gates, tierOne, run });
}

/** A failure; after a run of the judge, one that still reports what was asked and spent. */
function failedAfter(run: JudgeRun | undefined, failure: Failure): Result<Verified> {
  return run === undefined
    ? failed(failure)
    : success({ outcome: 'refused', failure, run, warnings: [] });
}

/** All gates, purely: the change that closes the promise, or the failure of the first that is shut. */
export function decideVerification(
  promise: CompletionPromise,
  request: VerifyRequest,
  run: JudgeRun | undefined,
  views: Views,
): Result<{ readonly change: Change; readonly gates: VerificationGates }> {
  const fault =
    cheapGatesFault(promise, request, views) ??
    digestFault(promise, run, request, views) ??
    judgeFault(promise, run, request) ??
    tamperedBy(promise, run, request, views);
  if (fault !== undefined) return failed(fault);
  const gates: VerificationGates = {
    self_report: criteriaOf(promise).length > 0 ? 'passed' : 'proof',
    proofs: proofPassage(promise, views),
    ...(views.tierOne === undefined ? {} : tierOnePassage(views.tierOne)),
    ...tamperingPassage(promise, views.tierOne?.tampering, passedFindings(run)),
    validation: validationPassage(promise, request),
    judge: judgePassage(promise, request, run),
  };
  const isKept = run?.byModel === true;
  const judgment = isKept ? withJudgment(promise, run, request) : undefined;
  const proof = { text: request.proof ?? null, type: request.type, gates };
  const closed = closeVerified(judgment?.promise ?? promise, proof, request.actor());
  const earlierEvents = judgment === undefined ? [] : [judgment.event];
  return success({ change: { ...closed, earlierEvents }, gates });
}

function withJudgment(promise: CompletionPromise, run: JudgeRun, { actor }: VerifyRequest): Change {
  const { at, session } = actor();
  const { backend, digest, endpoint, result, sessionModel: session_model, tampering } = run;
  const seen = tampering.length === 0 ? {} : { tampering };
  const asked = { backend, endpoint, session_model, digest, ...seen };
  return recordJudgment(promise, result, { timestamp: at, session_id: session.id, ...asked });
}

/** A verdict counts only for the facts that were judged: changed ones make it void. */
function digestFault(
  promise: CompletionPromise,
  run: JudgeRun | undefined,
  request: VerifyRequest,
  views: Views,
): Failure | undefined {
  return run === undefined || run.digest === digestOfFacts(factsFor(promise, request, views))
    ? undefined
    : { kind: 'changed-while-judged', id: request.id };
}

function judgePassage(
  promise: CompletionPromise,
  { judge }: VerifyRequest,
  run: JudgeRun | undefined,
): VerificationGates['judge'] {
  if (judge.demand === 'skip') return 'skipped';
  if (judge.demand === 'none') return 'not-run';
  if (criteriaToProve(promise).length === 0) return 'no-criteria';
  if (run === undefined) return 'not-run';
  if (!run.byModel) return 'rubric';
  return run.result.verdict === 'PASS' ? 'passed' : 'unavailable';
}
