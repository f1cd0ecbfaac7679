import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { JudgedFacts } from '../domain/judging/judged-facts.ts';
import type { JudgeResult } from '../domain/judging/judgment.ts';
import {
  type JudgedEvidence,
  rejectedCriteria,
  standingRejection,
  unchangedSinceRejected,
  VOTES_TO_LIFT,
} from '../domain/judging/judgment-record.ts';
import { type CompletionPromise, criteriaOf } from '../domain/promise/promise.ts';
import { restsOnProof } from '../domain/promise/proof.ts';

/** Whether Gate 3 is asked, and what it takes for it to be open. */
export type JudgeDemand =
  | { readonly demand: 'none' }
  | { readonly demand: 'skip' }
  | {
      readonly demand: 'ask';
      readonly ask: (facts: JudgedFacts) => Promise<Result<JudgeRun>>;
      /** About all criteria, or about those whose tier asks for it. */
      readonly about: 'all' | 'by-tier';
      /** Where the judge cannot be had: go on unjudged, or stay shut. */
      readonly onUnavailable: 'warn' | 'block';
      /** Whether the project wants a model's judgment, which the rubric is not. */
      readonly wantsModel: boolean;
      /** How many votes are asked for. */
      readonly votes: number;
      /** Whether a model would be asked, and not rules: what rules say is not kept, and lifts nothing. */
      readonly isModel: boolean;
      /** Whether a judge is asked even where an earlier PASS on the same evidence would serve. */
      readonly isAnew: boolean;
    };

/** One run of the judge on a promise. */
export interface JudgeRun {
  readonly result: JudgeResult;
  readonly backend: string;
  /** Whether a model judged. A judge that follows rules satisfies no tier, and nothing of it is kept. */
  readonly byModel: boolean;
  /** The address or program that was asked; null where nothing left the machine. */
  readonly endpoint: string | null;
  /** The model that did the work, where that is known. */
  readonly sessionModel: string | null;
  /** The digest of what was judged. */
  readonly digest: string;
  /** Digests of the evidence that it was asked about. */
  readonly evidence: JudgedEvidence;
  /** What of the work itself it was shown. */
  readonly sees: readonly string[];
  /** Whether it, or one vote of it, is a model that did the work. */
  readonly isSameModel: boolean;
  /** The names of the findings in the tests that the judge was shown. */
  readonly tampering: readonly string[];
  /** What the caller has to put right: nothing was decided, whatever the result says was spent. */
  readonly fault: Failure | undefined;
}

/**
 * Why a model is not asked although it should be: it would judge what was rejected over the same evidence, and one more
 * voice lifts nothing. A vote can.
 */
export function unchangedFault(
  promise: CompletionPromise,
  evidence: JudgedEvidence,
  { id, judge }: { readonly id: string; readonly judge: JudgeDemand },
): Failure | undefined {
  if (judge.demand !== 'ask' || !judge.isModel || judge.votes >= VOTES_TO_LIFT) return undefined;
  const criteria = unchangedSinceRejected(promise, evidence);
  const at = standingRejection(promise)?.at ?? '';
  return criteria.length === 0
    ? undefined
    : { kind: 'unchanged-since-rejected', id, at, criteria, votes: VOTES_TO_LIFT };
}

/** The names of the findings that a run lets stand: those that a model saw and passed the promise with. */
export function passedFindings(run: JudgeRun | undefined): readonly string[] {
  const isPass =
    run?.byModel === true &&
    run.fault === undefined &&
    run.result.status === 'success' &&
    run.result.verdict === 'PASS';
  return isPass ? run.tampering : [];
}

/**
 * Why Gate 3 is shut: this run's FAIL, an earlier one that still stands, or that it could not be judged
 * where that is not enough. Only a model's PASS lifts an earlier FAIL.
 */
export function judgeFault(
  promise: CompletionPromise,
  run: JudgeRun | undefined,
  { id, judge }: { readonly id: string; readonly judge: JudgeDemand },
): Failure | undefined {
  if (run?.fault !== undefined) return run.fault;
  if (run?.result.verdict === 'FAIL') return rejectedNow(id, promise, run);
  if (run?.byModel === true && run.result.verdict === 'PASS') {
    return undefined;
  }
  const earlier = standingRejection(promise);
  if (earlier !== undefined) {
    const { at, failed, feedback } = earlier;
    const proved = provedAmong(promise, failed);
    return { kind: 'judge-rejected', id, by: 'judge', at, failed, proved, feedback };
  }
  if (run === undefined || judge.demand !== 'ask') return undefined;
  if (run.result.verdict === 'WARN' && judge.onUnavailable === 'block') {
    return { kind: 'unjudged', id, reason: run.result.reasoning };
  }
  return !run.byModel && judge.wantsModel
    ? { kind: 'unjudged', id, reason: 'The rubric is not a model and satisfies no tier.' }
    : undefined;
}

function rejectedNow(
  id: string,
  promise: CompletionPromise,
  { byModel, result }: JudgeRun,
): Failure {
  const by = byModel ? 'judge' : 'rubric';
  const failed = rejectedCriteria(result);
  const proved = provedAmong(promise, failed);
  return { kind: 'judge-rejected', id, by, at: '', failed, proved, feedback: result.feedback };
}

/** The criteria of a list that a program proved. */
function provedAmong(promise: CompletionPromise, ids: readonly string[]): readonly string[] {
  return criteriaOf(promise)
    .filter((criterion) => ids.includes(criterion.id) && restsOnProof(criterion))
    .map(({ id }) => id);
}
