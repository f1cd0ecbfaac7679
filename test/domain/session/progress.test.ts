import { describe, expect, it } from 'vitest';
import { closedCounts, todosDigest, workDigest } from '../../../src/domain/session/progress.ts';
import { NOW, namedPromise, PROMISE_ID } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import { CHECKS, proofParts } from '../../rig/values/proof-values.ts';

const OWNER = 'session-a';

const digest = (parts: PromiseParts = {}): string =>
  workDigest([namedPromise(PROMISE_ID, OWNER, parts)]);

const ofCriterion = (parts: PromiseParts): string =>
  digest({ acceptance_criteria: [criterion('AC-1', parts)] });

const proved = (parts: PromiseParts = {}): PromiseParts => ({ proof: proofParts(parts) });

it('a criterion is closed where it is met with evidence, or waived', () => {
  const waived = { by: 'person', at: NOW, reason: 'not now' };
  const criteria = [
    criterion('AC-1'),
    metCriterion('AC-2'),
    metCriterion('AC-3', { evidence: ' ' }),
    criterion('AC-4', { waived }),
    criterion('AC-5'),
  ];
  const promise = namedPromise(PROMISE_ID, OWNER, { acceptance_criteria: criteria });
  const none = namedPromise('promise-none', OWNER, { acceptance_criteria: null });
  expect(closedCounts([promise, none])).toEqual([
    [PROMISE_ID, 2],
    ['promise-none', 0],
  ]);
});

describe('no progress', () => {
  it.each<[string, PromiseParts, PromiseParts]>([
    ['an attempt that failed', {}, { attempts: [{ by: 'cs prove', verdict: 'FAIL' }] }],
    ['a control', {}, { control: { came_to: 'nothing' } }],
    ['a seal', {}, { trust: 'a seal' }],
    ['keys that nobody knows', {}, { unknown: 7 }],
    ['when evidence was given', { met_at: NOW }, { met_at: '2026-01-01T00:00:00Z', met_by: 'x' }],
    ['a proof that ran again', proved({ started_at: NOW }), proved({ started_at: 'later' })],
    ['how long a proof ran', proved({ duration_ms: 1 }), proved({ duration_ms: 2 })],
    ['what a proof printed', proved({ output_tail: 'a' }), proved({ output_tail: 'b' })],
    ['null where there was nothing', {}, { checks: null, proof: null, waived: null, tier: null }],
  ])('%s', (_what, before, after) => {
    expect(ofCriterion(after)).toBe(ofCriterion(before));
  });

  it.each<[string, PromiseParts]>([
    ['a judgment that failed', { judgments: [{ status: 'success', verdict: 'FAIL', at: NOW }] }],
    ['another title', { title: 'Another', summary: 'Another' }],
    ['keys that nobody knows', { unknown: 7 }],
    ['no tier, said so', { tier: null }],
  ])('%s', (_what, parts) => {
    expect(digest(parts)).toBe(digest());
  });
});

describe('progress, or at least a change', () => {
  it.each<[string, PromiseParts]>([
    ['a criterion that is met', { status: 'met' }],
    ['evidence', { evidence: 'seen' }],
    ['another description', { description: 'Another' }],
    ['a check', { checks: CHECKS }],
    ['a proof', proved()],
    ['a waiver', { waived: { by: 'person', at: NOW, reason: 'old' } }],
    ['a tier', { tier: 2 }],
  ])('%s', (_what, parts) => {
    expect(ofCriterion(parts)).not.toBe(ofCriterion({}));
  });

  it.each([
    ['another tree', { tree: 'another' }],
    ['a tree that is not known', { tree: null }],
    ['other checks', { checks: 'others' }],
    ['another source', { source: 'self-chosen' }],
  ])('a proof of %s', (_what, parts) => {
    expect(ofCriterion(proved(parts))).not.toBe(ofCriterion(proved()));
  });

  it.each<[string, PromiseParts]>([
    ['its status', { status: 'pending' }],
    ['its tier', { tier: 3 }],
    ['one more criterion', { acceptance_criteria: [criterion('AC-1'), criterion('AC-2')] }],
    ['no criteria', { acceptance_criteria: null }],
  ])('of a promise: %s', (_what, parts) => {
    expect(digest(parts)).not.toBe(digest());
  });

  it('one promise more or less, and nothing of its place in the list of others', () => {
    const [one, other] = [namedPromise('promise-1', OWNER), namedPromise('promise-2', OWNER)];
    const digests = [
      workDigest([]),
      workDigest([one]),
      workDigest([other]),
      workDigest([one, other]),
    ];
    expect(new Set(digests).size).toBe(4);
  });
});

describe('a list of todos', () => {
  const item = (text: string, status = 'pending') => ({ text, status });

  it('is nothing where it is empty', () => {
    expect(todosDigest([])).toBe('');
  });

  it('changes with every word, status and place', () => {
    const lists = [
      [item('a')],
      [item('b')],
      [item('a', 'completed')],
      [item('a'), item('b')],
      [item('b'), item('a')],
      [item('a\u0000pending')],
    ];
    expect(new Set(lists.map(todosDigest)).size).toBe(lists.length);
    expect(lists.map(todosDigest)).toEqual(lists.map((list) => todosDigest([...list])));
  });
});
