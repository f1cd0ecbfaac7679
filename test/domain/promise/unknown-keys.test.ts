import { describe, expect, it } from 'vitest';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import { closeVerified } from '../../../src/domain/promise/promise-changes.ts';
import { readPromise } from '../../../src/domain/promise/promise-reading.ts';
import { EVERY_CHANGE } from '../../rig/values/changes.ts';
import { actorValue, PROMISE_ID, successOf } from '../../rig/values/domain-values.ts';

const ACTOR = actorValue('session-a');
const GATES = {
  self_report: 'passed',
  proofs: 'none',
  validation: 'passed',
  judge: 'not-run',
} as const;

/** A file of another program: a key that the suite does not know at every level, one of them `__proto__`. */
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
  it.each(EVERY_CHANGE)('%s', (_name, status, owner, change) => {
    const { promise } = successOf(change(strangePromise(status, owner)));
    expect(JSON.stringify(promise).split(STRANGE)).toHaveLength(5);
    expect({}).not.toHaveProperty('kept');
  });
});

describe('recording that a promise was verified', () => {
  it('says who, when, by what proof and how each gate was passed', () => {
    const proof = {
      text: 'a demo',
      type: 'browser',
      gates: GATES,
      selfValidated: ['AC-1'],
    } as const;
    const { event, promise } = closeVerified(
      strangePromise('in_progress', 'session-a'),
      proof,
      ACTOR,
    );
    expect(event).toEqual({ event: 'promise.verified', gates: GATES });
    expect(promise.status).toBe('verified');
    expect(promise.verification).toMatchObject({
      self_validated: ['AC-1'],
      verified_at: ACTOR.at,
      verified_by: 'session-a',
      type: 'browser',
      proof: 'a demo',
      gates: GATES,
    });
  });
});
