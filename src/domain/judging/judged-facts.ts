import { digestOf } from '../base/digest.ts';
import { type CompletionPromise, type Criterion, criteriaToProve } from '../promise/promise.ts';
import type { StoredAnswer } from '../validation/validation.ts';
import { earlierRejections } from './judgment-record.ts';

/** Everything that a judge is shown of a promise. */
export interface JudgedFacts {
  readonly id: string;
  readonly promise: CompletionPromise;
  /** The validator's governing answer for a criterion's id. */
  readonly answerFor: (criterion: string) => StoredAnswer;
  /** Whether a criterion is asked about; a tier can ask for a judge for some of them only. */
  readonly isAsked: (criterion: Criterion) => boolean;
}

/** The criteria that a judge is asked about: of those that are asked for, all that no person waived. */
export function judgedCriteria({ isAsked, promise }: JudgedFacts): readonly Criterion[] {
  return criteriaToProve(promise).filter(isAsked);
}

/**
 * A digest of what a judge is shown: a judgment counts for exactly that. Records keep it, and a replay takes it again:
 * a new formula must leave those of earlier versions to follow.
 */
export function digestOfFacts(facts: JudgedFacts): string {
  const { promise } = facts;
  const criteria = judgedCriteria(facts).map((criterion) => [
    criterion.id,
    criterion.description ?? '',
    criterion.status,
    criterion.evidence ?? '',
    criterion.evidence_type ?? '',
    criterion.met_at ?? '',
    criterion.proof ?? null,
    facts.answerFor(criterion.id),
  ]);
  return digestOf(
    JSON.stringify([
      facts.id,
      promise.title,
      promise.summary,
      criteria,
      earlierRejections(promise),
    ]),
  );
}
