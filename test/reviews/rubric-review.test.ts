import { expect, it } from 'vitest';
import { RUBRIC, reviewByRubric, rubricJudgments } from '../../src/reviews/rubric-review.ts';
import { factsOf } from '../rig/judge-values.ts';
import { metCriterion, type PromiseParts } from '../rig/promises.ts';

const WAIVED = { by: 'person', at: '2026-02-17', reason: 'known' };
const GOOD = metCriterion('AC-1', { evidence: 'npm test: 42 passed, 0 failed' });
const CLAIM = metCriterion('AC-2', { evidence: 'It works.' });

it.each<[string, readonly PromiseParts[], string, readonly string[]]>([
  ['evidence that names all', [GOOD], 'PASS', []],
  ['a claim beside it', [GOOD, CLAIM], 'FAIL', ['AC-2']],
  ['a claim that is waived', [GOOD, { ...CLAIM, waived: WAIVED }], 'PASS', []],
  ['nothing', [], 'FAIL', []],
])('the rubric on %s', (_name, criteria, verdict, failing) => {
  const result = reviewByRubric(factsOf(criteria));
  expect(result).toMatchObject({ status: 'success', verdict, model: RUBRIC, cost_usd: 0 });
  expect(result.feedback.map(({ ac_id }) => ac_id)).toEqual(failing);
});

it('says what evidence lacks, and what would do', () => {
  const [lacking] = reviewByRubric(factsOf([CLAIM])).feedback;
  const [judgment] = rubricJudgments(factsOf([CLAIM]));
  expect(lacking?.finding).toBe(`It lacks: ${judgment?.lacks.join('; ')}.`);
  expect(lacking?.would_satisfy).toContain('evidence that has ');
});
