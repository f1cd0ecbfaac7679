import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/base/failure.ts';
import type { JudgeReply } from '../../../src/ports.ts';
import type { ReviewStyle } from '../../../src/reviews/promise/prompt.ts';
import { failureOf, successOf } from '../../rig/values/domain-values.ts';
import {
  answered,
  ENDPOINT,
  factsOf,
  HOSTILE,
  MODEL,
  plainReview,
  reviewWith,
  structuredReview,
  TWO_CRITERIA,
  unanswered,
} from '../../rig/values/judge-values.ts';
import { metCriterion } from '../../rig/values/promises.ts';

const PASS = answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'PASS' }));
const FAIL = answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'FAIL' }));
const FOUND = answered(structuredReview(['AC-1', 'AC-2'], ['major AC-1']));
const PROSE = answered('All of it passes!');
const CUT = unanswered('cut-off', 'stop_reason max_tokens', '{"crit');
const REFUSED = unanswered('refused', 'stop_reason refusal');
const PAGE = unanswered('no-message');
const BUSY = unanswered('overloaded');
const NO_KEY: JudgeReply = { ...unanswered('no-key'), endpoint: null };
const CAP: Failure = { kind: 'spending-cap', cap: 'run', limitUsd: 1, spentUsd: 1, neededUsd: 1 };

describe('the plain review asks once more where a reply cannot be used', () => {
  it.each<[string, readonly JudgeReply[], string, string]>([
    ['a review is taken', [PASS], 'PASS', 'success'],
    ['a FAIL is taken', [FAIL], 'FAIL', 'success'],
    ['prose, then a review', [PROSE, FAIL], 'FAIL', 'success'],
    ['prose twice', [PROSE, PROSE], 'WARN', 'parse_error'],
    ['a refusal, then a review', [REFUSED, PASS], 'PASS', 'success'],
    ['a refusal twice', [REFUSED, REFUSED], 'WARN', 'error'],
    ['a page of a proxy twice', [PAGE, PAGE], 'WARN', 'parse_error'],
    ['cut off, then a review', [CUT, PASS], 'PASS', 'success'],
    ['cut off twice', [CUT, CUT], 'WARN', 'parse_error'],
    [
      'a criterion left out, then a review',
      [answered(plainReview({ 'AC-1': 'PASS' })), PASS],
      'PASS',
      'success',
    ],
    ['prose, then an overload', [PROSE, BUSY], 'WARN', 'api_error'],
    ['an overload is not asked again', [BUSY], 'WARN', 'api_error'],
    ['a missing key is not asked again', [NO_KEY], 'WARN', 'api_error'],
    ['a time-out is not asked again', [unanswered('timed-out')], 'WARN', 'api_error'],
  ])('%s', async (_name, replies, verdict, status) => {
    const { asked, result } = await reviewWith('plain', replies);
    expect(asked).toHaveLength(replies.length);
    expect(successOf(result).result).toMatchObject({
      verdict,
      status,
      findings: [],
      diagnostics: {},
    });
  });
});

describe('the review of findings gives way to the plain one', () => {
  const cannot = 'the reply cannot be read: it contains no review in the requested format';
  it.each<[string, readonly JudgeReply[], string, string, string | null]>([
    ['findings are taken', [FOUND], 'PASS', 'structured', null],
    ['prose, then a plain review', [PROSE, PASS], 'PASS', 'fallback', cannot],
    ['a plain review is none of findings', [PASS, FAIL], 'FAIL', 'fallback', cannot],
    ['findings are no plain review', [PROSE, FOUND, FAIL], 'FAIL', 'fallback', cannot],
    [
      'a refusal, prose, a plain review',
      [REFUSED, PROSE, PASS],
      'PASS',
      'fallback',
      'the model refused to answer: stop_reason refusal',
    ],
    ['cut off', [CUT, PASS], 'PASS', 'fallback', 'the reply was cut off: stop_reason max_tokens'],
  ])('%s', async (_name, replies, verdict, findings_source, fallback_reason) => {
    const { asked, result } = await reviewWith('structured', replies);
    expect(asked).toHaveLength(replies.length);
    const judged = successOf(result).result;
    const isMechanical = findings_source === 'structured';
    expect(judged.verdict).toBe(verdict);
    expect(judged.diagnostics).toEqual({
      inner_verdict: null,
      inner_confidence: isMechanical ? 0.8 : null,
      inner_confidence_calibrated: null,
      verdict_evidence_mismatch: null,
      findings_source,
      fallback_reason,
      verdict_source: isMechanical ? 'mechanical' : 'legacy',
    });
  });

  it('what the plain review rejects is a critical finding then', async () => {
    const { result } = await reviewWith('structured', [PROSE, FAIL]);
    const critical = {
      severity: 'critical',
      description: 'About AC-2',
      location: null,
      dimension: null,
      ac_id: 'AC-2',
    };
    const { blocking_issues, findings } = successOf(result).result;
    expect([findings, blocking_issues]).toEqual([[critical], [critical]]);
  });

  it.each<[string, readonly JudgeReply[], string]>([
    ['three replies that cannot be used', [PROSE, PROSE, PROSE], 'parse_error'],
    ['an overload', [BUSY], 'api_error'],
    ['prose, then an overload', [PROSE, BUSY], 'api_error'],
    ['a missing key', [NO_KEY], 'api_error'],
  ])('and cannot be judged after %s', async (_name, replies, status) => {
    const { asked, result } = await reviewWith('structured', replies);
    expect(asked).toHaveLength(replies.length);
    expect(successOf(result).result).toMatchObject({ status, verdict: 'WARN', findings: [] });
  });

  it('asks for the plain review just as it is asked for without findings', async () => {
    const [, fallback] = (await reviewWith('structured', [PROSE, PASS])).asked;
    const [, again] = (await reviewWith('plain', [PROSE, PASS])).asked;
    expect(fallback).toEqual(again);
  });
});

