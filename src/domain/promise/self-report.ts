import type { OpenCriterion } from '../base/failure.ts';
import { type CompletionPromise, criteriaToProve, isMet, isMetWithEvidence } from './promise.ts';
import { restsOnProof } from './proof.ts';

/** Gate 1: the criteria that keep it shut. They are not waived, and not met or met without evidence. */
export function openCriteria(promise: CompletionPromise): readonly OpenCriterion[] {
  return criteriaToProve(promise)
    .filter((criterion) => !isMetWithEvidence(criterion))
    .map((criterion) => ({
      id: criterion.id,
      description: criterion.description ?? '',
      lacks: isMet(criterion) ? 'evidence' : 'met',
      ...(restsOnProof(criterion) ? { isProved: true } : {}),
    }));
}
