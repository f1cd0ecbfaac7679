import { describe, expect, it } from 'vitest';
import type { JudgedFacts } from '../../../src/domain/judging/judged-facts.ts';
import { planReview, type ReviewPlan } from '../../../src/reviews/promise/plan.ts';
import { PROMISE_ID, promiseValue } from '../../rig/values/domain-values.ts';
import { metCriterion } from '../../rig/values/promises.ts';

function planOf(count: number, evidence: string): ReviewPlan {
  const acceptance_criteria = Array.from({ length: count }, (_, index) =>
    metCriterion(`AC-${index + 1}`, { evidence }),
  );
  const facts: JudgedFacts = {
    id: PROMISE_ID,
    promise: promiseValue('s', { acceptance_criteria }),
    isAsked: () => true,
    answerFor: () => ({ found: 'none' }),
  };
  return planReview(
    facts,
    { model: 'sonnet', style: 'plain', seat: null, isModel: true, secrets: [] },
    'ab12cd34',
  );
}

describe('how much evidence is shown', () => {
  it.each<[number, number, number, boolean]>([
    [1, 20_000, 20_000, false],
    [1, 20_001, 20_000, true],
    [20, 201, 201, false],
    [21, 200, 200, false],
    [21, 201, 200, true],
  ])('of %d criteria with %d characters each: %d (cut: %j)', (count, length, shown, isCut) => {
    const { isCut: isMany, request } = planOf(count, '~'.repeat(length));
    const rows = request.user.match(/~+/g) ?? [];
    expect(rows.map((row) => row.length)).toEqual(Array(count).fill(shown));
    expect(request.user.includes(`[cut: ${shown} of ${length}`)).toBe(isCut);
    expect(isMany).toBe(count > 20);
    expect(request.user.includes('There are more than 20 criteria')).toBe(count > 20);
  });

  it('every criterion stands in the prompt once, in its order', () => {
    const ids = [
      ...planOf(30, 'npm test: 1 passed').request.user.matchAll(/^# Criterion (\S+)$/gm),
    ];
    expect(ids.map(([, id]) => id)).toEqual(Array.from({ length: 30 }, (_, i) => `AC-${i + 1}`));
  });

  it.each(Array.from({ length: 9 }, (_, step) => 160 + step * 6))(
    'a secret that begins at character %d is never cut in half',
    (start) => {
      const evidence = `${'~'.repeat(start)} ghp_${'a1B2'.repeat(9)} and more`;
      expect(planOf(21, evidence).request.user).not.toMatch(/ghp_|a1B2/);
    },
  );
});
