import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgeResult } from '../../../src/domain/judging/judgment.ts';
import { planReview } from '../../../src/reviews/promise/plan.ts';
import { reviewPromise } from '../../../src/reviews/promise/review.ts';
import { jsonValue } from '../../rig/values/arbitraries.ts';
import { successOf } from '../../rig/values/domain-values.ts';
import {
  answered,
  factsOf,
  HOSTILE,
  LIMITS,
  MODEL,
  plainReview,
  scriptedMeteredJudge,
} from '../../rig/values/judge-values.ts';
import { metCriterion, validatorResponse } from '../../rig/values/promises.ts';

const PLAIN = { model: MODEL, style: 'plain', seat: null, isModel: true, secrets: [] } as const;
const words = fc.constantFrom('PASS', 'FAIL');
const nonces = fc.nat().map((number) => `f00d${number.toString(16).padStart(12, '0')}`);
const facts = fc
  .tuple(fc.constantFrom('PASS', 'PARTIAL'), fc.string({ maxLength: 30 }))
  .map(([verdict, evidence]) =>
    factsOf(
      [metCriterion('AC-1', { evidence: `7 passed ${evidence}` }), metCriterion('AC-2')],
      {},
      () => ({
        found: 'answer',
        response: validatorResponse(verdict),
      }),
    ),
  );
/** Whatever a judge may add to a plain review that belongs to the review of findings. */
const extras = fc.record({ findings: jsonValue, blocking_issues: jsonValue, severity: jsonValue });

async function plainResult(reply: object, nonce: string): Promise<JudgeResult> {
  const judge = scriptedMeteredJudge([answered(reply)]);
  const judged = factsOf([metCriterion('AC-1'), metCriterion('AC-2')]);
  const review = await reviewPromise(judged, PLAIN, LIMITS, { judge, nonce: () => nonce });
  return successOf(review).result;
}

describe('without structured findings', () => {
  it('the request is the same but for its nonce', () => {
    fc.assert(
      fc.property(facts, nonces, nonces, (judged, a, b) => {
        const [first, second] = [a, b].map((nonce) =>
          JSON.stringify(planReview(judged, PLAIN, nonce).request).replaceAll(nonce, 'NONCE'),
        );
        expect(second).toBe(first);
      }),
    );
  });

  it('the request has no word of findings, and its schema none', () => {
    fc.assert(
      fc.property(nonces, fc.boolean(), (nonce, isHostile) => {
        const parts = isHostile ? { evidence: HOSTILE } : {};
        const { request } = planReview(factsOf([metCriterion('AC-1', parts)]), PLAIN, nonce);
        expect(JSON.stringify(request)).not.toMatch(/findings|severity|reviewed_criteria/);
      }),
    );
  });

  it('the result is the same whatever findings a judge adds', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, extras, nonces, async (first, second, added, nonce) => {
        const said = plainReview({ 'AC-1': first, 'AC-2': second });
        const plain = await plainResult(said, nonce);
        expect(await plainResult({ ...added, ...said }, nonce)).toEqual(plain);
        expect(plain).toMatchObject({ findings: [], blocking_issues: [], diagnostics: {} });
      }),
    );
  });
});

describe('with them', () => {
  it('the plain review that stands in is asked for as without them', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, async (first, second) => {
        const said = answered(plainReview({ 'AC-1': first, 'AC-2': second }));
        const judged = factsOf([metCriterion('AC-1'), metCriterion('AC-2')]);
        const judge = scriptedMeteredJudge([answered('no'), said]);
        const options = { ...PLAIN, style: 'structured' } as const;
        const review = await reviewPromise(judged, options, LIMITS, { judge, nonce: () => 'ab12' });
        expect(judge.asked[1]).toEqual(planReview(judged, PLAIN, 'ab12').request);
        const plain = await plainResult(plainReview({ 'AC-1': first, 'AC-2': second }), 'ab12');
        const { verdict, criteria_judgments, feedback, reasoning } = successOf(review).result;
        const { verdict: v, criteria_judgments: c, feedback: f, reasoning: r } = plain;
        expect([verdict, criteria_judgments, feedback, reasoning]).toEqual([v, c, f, r]);
      }),
    );
  });
});
