import type { Failure } from '../../base/failure.ts';
import { failed, success } from '../../base/result.ts';
import { digestOfFacts, judgedCriteria } from '../../judging/judged-facts.ts';
import {
  doubtfulPass,
  rejectedCriteria,
  standingRejection,
} from '../../judging/judgment-record.ts';
import type { VerificationGates } from '../../promise/event.ts';
import {
  type CompletionPromise,
  criteriaOf,
  criteriaToProve,
  type JudgmentRecord,
} from '../../promise/promise.ts';
import { restsOnProof } from '../../promise/proof.ts';
import { type ClosingFacts, type JudgeRun, runIn } from '../facts.ts';
import type { Gate } from '../gate.ts';
import { isToAsk, judgedFacts, servedBy } from '../judged-facts.ts';

/** Gate 3: a model or a vote passes the evidence, where one is asked; and no earlier FAIL stands. */
export const judge: Gate = (facts) => {
  if (facts.judged === 'passes') return success({ judge: 'passed' });
  const { id } = facts;
  const run = runIn(facts);
  // A verdict counts only for the facts that were judged: changed ones make it void.
  const isVoid = run !== undefined && run.digest !== digestOfFacts(judgedFacts(facts));
  if (isVoid) return failed({ kind: 'changed-while-judged', id });
  const fault = judgeFault(facts, run);
  if (fault !== undefined) return failed(fault);
  const served = run === undefined ? servedBy(facts) : undefined;
  const doubt = doubtOf(facts, run, served);
  if (doubt !== undefined) return failed(doubt);
  // None was asked, because of a PASS that serves no more.
  const isMissing = run === undefined && served === undefined && isToAsk(facts);
  if (isMissing) return failed({ kind: 'changed-while-judged', id });
  return success({ judge: passageOf(facts, run, served) });
};

/**
 * Why it is shut: this run's FAIL, an earlier one that still stands, or that it could not be judged where that is not
 * enough. Only a model's PASS lifts an earlier FAIL.
 */
function judgeFault(
  { id, promise, request }: ClosingFacts,
  run: JudgeRun | undefined,
): Failure | undefined {
  if (run?.fault !== undefined) return run.fault;
  if (run?.result.verdict === 'FAIL') return rejectedNow(id, promise, run);
  if (run?.byModel === true && run.result.verdict === 'PASS') return undefined;
  const earlier = standingRejection(promise);
  if (earlier !== undefined) {
    const { at, failed: criteria, feedback } = earlier;
    const proved = provedAmong(promise, criteria);
    return { kind: 'judge-rejected', id, by: 'judge', at, failed: criteria, proved, feedback };
  }
  const demand = request.judge;
  if (run === undefined || demand.demand !== 'ask') return undefined;
  if (run.result.verdict === 'WARN' && demand.onUnavailable === 'block') {
    return { kind: 'unjudged', id, reason: run.result.reasoning };
  }
  return !run.byModel && demand.wantsModel
    ? { kind: 'unjudged', id, reason: 'The rubric is not a model and satisfies no tier.' }
    : undefined;
}

/** That a person is to look at a PASS before the promise is closed by it: this run's, or an earlier one over the same. */
function doubtOf(
  facts: ClosingFacts,
  run: JudgeRun | undefined,
  served: JudgmentRecord | undefined,
): Failure | undefined {
  const { id, promise, request } = facts;
  const isDoubtful = run?.result.for_person === true || served?.['for_person'] === true;
  if (!isDoubtful || request.to === 'judge') return undefined;
  const confidence = run?.result.overall_confidence ?? doubtfulPass(promise) ?? 0;
  const criteria = judgedCriteria(judgedFacts(facts)).map((criterion) => criterion.id);
  return { kind: 'person-to-look', id, confidence, criteria };
}

function rejectedNow(
  id: string,
  promise: CompletionPromise,
  { byModel, result }: JudgeRun,
): Failure {
  const by = byModel ? 'judge' : 'rubric';
  const criteria = rejectedCriteria(result);
  const proved = provedAmong(promise, criteria);
  const { feedback } = result;
  return { kind: 'judge-rejected', id, by, at: '', failed: criteria, proved, feedback };
}

/** The criteria of a list that a program proved. */
function provedAmong(promise: CompletionPromise, ids: readonly string[]): readonly string[] {
  return criteriaOf(promise)
    .filter((criterion) => ids.includes(criterion.id) && restsOnProof(criterion))
    .map(({ id }) => id);
}

function passageOf(
  { promise, request }: ClosingFacts,
  run: JudgeRun | undefined,
  served: JudgmentRecord | undefined,
): NonNullable<VerificationGates['judge']> {
  const { demand } = request.judge;
  if (demand === 'skip') return 'skipped';
  if (served !== undefined) return 'passed';
  if (demand === 'none') return 'not-run';
  if (criteriaToProve(promise).length === 0) return 'no-criteria';
  if (run === undefined) return 'not-run';
  if (!run.byModel) return 'rubric';
  return run.result.verdict === 'PASS' ? 'passed' : 'unavailable';
}
