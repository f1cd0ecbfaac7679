import { describe, expect, it } from 'vitest';
import {
  addCriterion,
  draftPromise,
  meetCriterion,
} from '../../../src/domain/promise/promise-changes.ts';
import {
  actorValue,
  definitionValue,
  failureOf,
  NOW,
  PROMISE_ID,
  promiseValue,
  successOf,
} from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';

const ACTOR = actorValue('session-a');

describe('a new promise', () => {
  it('is pending, owned by the session that makes it, with its criteria numbered', () => {
    expect(
      draftPromise(
        PROMISE_ID,
        definitionValue('Login works', ['tests pass', 'docs say so']),
        ACTOR,
      ),
    ).toEqual({
      event: { event: 'promise.created', criteria: 2 },
      promise: {
        id: PROMISE_ID,
        title: 'Login works',
        summary: 'Login works',
        status: 'pending',
        acceptance_criteria: [
          criterion('AC-1', { description: 'tests pass' }),
          criterion('AC-2', { description: 'docs say so' }),
        ],
        ownership: {
          created_by: 'session-a',
          created_at: NOW,
          owned_by: 'session-a',
          owned_since: NOW,
        },
        verification: { verified_at: null, verified_by: null, type: null, proof: null },
        structure: { epics: [], goals: [] },
      },
    });
  });
});

describe('the next criterion gets the highest number plus one', () => {
  it.each<[readonly string[], string]>([
    [[], 'AC-1'],
    [['AC-1'], 'AC-2'],
    [['AC-1', 'AC-2', 'AC-3'], 'AC-4'],
    [['AC-3', 'AC-1'], 'AC-4'],
    [['AC-1', 'AC-7'], 'AC-8'],
    [['AC-9', 'AC-10'], 'AC-11'],
    [['AC-007'], 'AC-8'],
    [['AC-0'], 'AC-1'],
    [['security'], 'AC-1'],
    [['AC-2', 'security', 'AC-x'], 'AC-3'],
    [['AC-1.5', 'AC--4', 'AC-1e3'], 'AC-1'],
    [['ac-5', ' AC-6', 'AC-7 '], 'AC-1'],
    [['AC-'], 'AC-1'],
  ])('after %j comes %s', (ids, next) => {
    const promise = promiseValue('session-a', {
      acceptance_criteria: ids.map((id) => criterion(id)),
    });
    const { promise: changed } = successOf(addCriterion(PROMISE_ID, promise, 'More', ACTOR));
    expect(changed.acceptance_criteria?.map(({ id }) => id)).toEqual([...ids, next]);
  });

  it.each<[string, PromiseParts]>([
    ['null', { acceptance_criteria: null }],
    ['missing', { acceptance_criteria: undefined }],
  ])('begins with AC-1 where the criteria are %s', (_name, parts) => {
    const change = addCriterion(PROMISE_ID, promiseValue('session-a', parts), 'More', ACTOR);
    expect(successOf(change).promise.acceptance_criteria).toEqual([
      criterion('AC-1', { description: 'More' }),
    ]);
  });

  it.each(['AC-999999998', 'AC-9007199254740991', 'AC-99999999999999999999', 'AC-999999999'])(
    'never gives an id twice, even after %s',
    (id) => {
      let promise = promiseValue('session-a', { acceptance_criteria: [criterion(id)] });
      for (const text of ['one', 'two', 'three']) {
        promise = successOf(addCriterion(PROMISE_ID, promise, text, ACTOR)).promise;
      }
      const ids = (promise.acceptance_criteria ?? []).map((ac) => ac.id);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );
});

describe('meeting a criterion', () => {
  const MET = { criterion: 'AC-2', evidence: '7 passed', type: 'test' };
  const RECORD = {
    status: 'met',
    evidence: '7 passed',
    evidence_type: 'test',
    met_at: NOW,
    met_by: 'session-a',
  };

  it.each<[string, PromiseParts]>([
    ['one that is pending', criterion('AC-2')],
    ['one that was met: its evidence is replaced', metCriterion('AC-2')],
    ['one with nothing but id and status', { id: 'AC-2', status: 'pending' }],
    ['one of a status that nobody knows', criterion('AC-2', { status: 'blocked' })],
  ])('records the evidence of %s and leaves the others alone', (_name, before) => {
    const promise = promiseValue('session-a', {
      acceptance_criteria: [criterion('AC-1'), before, metCriterion('AC-3')],
    });
    const { promise: changed } = successOf(meetCriterion(PROMISE_ID, promise, MET, ACTOR));
    expect(changed.acceptance_criteria).toEqual([
      criterion('AC-1'),
      { ...before, ...RECORD },
      metCriterion('AC-3'),
    ]);
  });

  it.each<[string, PromiseParts, string, readonly string[]]>([
    ['an id that is not there', {}, 'AC-9', ['AC-1']],
    ['an id in another case', {}, 'ac-1', ['AC-1']],
    ['an empty id', {}, '', ['AC-1']],
    ['a name that every object knows', {}, '__proto__', ['AC-1']],
    ['a promise without criteria', { acceptance_criteria: null }, 'AC-1', []],
  ])('%s: names those that are there', (_name, parts, id, known) => {
    const promise = promiseValue('session-a', parts);
    const change = meetCriterion(PROMISE_ID, promise, { ...MET, criterion: id }, ACTOR);
    expect(failureOf(change)).toEqual({
      kind: 'unknown-criterion',
      id: PROMISE_ID,
      criterion: id,
      known,
    });
  });
});
