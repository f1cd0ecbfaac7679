import type { OpenCriterion } from './failure.ts';
import { type CompletionPromise, criteriaToProve, hasEvidence, isMet } from './promise.ts';

/** Gate 1: the criteria that are not met, or met without evidence, and not waived. None: it is open. */
export function openCriteria(promise: CompletionPromise): readonly OpenCriterion[] {
  return criteriaToProve(promise)
    .filter((criterion) => !isMet(criterion) || !hasEvidence(criterion))
    .map((criterion) => ({
      id: criterion.id,
      description: criterion.description ?? '',
      lacks: isMet(criterion) ? 'evidence' : 'met',
    }));
}
