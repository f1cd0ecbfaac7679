import type { OpenCriterion } from '../base/failure.ts';
import {
  type CompletionPromise,
  type Criterion,
  criteriaToProve,
  isMet,
  isMetWithEvidence,
} from './promise.ts';
import { restsOnProof } from './proof.ts';

/** What a criterion lacks to be met with evidence; nothing where it is. */
export function lackOfEvidence(criterion: Criterion): OpenCriterion['lacks'] | undefined {
  if (isMetWithEvidence(criterion)) return undefined;
  return isMet(criterion) ? 'evidence' : 'met';
}

/** Gate 1: the criteria that keep it shut. They are not waived, and not met or met without evidence. */
export function openCriteria(promise: CompletionPromise): readonly OpenCriterion[] {
  return criteriaToProve(promise).flatMap((criterion): readonly OpenCriterion[] => {
    const lacks = lackOfEvidence(criterion);
    if (lacks === undefined) return [];
    const proved = restsOnProof(criterion) ? { isProved: true } : {};
    return [{ id: criterion.id, description: criterion.description ?? '', lacks, ...proved }];
  });
}
