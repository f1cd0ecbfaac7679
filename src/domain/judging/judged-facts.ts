import { digestOf } from '../base/digest.ts';
import { type CompletionPromise, type Criterion, criteriaToProve } from '../promise/promise.ts';
import type { TamperingFinding } from '../promise/tampering.ts';
import type { StoredAnswer } from '../validation/validation.ts';
import { evidenceDigest } from './evidence-digest.ts';
import { earlierRejections, type JudgedEvidence } from './judgment-record.ts';
import type { Substance } from './substance.ts';

/** Everything that a judge is shown of a promise. */
export interface JudgedFacts {
  readonly id: string;
  readonly promise: CompletionPromise;
  /** The validator's governing answer for a criterion's id. */
  readonly answerFor: (criterion: string) => StoredAnswer;
  /** Whether a criterion is asked about; a tier can ask for a judge for some of them only. */
  readonly isAsked: (criterion: Criterion) => boolean;
  /** What was found in the tests that changed since the promise was made; missing where there was no look. */
  readonly tampering?: TamperingFacts;
  /** What is shown of the work itself; missing where nothing of it was asked for. */
  readonly substance?: Substance;
}

/** The findings that a judge is shown, at most as many as are worth reading. */
export type TamperingFacts = readonly TamperingFinding[];

/** What a digest is taken of: of a finding its name says all. */
type DigestedFacts = Omit<JudgedFacts, 'tampering'> & {
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

/**
 * Digests of the evidence that a judge is asked about: what its owner says and what a program saw, with what changed in
 * the checkout where that is shown. When it was met, how long a program ran and what others said of it are not part of
 * it: they change without any new evidence.
 */
export function evidenceOf(facts: JudgedFacts): JudgedEvidence {
  const { promise, substance } = facts;
  const diff = substance?.diff;
  const changes = diff !== undefined && 'shown' in diff ? [diff.shown.patch] : [];
  const rest = [promise.title, promise.summary, shownDigests(facts), changes];
  return { criteria: evidenceOfCriteria(facts), rest: digestOf(JSON.stringify(rest)) };
}

/** The digest of each criterion's evidence. */
export function evidenceOfCriteria(
  facts: Pick<JudgedFacts, 'isAsked' | 'promise'>,
): JudgedEvidence['criteria'] {
  return judgedCriteria(facts).map((criterion) => ({
    ac_id: criterion.id,
    digest: evidenceDigest(criterion),
  }));
}
