import { digestOf } from '../base/digest.ts';
import { type CompletionPromise, type Criterion, criteriaToProve } from '../promise/promise.ts';
import type { TamperingFinding } from '../promise/tampering.ts';
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
  /** What was found in the tests that changed since the promise was made; missing where nobody looked. */
  readonly tampering?: TamperingFacts;
}

/** The findings that a judge is shown, at most as many as are worth reading. */
export type TamperingFacts = readonly TamperingFinding[];

/** What a digest is taken of: of a finding its name says all. */
export type DigestedFacts = Omit<JudgedFacts, 'tampering'> & {
  readonly tampering?: readonly Pick<TamperingFinding, 'digest'>[];
};

/** The names of the findings that a judge is shown, in order. */
export function shownDigests({ tampering }: DigestedFacts): readonly string[] {
  return (tampering ?? []).map(({ digest }) => digest).sort();
}

/** The criteria that a judge is asked about: of those that are asked for, all that no person waived. */
export function judgedCriteria({
  isAsked,
  promise,
}: Pick<JudgedFacts, 'isAsked' | 'promise'>): readonly Criterion[] {
  return criteriaToProve(promise).filter(isAsked);
}

/**
 * A digest of what a judge is shown: a judgment counts for exactly that. Records keep it, and a replay takes it again:
 * a new formula must leave those of earlier versions to follow.
 */
export function digestOfFacts(facts: DigestedFacts): string {
  const { promise } = facts;
  const digests = shownDigests(facts);
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
      ...(digests.length === 0 ? [] : [digests]),
    ]),
  );
}
