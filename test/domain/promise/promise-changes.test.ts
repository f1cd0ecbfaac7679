import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/base/failure.ts';
import type { Result } from '../../../src/domain/base/result.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import {
  addCriterion,
  adoptPromise,
  type Change,
  cancelPromise,
  meetCriterion,
  releasePromise,
  startPromise,
} from '../../../src/domain/promise/promise-changes.ts';
import {
  actorValue,
  failureOf,
  NOW,
  PROMISE_ID,
  promiseValue,
  successOf,
} from '../../rig/values/domain-values.ts';

/** The actor is a session that goes by two ids. */
const ACTOR = actorValue('session-a', 'session-of-the-hook');
const MET = { criterion: 'AC-1', evidence: '7 passed', type: 'test' };

const CHANGES = {
  add: (promise: CompletionPromise) => addCriterion(PROMISE_ID, promise, 'More', ACTOR),
  meet: (promise: CompletionPromise) => meetCriterion(PROMISE_ID, promise, MET, ACTOR),
  start: (promise: CompletionPromise) => startPromise(PROMISE_ID, promise, ACTOR),
  adopt: (promise: CompletionPromise) => adoptPromise(PROMISE_ID, promise, ACTOR),
  release: (promise: CompletionPromise) => releasePromise(PROMISE_ID, promise, ACTOR),
  cancel: (promise: CompletionPromise) => cancelPromise(PROMISE_ID, promise, ACTOR),
} satisfies Record<string, (promise: CompletionPromise) => Result<Change>>;

type ChangeName = keyof typeof CHANGES;

describe('the owner may, under any id of its session', () => {
  it.each<[ChangeName, string, string]>([
    ['add', 'pending', 'session-a'],
    ['add', 'in_progress', 'session-a'],
    ['add', 'paused', 'session-a'],
    ['add', 'in_progress', 'session-of-the-hook'],
    ['meet', 'pending', 'session-a'],
    ['meet', 'in_progress', 'session-a'],
    ['meet', 'in_progress', 'session-of-the-hook'],
    ['start', 'pending', 'session-a'],
    ['start', 'pending', 'session-of-the-hook'],
    ['release', 'pending', 'session-a'],
    ['release', 'in_progress', 'session-a'],
    ['release', 'paused', 'session-a'],
    ['cancel', 'pending', 'session-a'],
    ['cancel', 'in_progress', 'session-a'],
    ['cancel', 'paused', 'session-of-the-hook'],
  ])('%s one that is %s and owned by %s', (name, status, owner) => {
    expect(CHANGES[name](promiseValue(owner, { status })).ok).toBe(true);
  });
});

describe('only the owner may', () => {
  it.each<[ChangeName, string | null, string | null]>([
    ['add', 'session-b', 'session-b'],
    ['meet', 'session-b', 'session-b'],
    ['start', 'session-b', 'session-b'],
    ['release', 'session-b', 'session-b'],
    ['cancel', 'session-b', 'session-b'],
    ['add', null, null],
    ['meet', null, null],
    ['start', null, null],
    ['release', null, null],
    ['cancel', null, null],
    ['cancel', '', null],
    ['cancel', 'SESSION-A', 'SESSION-A'],
    ['cancel', 'session-a ', 'session-a '],
  ])('%s: not one that is owned by %j', (name, owner, shown) => {
    for (const status of ['pending', 'in_progress', 'verified']) {
      expect(failureOf(CHANGES[name](promiseValue(owner, { status })))).toEqual({
        kind: 'not-owner',
        id: PROMISE_ID,
        owner: shown,
      });
    }
  });
});

