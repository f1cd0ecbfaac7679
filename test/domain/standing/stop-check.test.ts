import { describe, expect, it } from 'vitest';
import type { BrokenFile } from '../../../src/domain/base/failure.ts';
import type { NamedPromise } from '../../../src/domain/promise/promise.ts';
import {
  type CheckDecision,
  concernsCheck,
  decideCheck,
  heldPromises,
} from '../../../src/domain/standing/stop-check.ts';
import {
  checkFacts,
  namedPromise,
  PROMISE_ID,
  promiseValue,
  sessionValue,
} from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';

/** One session under two ids. */
const SESSION = sessionValue('session-a', 'session-of-the-hook');
const BROKEN: BrokenFile = { path: '/promises/promise-2.json', reason: 'it is empty' };

const OWNERS = {
  mine: 'session-a',
  'mine too': 'session-of-the-hook',
  another: 'session-b',
  nobody: null,
  'an empty owner': '',
} satisfies Record<string, string | null>;

const CRITERIA = {
  missing: { acceptance_criteria: undefined },
  null: { acceptance_criteria: null },
  none: { acceptance_criteria: [] },
  unmet: { acceptance_criteria: [criterion('AC-1')] },
  some: { acceptance_criteria: [metCriterion('AC-1'), criterion('AC-2')] },
  odd: { acceptance_criteria: [metCriterion('AC-1', { status: 'MET' })] },
  met: { acceptance_criteria: [metCriterion('AC-1'), metCriterion('AC-2')] },
  'met, no evidence': { acceptance_criteria: [metCriterion('AC-1', { evidence: null })] },
} satisfies Record<string, PromiseParts>;

type Listed = 'inProgress' | 'pending' | 'unknown' | 'orphaned' | 'nowhere';

const LISTS = ['inProgress', 'pending', 'unknown', 'orphaned'] as const;

function decide(promises: readonly NamedPromise[], broken: readonly BrokenFile[] = []) {
  return decideCheck(checkFacts(SESSION, promises, broken));
}

/** In which of its lists a decision names a promise. */
function listsWith(decision: CheckDecision, id: string): readonly string[] {
  return LISTS.filter((list) => decision[list].some((named) => named.id === id));
}

describe('the decision table: status × owner × criteria', () => {
  it.each<[string, keyof typeof OWNERS, keyof typeof CRITERIA, 'may end' | 'blocked', Listed]>([
    ['pending', 'mine', 'missing', 'blocked', 'pending'],
    ['pending', 'mine', 'none', 'blocked', 'pending'],
    ['pending', 'mine', 'unmet', 'blocked', 'pending'],
    ['pending', 'mine', 'some', 'blocked', 'pending'],
    ['pending', 'mine', 'met', 'blocked', 'pending'],
    ['pending', 'mine too', 'unmet', 'blocked', 'pending'],
    ['pending', 'mine too', 'met', 'blocked', 'pending'],
    ['pending', 'another', 'unmet', 'may end', 'nowhere'],
    ['pending', 'another', 'met', 'may end', 'nowhere'],
    ['pending', 'nobody', 'unmet', 'may end', 'nowhere'],
    ['pending', 'an empty owner', 'unmet', 'may end', 'nowhere'],
    ['in_progress', 'mine', 'missing', 'may end', 'nowhere'],
    ['in_progress', 'mine', 'null', 'may end', 'nowhere'],
    ['in_progress', 'mine', 'none', 'may end', 'nowhere'],
    ['in_progress', 'mine', 'unmet', 'blocked', 'inProgress'],
    ['in_progress', 'mine', 'some', 'blocked', 'inProgress'],
    ['in_progress', 'mine', 'odd', 'blocked', 'inProgress'],
    ['in_progress', 'mine', 'met', 'may end', 'nowhere'],
    ['in_progress', 'mine', 'met, no evidence', 'blocked', 'inProgress'],
    ['in_progress', 'another', 'met, no evidence', 'may end', 'nowhere'],
    ['in_progress', 'mine too', 'unmet', 'blocked', 'inProgress'],
    ['in_progress', 'mine too', 'met', 'may end', 'nowhere'],
    ['in_progress', 'another', 'unmet', 'may end', 'nowhere'],
    ['in_progress', 'nobody', 'unmet', 'may end', 'orphaned'],
    ['in_progress', 'nobody', 'met', 'may end', 'orphaned'],
    ['in_progress', 'an empty owner', 'unmet', 'may end', 'orphaned'],
    ['verified', 'mine', 'missing', 'may end', 'nowhere'],
    ['verified', 'mine', 'unmet', 'may end', 'nowhere'],
    ['verified', 'mine', 'met', 'may end', 'nowhere'],
    ['verified', 'another', 'unmet', 'may end', 'nowhere'],
    ['verified', 'nobody', 'unmet', 'may end', 'nowhere'],
    ['cancelled', 'mine', 'unmet', 'may end', 'nowhere'],
    ['cancelled', 'mine too', 'met', 'may end', 'nowhere'],
    ['cancelled', 'another', 'unmet', 'may end', 'nowhere'],
    ['cancelled', 'nobody', 'unmet', 'may end', 'nowhere'],
    ['paused', 'mine', 'unmet', 'blocked', 'unknown'],
    ['paused', 'mine', 'met', 'blocked', 'unknown'],
    ['paused', 'mine', 'none', 'blocked', 'unknown'],
    ['paused', 'mine too', 'met', 'blocked', 'unknown'],
    ['paused', 'another', 'unmet', 'may end', 'nowhere'],
    ['paused', 'nobody', 'unmet', 'may end', 'nowhere'],
    ['IN_PROGRESS', 'mine', 'unmet', 'blocked', 'unknown'],
    ['Verified', 'mine', 'met', 'blocked', 'unknown'],
    ['pending ', 'mine', 'unmet', 'blocked', 'unknown'],
  ])('%s, of %s, criteria %s: %s', (status, owner, criteria, answer, listed) => {
    const promise = promiseValue(OWNERS[owner], { status, ...CRITERIA[criteria] });
    const decision = decide([{ id: PROMISE_ID, promise }]);
    expect(decision.mayEnd).toBe(answer === 'may end');
    expect(listsWith(decision, PROMISE_ID)).toEqual(listed === 'nowhere' ? [] : [listed]);
  });
});

