import { describe, expect, it } from 'vitest';
import type { JudgedFacts } from '../../../src/domain/judging/judged-facts.ts';
import { PLACEHOLDER_NONCE } from '../../../src/reviews/asking/question.ts';
import { planReview } from '../../../src/reviews/promise/plan.ts';
import { factsOf, HOSTILE, MODEL } from '../../rig/values/judge-values.ts';
import { criterion, metCriterion, validatorResponse } from '../../rig/values/promises.ts';

const WAIVED = { by: 'person', at: '2026-02-17', reason: 'known' };
const plan = (facts: JudgedFacts, nonce = '00000001', secrets: readonly string[] = []) =>
  planReview(facts, { model: MODEL, style: 'plain', seat: null, isModel: true, secrets }, nonce);

describe('which criteria are asked about, and which are settled', () => {
  it.each<[string, JudgedFacts, readonly string[], readonly string[]]>([
    [
      'evidence is asked about',
      factsOf([metCriterion('AC-1'), metCriterion('AC-2')]),
      ['AC-1', 'AC-2'],
      [],
    ],
    [
      'evidence of what is not met as well',
      factsOf([criterion('AC-1', { evidence: 'x' })]),
      ['AC-1'],
      [],
    ],
    ['no evidence is settled', factsOf([metCriterion('AC-1', { evidence: '' })]), [], ['AC-1']],
    [
      'a shared id is settled',
      factsOf([metCriterion('AC-1'), metCriterion('AC-1')]),
      [],
      ['AC-1', 'AC-1'],
    ],
    [
      'an id that cannot be used is settled',
      factsOf([metCriterion('# Criterion AC-2')]),
      [],
      ['# Criterion AC-2'],
    ],
    ['what is waived is neither', factsOf([metCriterion('AC-1', { waived: WAIVED })]), [], []],
    [
      'a waived one shares no id',
      factsOf([metCriterion('AC-1', { waived: WAIVED }), metCriterion('AC-1')]),
      ['AC-1'],
      [],
    ],
  ])('%s', (_name, facts, asked, settled) => {
    const planned = plan(facts);
    expect([planned.asked, planned.settled.map(({ ac_id }) => ac_id)]).toEqual([asked, settled]);
    expect(planned.settled.every(({ judgment }) => judgment === 'FAIL')).toBe(true);
  });
});

describe('who speaks to the judge', () => {
  const calm = [metCriterion('AC-1'), metCriterion('AC-2')];
  const answer = {
    found: 'answer',
    response: validatorResponse('PASS', { reasoning: HOSTILE }),
  } as const;
  const earlier = [
    {
      status: 's',
      verdict: 'FAIL',
      feedback: [{ ac_id: 'AC-2', finding: HOSTILE, would_satisfy: '' }],
    },
  ];
  it.each<[string, JudgedFacts, readonly (string | undefined)[]]>([
    ['nobody', factsOf(calm), []],
    [
      'evidence',
      factsOf([metCriterion('AC-1', { evidence: HOSTILE }), metCriterion('AC-2')]),
      ['AC-1'],
    ],
    ['a description', factsOf([metCriterion('AC-1', { description: HOSTILE })]), ['AC-1']],
    ['a type of evidence', factsOf([metCriterion('AC-1', { evidence_type: HOSTILE })]), ['AC-1']],
    ['a title', factsOf(calm, { title: HOSTILE }), [undefined]],
    ['a summary', factsOf(calm, { summary: HOSTILE }), [undefined]],
    ["a validator's reasoning", factsOf([metCriterion('AC-1')], {}, () => answer), ['AC-1']],
    ['the feedback of an earlier run', factsOf(calm, { judgments: earlier }), ['AC-2']],
    [
      'nobody where it is waived',
      factsOf([metCriterion('AC-1', { evidence: HOSTILE, waived: WAIVED }), metCriterion('AC-2')]),
      [],
    ],
  ])('%s', (_name, facts, owners) => {
    const { canary, suspicious } = plan(facts);
    expect(suspicious.map(({ ac_id }) => ac_id)).toEqual(owners);
    expect(canary === undefined).toBe(owners.length === 0);
  });
});

describe('the canary', () => {
  const facts = factsOf([metCriterion('AC-1', { evidence: HOSTILE }), metCriterion('AC-7')]);

  it('is a criterion of the request, under an id that nobody has', () => {
    const { asked, canary, request } = plan(facts);
    expect([canary?.id, asked]).toEqual(['AC-8', ['AC-1', 'AC-7']]);
    expect(request.user).toContain('# Criterion AC-8\n');
  });

  it('is not told where nothing is sent', () => {
    const { request } = plan(facts, PLACEHOLDER_NONCE);
    expect(request.user).not.toContain('# Criterion AC-8');
    expect(request.user).toContain('here stands a criterion that cannot be true');
  });
});

it('secrets are counted and not sent', () => {
  const evidence = `token ghp_${'a1B2'.repeat(9)} and my-own-key-123 were used: 3 passed`;
  const { redacted, request } = plan(factsOf([metCriterion('AC-1', { evidence })]), '00000001', [
    'my-own-key-123',
  ]);
  expect(request.user).not.toMatch(/ghp_|my-own-key/);
  expect(redacted.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

it('the request is the same for the same facts and nonce', () => {
  const facts = factsOf([metCriterion('AC-1', { evidence: HOSTILE })]);
  expect(plan(facts)).toEqual(plan(facts));
});
