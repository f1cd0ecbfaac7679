import { describe, expect, it } from 'vitest';
import { evidenceDigest } from '../../../src/domain/judging/evidence-digest.ts';
import {
  digestOfFacts,
  evidenceOf,
  judgedCriteria,
} from '../../../src/domain/judging/judged-facts.ts';
import type { Substance } from '../../../src/domain/judging/substance.ts';
import { criteriaOf } from '../../../src/domain/promise/promise.ts';
import type { StoredAnswer } from '../../../src/domain/validation/validation.ts';
import { factsOf } from '../../rig/values/judge-values.ts';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  validatorResponse,
} from '../../rig/values/promises.ts';

const WAIVED = { by: 'person', at: '2026-02-17', reason: 'known' };
const NONE: StoredAnswer = { found: 'none' };
const FAIL = { status: 'success', verdict: 'FAIL', timestamp: 't', feedback: [{ ac_id: 'AC-1' }] };

function digest(
  first: PromiseParts = {},
  parts: PromiseParts = {},
  answer: StoredAnswer = NONE,
): string {
  const criteria = [metCriterion('AC-1', first), metCriterion('AC-2')];
  return digestOfFacts(factsOf(criteria, parts, () => answer));
}

describe('the digest is another where the judge is shown something else', () => {
  const answer = { found: 'answer', response: validatorResponse('PASS') } as const;
  it.each<[string, () => string]>([
    ['evidence', () => digest({ evidence: '43 tests passed' })],
    ['no evidence', () => digest({ evidence: null })],
    ['type of evidence', () => digest({ evidence_type: 'log' })],
    ['description', () => digest({ description: 'another' })],
    ['status', () => digest({ status: 'pending' })],
    ['time', () => digest({ met_at: 'later' })],
    ['id', () => digest({ id: 'AC-9' })],
    ['waiver', () => digest({ waived: WAIVED })],
    ['title', () => digest({}, { title: 'another' })],
    ['summary', () => digest({}, { summary: 'another' })],
    ['earlier rejection', () => digest({}, { judgments: [FAIL] })],
    ["validator's answer", () => digest({}, {}, answer)],
    ["validator's unreadable answer", () => digest({}, {}, { found: 'unreadable', reason: 'r' })],
  ])('another %s', (_name, other) => {
    expect(other()).not.toBe(digest());
  });

  it('with the same words on other places', () => {
    expect(digest({ evidence: 'a', evidence_type: '' })).not.toBe(
      digest({ evidence: '', evidence_type: 'a' }),
    );
  });
});

describe('the digest is the same where the judge is shown the same', () => {
  it.each<[string, () => string]>([
    ['nothing is changed', () => digest()],
    ['another owner', () => digest({}, { ownership: { owned_by: 'session-b' } })],
    ['another status of the promise', () => digest({}, { status: 'pending' })],
    ['an unknown key', () => digest({ note: 'x' }, { note: 'x' })],
    [
      'an outage before',
      () => digest({}, { judgments: [{ status: 'api_error', verdict: 'WARN' }] }),
    ],
    ['who met it', () => digest({ met_by: 'another' })],
  ])('%s', (_name, other) => {
    expect(other()).toBe(digest());
  });
});

it.each<[string, readonly PromiseParts[], readonly string[]]>([
  ['all', [criterion('AC-1'), metCriterion('AC-2')], ['AC-1', 'AC-2']],
  [
    'without those that are waived',
    [criterion('AC-1', { waived: WAIVED }), metCriterion('AC-2')],
    ['AC-2'],
  ],
  ['none', [], []],
])('a judge is asked about %s', (_name, criteria, ids) => {
  expect(judgedCriteria(factsOf(criteria)).map(({ id }) => id)).toEqual(ids);
});

it('the digests that promises keep of earlier versions are taken again', () => {
  const facts = factsOf([metCriterion('AC-1'), metCriterion('AC-2')]);
  const { rest } = evidenceOf(facts);
  expect([digestOfFacts(facts), rest]).toEqual(['12070fe3fe7525', '18350e4f53c28c']);
});

it('a judge is asked about no more than what is asked for', () => {
  const facts = factsOf([metCriterion('AC-1'), metCriterion('AC-2')]);
  const isAsked = ({ id }: { readonly id: string }) => id === 'AC-2';
  expect(judgedCriteria({ ...facts, isAsked }).map(({ id }) => id)).toEqual(['AC-2']);
});

it.each(['description', 'evidence', 'evidence_type', 'met_at'])(
  'the digest is the same of no %s and of an empty one',
  (key) => {
    expect(new Set(['', null, undefined].map((text) => digest({ [key]: text }))).size).toBe(1);
  },
);

it('the digest is the same of no proof, and another of one', () => {
  const proof = { source: 'checks', tree: 't' };
  expect(digest({ proof: null })).toBe(digest());
  expect(digest({ proof })).not.toBe(digest());
});

describe('the evidence that a judge is asked about', () => {
  const base = factsOf([metCriterion('AC-1'), metCriterion('AC-2')]);
  const patch = (text: string): Substance => ({
    diff: { shown: { summary: '', patch: text, leftOut: [] } },
    redacted: [],
  });
  const found = {
    digest: 'd',
    kind: 'assertion-removed',
    path: 'a.test.ts',
    line: 3,
    detail: '',
    before: '',
    after: '',
  } as const;

  it('is a digest of each criterion, and one of the rest', () => {
    const [first, second] = criteriaOf(base.promise);
    if (first === undefined || second === undefined) throw new Error('there are no criteria');
    expect(evidenceOf(base)).toEqual({
      criteria: [
        { ac_id: 'AC-1', digest: evidenceDigest(first) },
        { ac_id: 'AC-2', digest: evidenceDigest(second) },
      ],
      rest: expect.stringMatching(/^[0-9a-f]+$/),
    });
  });

  it.each<[string, Partial<typeof base>, boolean]>([
    ['nothing of the work', { substance: { redacted: [] } }, true],
    ['a diff that could not be had', { substance: { diff: { unknown: 'r' }, redacted: [] } }, true],
    ['no finding', { tampering: [] }, true],
    ['a diff', { substance: patch('+a') }, false],
    ['a finding in the tests', { tampering: [found] }, false],
    ['another title', { promise: { ...base.promise, title: 'x' } }, false],
    ['another summary', { promise: { ...base.promise, summary: 'x' } }, false],
  ])('with %s the rest is the same: %3$s', (_what, parts, isSame) => {
    expect(evidenceOf({ ...base, ...parts }).rest === evidenceOf(base).rest).toBe(isSame);
  });

  it('is another with another diff', () => {
    const rest = (text: string) => evidenceOf({ ...base, substance: patch(text) }).rest;
    expect(rest('+a')).not.toBe(rest('+b'));
  });
});

describe('the digest of what a judge is shown, and findings in the tests', () => {
  const facts = (...digests: readonly string[]) => ({
    ...factsOf([metCriterion('AC-1')]),
    tampering: digests.map((digest) => ({ digest })),
  });

  it('is that of earlier versions where there are none', () => {
    expect(digestOfFacts(facts())).toBe(digestOfFacts(factsOf([metCriterion('AC-1')])));
  });

  it('changes with each of them, and not with their order', () => {
    const of = (...digests: readonly string[]) => digestOfFacts(facts(...digests));
    expect(new Set([of(), of('a'), of('b'), of('a', 'b')]).size).toBe(4);
    expect(of('b', 'a')).toBe(of('a', 'b'));
  });
});
