import { isObject, textOf } from '../base/document.ts';
import type { Attempt, CompletionPromise, Criterion } from '../promise/promise.ts';
import type { Verdict } from '../validation/validation-response.ts';
import { judgedFailuresInARow } from './judgment-record.ts';

/** What was found missing at a criterion, and what would put it right, where that is known. */
export interface AttemptFeedback {
  readonly finding: string;
  readonly would_satisfy: string;
  /** The lines of a command's output that tell why it failed, of the last attempt alone. */
  readonly output?: string;
}

/** Most attempts of a criterion that are kept: more than may fail before a person is asked. */
export const MOST_ATTEMPTS = 60;

/** A criterion with one more attempt, the oldest beyond the most that are kept let go. */
export function withAttempt(
  criterion: Criterion,
  attempt: {
    readonly at: string;
    readonly by: string;
    readonly verdict: Verdict;
    readonly feedback: readonly AttemptFeedback[];
  },
): Pick<Criterion, 'attempts'> {
  const before = (criterion.attempts ?? []).map((earlier) =>
    earlier.by === attempt.by ? withoutOutput(earlier) : earlier,
  );
  return { attempts: [...before, attempt].slice(-MOST_ATTEMPTS) };
}

/** An attempt that another follows: what its command said is of no use any more. */
function withoutOutput(attempt: Attempt): Attempt {
  const feedback = attempt['feedback'];
  if (!Array.isArray(feedback)) return attempt;
  return {
    ...attempt,
    feedback: feedback.map((one: unknown) => {
      if (!isObject(one)) return one;
      const { output: _, ...kept } = one;
      return kept;
    }),
  };
}

/**
 * How often in a row a criterion failed before the same validator, or the judge: the most of them.
 * What could not be looked at counts for nothing.
 */
export function failuresInARow(promise: CompletionPromise, criterion: Criterion): number {
  const counts = new Map<string, number>();
  for (const { by, verdict } of criterion.attempts ?? []) {
    if (verdict === 'FAIL') counts.set(by, (counts.get(by) ?? 0) + 1);
    if (verdict === 'PASS' || verdict === 'PARTIAL') counts.delete(by);
  }
  return Math.max(judgedFailuresInARow(promise, criterion.id), 0, ...counts.values());
}

/** Whether a criterion failed so often that trying again is no longer for the session. */
export function isForPerson(
  promise: CompletionPromise,
  criterion: Criterion,
  maxRetries: number,
): boolean {
  return failuresInARow(promise, criterion) > maxRetries;
}

/** The last attempt of each validator, in the order of time. */
export function latestAttempts(criterion: Criterion): readonly Attempt[] {
  const latest = new Map<string, Attempt>();
  for (const attempt of criterion.attempts ?? []) {
    latest.delete(attempt.by);
    latest.set(attempt.by, attempt);
  }
  return [...latest.values()];
}

/** The names by which runs of programs stand among the attempts: everyone else's is a validator's opinion. */
export const PROVER = 'cs prove';
export const SELF_CHOSEN = 'cs meet --run';

/** The validators whose last answer to a criterion is FAIL: only a later answer of the same one lifts that. */
export function failingValidators(criterion: Criterion): readonly string[] {
  return latestAttempts(criterion)
    .filter(({ by, verdict }) => verdict === 'FAIL' && by !== PROVER && by !== SELF_CHOSEN)
    .map(({ by }) => by);
}

/** What the last attempts found that is not put right yet. */
export function openFeedback(criterion: Criterion): readonly AttemptFeedback[] {
  return latestAttempts(criterion)
    .filter(({ verdict }) => verdict === 'FAIL' || verdict === 'BLOCKED')
    .flatMap(feedbackOf);
}

/** Attempts may be written by hand or by another version: what is not as expected is left out. */
export function feedbackOf(attempt: Attempt): readonly AttemptFeedback[] {
  const feedback = attempt['feedback'];
  if (!Array.isArray(feedback)) return [];
  return feedback.filter(isObject).map(({ finding, output, would_satisfy }) => ({
    finding: textOf(finding),
    would_satisfy: textOf(would_satisfy),
    ...(typeof output === 'string' && output !== '' ? { output } : {}),
  }));
}
