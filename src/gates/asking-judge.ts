import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { evidenceOf, type JudgedFacts, judgedCriteria } from '../domain/judging/judged-facts.ts';
import {
  recordJudgment,
  servingPass,
  standingRejection,
} from '../domain/judging/judgment-record.ts';
import type { Substance } from '../domain/judging/substance.ts';
import {
  type CompletionPromise,
  criteriaOf,
  type JudgmentRecord,
} from '../domain/promise/promise.ts';
import { type Change, closedFault } from '../domain/promise/promise-changes.ts';
import { tierOf } from '../domain/promise/tier.ts';
import type { PromiseStore } from '../store/promise-store.ts';
import type { ValidationStore } from '../store/validation-store.ts';
import type { VerifyRequest, Views } from './cheap-gates.ts';
import { type JudgeRun, unchangedFault } from './judge-gate.ts';
import { judgedFindings } from './tampering.ts';
import type { Verified } from './verified.ts';

/** How Gate 3 is asked, whoever asks: what the judge is shown, whether it is asked at all, and what is kept of it. */

export interface GateStores {
  readonly promises: PromiseStore;
  readonly validations: ValidationStore;
}

/** The answers and the checkout as they are at this moment. */
export async function viewsOf(
  promise: CompletionPromise,
  { id, lookAtTree, substanceOf }: VerifyRequest,
  { validations }: GateStores,
): Promise<Views> {
  const answerFor = await validations.answersTo(id, criteriaOf(promise));
  let seen: { readonly substance: Substance | undefined } | undefined;
  const substance = (): Substance | undefined => {
    seen ??= { substance: substanceOf(promise) };
    return seen.substance;
  };
  return { answerFor, takeTree: lookAtTree(), substance };
}

/** The facts of a promise that a judge is shown now. */
export function factsFor(
  promise: CompletionPromise,
  { id, judge, tiers }: VerifyRequest,
  views: Views,
): JudgedFacts {
  const isByTier = judge.demand === 'ask' && judge.about === 'by-tier';
  // Criteria that an earlier run rejected are asked again: a PASS lifts only what it was asked about.
  const rejected = standingRejection(promise);
  const isRejected = (ac: string): boolean =>
    rejected !== undefined && (rejected.failed.length === 0 || rejected.failed.includes(ac));
  const isAsked: JudgedFacts['isAsked'] = (criterion) =>
    !isByTier || tierOf(criterion, promise, tiers) > 1 || isRejected(criterion.id);
  const tampering = judgedFindings(promise, views.tierOne?.tampering);
  const substance = views.substance();
  return {
    id,
    promise,
    answerFor: views.answerFor,
    isAsked,
    ...(tampering.length === 0 ? {} : { tampering }),
    ...(substance === undefined ? {} : { substance }),
  };
}

/**
 * Asks the judge where one is wanted and has something to judge. Nobody is asked where an earlier PASS serves, and it
 * fails where one more voice over rejected evidence would change nothing.
 */
export async function askJudge(
  request: VerifyRequest,
  promise: CompletionPromise,
  views: Views,
): Promise<Result<JudgeRun | undefined>> {
  const facts = factsFor(promise, request, views);
  const { judge } = request;
  if (judge.demand !== 'ask' || judgedCriteria(facts).length === 0) return success(undefined);
  const evidence = evidenceOf(facts);
  const fault = unchangedFault(promise, evidence, request);
  if (fault !== undefined) return failed(fault);
  const isServed =
    !judge.isAnew &&
    servingPass(promise, evidence, { ...request.serving, votes: judge.votes }) !== undefined;
  return isServed ? success(undefined) : judge.ask(facts);
}

/** The earlier PASS that serves for the promise as it is; nothing where Gate 3 is skipped or asked anew. */
export function servedBy(
  promise: CompletionPromise,
  request: VerifyRequest,
  views: Views,
): JudgmentRecord | undefined {
  const { judge } = request;
  if (judge.demand === 'skip' || (judge.demand === 'ask' && judge.isAnew)) return undefined;
  const facts = factsFor(promise, request, views);
  const votes = judge.demand === 'ask' ? judge.votes : 1;
  return servingPass(promise, evidenceOf(facts), { ...request.serving, votes });
}

/** The run that keeps a promise open, its judgment stored with the promise. */
export async function recordRefusal(
  failure: Failure,
  run: JudgeRun,
  request: VerifyRequest,
  stores: GateStores,
): Promise<Result<Verified>> {
  const isKept = run.byModel && run.fault === undefined;
  const recorded = isKept ? await keepJudgment(run, request, stores) : success([]);
  // A FAIL that cannot be stored still keeps the promise open.
  const warnings = recorded.ok ? recorded.value : [recorded.failure];
  return success({ outcome: 'refused', failure, run, warnings });
}

/** Stores a judgment with the promise, which stays open. Gives what could not be done beside it. */
export async function keepJudgment(
  run: JudgeRun,
  request: VerifyRequest,
  { promises }: GateStores,
): Promise<Result<readonly Failure[]>> {
  const recorded = await promises.change(request.id, (current) => {
    const fault = closedFault(request.id, current, 'be judged');
    return fault === undefined ? success(withJudgment(current, run, request)) : failed(fault);
  });
  return recorded.ok ? success(recorded.value.warnings) : recorded;
}

export function withJudgment(
  promise: CompletionPromise,
  run: JudgeRun,
  { actor }: VerifyRequest,
): Change {
  const { at, session } = actor();
  const { backend, digest, endpoint, evidence, result, sees, tampering } = run;
  const seen = {
    ...(sees.length === 0 ? {} : { sees }),
    ...(run.isSameModel ? { same_model: true as const } : {}),
    ...(tampering.length === 0 ? {} : { tampering }),
  };
  const asked = { backend, endpoint, session_model: run.sessionModel, digest, evidence, ...seen };
  return recordJudgment(promise, result, { timestamp: at, session_id: session.id, ...asked });
}
