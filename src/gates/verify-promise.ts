import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { digestOfFacts, judgedCriteria } from '../domain/judging/judged-facts.ts';
import type { VerificationGates } from '../domain/promise/event.ts';
import {
  type CompletionPromise,
  criteriaOf,
  criteriaToProve,
  type JudgmentRecord,
} from '../domain/promise/promise.ts';
import { type Change, closeVerified } from '../domain/promise/promise-changes.ts';
import { selfValidated } from '../domain/standing/answers.ts';
import {
  askJudge,
  factsFor,
  type GateStores,
  recordRefusal,
  servedBy,
  viewsOf,
  withJudgment,
} from './asking-judge.ts';
import {
  cheapGatesFault,
  proofPassage,
  selfReportedFault,
  type VerifyRequest,
  type Views,
  validationPassage,
} from './cheap-gates.ts';
import { isJudgedForAnother, judgeForOwner } from './judge-for-owner.ts';
import { type JudgeRun, judgeFault, passedFindings } from './judge-gate.ts';
import { tamperedFault, tamperingPassage } from './tampering.ts';
import { type LookAtTierOne, type TierOne, tierOneFault, tierOnePassage } from './tier-one.ts';
import { failedAfter, type Verified } from './verified.ts';

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
  if (isJudgedForAnother(promise, request)) {
    return judgeForOwner(promise, request, stores, lookAtTierOne);
  }
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
  return run === undefined
    ? closePromise(run, request, stores, views)
    : closeAfterRun(run, promise, request, stores, { ...views, lookAtTierOne });
}

/**
 * Closes a promise that a judge has passed. The project may have changed while the judge was asked. It is looked at again
 * here, because inside the change other writers would wait for it.
 */
async function closeAfterRun(
  run: JudgeRun,
  promise: CompletionPromise,
  request: VerifyRequest,
  stores: GateStores,
  { lookAtTierOne, tierOne }: { readonly lookAtTierOne: LookAtTierOne; readonly tierOne: TierOne },
): Promise<Result<Verified>> {
  const files = await lookAtTierOne(promise, 'files');
  if (!files.ok) return failedAfter(run, files.failure);
  const { always, warnings } = tierOne;
  const current = {
    ...(await viewsOf(promise, request, stores)),
    tierOne: { ...files.value, always, warnings },
  };
  const shutSince = cheapGatesFault(promise, request, current);
  return shutSince === undefined
    ? closePromise(run, request, stores, current)
    : failedAfter(run, shutSince);
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
  const attempted = 'count as verified: it does not say when and by whom';
  return promise.verification?.verified_at
    ? success({ outcome: 'already-verified', promise })
    : failed({ kind: 'wrong-status', id, status: promise.status, attempted });
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

async function closePromise(
  run: JudgeRun | undefined,
  request: VerifyRequest,
  { promises }: GateStores,
  views: Views & { readonly tierOne: TierOne },
): Promise<Result<Verified>> {
  // Looked at before the lock: others wait for it.
  views.substance();
  let decision: Decision | undefined;
  const change = await promises.change(request.id, (current, answerFor) => {
    const decided = decideVerification(current, request, run, { ...views, answerFor });
    if (decided.ok) decision = decided.value;
    return decided.ok ? success(decided.value.change) : decided;
  });
  if (!change.ok) return failedAfter(run, change.failure);
  if (decision === undefined) {
    return failed({ kind: 'unexpected', message: 'a promise was changed without a decision' });
  }
  const { gates, served } = decision;
  const { tierOne } = views;
  return success({ outcome: 'verified', change: change.value, gates, tierOne, run, served });
}

/** What closes a promise: the change, how it passed each gate, and the earlier PASS that served. */
interface Decision {
  readonly change: Change;
  readonly gates: VerificationGates;
  readonly served: JudgmentRecord | undefined;
}

/** All gates, purely: the change that closes the promise, or the failure of the first that is shut. */
export function decideVerification(
  promise: CompletionPromise,
  request: VerifyRequest,
  run: JudgeRun | undefined,
  views: Views,
): Result<Decision> {
  const fault =
    cheapGatesFault(promise, request, views) ??
    digestFault(promise, run, request, views) ??
    judgeFault(promise, run, request) ??
    tamperedBy(promise, run, request, views);
  if (fault !== undefined) return failed(fault);
  const served = run === undefined ? servedBy(promise, request, views) : undefined;
  if (served === undefined && run === undefined && isJudgeMissing(promise, request, views)) {
    return failed({ kind: 'changed-while-judged', id: request.id });
  }
  const gates: VerificationGates = {
    self_report: criteriaOf(promise).length > 0 ? 'passed' : 'proof',
    proofs: proofPassage(promise, views),
    ...(views.tierOne === undefined ? {} : tierOnePassage(views.tierOne)),
    ...tamperingPassage(promise, views.tierOne?.tampering, passedFindings(run)),
    validation: validationPassage(promise, request),
    judge: judgePassage(promise, request, run, served),
  };
  const isKept = run?.byModel === true;
  const judgment = isKept ? withJudgment(promise, run, request) : undefined;
  const proof = {
    text: request.proof ?? null,
    type: request.type,
    gates,
    selfValidated: gates.validation === 'passed' ? selfValidated(promise, views.answerFor) : [],
  };
  const closed = closeVerified(judgment?.promise ?? promise, proof, request.actor());
  const earlierEvents = judgment === undefined ? [] : [judgment.event];
  return success({ change: { ...closed, earlierEvents }, gates, served });
}

/** Whether a judge is wanted and was not asked, because a PASS served that serves no more. */
function isJudgeMissing(promise: CompletionPromise, request: VerifyRequest, views: Views): boolean {
  return (
    request.judge.demand === 'ask' && judgedCriteria(factsFor(promise, request, views)).length > 0
  );
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
  served: JudgmentRecord | undefined,
): VerificationGates['judge'] {
  if (judge.demand === 'skip') return 'skipped';
  if (served !== undefined) return 'passed';
  if (judge.demand === 'none') return 'not-run';
  if (criteriaToProve(promise).length === 0) return 'no-criteria';
  if (run === undefined) return 'not-run';
  if (!run.byModel) return 'rubric';
  return run.result.verdict === 'PASS' ? 'passed' : 'unavailable';
}
