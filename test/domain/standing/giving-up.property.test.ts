import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Result } from '../../../src/domain/base/result.ts';
import { success } from '../../../src/domain/base/result.ts';
import { resultWithoutAsking } from '../../../src/domain/judging/judgment.ts';
import { recordJudgment } from '../../../src/domain/judging/judgment-record.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import {
  addCheck,
  addCriterion,
  adoptPromise,
  type Change,
  meetCriterion,
  startPromise,
} from '../../../src/domain/promise/promise-changes.ts';
import { recordAnswer } from '../../../src/domain/standing/answers.ts';
import { giveUp } from '../../../src/domain/standing/giving-up.ts';
import { decideCheck } from '../../../src/domain/standing/stop-check.ts';
import {
  actorValue,
  checkFacts,
  PROMISE_ID as ID,
  NOW,
  promiseValue,
} from '../../rig/values/domain-values.ts';
import { RUN_CONTEXT } from '../../rig/values/judge-values.ts';
import { metCriterion, validatorResponse } from '../../rig/values/promises.ts';
import { runs } from '../../rig/values/runs.ts';

const OWNER = 'session-a';
const ACTOR = actorValue(OWNER, 'session-of-the-hook');
const FAIL = { status: 'success', verdict: 'FAIL', failed: ['AC-1'] };
const CHECK = { kind: 'command', run: 'npm test' };
const OUTAGE = resultWithoutAsking({
  status: 'api_error',
  verdict: 'WARN',
  reasoning: 'down',
  model: 'm',
});

/** Everything that a session can do to its promise without a judge's PASS and without a person. */
const ACTS: readonly ((promise: CompletionPromise) => Result<Change>)[] = [
  (promise) => giveUp('cancel', ID, promise, ACTOR),
  (promise) => giveUp('release', ID, promise, ACTOR),
  (promise) => startPromise(ID, promise, ACTOR),
  (promise) => adoptPromise(ID, promise, ACTOR),
  (promise) => addCriterion(ID, promise, 'another', ACTOR),
  ...['AC-1', 'AC-2'].flatMap((criterion) => [
    (promise: CompletionPromise) =>
      meetCriterion(ID, promise, { criterion, evidence: '9 passed', type: 'test' }, ACTOR),
    (promise: CompletionPromise) =>
      addCheck(ID, promise, { criterion, check: CHECK }, ACTOR, () => success('seal')),
    (promise: CompletionPromise) =>
      recordAnswer(
        ID,
        promise,
        criterion,
        { by: 'v', response: validatorResponse('PASS'), verdict: 'PASS' },
        NOW,
      ),
  ]),
  (promise) => success(recordJudgment(promise, OUTAGE, { ...RUN_CONTEXT, session_id: OWNER })),
];

it("nothing that a session does by itself opens the check over a judge's FAIL", () => {
  fc.assert(
    fc.property(
      fc.constantFrom('pending', 'in_progress', 'paused'),
      fc.array(fc.constantFrom(...ACTS), { maxLength: 12 }),
      (status, acts) => {
        const rejected = promiseValue(OWNER, {
          status,
          acceptance_criteria: [metCriterion('AC-1')],
          judgments: [FAIL],
        });
        const after = acts.reduce((promise, act) => {
          const changed = act(promise);
          return changed.ok ? changed.value.promise : promise;
        }, rejected);
        const decision = decideCheck(checkFacts(ACTOR.session, [{ id: ID, promise: after }]));
        expect(decision.mayEnd).toBe(false);
        expect(decision.rejected.map(({ id }) => id)).toEqual([ID]);
        expect(after.judgments?.[0]).toEqual(FAIL);
      },
    ),
    runs(200),
  );
});
