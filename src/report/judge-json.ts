import { isObject, textOf } from '../domain/base/document.ts';
import type { Failure, OpenCriterion } from '../domain/base/failure.ts';
import {
  ANY_EVIDENCE,
  type CriterionJudgment,
  type Feedback,
  type JudgeResult,
  resultWithoutAsking,
} from '../domain/judging/judgment.ts';
import type { CompletionPromise, JudgmentRecord } from '../domain/promise/promise.ts';
import { elsewhereText, failureMessage, WHY_BLOCKED } from './failure-text.ts';
import { standingText } from './proof-text.ts';

/** Answers of `cs judge --json` where no judge was asked, in the shape of those of a judge. */

/** A failure before or instead of a judgment. It is a FAIL: what cannot be verified did not pass. */
export function resultOfFailure(failure: Failure, model: string): JudgeResult {
  const message = messageOf(failure);
  const blockedBy = gateOf(failure);
  return resultWithoutAsking({
    status: 'error',
    verdict: 'FAIL',
    reasoning: message,
    model,
    error: message,
    criteria_judgments: judgmentsOf(failure),
    feedback: feedbackOf(failure),
    ...(blockedBy === undefined ? {} : { blocked_by: blockedBy }),
  });
}

/** The answer has no place for advice, but a reader of it must come to a promise that lies elsewhere. */
function messageOf(failure: Failure): string {
  const message = failureMessage(failure);
  return failure.kind === 'promise-not-found' && failure.elsewhere !== undefined
    ? `${message}. ${elsewhereText(failure.elsewhere)}`
    : message;
}

const TIER_1: ReadonlySet<string> = new Set(['changed-files-broken', 'always-failed', 'tampered']);

function gateOf({ kind }: Failure): JudgeResult['blocked_by'] {
  if (kind === 'criteria-open' || kind === 'proof-missing') return 'gate-1';
  if (TIER_1.has(kind)) return 'tier-1';
  return kind === 'validation-blocked' || kind === 'unproved' ? 'gate-2' : undefined;
}

/** What Gate 1 lacks fails without a judge. Other failures judge no criterion. */
function judgmentsOf(failure: Failure): readonly CriterionJudgment[] {
  if (failure.kind !== 'criteria-open') return [];
  return failure.open.map(({ id, lacks }) => ({
    ac_id: id,
    judgment: 'FAIL',
    confidence: 1,
    reasoning: LACKED[lacks],
  }));
}

const LACKED: Readonly<Record<OpenCriterion['lacks'], string>> = {
  met: 'Not met.',
  evidence: 'Met without evidence.',
};

function feedbackOf(failure: Failure): readonly Feedback[] {
  switch (failure.kind) {
    case 'criteria-open':
      return failure.open.map(({ id, lacks }) => ({
        ac_id: id,
        finding: LACKED[lacks],
        would_satisfy: ANY_EVIDENCE,
      }));
    case 'unproved':
      return failure.criteria.map(({ id, proof }) => ({
        ac_id: id,
        finding: standingText(proof),
        would_satisfy: 'a passing run of its checks',
      }));
    case 'validation-blocked':
      return failure.problems.map(({ criterion, reasoning, why }) => ({
        ac_id: criterion,
        finding: `Gate 2: ${[WHY_BLOCKED[why], reasoning].filter(Boolean).join(': ')}`,
        would_satisfy: "a validator's answer with the verdict PASS or PARTIAL",
      }));
    case 'judge-rejected':
      return failure.feedback;
    default:
      return [];
  }
}

/**
 * A judge's result where the promise stays open: as it is where that is what it says, and an error with
 * what was spent where something else keeps the promise open. A PASS that closes nothing is none.
 */
export function resultOfRefusal(result: JudgeResult, failure: Failure): JudgeResult {
  if (failure.kind === 'person-to-look') return result;
  const isItsOwn = failure.kind === 'judge-rejected' || failure.kind === 'unjudged';
  if (isItsOwn && result.verdict !== 'PASS') return result;
  const message = failureMessage(failure);
  return { ...result, status: 'error', verdict: 'FAIL', reasoning: message, error: message };
}

/** A promise that an earlier run has closed. */
export function resultOfVerified({ verification }: CompletionPromise, model: string): JudgeResult {
  const gates = verification?.gates;
  const isJudged =
    typeof gates === 'object' && gates !== null && 'judge' in gates && gates.judge === 'passed';
  return resultWithoutAsking({
    status: 'success',
    verdict: isJudged ? 'PASS' : 'WARN',
    reasoning: isJudged
      ? 'Already verified: the judge passed it.'
      : 'Already verified without the judge.',
    model,
  });
}

/** The result of an earlier run, as the promise keeps it: nothing was asked and nothing spent now. */
export function resultOfServed(record: JudgmentRecord): JudgeResult {
  const criteria = Array.isArray(record['criteria']) ? record['criteria'].filter(isObject) : [];
  return resultWithoutAsking({
    status: 'success',
    verdict: 'PASS',
    reasoning: textOf(record['reasoning']),
    model: textOf(record['model']),
    criteria_judgments: criteria.map((one) => ({
      ac_id: textOf(one['ac_id']),
      judgment: one['judgment'] === 'PASS' ? 'PASS' : 'FAIL',
      confidence: null,
      reasoning: textOf(one['reasoning']),
    })),
    served_by: { at: textOf(record['timestamp']), session_id: textOf(record['session_id']) },
  });
}

/** A promise without a criterion to judge: its proof decides. */
export function resultWithoutCriteria(model: string): JudgeResult {
  return resultWithoutAsking({
    status: 'success',
    verdict: 'WARN',
    reasoning: 'No criteria to judge: the judge was skipped.',
    model,
  });
}
