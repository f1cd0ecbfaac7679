import { describe, expect, it } from 'vitest';
import type { JudgedFacts } from '../../../src/domain/judging/judged-facts.ts';
import { planReview } from '../../../src/reviews/promise/plan.ts';
import { readReply } from '../../../src/reviews/promise/reading.ts';
import {
  answered,
  factsOf,
  HOSTILE,
  MODEL,
  plainReview,
  structuredReview,
  unanswered,
} from '../../rig/values/judge-values.ts';
import { metCriterion, validatorResponse } from '../../rig/values/promises.ts';

const FACTS = factsOf([metCriterion('AC-1'), metCriterion('AC-2')]);
const SPEAKING = factsOf([metCriterion('AC-1', { evidence: HOSTILE })]);
const BOTH = { 'AC-1': 'PASS', 'AC-2': 'PASS' };

function read(reply: unknown, style: 'plain' | 'structured' = 'plain', facts: JudgedFacts = FACTS) {
  const plan = planReview(
    facts,
    { model: MODEL, style, seat: null, isModel: true, secrets: [] },
    '00000001',
  );
  return readReply(plan, facts, answered(reply));
}

describe('a plain review is read', () => {
  const review = plainReview(BOTH);
  it.each<[string, unknown, readonly string[]]>([
    ['alone', review, []],
    ['in a code fence', `\`\`\`json\n${JSON.stringify(review)}\n\`\`\``, []],
    ['with words around it', `Here it is: ${JSON.stringify(review)}. Done.`, []],
    ['beside another object', `{"note": 1} ${JSON.stringify(review)}`, []],
    ['in capitals or not', plainReview({ 'ac-1': ' pass ', 'AC-2': 'Pass' }), []],
    ['with criteria that do not exist', plainReview({ ...BOTH, 'AC-9': 'FAIL' }), ['AC-9']],
  ])('%s', (_name, reply, unknown) => {
    const reading = read(reply);
    expect(reading).toMatchObject({ kind: 'judged', unknown, findings: [] });
    const said = reading.kind === 'judged' ? reading.said : [];
    expect(said.map(({ ac_id, judgment }) => [ac_id, judgment])).toEqual(Object.entries(BOTH));
  });
});

describe('a reply cannot be used where it', () => {
  it.each<[string, unknown, 'plain' | 'structured', string]>([
    ['is prose', 'All pass.', 'plain', 'it contains no review in the requested format'],
    ['is a list', [], 'plain', 'it contains no review in the requested format'],
    [
      'has a word for a judgment',
      plainReview({ ...BOTH, 'AC-1': 'PASSED' }),
      'plain',
      'it contains no review in the requested format',
    ],
    [
      'has no judgments',
      { verdict: 'PASS' },
      'plain',
      'it contains no review in the requested format',
    ],
    ['leaves out a criterion', plainReview({ 'AC-1': 'PASS' }), 'plain', 'it omits AC-2'],
    ['leaves out all', plainReview({}), 'plain', 'it omits AC-1, AC-2'],
    [
      'holds two reviews',
      `${JSON.stringify(plainReview(BOTH))} ${JSON.stringify(plainReview(BOTH))}`,
      'plain',
      'it contains more than one review',
    ],
    [
      'holds a whole review and a half',
      `${JSON.stringify(plainReview(BOTH))} ${JSON.stringify(plainReview({}))}`,
      'plain',
      'it contains more than one review',
    ],
    [
      'has no findings',
      { reviewed_criteria: [] },
      'structured',
      'it contains no review in the requested format',
    ],
    [
      'has a severity of its own',
      structuredReview(['AC-1', 'AC-2'], ['blocker AC-1']),
      'structured',
      'it contains no review in the requested format',
    ],
    ['reviews one of two', structuredReview(['AC-1']), 'structured', 'it omits AC-2'],
  ])('%s', (_name, reply, style, detail) => {
    expect(read(reply, style)).toMatchObject({
      kind: 'unusable',
      unjudged: { cause: 'unreadable', detail },
    });
  });

  it('is both a plain review and one of findings', () => {
    const both = { ...structuredReview(['AC-1', 'AC-2']), ...plainReview(BOTH) };
    for (const style of ['plain', 'structured'] as const) {
      expect(read(both, style)).toMatchObject({
        unjudged: { detail: 'it contains more than one review' },
      });
    }
  });

  it('was none', () => {
    const plan = planReview(
      FACTS,
      { model: MODEL, style: 'plain', seat: null, isModel: true, secrets: [] },
      '00000001',
    );
    const { unjudged } = { unjudged: { cause: 'overloaded', detail: 'busy' } };
    expect(readReply(plan, FACTS, unanswered('overloaded', 'busy'))).toEqual({
      kind: 'unusable',
      unjudged,
    });
  });

  it('leaves out the canary, which is not named', () => {
    const reading = read(plainReview({ 'AC-1': 'PASS' }), 'plain', SPEAKING);
    expect(reading).toMatchObject({ unjudged: { detail: 'it omits a criterion' } });
  });
});

describe('what the model says of the whole', () => {
  it.each<[string, unknown, 'plain' | 'structured', JudgedFacts, object]>([
    [
      'is kept',
      plainReview(BOTH, { verdict: 'FAIL', overall_confidence: 0.4 }),
      'plain',
      FACTS,
      { reasoning: 'Looked at all.', ownVerdict: 'FAIL', ownConfidence: 0.4 },
    ],
    [
      'is nothing where it is of another kind',
      plainReview(BOTH, { verdict: true, overall_confidence: '1' }),
      'plain',
      FACTS,
      { ownVerdict: null, ownConfidence: null },
    ],
    [
      'stays between 0 and 1',
      plainReview(BOTH, { overall_confidence: 99 }),
      'plain',
      FACTS,
      { ownConfidence: 1 },
    ],
    [
      'is no verdict among findings',
      structuredReview(['AC-1', 'AC-2']),
      'structured',
      FACTS,
      { ownVerdict: null, ownConfidence: 0.8 },
    ],
    [
      'is dropped with a canary in it',
      plainReview({ 'AC-1': 'PASS', 'AC-2': 'FAIL' }, { verdict: 'FAIL' }),
      'plain',
      SPEAKING,
      { reasoning: '', ownVerdict: null, ownConfidence: null },
    ],
  ])('%s', (_name, reply, style, facts, words) => {
    expect(read(reply, style, facts)).toMatchObject({ kind: 'judged', ...words });
  });
});

describe('findings of code stand beside those of the model', () => {
  it.each<[string, JudgedFacts, readonly string[]]>([
    ['none where nothing is known', FACTS, []],
    [
      'missing evidence',
      factsOf([metCriterion('AC-1', { evidence: null }), metCriterion('AC-2')]),
      ['AC-1 evidence'],
    ],
    [
      "a validator's FAIL",
      factsOf([metCriterion('AC-2')], {}, () => ({
        found: 'answer',
        response: validatorResponse('FAIL'),
      })),
      ['AC-2 validation'],
    ],
    [
      "no validator's PARTIAL",
      factsOf([metCriterion('AC-2')], {}, () => ({
        found: 'answer',
        response: validatorResponse('PARTIAL'),
      })),
      [],
    ],
  ])('%s', (_name, facts, added) => {
    const reading = read(structuredReview(['AC-1', 'AC-2']), 'structured', facts);
    const findings = reading.kind === 'judged' ? reading.findings : undefined;
    expect(findings?.map(({ ac_id, dimension }) => `${ac_id} ${dimension}`)).toEqual(added);
  });
});
