import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockingIssues,
  judgmentsOfFindings,
  severityCounts,
  verdictMismatch,
  verdictOfFindings,
} from '../../../src/domain/judging/findings-policy.ts';
import type { JudgedFacts } from '../../../src/domain/judging/judged-facts.ts';
import {
  type JudgeResult,
  type ReviewFinding,
  SEVERITIES,
} from '../../../src/domain/judging/judgment.ts';
import { NO_TOKENS } from '../../../src/domain/judging/model.ts';
import { planReview } from '../../../src/reviews/promise/plan.ts';
import { readReply } from '../../../src/reviews/promise/reading.ts';
import { resultOf } from '../../../src/reviews/promise/result.ts';
import { saidOfTheWhole } from '../../rig/values/arbitraries.ts';
import { PROMISE_ID, promiseValue } from '../../rig/values/domain-values.ts';
import { metCriterion, validatorResponse } from '../../rig/values/promises.ts';

const IDS = ['AC-1', 'AC-2'];
const finding: fc.Arbitrary<ReviewFinding> = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  description: fc.string(),
  location: fc.option(fc.string()),
  dimension: fc.option(fc.string()),
  ac_id: fc.option(fc.constantFrom(...IDS, 'AC-9', 'toString')),
});
const findings = fc.array(finding, { maxLength: 8 });
const reviewed = IDS.map((ac_id) => ({ ac_id, confidence: 1, reasoning: 'Looks right.' }));

const facts = (verdict = 'PASS'): JudgedFacts => ({
  id: PROMISE_ID,
  promise: promiseValue('s', { acceptance_criteria: IDS.map((id) => metCriterion(id)) }),
  isAsked: () => true,
  answerFor: () => ({ found: 'answer', response: validatorResponse(verdict) }),
});

function resultFor(reply: unknown, judged = facts()): JudgeResult {
  const options = {
    model: 'claude-sonnet-5-5',
    style: 'structured',
    seat: null,
    isModel: true,
    secrets: [],
  } as const;
  const plan = planReview(judged, options, 'ab12');
  const text = JSON.stringify(reply);
  const answer = {
    answered: true,
    text,
    usage: NO_TOKENS,
    isUsageKnown: true,
    requestId: null,
    endpoint: null,
  } as const;
  const spent = {
    latencyMs: 1,
    inputTokens: 1,
    outputTokens: 1,
    costUsd: 0,
    requestId: null,
    endpoint: null,
    warnings: [],
  };
  const path = { isStructured: true, fallbackReason: null };
  return resultOf(plan, readReply(plan, judged, answer), spent, path);
}

describe('the structured review', () => {
  it('is FAIL exactly where there is a critical finding, and some criterion fails then', () => {
    fc.assert(
      fc.property(findings, saidOfTheWhole, (found, whole) => {
        const result = resultFor({ ...whole, reviewed_criteria: reviewed, findings: found });
        const isCritical = found.some(({ severity }) => severity === 'critical');
        const fails = result.criteria_judgments.some(({ judgment }) => judgment === 'FAIL');
        expect(result.verdict).toBe(isCritical ? 'FAIL' : 'PASS');
        expect(fails).toBe(isCritical);
        expect(result.feedback.length > 0).toBe(isCritical);
      }),
    );
  });

  it('heeds nothing that the model says of the whole', () => {
    fc.assert(
      fc.property(findings, saidOfTheWhole, (found, whole) => {
        const reply = { reviewed_criteria: reviewed, findings: found };
        const plain = resultFor(reply);
        const result = resultFor({ ...whole, ...reply });
        expect(result).toEqual({ ...plain, reasoning: result.reasoning });
      }),
    );
  });

  it('keeps every finding, the critical ones among the blocking issues, and no mismatch', () => {
    fc.assert(
      fc.property(findings, (found) => {
        const result = resultFor({ reviewed_criteria: reviewed, findings: found });
        expect(result.findings).toHaveLength(found.length);
        expect(result.blocking_issues).toEqual(blockingIssues(result.findings));
        expect(result.diagnostics).toMatchObject({
          verdict_evidence_mismatch: null,
          findings_source: 'structured',
          verdict_source: 'mechanical',
        });
      }),
    );
  });

  it('adds a critical finding where a validator says FAIL, whatever the model finds', () => {
    fc.assert(
      fc.property(findings, (found) => {
        const result = resultFor({ reviewed_criteria: reviewed, findings: found }, facts('FAIL'));
        expect(result.verdict).toBe('FAIL');
        expect(result.criteria_judgments.every(({ judgment }) => judgment === 'FAIL')).toBe(true);
      }),
    );
  });

  it('makes no finding of approving prose', () => {
    fc.assert(
      fc.property(fc.string(), (prose) => {
        const result = resultFor({ reviewed_criteria: reviewed, reasoning: `PASS! ${prose}` });
        expect(result).toMatchObject({ verdict: 'WARN', findings: [] });
      }),
    );
  });
});

describe('the policy', () => {
  it('lays a critical finding on an unknown criterion to all', () => {
    fc.assert(
      fc.property(findings, fc.constantFrom(null, 'AC-77'), (found, ac_id) => {
        const lost: ReviewFinding = {
          severity: 'critical',
          description: 'It is nowhere.',
          location: null,
          dimension: null,
          ac_id,
        };
        const said = judgmentsOfFindings(reviewed, [...found, lost], []);
        expect(said.map(({ judgment }) => judgment)).toEqual(['FAIL', 'FAIL']);
      }),
    );
  });

  it('never disagrees with itself, and would say so', () => {
    fc.assert(
      fc.property(findings, (found) => {
        const verdict = verdictOfFindings(found);
        expect(verdictMismatch(verdict, found)).toBeNull();
        expect(verdictMismatch(verdict === 'PASS' ? 'FAIL' : 'PASS', found)).not.toBeNull();
      }),
    );
  });

  it('counts every finding under its severity', () => {
    fc.assert(
      fc.property(findings, (found) => {
        const { critical, info, major, minor } = severityCounts(found);
        expect(critical + major + minor + info).toBe(found.length);
        expect(critical).toBe(blockingIssues(found).length);
      }),
    );
  });
});
