import {
  failuresInARow,
  feedbackOf,
  isForPerson,
  openFeedback,
} from '../domain/judging/attempts.ts';
import {
  type Attempt,
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaToProve,
  type DeclaredCheck,
} from '../domain/promise/promise.ts';
import { checkoutOf } from '../domain/promise/proof.ts';
import { indented, oneLine } from './printable.ts';
import { limitsOf } from './proof-text.ts';
import type { Style } from './style.ts';

/** How many attempts are shown: the last ones. */
const MOST_SHOWN = 3;

/** Puts a declared check on one line. The kinds of checks know how; this room lies below theirs. */
export type DescribeCheck = (declared: DeclaredCheck) => string;

/** The checks of a criterion, a line each. */
export function checkLines(criterion: Criterion, describe: DescribeCheck): readonly string[] {
  return checksOf(criterion).map((declared) => `      Check ${oneLine(describe(declared))}`);
}

/** The checks of a criterion, its proof, and its last attempts with their findings. */
export function proofLines(criterion: Criterion, describe: DescribeCheck): readonly string[] {
  const { proof } = criterion;
  const when = typeof proof?.['started_at'] === 'string' ? oneLine(proof['started_at']) : 'unknown';
  const reason = typeof proof?.['not_bound'] === 'string' ? `: ${oneLine(proof['not_bound'])}` : '';
  const bound = proof?.tree === null ? `, not bound to the checkout${reason}` : '';
  const checkout = proof ? checkoutOf(proof) : undefined;
  const where = checkout === undefined ? '' : `, in the checkout ${oneLine(checkout)}`;
  return [
    ...checkLines(criterion, describe),
    ...(proof === null || proof === undefined
      ? []
      : [`      Proof${limitsOf(criterion)}: ${when}${where}${bound}`]),
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

/** How often a criterion failed in a row, from the second time on; past the limit, that it is for a person. */
export function failureCountLines(
  promise: CompletionPromise,
  criterion: Criterion,
  maxRetries: number,
): readonly string[] {
  const failures = failuresInARow(promise, criterion);
  const whose = isForPerson(promise, criterion, maxRetries)
    ? ': needs human review (retries.max)'
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
  return `  ${style.bad(`last attempt failed: ${ids}`)}${isLost ? style.bad(' (needs human review)') : ''}`;
}
