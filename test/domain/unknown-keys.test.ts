import { describe, expect, it } from 'vitest';
import type { CompletionPromise } from '../../src/domain/promise.ts';
import {
  addCriterion,
  adoptPromise,
  type Change,
  cancelPromise,
  closeVerified,
  meetCriterion,
  releasePromise,
  startPromise,
} from '../../src/domain/promise-changes.ts';
import { readPromise } from '../../src/domain/promise-reading.ts';
import { type Result, success } from '../../src/domain/result.ts';
import { actorValue, PROMISE_ID, successOf } from '../rig/domain-values.ts';

const ACTOR = actorValue('session-a');
const MET = { criterion: 'AC-1', evidence: '7 passed', type: 'test' };
const GATES = { self_report: 'passed', validation: 'passed', judge: 'not-run' } as const;

/** Written by somebody else: a key that nobody knows at every level, one of them `__proto__`. */
function strangePromise(status: string, owner: string | null): CompletionPromise {
  const strange = '"x-team": {"cost": [1, null]}, "__proto__": {"kept": true}, "constructor": 7';
  const text = `{
    "id": "${PROMISE_ID}", "status": "${status}", ${strange},
    "ownership": {"owned_by": ${JSON.stringify(owner)}, ${strange}},
    "verification": {"verified_at": null, ${strange}},
    "acceptance_criteria": [{"id": "AC-1", "status": "pending", ${strange}}]
  }`;
  const reading = readPromise(JSON.parse(text));
  if (!reading.ok) throw new Error(reading.reason);
  return reading.promise;
}

const STRANGE = '"x-team":{"cost":[1,null]},"__proto__":{"kept":true},"constructor":7';

describe('keys that the suite does not know survive, at every level', () => {
  it.each<[string, string, string | null, (promise: CompletionPromise) => Result<Change>]>([
    [
      'adding a criterion',
      'pending',
      'session-a',
      (promise) => addCriterion(PROMISE_ID, promise, 'x', ACTOR),
    ],
    [
      'meeting a criterion',
      'pending',
      'session-a',
      (promise) => meetCriterion(PROMISE_ID, promise, MET, ACTOR),
    ],
    ['starting', 'pending', 'session-a', (promise) => startPromise(PROMISE_ID, promise, ACTOR)],
    ['adopting', 'in_progress', null, (promise) => adoptPromise(PROMISE_ID, promise, ACTOR)],
    [
      'releasing',
      'in_progress',
      'session-a',
      (promise) => releasePromise(PROMISE_ID, promise, ACTOR),
    ],
    [
      'cancelling',
      'in_progress',
      'session-a',
      (promise) => cancelPromise(PROMISE_ID, promise, ACTOR),
    ],
    [
      'verifying',
      'in_progress',
      'session-a',
      (promise) =>
        success(closeVerified(promise, { text: null, type: 'test', gates: GATES }, ACTOR)),
    ],
  ])('%s', (_name, status, owner, change) => {
    const { promise } = successOf(change(strangePromise(status, owner)));
    expect(JSON.stringify(promise).split(STRANGE)).toHaveLength(5);
    expect({}).not.toHaveProperty('kept');
  });
});

describe('recording that a promise was verified', () => {
  it('says who, when, by what proof and how each gate was passed', () => {
    const proof = { text: 'a demo', type: 'browser', gates: GATES } as const;
    const { event, promise } = closeVerified(
      strangePromise('in_progress', 'session-a'),
      proof,
      ACTOR,
    );
    expect(event).toEqual({ event: 'promise.verified', gates: GATES });
    expect(promise.status).toBe('verified');
    expect(promise.verification).toMatchObject({
      verified_at: ACTOR.at,
      verified_by: 'session-a',
      type: 'browser',
      proof: 'a demo',
      gates: GATES,
    });
  });
});
