import { type AttemptFeedback, withAttempt } from './attempts.ts';
import { canonicalText } from './canonical.ts';
import { digestOf } from './digest.ts';
import { isObject } from './document.ts';
import { type CompletionPromise, type Criterion, criteriaOf } from './promise.ts';
import { type Change, closedFault, criterionFault, withCriterion } from './promise-changes.ts';
import { failed, type Result, success } from './result.ts';
import {
  checkedItems,
  reasoningOf,
  storedByOf,
  type ValidationResponse,
  type Verdict,
  verdictOf,
} from './validation.ts';

/** Who answers where nobody says who they are. */
export const ANONYMOUS = 'anonymous';

/**
 * The answer that Gate 2 goes by, of all that were given, oldest first (DESIGN §4): the last one,
 * unless some validator's last answer is FAIL, which yields to nobody but that validator. Answers
 * that other programs stored name nobody, and yield to any later one, as CONTRACT has it.
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

/** All answers: those that the suite kept, and what stands in the governing file if it is another. */
export function withGoverningFile(
  kept: readonly ValidationResponse[],
  file: ValidationResponse | undefined,
): readonly ValidationResponse[] {
  if (file === undefined) return kept;
  const text = canonicalText(file);
  return kept.some((answer) => canonicalText(answer) === text) ? kept : [...kept, file];
}

/** The digest of what an answer is about: a criterion and the evidence that it had. */
export function evidenceDigest({ description, evidence, evidence_type }: Criterion): string {
  return digestOf(canonicalText([description ?? '', evidence ?? '', evidence_type ?? '']));
}

/** Whether an answer says that it is about other evidence than a criterion has now. */
export function isAboutOtherEvidence(response: ValidationResponse, criterion: Criterion): boolean {
  const metadata = response['_metadata'];
  const digest = isObject(metadata) ? metadata['evidence_digest'] : undefined;
  return typeof digest === 'string' && digest !== evidenceDigest(criterion);
}

/** A validator's answer as an attempt at its criterion, kept with the promise for whoever tries next. */
export function recordAnswer(
  id: string,
  promise: CompletionPromise,
  criterion: string,
  { by, response, verdict }: GivenAnswer,
  at: string,
): Result<Change> {
  const fault = closedFault(id, promise, 'be validated') ?? criterionFault(id, promise, criterion);
  const before = criteriaOf(promise).find((one) => one.id === criterion);
  if (fault !== undefined) return failed(fault);
  if (before === undefined) return failed({ kind: 'unknown-criterion', id, criterion, known: [] });
  const feedback = verdict === 'PASS' ? [] : feedbackIn(response);
  return success({
    promise: withCriterion(promise, criterion, withAttempt(before, { at, by, verdict, feedback })),
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
  return (findings.length > 0 ? findings : [reasoning || 'it did not say why']).map((finding) => ({
    finding,
    would_satisfy: 'that this validator finds it in order',
  }));
}
