import type { Failure } from '../base/failure.ts';
import { latestAttempts, openFeedback } from '../judging/attempts.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  criterionOf,
  hasChecks,
  isMet,
} from '../promise/promise.ts';
import { PROVER } from './proving.ts';

/** How words stand to the checks of a criterion: they are kept, and take the place of no proof. */

/** Why a criterion cannot be met in words; nothing where it can. */
export function wordsFault(
  id: string,
  promise: CompletionPromise,
  criterion: string,
): Failure | undefined {
  const found = criterionOf(promise, criterion);
  if (found === undefined || !lacksProof(found)) return undefined;
  const last = latestAttempts(found).find(({ by }) => by === PROVER);
  if (last?.verdict !== 'FAIL') return undefined;
  const findings = openFeedback(found).map(({ finding }) => finding);
  return { kind: 'words-after-failure', id, criterion, findings };
}

/** Whether a criterion stays open, whatever was said for it, until its checks pass. */
export function lacksProof(criterion: Criterion): boolean {
  return hasChecks(criterion) && criterion.proof == null;
}

/** How many criteria of a promise are met and lack no proof, and how many it has. */
export function progressInProofs(promise: CompletionPromise): string {
  const criteria = criteriaOf(promise);
  const met = criteria.filter((criterion) => isMet(criterion) && !lacksProof(criterion));
  return `${met.length}/${criteria.length}`;
}
