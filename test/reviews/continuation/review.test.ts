import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/base/failure.ts';
import type { Turn } from '../../../src/domain/host/turns.ts';
import type { JudgeLimits, JudgeReply } from '../../../src/ports.ts';
import { askReview } from '../../../src/reviews/asking/session-review.ts';
import { continuationReview } from '../../../src/reviews/continuation/review.ts';
import {
  answered,
  CHOSEN,
  LIMITS,
  scriptedMeteredJudge,
  unanswered,
} from '../../rig/values/judge-values.ts';
import { continuationReply, GO_ON, said, turnValue } from '../../rig/values/transcripts.ts';

const TURNS = [turnValue('Do it', said('Done.'))];
const END = continuationReply();

async function ask(
  replies: readonly (JudgeReply | Failure)[],
  turns: readonly Turn[] = TURNS,
  limits: JudgeLimits = LIMITS,
) {
  const judge = scriptedMeteredJudge(replies);
  const prepared = { material: { turns }, model: CHOSEN, secrets: ['a secret'], redacted: [] };
  const nonce = () => `f00d${judge.asked.length}`;
  const result = await askReview(continuationReview, prepared, limits, { judge, nonce });
  return { result, asked: judge.asked, outcomes: judge.outcomes };
}

async function review(...args: Parameters<typeof ask>) {
  const { result, ...rest } = await ask(...args);
  if (!result.ok) throw new Error(result.failure.kind);
  return { ...rest, ...result.value };
}

describe('a reply that can be used', () => {
  it.each<[string, unknown, boolean]>([
    ['it may end', END, false],
    ['it should continue', GO_ON, true],
    ['in a code fence', `\`\`\`json\n${JSON.stringify(GO_ON)}\n\`\`\``, true],
    ['with words around it', `So: ${JSON.stringify(END)} That is all.`, false],
  ])('%s: one question', async (_what, reply, continues) => {
    const { asked, error, material, outcomes, status, verdict } = await review([answered(reply)]);
    expect([asked.length, status, material.turns.length, error]).toEqual([
      1,
      'success',
      1,
      undefined,
    ]);
    expect(verdict).toEqual(continues ? GO_ON : END);
    expect(outcomes).toEqual([{ status: 'success', verdict: continues ? 'FAIL' : 'PASS' }]);
  });
});

describe('a reply that cannot be used is asked for once more', () => {
  it.each<[string, JudgeReply]>([
    ['no JSON', answered('It may end.')],
    ['another shape', answered({ verdict: 'PASS' })],
    ['two verdicts', answered(`${JSON.stringify(END)} ${JSON.stringify(GO_ON)}`)],
    [
      'a key twice',
      answered('{"should_continue":true,"should_continue":false,"reason":"","suggestion":""}'),
    ],
    ['go on, without a word', answered({ ...GO_ON, reason: '', suggestion: '' })],
    ['a refusal', unanswered('refused')],
    ['a reply that was cut off', unanswered('cut-off')],
  ])('%s', async (_what, first) => {
    const again = await review([first, answered(GO_ON)]);
    expect([again.asked.length, again.verdict]).toEqual([2, GO_ON]);
    const never = await review([first, first]);
    expect(never.asked).toHaveLength(2);
    expect(never.verdict).toMatchObject({ should_continue: false, suggestion: '' });
    expect(never.status).not.toBe('success');
    expect(never.verdict.reason).toContain(never.error);
  });
});

describe('fails open, and says why', () => {
  const CAP: Failure = { kind: 'spending-cap', cap: 'day', limitUsd: 1, spentUsd: 1, neededUsd: 1 };

  it.each<[string, JudgeReply | Failure, string, string]>([
    ['a timeout', unanswered('timed-out'), 'api_error', 'no answer came in time'],
    [
      'an unknown model',
      unanswered('model-not-found'),
      'error',
      'the API does not know this model',
    ],
    ['a spending limit', CAP, 'error', 'may cost about'],
    ['a secret in the reason', unanswered('unreachable', 'a secret'), 'api_error', '[redacted'],
  ])('%s', async (_what, reply, status, says) => {
    const found = await review([reply]);
    expect([found.status, found.verdict.should_continue]).toEqual([status, false]);
    expect(found.error).toContain(says);
    expect(found.verdict.reason).toContain(says);
    expect(found.verdict.reason).not.toContain('a secret');
  });
});

it('without a turn nobody is asked, and it is free', async () => {
  const found = await review([], []);
  expect(found).toMatchObject({
    status: 'not-asked',
    costUsd: 0,
    asked: [],
    material: { turns: [] },
  });
  expect(found.verdict.should_continue).toBe(false);
});

it('somebody who interrupts gets no verdict', async () => {
  const limits = { ...LIMITS, signal: AbortSignal.abort() };
  const { result } = await ask([answered(GO_ON)], TURNS, limits);
  expect(result).toMatchObject({ ok: false, failure: { kind: 'interrupted' } });
});
