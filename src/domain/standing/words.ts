import { isObject } from '../base/document.ts';
import type { Failure, ProvedBy } from '../base/failure.ts';
import { latestAttempts, openFeedback, PROVER } from '../judging/attempts.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaOf,
  criterionOf,
  hasChecks,
  isMetWithEvidence,
} from '../promise/promise.ts';
import { restsOnProof } from '../promise/proof.ts';
import { isUnrepeatable } from './proving.ts';

/** How words stand to what a program can run for a criterion: they take the place of no proof. */

/** Why a criterion cannot be met in words; nothing where it can. */
export function wordsFault(
  id: string,
  promise: CompletionPromise,
  criterion: string,
): Failure | undefined {
  const found = criterionOf(promise, criterion);
  if (found === undefined) return undefined;
  if (restsOnProof(found)) return { kind: 'words-over-proof', id, criterion, by: provedBy(found) };
  if (!lacksProof(found)) return undefined;
  const last = latestAttempts(found).find(({ by }) => by === PROVER);
  if (last?.verdict !== 'FAIL') return undefined;
  const findings = openFeedback(found).map(({ finding }) => finding);
  return { kind: 'words-after-failure', id, criterion, findings };
}

/** What can prove a criterion again. A command that held a secret is not kept whole: only another run can. */
function provedBy(criterion: Criterion): ProvedBy {
  if (hasChecks(criterion)) return 'checks';
  const isKept = isObject(criterion.proof?.['check']) && !isUnrepeatable(criterion);
  return isKept ? 'self-chosen' : 'self-chosen-once';
}

/** Whether a criterion stays open, whatever was said for it, until its checks pass. */
export function lacksProof(criterion: Criterion): boolean {
  return hasChecks(criterion) && criterion.proof == null;
}

/** How many criteria of a promise are met with evidence and lack no proof, and how many it has. */
export function progressInProofs(promise: CompletionPromise): string {
  const criteria = criteriaOf(promise);
  const met = criteria.filter(
    (criterion) => isMetWithEvidence(criterion) && !lacksProof(criterion),
  );
  return `${met.length}/${criteria.length}`;
}
