import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  reviewedCriteria,
  type SaidOfCriterion,
  verdictOn,
} from '../../../src/domain/judging/judge-policy.ts';
import type { JudgedFacts } from '../../../src/domain/judging/judged-facts.ts';
import type { JudgeResult } from '../../../src/domain/judging/judgment.ts';
import { NO_TOKENS } from '../../../src/domain/judging/model.ts';
import type { JudgeReply } from '../../../src/ports.ts';
import { planReview } from '../../../src/reviews/promise/plan.ts';
import { readReply } from '../../../src/reviews/promise/reading.ts';
import { resultOf } from '../../../src/reviews/promise/result.ts';
import { saidOfTheWhole } from '../../rig/values/arbitraries.ts';
import { PROMISE_ID, promiseValue } from '../../rig/values/domain-values.ts';
import { metCriterion } from '../../rig/values/promises.ts';

const IDS = ['AC-1', 'AC-2', 'AC-3'];
const FACTS: JudgedFacts = {
  id: PROMISE_ID,
  promise: promiseValue('s', { acceptance_criteria: IDS.map((id) => metCriterion(id)) }),
  isAsked: () => true,
  answerFor: () => ({ found: 'none' }),
};
const SPENT = {
  latencyMs: 1,
  inputTokens: 1,
  outputTokens: 1,
  costUsd: 0,
  requestId: null,
  endpoint: null,
  warnings: [],
};
const PLAIN = { isStructured: false, fallbackReason: null };
const PLAN = planReview(
  FACTS,
  { model: 'claude-sonnet-5-5', style: 'plain', seat: null, isModel: true, secrets: [] },
  'ab12',
);

function resultFor(reply: unknown): JudgeResult {
  const answer: JudgeReply = {
    answered: true,
    text: JSON.stringify(reply),
    usage: NO_TOKENS,
    isUsageKnown: true,
    requestId: null,
    endpoint: null,
  };
  return resultOf(PLAN, readReply(PLAN, FACTS, answer), SPENT, PLAIN);
}

const words = fc.constantFrom('PASS', 'FAIL', 'pass', ' Fail ');
const one = (ac_id: string, judgment: string) => ({
  ac_id,
  judgment,
  confidence: 0.5,
  reasoning: `About ${ac_id}`,
  would_satisfy: '',
});
const judgments = fc
  .tuple(words, words, words)
  .map((said) => IDS.map((id, index) => one(id, said[index] ?? 'FAIL')));
const isFail = (word: string) => word.trim().toUpperCase() === 'FAIL';

describe('the plain review', () => {
  it('is FAIL exactly where some criterion fails', () => {
    fc.assert(
      fc.property(judgments, saidOfTheWhole, (criteria_judgments, whole) => {
        const { verdict } = resultFor({ ...whole, criteria_judgments });
        const fails = criteria_judgments.some(({ judgment }) => isFail(judgment));
        expect(verdict).toBe(fails ? 'FAIL' : 'PASS');
      }),
    );
  });

  it('heeds nothing that the model says of the whole', () => {
    fc.assert(
      fc.property(judgments, saidOfTheWhole, saidOfTheWhole, (criteria_judgments, a, b) => {
        const [first, second] = [a, b].map((whole) => resultFor({ ...whole, criteria_judgments }));
        expect(second?.verdict).toBe(first?.verdict);
        expect(second?.criteria_judgments).toEqual(first?.criteria_judgments);
        expect(second?.feedback).toEqual(first?.feedback);
        expect(second?.status).toBe('success');
      }),
    );
  });

  it('says the same whatever the order of the reply', () => {
    const shuffled = judgments.chain((said) =>
      fc.tuple(fc.constant(said), fc.shuffledSubarray(said, { minLength: said.length })),
    );
    fc.assert(
      fc.property(shuffled, ([said, other]) => {
        expect(resultFor({ criteria_judgments: other })).toEqual(
          resultFor({ criteria_judgments: said }),
        );
      }),
    );
  });

  it('takes a criterion that is said both ways for failed, in either order', () => {
    fc.assert(
      fc.property(judgments, fc.constantFrom(...IDS), fc.boolean(), (said, id, isFirst) => {
        const failing = one(id, 'FAIL');
        const passing = one(id, 'PASS');
        const both = isFirst ? [failing, ...said, passing] : [passing, ...said, failing];
        const { criteria_judgments, verdict } = resultFor({ criteria_judgments: both });
        expect(verdict).toBe('FAIL');
        expect(criteria_judgments.find(({ ac_id }) => ac_id === id)?.judgment).toBe('FAIL');
        expect(criteria_judgments).toHaveLength(IDS.length);
      }),
    );
  });

  it('is no judgment where a criterion is left out, whatever is said of it', () => {
    fc.assert(
      fc.property(judgments, fc.nat({ max: 2 }), saidOfTheWhole, (said, left, whole) => {
        const criteria_judgments = said.filter((_, index) => index !== left);
        const { status, verdict } = resultFor({ ...whole, criteria_judgments });
        expect({ status, verdict }).toEqual({ status: 'parse_error', verdict: 'WARN' });
      }),
    );
  });

  it('never passes for approving prose', () => {
    fc.assert(
      fc.property(saidOfTheWhole, fc.string(), (whole, prose) => {
        expect(resultFor({ ...whole, reasoning: prose }).verdict).toBe('WARN');
        expect(resultFor(`PASS. Approved. ${prose}`).verdict).toBe('WARN');
      }),
    );
  });

  it('is the same every time', () => {
    fc.assert(
      fc.property(judgments, saidOfTheWhole, (criteria_judgments, whole) => {
        const reply = { ...whole, criteria_judgments };
        const before = JSON.stringify(reply);
        expect(resultFor(reply)).toEqual(resultFor(reply));
        expect(JSON.stringify(reply)).toBe(before);
      }),
    );
  });
});

describe('what was said, held against what was asked', () => {
  const said: fc.Arbitrary<readonly SaidOfCriterion[]> = fc.array(
    fc.record({
      ac_id: fc.constantFrom('AC-1', 'AC-2', 'AC-9', '__proto__', ''),
      judgment: fc.constantFrom('PASS' as const, 'FAIL' as const),
      confidence: fc.constant(null),
      reasoning: fc.string(),
      would_satisfy: fc.string(),
    }),
  );
  it('every criterion is said or missing, and no other is kept', () => {
    fc.assert(
      fc.property(said, (entries) => {
        const { missing, said: kept, unknown } = reviewedCriteria(['AC-1', 'AC-2'], entries);
        expect([...kept.map(({ ac_id }) => ac_id), ...missing].sort()).toEqual(['AC-1', 'AC-2']);
        expect(unknown.some((id) => id === 'AC-1' || id === 'AC-2')).toBe(false);
        for (const { ac_id, judgment } of kept) {
          const fails = entries.some((e) => e.ac_id === ac_id && e.judgment === 'FAIL');
          expect(judgment).toBe(fails ? 'FAIL' : 'PASS');
        }
      }),
    );
  });

  it('a review of nothing passes nothing', () => {
    expect(verdictOn([])).toBe('FAIL');
  });
});