describe('what its status does not allow', () => {
  it.each<[ChangeName, string, string]>([
    ['add', 'verified', 'take a criterion'],
    ['add', 'cancelled', 'take a criterion'],
    ['meet', 'verified', 'meet a criterion'],
    ['meet', 'cancelled', 'meet a criterion'],
    ['start', 'in_progress', 'be started'],
    ['start', 'verified', 'be started'],
    ['start', 'cancelled', 'be started'],
    ['start', 'paused', 'be started'],
    ['release', 'verified', 'be released'],
    ['release', 'cancelled', 'be released'],
    ['cancel', 'verified', 'be cancelled'],
    ['cancel', 'cancelled', 'be cancelled'],
  ])('%s: not one that is %s', (name, status, attempted) => {
    expect(failureOf(CHANGES[name](promiseValue('session-a', { status })))).toEqual({
      kind: 'wrong-status',
      id: PROMISE_ID,
      status,
      attempted,
    });
  });
});

describe('adopting', () => {
  it.each<[string | null, string]>([
    [null, 'pending'],
    [null, 'in_progress'],
    [null, 'paused'],
    ['', 'in_progress'],
  ])('takes over one that is owned by %j and %s', (owner, status) => {
    const { promise } = successOf(CHANGES.adopt(promiseValue(owner, { status })));
    expect(promise).toMatchObject({
      status,
      ownership: { owned_by: 'session-a', owned_since: NOW },
    });
  });

  it.each<[string, string | null, string, Failure]>([
    [
      'one of another session',
      'session-b',
      'in_progress',
      { kind: 'not-orphaned', id: PROMISE_ID, owner: 'session-b', isOwn: false },
    ],
    [
      'one of its own',
      'session-a',
      'in_progress',
      { kind: 'not-orphaned', id: PROMISE_ID, owner: 'session-a', isOwn: true },
    ],
    [
      'one of its own that was cancelled',
      'session-a',
      'cancelled',
      {
        kind: 'not-orphaned',
        id: PROMISE_ID,
        owner: 'session-a',
        isOwn: true,
        ended: 'cancelled',
      },
    ],
    [
      'one that was verified',
      null,
      'verified',
      { kind: 'wrong-status', id: PROMISE_ID, status: 'verified', attempted: 'be adopted' },
    ],
    [
      'one that was cancelled',
      null,
      'cancelled',
      { kind: 'wrong-status', id: PROMISE_ID, status: 'cancelled', attempted: 'be adopted' },
    ],
  ])('not %s', (_name, owner, status, failure) => {
    expect(failureOf(CHANGES.adopt(promiseValue(owner, { status })))).toEqual(failure);
  });

  it('keeps who created the promise', () => {
    const orphan = promiseValue(null, { ownership: { created_by: 'session-z', owned_by: null } });
    expect(successOf(CHANGES.adopt(orphan)).promise.ownership.created_by).toBe('session-z');
  });
});

describe('what a change leaves behind', () => {
  const OWNED = promiseValue('session-a', { status: 'pending' });

  it.each<[ChangeName, object, object]>([
    ['start', { status: 'in_progress' }, { event: 'promise.started' }],
    ['cancel', { status: 'cancelled' }, { event: 'promise.cancelled' }],
    [
      'release',
      { ownership: { owned_by: null, owned_since: null } },
      { event: 'promise.released' },
    ],
    [
      'meet',
      { status: 'pending' },
      { event: 'criterion.met', ac_id: 'AC-1', evidence_type: 'test' },
    ],
    ['add', { status: 'pending' }, { event: 'criterion.added', ac_id: 'AC-2' }],
  ])('%s', (name, promise, event) => {
    const change = successOf(CHANGES[name](OWNED));
    expect(change.promise).toMatchObject(promise);
    expect(change.event).toEqual(event);
  });

  it('an adoption says so', () => {
    expect(successOf(CHANGES.adopt(promiseValue(null))).event).toEqual({
      event: 'promise.adopted',
    });
  });

  it('the promise that it was made from stays as it was', () => {
    const before = JSON.stringify(OWNED);
    for (const change of Object.values(CHANGES)) change(OWNED);
    expect(JSON.stringify(OWNED)).toBe(before);
  });
});
