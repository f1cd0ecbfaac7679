import type { OpenCriterion } from './failure.ts';
import { type CompletionPromise, criteriaOf, hasEvidence, isMet } from './promise.ts';

/** Gate 1: the criteria that are not met, or met without evidence. None: the gate is open. */
export function openCriteria(promise: CompletionPromise): readonly OpenCriterion[] {
  return criteriaOf(promise)
    .filter((criterion) => !isMet(criterion) || !hasEvidence(criterion))
    .map((criterion) => ({
      id: criterion.id,
      description: criterion.description ?? '',
      lacks: isMet(criterion) ? 'evidence' : 'met',
    }));
}
