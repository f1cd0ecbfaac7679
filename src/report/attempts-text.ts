import { failuresInARow, feedbackOf, isForPerson, openFeedback } from '../domain/attempts.ts';
import { checkText } from '../domain/check.ts';
import { readCheck } from '../domain/check-reading.ts';
import {
  type Attempt,
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaToProve,
} from '../domain/promise.ts';
import { PROOF_SOURCES } from '../domain/proof.ts';
import { indented, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** How many attempts are shown: the last, and what it stands beside. */
const MOST_SHOWN = 3;

/** The checks of a criterion, a line each. */
export function checkLines(criterion: Criterion): readonly string[] {
  return checksOf(criterion).map((declared) => {
    const reading = readCheck(declared);
    const text = reading.ok ? checkText(reading.check) : `${declared.kind}: ${reading.reason}`;
    return `      Check ${oneLine(text)}`;
  });
}

/** The last run that passed, and what was tried and how that ended. */
export function proofLines(criterion: Criterion): readonly string[] {
  const { proof } = criterion;
  const isSelfChosen = proof?.source === PROOF_SOURCES.selfChosen ? ' (self-chosen)' : '';
  const when = typeof proof?.['started_at'] === 'string' ? oneLine(proof['started_at']) : 'unknown';
  const bound = proof?.tree === null ? ', not bound to the checkout' : '';
  return [
    ...checkLines(criterion),
    ...(proof === null || proof === undefined
      ? []
      : [`      Proof${isSelfChosen}: ${when}${bound}`]),
    ...(criterion.attempts ?? []).slice(-MOST_SHOWN).flatMap(attemptLines),
  ];
}

function attemptLines(attempt: Attempt): readonly string[] {
  const at = typeof attempt['at'] === 'string' ? ` (${oneLine(attempt['at'])})` : '';
  return [
    `      Attempt: ${oneLine(attempt.verdict)} by ${oneLine(attempt.by)}${at}`,
    ...feedbackOf(attempt).map(({ finding }) => `        ${indented(finding, 10)}`),
  ];
}

/** How often a criterion failed in a row, where that is worth a word; past the limit whose it is. */
export function failureLines(
  promise: CompletionPromise,
  criterion: Criterion,
  maxRetries: number,
): readonly string[] {
  const failures = failuresInARow(promise, criterion);
  const whose = isForPerson(promise, criterion, maxRetries)
    ? ': it is for a person now (retries.max)'
    : '';
  return failures < 2 ? [] : [`      Failed ${failures} times in a row${whose}`];
}

/** The criteria of a promise whose last attempt failed, for lists. */
export function failedMark(promise: CompletionPromise, style: Style, maxRetries: number): string {
  const failing = criteriaToProve(promise).filter(
    (criterion) => openFeedback(criterion).length > 0,
  );
  if (failing.length === 0) return '';
  const ids = failing.map(({ id }) => oneLine(id)).join(', ');
  const isLost = failing.some((one) => isForPerson(promise, one, maxRetries));
  return `  ${style.bad(`last attempt failed: ${ids}`)}${isLost ? style.bad(' (for a person)') : ''}`;
}
