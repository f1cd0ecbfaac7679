import { describe, expect, it } from 'vitest';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import {
  adoptPromise,
  type Change,
  waiveCriterion,
} from '../../../src/domain/promise/promise-changes.ts';
import { giveUp, requestedAmong, standingRequest } from '../../../src/domain/standing/giving-up.ts';
import {
  actorValue,
  failureOf,
  NOW,
  PROMISE_ID,
  promiseValue,
  successOf,
} from '../../rig/values/domain-values.ts';
import { criterion, type PromiseParts } from '../../rig/values/promises.ts';

const OWNER = 'session-a';
const ACTOR = actorValue(OWNER);
const PERSON = { by: 'person' } as const;
const run = (verdict: string, ...failed: readonly string[]) => ({
  status: 'success',
  verdict,
  failed,
});
const FAIL = run('FAIL', 'AC-1');
const WAIVED = { by: 'person', at: 'then', reason: 'old' };
const asked = (what: string) => ({
  give_up_requested: { what, at: NOW, session_id: OWNER },
});

const rejected = (parts: PromiseParts = {}): CompletionPromise =>
  promiseValue(OWNER, { judgments: [FAIL], ...parts });

describe('giving a promise up: what stands against it × who does it', () => {
  it.each<[string, PromiseParts, 'done' | 'requested' | 'requested before']>([
    ['no judge was asked', { judgments: null }, 'done'],
    ['a judge passed it', { judgments: [FAIL, run('PASS')] }, 'done'],
    ['a judge could not be asked', { judgments: [run('WARN')] }, 'done'],
    ['a FAIL', {}, 'requested'],
    [
      'a FAIL of a run that was discarded',
      { judgments: [{ ...FAIL, status: 'compromised' }] },
      'requested',
    ],
    ['a FAIL as a whole', { judgments: [run('FAIL')] }, 'requested'],
    ['a FAIL with an outage after it', { judgments: [FAIL, run('WARN')] }, 'requested'],
    ['a FAIL of a promise that is pending', { status: 'pending' }, 'requested'],
    [
      'a FAIL of a criterion that is gone',
      { acceptance_criteria: [criterion('AC-9')] },
      'requested',
    ],
    [
      'a FAIL, beside a criterion that is waived',
      {
        judgments: [run('FAIL', 'AC-1', 'AC-2')],
        acceptance_criteria: [criterion('AC-1', { waived: WAIVED }), criterion('AC-2')],
      },
      'requested',
    ],
    [
      'a FAIL that a person waived',
      { acceptance_criteria: [criterion('AC-1', { waived: WAIVED })] },
      'done',
    ],
    ['a FAIL, and the same was requested', { both: true }, 'requested before'],
  ])('%s: %s', (_what, { both, ...parts }, outcome) => {
    for (const what of ['cancel', 'release'] as const) {
      const promise = rejected({ ...parts, ...(both === true ? asked(what) : {}) });
      const result = giveUp(what, PROMISE_ID, promise, ACTOR);
      expect(outcomeOf(what, result)).toBe(outcome);
      const byPerson = giveUp(what, PROMISE_ID, promise, ACTOR, PERSON);
      expect(outcomeOf(what, byPerson)).toBe('done');
    }
  });

  function outcomeOf(what: 'cancel' | 'release', result: ReturnType<typeof giveUp>): string {
    if (!result.ok)
      return result.failure.kind === 'person-to-give-up' ? 'requested before' : 'refused';
    const { event, promise } = result.value;
    if (event.event === 'promise.give-up-requested') {
      expect([event.what, promise.status !== 'cancelled', promise.ownership.owned_by]).toEqual([
        what,
        true,
        OWNER,
      ]);
      return 'requested';
    }
    expect(what === 'cancel' ? promise.status : promise.ownership.owned_by).toBe(
      what === 'cancel' ? 'cancelled' : null,
    );
    return 'done';
  }

  it('is refused to another session, and of a promise that has ended, whatever stands', () => {
    const another = giveUp('cancel', PROMISE_ID, rejected(), actorValue('session-b'));
    expect(failureOf(another).kind).toBe('not-owner');
    const ended = giveUp('release', PROMISE_ID, rejected({ status: 'cancelled' }), ACTOR);
    expect(failureOf(ended).kind).toBe('wrong-status');
  });
});

