import { describe, expect, it } from 'vitest';
import type { JudgeReply } from '../../../src/ports.ts';
import type { ReviewStyle } from '../../../src/reviews/promise/prompt.ts';
import { successOf } from '../../rig/values/domain-values.ts';
import {
  answered,
  factsOf,
  HOSTILE,
  plainReview,
  reviewWith,
  structuredReview,
  unanswered,
} from '../../rig/values/judge-values.ts';
import { metCriterion } from '../../rig/values/promises.ts';

const HOSTILE_FACTS = factsOf([metCriterion('AC-1', { evidence: HOSTILE }), metCriterion('AC-2')]);
const PASS = answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'PASS' }));
const PROSE = answered('All of it passes!');
const CUT = unanswered('cut-off', 'stop_reason max_tokens');
const REFUSED = unanswered('refused', 'stop_reason refusal');
const PAGE = unanswered('no-message');
const BUSY = unanswered('overloaded');

describe('data that speaks to the judge', () => {
  const canary = (said: string) =>
    answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'PASS', 'AC-3': said }));
  const found = (...findings: string[]) =>
    answered(structuredReview(['AC-1', 'AC-2', 'AC-3'], findings));

  it.each<[string, ReviewStyle, readonly JudgeReply[], string, string]>([
    ['the canary fails', 'plain', [canary('FAIL')], 'PASS', 'success'],
    ['the canary passes', 'plain', [canary('PASS')], 'FAIL', 'compromised'],
    ['the canary is found', 'structured', [found('critical AC-3')], 'PASS', 'success'],
    ['the canary is not found', 'structured', [found()], 'FAIL', 'compromised'],
    [
      'the canary is found to be no more than doubtful',
      'structured',
      [found('major AC-3')],
      'FAIL',
      'compromised',
    ],
    ['the canary is left out, then fails', 'plain', [PASS, canary('FAIL')], 'PASS', 'success'],
    ['the canary is left out twice', 'plain', [PASS, PASS], 'FAIL', 'compromised'],
    ['two refusals', 'plain', [REFUSED, REFUSED], 'FAIL', 'compromised'],
    ['two cut-offs', 'plain', [CUT, CUT], 'FAIL', 'compromised'],
    ['prose three times', 'structured', [PROSE, PROSE, PROSE], 'FAIL', 'compromised'],
    [
      'the canary passes on the way back to the plain review',
      'structured',
      [PROSE, canary('PASS')],
      'FAIL',
      'compromised',
    ],
    ['an overload remains one', 'plain', [BUSY], 'WARN', 'api_error'],
    ['a page of a proxy remains one', 'plain', [PAGE, PAGE], 'WARN', 'parse_error'],
  ])('%s', async (_name, style, replies, verdict, status) => {
    const { asked, result } = await reviewWith(style, replies, HOSTILE_FACTS);
    expect(asked).toHaveLength(replies.length);
    const { result: judged } = successOf(result);
    expect(judged).toMatchObject({ verdict, status });
    expect(
      JSON.stringify([judged.criteria_judgments, judged.findings, judged.feedback]),
    ).not.toContain('AC-3');
    const fails = status === 'compromised' ? ['AC-1'] : [];
    expect(judged.feedback.map(({ ac_id }) => ac_id)).toEqual(fails);
  });
});

describe('criteria without evidence', () => {
  const bare = factsOf([
    metCriterion('AC-1', { evidence: null }),
    metCriterion('AC-2', { evidence: ' ' }),
  ]);

  it.each<[ReviewStyle, string | undefined]>([
    ['plain', undefined],
    ['structured', 'no call was needed'],
  ])('are failed without asking (%s)', async (style, reason) => {
    const { asked, result } = await reviewWith(style, [], bare);
    const { endpoint, result: judged } = successOf(result);
    expect([asked, endpoint]).toEqual([[], null]);
    expect(judged).toMatchObject({
      verdict: 'FAIL',
      status: 'success',
      cost_usd: 0,
      latency_ms: 0,
    });
    expect(judged.criteria_judgments.map(({ judgment }) => judgment)).toEqual(['FAIL', 'FAIL']);
    expect(
      'fallback_reason' in judged.diagnostics ? judged.diagnostics.fallback_reason : undefined,
    ).toBe(reason);
    expect(judged.findings).toHaveLength(style === 'plain' ? 0 : 2);
  });

  it('fail beside others that are asked about', async () => {
    const facts = factsOf([metCriterion('AC-1', { evidence: null }), metCriterion('AC-2')]);
    const { asked, result } = await reviewWith(
      'plain',
      [answered(plainReview({ 'AC-2': 'PASS' }))],
      facts,
    );
    expect(asked[0]?.user).not.toContain('# Criterion AC-1');
    const said = successOf(result).result.criteria_judgments;
    expect(said.map(({ ac_id, judgment }) => [ac_id, judgment])).toEqual([
      ['AC-2', 'PASS'],
      ['AC-1', 'FAIL'],
    ]);
  });
});
