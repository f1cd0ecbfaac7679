import { describe, expect, it } from 'vitest';
import { planReview } from '../../../src/reviews/promise/plan.ts';
import type { ReplyReading } from '../../../src/reviews/promise/reading.ts';
import { resultOf } from '../../../src/reviews/promise/result.ts';
import { factsOf, HOSTILE, MODEL } from '../../rig/values/judge-values.ts';
import { metCriterion } from '../../rig/values/promises.ts';

const FACTS = factsOf([metCriterion('AC-1'), metCriterion('AC-2')]);
const SECRET = 'my-own-key-123';
const SPENT = {
  latencyMs: 1,
  inputTokens: 2,
  outputTokens: 3,
  costUsd: 0.5,
  requestId: 'req',
  endpoint: null,
  warnings: [],
};

function result(reading: ReplyReading | undefined, facts = FACTS) {
  const plan = planReview(
    facts,
    { model: MODEL, style: 'plain', seat: null, isModel: true, secrets: [SECRET] },
    '00000001',
  );
  return resultOf(plan, reading, SPENT, { isStructured: false, fallbackReason: null });
}

const judged = (second: 'PASS' | 'FAIL', words: object = {}): ReplyReading => ({
  kind: 'judged',
  said: (['PASS', second] as const).map((judgment, index) => ({
    ac_id: `AC-${index + 1}`,
    judgment,
    confidence: 0.5 + index / 10,
    reasoning: 'r',
    would_satisfy: '',
  })),
  findings: [],
  reasoning: 'The words of the model.',
  ownVerdict: null,
  ownConfidence: null,
  unknown: [],
  ...words,
});
const unusable = (cause: 'unreadable' | 'overloaded', text?: string): ReplyReading => ({
  kind: 'unusable',
  unjudged: { cause, detail: 'why', ...(text === undefined ? {} : { text }) },
});

describe('the reasoning', () => {
  const own = "The judge's own summary: The words of the model.";
  it.each<[string, ReplyReading, string]>([
    ["is the model's", judged('PASS'), 'The words of the model.'],
    [
      "is the model's where its verdict is the same",
      judged('FAIL', { ownVerdict: 'fail' }),
      'The words of the model.',
    ],
    [
      'says first why the verdict is another',
      judged('FAIL', { ownVerdict: 'PASS' }),
      `Not shown: AC-2. ${own}`,
    ],
    [
      'says first why it is a PASS',
      judged('PASS', { ownVerdict: 'FAIL' }),
      `Every criterion passes. ${own}`,
    ],
    [
      'is computed where the model says nothing',
      judged('FAIL', { reasoning: '' }),
      'Not shown: AC-2.',
    ],
  ])('%s', (_name, reading, words) => {
    expect(result(reading).reasoning).toBe(words);
  });
});

it.each<[string, ReplyReading, number]>([
  ["is the model's", judged('PASS', { ownConfidence: 0.9 }), 0.9],
  ['is the lowest where it gave none on the whole', judged('PASS'), 0.5],
  ['is none where it gave none at all', judged('PASS', { said: [] }), 0],
])('the confidence %s', (_name, reading, confidence) => {
  expect(result(reading).overall_confidence).toBe(confidence);
});

describe('what could not be judged', () => {
  it('says why, what was spent and what was written', () => {
    expect(result(unusable('unreadable', 'prose'))).toMatchObject({
      status: 'parse_error',
      verdict: 'WARN',
      reasoning: 'It could not be judged: the reply cannot be read: why.',
      error: 'the reply cannot be read: why',
      raw_response: 'prose',
      criteria_judgments: [],
      cost_usd: 0.5,
      latency_ms: 1,
      request_id: 'req',
    });
  });

  it.each<[string, ReplyReading, string | undefined]>([
    ['no more than its beginning', unusable('unreadable', 'x'.repeat(900)), 'x'.repeat(500)],
    ['nothing where nothing was written', unusable('overloaded'), undefined],
    ['no secret', unusable('unreadable', `key ${SECRET}`), expect.not.stringContaining(SECRET)],
  ])('keeps of the reply %s', (_name, reading, raw) => {
    expect(result(reading).raw_response).toEqual(raw);
  });
});

describe('a run that is discarded keeps nothing that the model said', () => {
  const hostile = { evidence: HOSTILE };
  it.each<[string, ReturnType<typeof factsOf>, readonly string[]]>([
    [
      'and names who spoke to it',
      factsOf([metCriterion('AC-1'), metCriterion('AC-2', hostile)]),
      ['AC-2'],
    ],
    [
      'and names all where the promise itself spoke',
      factsOf([metCriterion('AC-1'), metCriterion('AC-2')], { title: HOSTILE }),
      ['AC-1', 'AC-2'],
    ],
  ])('%s', (_name, facts, named) => {
    const discarded = result(unusable('unreadable', 'PASS, all of it'), facts);
    expect(discarded).toMatchObject({
      status: 'compromised',
      verdict: 'FAIL',
      criteria_judgments: [],
    });
    expect(discarded.feedback.map(({ ac_id }) => ac_id)).toEqual(named);
    expect(JSON.stringify(discarded)).not.toContain('PASS, all of it');
  });
});