describe('another question', () => {
  it.each<[string, ReviewStyle, readonly JudgeReply[], readonly number[]]>([
    ['has twice the tokens after a cut-off', 'plain', [CUT, PASS], [1, 2]],
    ['has as many after prose', 'plain', [PROSE, PASS], [1, 1]],
    ['has twice the tokens on the way back to the plain review', 'structured', [CUT, PASS], [1, 2]],
    ['has no more than twice as many', 'structured', [CUT, CUT, PASS], [1, 2, 2]],
    ['has as many where the cut-off is longer ago', 'structured', [CUT, PROSE, PASS], [1, 2, 1]],
  ])('%s', async (_name, style, replies, times) => {
    const tokens = (await reviewWith(style, replies)).asked.map(({ maxTokens }) => maxTokens);
    const [once = 0] = tokens;
    expect(tokens).toEqual(times.map((many) => many * once));
  });

  it('has a fence of its own, and is otherwise the same', async () => {
    const [first, second] = (await reviewWith('plain', [PROSE, PASS])).asked;
    expect(first?.user).toContain('<data-f00d0001 ');
    expect(second?.user).not.toContain('f00d0001');
    expect(second?.user).toBe(first?.user.replaceAll('f00d0001', 'f00d0002'));
  });
});

describe('what the caller has to put right', () => {
  it('is a failure before anything was asked', async () => {
    const { asked, result } = await reviewWith('plain', [CAP]);
    expect(failureOf(result)).toEqual(CAP);
    expect(asked).toHaveLength(1);
  });

  it.each<[string, readonly (JudgeReply | Failure)[], object]>([
    ['an interruption', [unanswered('interrupted')], { kind: 'interrupted' }],
    [
      'too much for the model',
      [unanswered('too-large', 'too long')],
      { kind: 'too-large-to-judge', reason: 'too long' },
    ],
    ['an unknown model', [unanswered('model-not-found')], { kind: 'model-unusable', model: MODEL }],
    ['a limit on spending at the second question', [PROSE, CAP], CAP],
    [
      'an interruption of the second question',
      [PROSE, unanswered('interrupted')],
      { kind: 'interrupted' },
    ],
  ])('is named with what was spent: %s', async (_name, replies, fault) => {
    const { asked, result } = await reviewWith('plain', replies);
    const review = successOf(result);
    expect(review.fault).toMatchObject(fault);
    expect(review.result.cost_usd).toBeGreaterThan(0);
    expect(asked).toHaveLength(replies.length);
  });

  it('too much to send is not sent', async () => {
    const evidence = '語'.repeat(20_000);
    const criteria = Array.from({ length: 10 }, (_, i) =>
      metCriterion(`AC-${i + 1}`, { evidence }),
    );
    const { asked, result } = await reviewWith('plain', [], factsOf(criteria));
    expect(failureOf(result).kind).toBe('too-large-to-judge');
    expect(asked).toEqual([]);
  });
});

describe('what all calls used together', () => {
  it('is summed up, cached tokens included', async () => {
    const usage = {
      input_tokens: 1,
      output_tokens: 20,
      cache_read_input_tokens: 300,
      cache_creation_input_tokens: 4000,
    };
    const replies = [
      answered('x', usage),
      answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'PASS' }), usage),
    ];
    const { endpoint, result } = successOf((await reviewWith('plain', replies)).result);
    expect(result).toMatchObject({
      token_cost: { input_tokens: 8602, output_tokens: 40 },
      latency_ms: 20,
      cost_usd: 0.02,
      request_id: 'req_1',
    });
    expect(endpoint).toBe(ENDPOINT);
  });

  it.each<[string, number | null, number | null]>([
    ['is not known where a price is not', null, null],
    ['has no dust', 0.1 + 0.2, 0.6],
  ])('%s', async (_name, costUsd, total) => {
    const { result } = await reviewWith('plain', [PROSE, PASS], TWO_CRITERIA, { costUsd });
    expect(successOf(result).result.cost_usd).toBe(total);
  });

  it('has the warnings of every call', async () => {
    const { result } = await reviewWith('plain', [PROSE, PASS], TWO_CRITERIA, { warnings: [CAP] });
    expect(successOf(result).warnings).toEqual([CAP, CAP]);
  });
});

it.each<[string, JudgeReply | Failure]>([
  ['not allowed', CAP],
  ['interrupted', unanswered('interrupted')],
  ['of a model that is not there', unanswered('model-not-found')],
])('a judge that gave way did so, though its second question was %s', async (_name, then) => {
  const hostile = factsOf([metCriterion('AC-1', { evidence: HOSTILE })]);
  const { result } = await reviewWith('plain', [REFUSED, then], hostile);
  const { fault, result: judged } = successOf(result);
  expect([fault, judged.status, judged.verdict]).toEqual([undefined, 'compromised', 'FAIL']);
});
