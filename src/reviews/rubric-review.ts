import { feedbackOn, judgmentOf, type SaidOfCriterion, verdictOn } from '../domain/judge-policy.ts';
import { type JudgedFacts, judgedCriteria } from '../domain/judged-facts.ts';
import { type JudgeResult, resultWithoutAsking } from '../domain/judgment.ts';
import { judgeByRubric, type RubricJudgment } from '../domain/rubric.ts';

/** What stands in the place of a model where the rubric judged. */
export const RUBRIC = 'rubric';

/** What the rubric has to say of every criterion of a promise. Offline, free, the same every time. */
export function rubricJudgments(facts: JudgedFacts): readonly RubricJudgment[] {
  return judgedCriteria(facts).map(judgeByRubric);
}

/** The rubric as a judge of its own (DESIGN §5). It reads words, not meaning, and satisfies no tier. */
export function reviewByRubric(facts: JudgedFacts): JudgeResult {
  const said = rubricJudgments(facts).map(saidOf);
  const failing = said.filter(({ judgment }) => judgment === 'FAIL');
  return resultWithoutAsking({
    status: 'success',
    verdict: verdictOn(said),
    reasoning:
      failing.length === 0
        ? 'The evidence names what the rules for its type ask for. Whether it is true, no rule can tell.'
        : `The evidence of ${failing.length} of ${said.length} criteria names too little to be checked.`,
    model: RUBRIC,
    criteria_judgments: said.map(judgmentOf),
    feedback: feedbackOn(said),
  });
}

function saidOf({ ac_id, lacks }: RubricJudgment): SaidOfCriterion {
  return lacks.length === 0
    ? {
        ac_id,
        judgment: 'PASS',
        confidence: null,
        reasoning: 'It names what the rules for its type ask for.',
        would_satisfy: '',
      }
    : {
        ac_id,
        judgment: 'FAIL',
        confidence: null,
        reasoning: `It lacks: ${lacks.join('; ')}.`,
        would_satisfy: `evidence that has ${lacks.join(', and ')}`,
      };
}