describe('several promises', () => {
  it('one that is open is enough to block, wherever it stands', () => {
    const done = namedPromise('promise-1', 'session-a', CRITERIA.met);
    const open = namedPromise('promise-2', 'session-of-the-hook');
    const foreign = namedPromise('promise-3', 'session-b');
    for (const order of [
      [done, open, foreign],
      [foreign, done, open],
      [open, foreign, done],
    ]) {
      expect(decide(order)).toMatchObject({ mayEnd: false, inProgress: [open] });
    }
  });

  it('counts those that the session owns and that have not ended', () => {
    const promises = [
      namedPromise('promise-1', 'session-a'),
      namedPromise('promise-2', 'session-of-the-hook', CRITERIA.met),
      namedPromise('promise-3', 'session-a', { status: 'pending' }),
      namedPromise('promise-4', 'session-a', { status: 'paused' }),
      namedPromise('promise-5', 'session-a', { status: 'verified' }),
      namedPromise('promise-6', 'session-b'),
      namedPromise('promise-7', null),
    ];
    expect(decide(promises).owned).toBe(4);
  });

  it('none at all: the session may end', () => {
    expect(decide([])).toEqual({
      mayEnd: true,
      session: 'session-a',
      maxRetries: 3,
      owned: 0,
      inProgress: [],
      pending: [],
      met: [],
      unverified: [],
      rejected: [],
      unknown: [],
      broken: [],
      failed: [],
      orphaned: [],
    });
  });
});

describe('a file that cannot be read', () => {
  it.each<[string, readonly NamedPromise[]]>([
    ['alone', []],
    ['beside a promise that is kept', [namedPromise('promise-1', 'session-a', CRITERIA.met)]],
    ['beside those of others', [namedPromise('promise-1', 'session-b')]],
  ])('blocks every session: %s', (_name, promises) => {
    expect(decide(promises, [BROKEN])).toMatchObject({ mayEnd: false, broken: [BROKEN] });
  });
});

describe('which promises the check has anything to say of', () => {
  it.each<[string | null, boolean]>([
    ['session-a', true],
    ['session-of-the-hook', true],
    ['session-b', false],
    [null, true],
    ['', true],
  ])('owner %j: %s', (owner, concerned) => {
    expect(concernsCheck(promiseValue(owner), SESSION)).toBe(concerned);
  });
});

it('each promise that keeps a session is named once, what can be worked on first', () => {
  const met = { acceptance_criteria: [metCriterion('AC-1')] };
  const rejected = { judgments: [{ status: 'success', verdict: 'FAIL', failed: ['AC-1'] }] };
  const promises = [
    namedPromise('unverified', 'session-a', met),
    namedPromise('unknown', 'session-a', { status: 'paused' }),
    namedPromise('rejected', 'session-a', { ...met, ...rejected }),
    namedPromise('pending', 'session-a', { status: 'pending' }),
    namedPromise('in-progress', 'session-a', rejected),
    namedPromise('of-another', 'session-b'),
  ];
  const facts = checkFacts(SESSION, promises);
  const decision = decideCheck({
    ...facts,
    settings: { ...facts.settings, endRequires: 'verified' },
  });
  expect(heldPromises(decision)).toEqual([
    'in-progress',
    'pending',
    'rejected',
    'unknown',
    'unverified',
  ]);
});
