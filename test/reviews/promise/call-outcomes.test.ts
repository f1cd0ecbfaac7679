import { expect, it } from 'vitest';
import type { JudgedFacts } from '../../../src/domain/judging/judged-facts.ts';
import type { JudgeReply } from '../../../src/ports.ts';
import { reviewPromise } from '../../../src/reviews/promise/review.ts';
import {
  answered,
  factsOf,
  HOSTILE,
  LIMITS,
  MODEL,
  plainReview,
  scriptedMeteredJudge,
  structuredReview,
  unanswered,
} from '../../rig/values/judge-values.ts';
import { metCriterion } from '../../rig/values/promises.ts';

const FACTS = factsOf([metCriterion('AC-1')]);
const HALF = factsOf([metCriterion('AC-1'), metCriterion('AC-2', { evidence: null })]);
const SPEAKING = factsOf([metCriterion('AC-1', { evidence: HOSTILE })]);
const PASS = answered(plainReview({ 'AC-1': 'PASS' }));
const PROSE = answered('It passes.');
const findings = { critical: 0, major: 0, minor: 1, info: 0 };

it.each<[string, 'plain' | 'structured', JudgedFacts, readonly JudgeReply[], readonly object[]]>([
  ['a PASS', 'plain', FACTS, [PASS], [{ status: 'success', verdict: 'PASS' }]],
  [
    'a PASS beside missing evidence',
    'plain',
    HALF,
    [PASS],
    [{ status: 'success', verdict: 'FAIL' }],
  ],
  [
    'an unusable reply, then a PASS',
    'plain',
    FACTS,
    [PROSE, PASS],
    [
      { status: 'parse_error', verdict: 'WARN' },
      { status: 'success', verdict: 'PASS' },
    ],
  ],
  [
    'an outage',
    'plain',
    FACTS,
    [unanswered('overloaded')],
    [{ status: 'api_error', verdict: 'WARN' }],
  ],
  [
    'findings, which are counted',
    'structured',
    FACTS,
    [answered(structuredReview(['AC-1'], ['minor AC-1']))],
    [{ status: 'success', verdict: 'PASS', findings }],
  ],
  [
    'findings beside missing evidence',
    'structured',
    HALF,
    [answered(structuredReview(['AC-1'], ['minor AC-1']))],
    [{ status: 'success', verdict: 'FAIL', findings: { ...findings, critical: 1 } }],
  ],
  [
    'a canary that was passed',
    'plain',
    SPEAKING,
    [answered(plainReview({ 'AC-1': 'PASS', 'AC-2': 'PASS' }))],
    [{ status: 'compromised', verdict: 'FAIL' }],
  ],
  [
    'unusable replies that data asked for',
    'plain',
    SPEAKING,
    [PROSE, PROSE],
    [
      { status: 'compromised', verdict: 'FAIL' },
      { status: 'compromised', verdict: 'FAIL' },
    ],
  ],
])('the cost log says of %s', async (_name, style, facts, replies, outcomes) => {
  const judge = scriptedMeteredJudge(replies);
  const options = { model: MODEL, style, seat: null, isModel: true, secrets: [] };
  await reviewPromise(facts, options, LIMITS, { judge, nonce: () => '00000001' });
  expect(judge.outcomes).toEqual(outcomes);
});
