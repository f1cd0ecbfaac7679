import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/base/failure.ts';
import type { JudgeLimits, JudgeReply } from '../../../src/ports.ts';
import { askReview } from '../../../src/reviews/asking/session-review.ts';
import { materialOf, type RealityFacts } from '../../../src/reviews/reality/facts.ts';
import { realityCheck } from '../../../src/reviews/reality/review.ts';
import {
  answered,
  CHOSEN,
  LIMITS,
  scriptedMeteredJudge,
  unanswered,
} from '../../rig/values/judge-values.ts';
import { realityFacts, realityReply } from '../../rig/values/reality-values.ts';

async function check(
  replies: readonly (JudgeReply | Failure)[],
  facts: RealityFacts = realityFacts(),
  limits: JudgeLimits = LIMITS,
) {
  const judge = scriptedMeteredJudge(replies);
  const secrets = ['a known secret'];
  const prepared = { ...materialOf(facts, secrets), model: CHOSEN, secrets };
  const nonce = () => `f00d${judge.asked.length}`;
  const result = await askReview(realityCheck, prepared, limits, { judge, nonce });
  return { result, asked: judge.asked, outcomes: judge.outcomes };
}

async function review(...args: Parameters<typeof check>) {
  const { result, ...rest } = await check(...args);
  if (!result.ok) throw new Error(result.failure.kind);
  return { ...rest, ...result.value };
}

const NO = realityReply({ pass: false, missingItems: ['tests'] });
const CAP: Failure = { kind: 'spending-cap', cap: 'day', limitUsd: 1, spentUsd: 1, neededUsd: 1 };

describe('a reply that can be used', () => {
  it.each<[string, unknown, boolean]>([
    ['passes', realityReply(), true],
    ['does not pass', NO, false],
    ['stands in a code fence', `\`\`\`json\n${JSON.stringify(NO)}\n\`\`\``, false],
    ['has words around it', `Here: ${JSON.stringify(realityReply())} Done.`, true],
  ])('%s: one question', async (_what, reply, pass) => {
    const { asked, outcomes, status, verdict } = await review([answered(reply)]);
    expect([asked.length, status, verdict.pass]).toEqual([1, 'success', pass]);
    expect(outcomes).toEqual([{ status: 'success', verdict: pass ? 'PASS' : 'FAIL' }]);
  });
});

describe('a reply that cannot be used', () => {
  it.each<[string, JudgeReply]>([
    ['no JSON', answered('I think it is fine.')],
    ['another shape', answered({ verdict: 'PASS' })],
    ['a verdict in words', answered({ ...realityReply(), pass: 'yes' })],
    ['two verdicts', answered(`${JSON.stringify(NO)} ${JSON.stringify(realityReply())}`)],
    ['a refusal', unanswered('refused')],
    ['a reply that was cut off', unanswered('cut-off')],
  ])('%s is asked for once more', async (_what, first) => {
    const again = await review([first, answered(NO)]);
    expect([again.asked.length, again.verdict.pass, again.status]).toEqual([2, false, 'success']);
    expect(again.asked[0]?.user).not.toBe(again.asked[1]?.user);
    const never = await review([first, first]);
    expect(never.asked).toHaveLength(2);
    expect(never.verdict).toMatchObject({ pass: true, missingItems: [], forwardProgress: true });
    expect(never.verdict.reason).toContain(never.error);
    expect(never.outcomes.map(({ verdict }) => verdict)).toEqual(['WARN', 'WARN']);
  });

  it('after a reply that was cut off there is room for a longer one', async () => {
    const { asked } = await review([unanswered('cut-off'), answered(NO)]);
    expect(asked[1]?.maxTokens).toBe(2 * (asked[0]?.maxTokens ?? 0));
  });
});

describe('fails open, and says why', () => {
  it.each<[string, readonly (JudgeReply | Failure)[], string, string]>([
    ['a timeout', [unanswered('timed-out')], 'api_error', 'no answer came in time'],
    ['no key', [unanswered('no-key')], 'api_error', 'no API key set'],
    [
      'an unknown model',
      [unanswered('model-not-found')],
      'error',
      'the API does not know this model',
    ],
    ['a spending limit', [CAP], 'error', 'may cost about'],
    ['a limit before the second question', [answered('?'), CAP], 'error', 'may cost about'],
    [
      'a secret in the reason',
      [unanswered('unreachable', 'a known secret')],
      'api_error',
      '[redacted',
    ],
  ])('%s', async (_what, replies, status, says) => {
    const found = await review(replies);
    expect(found.status).toBe(status);
    expect(found.verdict.pass).toBe(true);
    expect(found.error).toContain(says);
    expect(found.error).not.toContain('a known secret');
    expect(found.verdict.reason).toContain(says);
  });

  it('but not since the user said more than can be sent: the first and the last are asked about', async () => {
    const text = '\u5b57'.repeat(20_000);
    const directives = Array.from({ length: 5000 }, (_, number) => ({
      ...realityFacts().directives[0],
      id: `D-${number}`,
      type: 'follow-up' as const,
      text,
      at: '',
      status: 'active' as const,
    }));
    const { asked, verdict } = await review([answered(NO)], realityFacts({ directives }));
    const shown = ['D-0', 'D-49', 'D-50', 'D-4749', 'D-4750', 'D-4999'].filter((id) =>
      asked[0]?.user.includes(`\n${id}\n`),
    );
    expect(shown).toEqual(['D-0', 'D-49', 'D-4750', 'D-4999']);
    expect(asked[0]?.user).toContain('4700 more, given in between, are not shown.');
    expect(verdict.pass).toBe(false);
  });
});

it('without an active directive nobody is asked, and it is free', async () => {
  const found = await review([], realityFacts({ directives: [] }));
  expect(found).toMatchObject({
    status: 'not-asked',
    costUsd: 0,
    asked: [],
    verdict: { pass: true },
  });
  expect(found.verdict.reason).toContain('no active directive');
});

it('somebody who interrupts gets no verdict', async () => {
  const limits = { ...LIMITS, signal: AbortSignal.abort() };
  const { result } = await check([unanswered('interrupted')], realityFacts(), limits);
  expect(result).toMatchObject({ ok: false, failure: { kind: 'interrupted' } });
});

it('costs and tokens of all questions are summed up', async () => {
  const usage = { input_tokens: 10, cache_read_input_tokens: 1, output_tokens: 5 };
  const found = await review([answered('?', usage), answered(NO, usage)]);
  expect(found).toMatchObject({ inputTokens: 22, outputTokens: 10, costUsd: 0.02, latencyMs: 20 });
});