describe('a request', () => {
  const requestedBy = (what: 'cancel' | 'release', promise: CompletionPromise): Change =>
    successOf(giveUp(what, PROMISE_ID, promise, ACTOR));

  it('is kept with what, when and by whom, and changes nothing else', () => {
    const before = rejected({ other_key: 'kept' });
    const { event, promise } = requestedBy('cancel', before);
    expect(promise).toEqual({ ...before, ...asked('cancel') });
    expect(event).toEqual({ event: 'promise.give-up-requested', what: 'cancel' });
  });

  it('that stands is told with whose promise it is, under whichever id its owner asks', () => {
    const again = actorValue('another-id-of-it', OWNER);
    expect(failureOf(giveUp('cancel', PROMISE_ID, rejected(asked('cancel')), again))).toEqual({
      kind: 'person-to-give-up',
      id: PROMISE_ID,
      what: 'cancel',
      owner: OWNER,
      failed: ['AC-1'],
    });
  });

  it('to do the other thing takes the place of the first', () => {
    const { promise } = requestedBy('release', requestedBy('cancel', rejected()).promise);
    expect(standingRequest(promise)?.what).toBe('release');
  });

  it.each<[string, PromiseParts, string | undefined]>([
    ['stands while the FAIL does', {}, 'cancel'],
    ['stands with an outage after it', { judgments: [FAIL, run('WARN')] }, 'cancel'],
    ['is moot after a PASS', { judgments: [FAIL, run('PASS')] }, undefined],
    [
      'is moot where a person waived what failed',
      { acceptance_criteria: [criterion('AC-1', { waived: WAIVED })] },
      undefined,
    ],
    ['is moot where the promise has ended', { status: 'cancelled' }, undefined],
    ['is none where it is null', { give_up_requested: null }, undefined],
    ['is none where it asks for something else', asked('forget'), undefined],
    ['is none where it says nothing', { give_up_requested: {} }, undefined],
  ])('%s', (_what, parts, what) => {
    expect(standingRequest(rejected({ ...asked('cancel'), ...parts }))?.what).toBe(what);
  });

  it('does not stay with a promise that a person released, nor is the FAIL lost on the way', () => {
    const { promise } = requestedBy('release', rejected());
    const released = successOf(giveUp('release', PROMISE_ID, promise, ACTOR, PERSON)).promise;
    expect(released).not.toHaveProperty('give_up_requested');
    const taken = successOf(adoptPromise(PROMISE_ID, released, actorValue('session-b'))).promise;
    const again = successOf(giveUp('cancel', PROMISE_ID, taken, actorValue('session-b')));
    expect(again.event).toMatchObject({ event: 'promise.give-up-requested' });
  });

  it('is not needed any more once a person waived what failed', () => {
    const { promise } = requestedBy('cancel', rejected());
    const waiver = { by: 'person', at: NOW, reason: 'old' };
    const waived = successOf(waiveCriterion(PROMISE_ID, promise, 'AC-1', waiver)).promise;
    expect(requestedBy('cancel', waived).promise.status).toBe('cancelled');
  });

  it('is listed with whose promise it is now', () => {
    const named = (id: string, parts: PromiseParts = {}, owner: string | null = OWNER) => ({
      id,
      promise: promiseValue(owner, { judgments: [FAIL], ...asked('cancel'), ...parts }),
    });
    const promises = [
      named('promise-1', {}, 'session-b'),
      named('promise-2', { judgments: [] }),
      named('promise-3', {}, null),
    ];
    expect(requestedAmong(promises)).toMatchObject([
      { id: 'promise-1', owner: 'session-b', request: { what: 'cancel', session_id: OWNER } },
    ]);
  });
});
