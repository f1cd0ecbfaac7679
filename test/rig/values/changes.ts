import { type Result, success } from '../../../src/domain/base/result.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import {
  addCriterion,
  adoptPromise,
  type Change,
  cancelPromise,
  closeVerified,
  meetCriterion,
  releasePromise,
  startPromise,
} from '../../../src/domain/promise/promise-changes.ts';
import { actorValue, PROMISE_ID } from './domain-values.ts';

const ACTOR = actorValue('session-a');
const MET = { criterion: 'AC-1', evidence: '7 passed', type: 'test' };
const GATES = {
  self_report: 'passed',
  proofs: 'none',
  validation: 'passed',
  judge: 'not-run',
} as const;

/** Every change of a promise that is there: its name, the status and owner it starts from, itself. */
export const EVERY_CHANGE: readonly [
  string,
  string,
  string | null,
  (promise: CompletionPromise) => Result<Change>,
][] = [
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
      success(
        closeVerified(
          promise,
          { text: null, type: 'test', gates: GATES, selfValidated: [] },
          ACTOR,
        ),
      ),
  ],
];
