import { ANY_EVIDENCE, type CriterionJudgment, type Feedback, type Judgment } from './judgment.ts';

/**
 * The plain review's policy: what a model said of each criterion becomes the verdict on the promise.
 * What it says of the whole is no parameter here: code decides, and no model can pass a promise by a word.
 */

/** What a model said of one criterion. */
export interface SaidOfCriterion extends CriterionJudgment {
  /** What would satisfy the criterion, where it fails. */
  readonly would_satisfy: string;
}

/** A reply held against what was asked. */
export interface Reviewed {
  /** One per criterion that was asked about and answered, in the order of asking. */
  readonly said: readonly SaidOfCriterion[];
  readonly missing: readonly string[];
  /** Criteria that were judged and do not exist: dropped. */
  readonly unknown: readonly string[];
}

/** Sorts what a model said by the criteria that were asked about. Where it said both, it is FAIL. */
export function reviewedCriteria(
  asked: readonly string[],
  said: readonly SaidOfCriterion[],
): Reviewed {
  const nameFor = criterionNames(asked);
  const byCriterion = new Map<string, SaidOfCriterion>();
  const unknown: string[] = [];
  for (const one of said) {
    const id = nameFor(one.ac_id);
    if (id === undefined) unknown.push(one.ac_id);
    else if (byCriterion.get(id)?.judgment !== 'FAIL') byCriterion.set(id, { ...one, ac_id: id });
  }
  return {
    said: asked.flatMap((id) => byCriterion.get(id) ?? []),
    missing: asked.filter((id) => !byCriterion.has(id)),
    unknown,
  };
}

/** Finds the criterion that a model names, in capitals or not, where only one can be meant. */
export function criterionNames(ids: readonly string[]): (said: string) => string | undefined {
  return (said) => {
    if (ids.includes(said)) return said;
    const alike = ids.filter((id) => id.toLowerCase() === said.toLowerCase());
    return alike.length === 1 ? alike[0] : undefined;
  };
}

/** FAIL exactly where some criterion fails. A review of nothing passes nothing. */
export function verdictOn(judgments: readonly CriterionJudgment[]): Judgment {
  return judgments.length > 0 && judgments.every(({ judgment }) => judgment === 'PASS')
    ? 'PASS'
    : 'FAIL';
}

/** What a session is told to mend in a rejected promise, criterion by criterion. */
export function feedbackOn(said: readonly SaidOfCriterion[]): readonly Feedback[] {
  return said
    .filter(({ judgment }) => judgment === 'FAIL')
    .map(({ ac_id, reasoning, would_satisfy }) => ({
      ac_id,
      finding: reasoning,
      would_satisfy: would_satisfy.trim() || ANY_EVIDENCE,
    }));
}

/** The judgment on a criterion that has nothing to show: it needs no model. */
export function withoutEvidence(ac_id: string): SaidOfCriterion {
  return {
    ac_id,
    judgment: 'FAIL',
    confidence: 1,
    reasoning: 'No evidence.',
    would_satisfy: 'evidence that names what was run or examined, and the result',
  };
}

/** The judgment without what only the feedback says. */
export function judgmentOf({
  ac_id,
  judgment,
  confidence,
  reasoning,
}: SaidOfCriterion): CriterionJudgment {
  return { ac_id, judgment, confidence, reasoning };
}
