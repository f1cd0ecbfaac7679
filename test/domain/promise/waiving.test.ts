import { describe, expect, it } from 'vitest';
import { WAIVED_BY } from '../../../src/domain/promise/promise.ts';
import { waiveCriterion } from '../../../src/domain/promise/promise-changes.ts';
import { openCriteria } from '../../../src/domain/promise/self-report.ts';
import {
  failureOf,
  NOW,
  PROMISE_ID,
  promiseValue,
  successOf,
} from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';

const WAIVER = { by: WAIVED_BY, at: NOW, reason: 'the page is gone' };
const waive = (ac: string, parts: PromiseParts = {}, owner: string | null = 'session-a') =>
  waiveCriterion(PROMISE_ID, promiseValue(owner, parts), ac, WAIVER);

describe('a waiver', () => {
  it('stands with the criterion, which keeps its status, and in the log', () => {
    const { event, promise } = successOf(waive('AC-1'));
    expect(promise.acceptance_criteria).toEqual([{ ...criterion('AC-1'), waived: WAIVER }]);
    expect(event).toEqual({ event: 'criterion.waived', ac_id: 'AC-1', reason: WAIVER.reason });
  });

  it.each<[string, string | null, PromiseParts]>([
    ["anybody's promise", 'session-b', {}],
    ['an orphan', null, {}],
    ['a pending promise', 'session-a', { status: 'pending' }],
    ['a criterion that is met', 'session-a', { acceptance_criteria: [metCriterion('AC-1')] }],
  ])('can be given for %s', (_name, owner, parts) => {
    const { promise } = successOf(waive('AC-1', parts, owner));
    expect(promise.acceptance_criteria).toMatchObject([{ waived: WAIVER }]);
    expect(openCriteria(promise)).toEqual([]);
  });

  it.each<[string, string, PromiseParts, string]>([
    ['a verified promise', 'AC-1', { status: 'verified' }, 'wrong-status'],
    ['a cancelled promise', 'AC-1', { status: 'cancelled' }, 'wrong-status'],
    [
      'one that is already waived',
      'AC-1',
      { acceptance_criteria: [criterion('AC-1', { waived: WAIVER })] },
      'usage',
    ],
    ['a criterion that is not there', 'AC-9', {}, 'unknown-criterion'],
    ['a name in small letters', 'ac-1', {}, 'unknown-criterion'],
    [
      'a name that two have',
      'AC-1',
      { acceptance_criteria: [criterion('AC-1'), criterion('AC-1')] },
      'ambiguous-criterion',
    ],
  ])('cannot be given for %s', (_name, ac, parts, kind) => {
    expect(failureOf(waive(ac, parts)).kind).toBe(kind);
  });
});
