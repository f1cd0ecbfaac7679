import { canonicalText } from '../base/canonical.ts';
import { digestOf } from '../base/digest.ts';
import { isObject } from '../base/document.ts';
import { failed, type Result, success } from '../base/result.ts';
import { type AttemptFeedback, PROVER, withAttempt } from '../judging/attempts.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaToProve,
  ownerOf,
} from '../promise/promise.ts';
import {
  type Change,
  closedFault,
  criterionNamed,
  withCriterion,
} from '../promise/promise-changes.ts';
import {
  type AnswerFor,
  checkedItems,
  reasoningOf,
  storedByOf,
  verdictOf,
} from '../validation/validation.ts';
import type { ValidationResponse, Verdict } from '../validation/validation-response.ts';

/** The name of a validator that gives none. */
export const ANONYMOUS = 'anonymous';

/**
 * The answer that Gate 2 goes by, of all answers to a criterion, oldest first. It is the last one, unless
 * the last answer of some validator is FAIL: only a later answer of the same validator lifts that. An
 * answer that another program stored names no validator, so any later answer takes its place.
 */
export function governingAnswer(
  answers: readonly ValidationResponse[],
): ValidationResponse | undefined {
  const last = new Map<string, ValidationResponse>();
  for (const answer of answers) {
    const storedBy = storedByOf(answer);
    if (storedBy !== undefined) last.set(storedBy, answer);
  }
  const standing = answers.findLast(
    (answer) => verdictOf(answer) === 'FAIL' && last.get(storedByOf(answer) ?? '') === answer,
  );
  return standing ?? answers.at(-1);
}

/** The answers that were there at a time, of which a timestamp is given; all where none is. */
export function answersUntil(
  answers: readonly ValidationResponse[],
  until: string | undefined,
): readonly ValidationResponse[] {
  if (until === undefined) return answers;
  return answers.filter((answer) => {
    const metadata = answer['_metadata'];
    const at = isObject(metadata) ? metadata['stored_at'] : undefined;
    return typeof at !== 'string' || at <= until;
  });
}

/** All answers: those that the suite kept, and the one in the governing file if it is not among them. */
export function withGoverningFile(
  kept: readonly ValidationResponse[],
  file: ValidationResponse | undefined,
): readonly ValidationResponse[] {
  if (file === undefined) return kept;
  const text = canonicalText(file);
  return kept.some((answer) => canonicalText(answer) === text) ? kept : [...kept, file];
}

/** The digest of the subject of an answer: a criterion with its evidence. */
export function evidenceDigest({ description, evidence, evidence_type }: Criterion): string {
  return digestOf(canonicalText([description ?? '', evidence ?? '', evidence_type ?? '']));
}

/** Whether an answer was given to other evidence than the criterion has now. */
export function isAboutOtherEvidence(response: ValidationResponse, criterion: Criterion): boolean {
  const metadata = response['_metadata'];
  const digest = isObject(metadata) ? metadata['evidence_digest'] : undefined;
  return typeof digest === 'string' && digest !== evidenceDigest(criterion);
}

/**
 * The criteria that the session which owns the promise answered for itself, as far as the suite stored the answers. What
 * a program found, for or against, is no opinion of the session that ran it.
 */
export function selfValidated(promise: CompletionPromise, answerFor: AnswerFor): readonly string[] {
  const owner = ownerOf(promise);
  return criteriaToProve(promise)
    .filter(({ id, proof }) => {
      const answer = answerFor(id);
      const metadata = answer.found === 'answer' ? answer.response['_metadata'] : undefined;
      if (proof || owner === null || !isObject(metadata)) return false;
      return metadata['session_id'] === owner && metadata['stored_by'] !== PROVER;
    })
    .map(({ id }) => id);
}

/** What is kept of that in a promise that was verified. */
export function keptSelfValidated({ verification }: CompletionPromise): readonly string[] {
  const kept = verification?.['self_validated'];
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

/** Keeps a validator's answer with the promise, as an attempt at its criterion: the next attempt builds on it. */
export function recordAnswer(
  id: string,
  promise: CompletionPromise,
  criterion: string,
  { by, response, verdict }: GivenAnswer,
  at: string,
): Result<Change> {
  const fault = closedFault(id, promise, 'be validated');
  if (fault !== undefined) return failed(fault);
  const before = criterionNamed(id, promise, criterion);
  if (!before.ok) return before;
  const feedback = verdict === 'PASS' ? [] : feedbackIn(response);
  return success({
    promise: withCriterion(
      promise,
      criterion,
      withAttempt(before.value, { at, by, verdict, feedback }),
    ),
    event: { event: 'criterion.answered', ac_id: criterion, by, verdict },
  });
}

export interface GivenAnswer {
  readonly by: string;
  readonly response: ValidationResponse;
  readonly verdict: Verdict;
}

function feedbackIn(response: ValidationResponse): readonly AttemptFeedback[] {
  const items = checkedItems(response).filter(({ passed }) => !passed);
  const findings = items.map(({ detail, name }) => (detail === '' ? name : `${name}: ${detail}`));
  const reasoning = reasoningOf(response);
  return (findings.length > 0 ? findings : [reasoning || 'it gave no reason']).map((finding) => ({
    finding,
    would_satisfy: 'approval by this validator',
  }));
}
