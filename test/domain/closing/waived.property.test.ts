import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClosingRequest } from '../../../src/domain/closing/facts.ts';
import { passGates } from '../../../src/domain/closing/gates.ts';
import { standingRejection } from '../../../src/domain/judging/judgment-record.ts';
import {
  type CompletionPromise,
  criteriaOf,
  criteriaToProve,
  progressOf,
} from '../../../src/domain/promise/promise.ts';
import { waiveCriterion } from '../../../src/domain/promise/promise-changes.ts';
import { openCriteria } from '../../../src/domain/promise/self-report.ts';
import {
  type StoredAnswer,
  validationProblems,
} from '../../../src/domain/validation/validation.ts';
import { answered, closingFacts } from '../../rig/values/closing-values.ts';
import {
  NOW,
  noTree,
  PROMISE_ID,
  promiseValue,
  successOf,
} from '../../rig/values/domain-values.ts';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  validatorResponse,
} from '../../rig/values/promises.ts';
import { runs } from '../../rig/values/runs.ts';

const WAIVER = { by: 'person', at: NOW, reason: 'known' };
const IDS = ['AC-1', 'AC-2', 'AC-3'];

const oneCriterion = (id: string) =>
  fc.constantFrom(
    criterion(id),
    criterion(id, { waived: WAIVER }),
    metCriterion(id),
    metCriterion(id, { evidence: '' }),
    metCriterion(id, { waived: WAIVER }),
  );
const judgment = fc
  .record({
    verdict: fc.constantFrom('PASS', 'FAIL', 'WARN', 'MAYBE'),
    status: fc.constantFrom('success', 'compromised'),
    failed: fc.subarray([...IDS, 'AC-9']),
  })
  .map((record): PromiseParts => record);
const promises = fc
  .tuple(fc.tuple(...IDS.map(oneCriterion)), fc.array(judgment, { maxLength: 3 }))
  .map(([acceptance_criteria, judgments]) =>
    promiseValue('session-a', { acceptance_criteria, judgments }),
  );
const anyAnswer = fc.constantFrom<StoredAnswer>(
  { found: 'none' },
  { found: 'unreadable', reason: 'r' },
  { found: 'answer', response: validatorResponse('PASS') },
  { found: 'answer', response: validatorResponse('FAIL') },
);
const answers = fc.tuple(anyAnswer, anyAnswer, anyAnswer).map(
  (stored) =>
    (id: string): StoredAnswer =>
      stored[IDS.indexOf(id)] ?? { found: 'none' },
);
const anyId = fc.constantFrom(...IDS);

/** The promise with one more waiver; what is already waived cannot be waived again. */
function waived(promise: CompletionPromise, id: string): CompletionPromise {
  fc.pre(criteriaToProve(promise).some((one) => one.id === id));
  return successOf(waiveCriterion(PROMISE_ID, promise, id, WAIVER)).promise;
}

describe('a waiver lifts its own criterion and no other', () => {
  it('no other criterion is touched, none counts as met that did not, and it keeps its own status', () => {
    fc.assert(
      fc.property(promises, anyId, (promise, id) => {
        const after = waived(promise, id);
        expect(progressOf(after).met).toBe(progressOf(promise).met);
        const lifted = (one: object) => ({ ...one, waived: WAIVER });
        expect(criteriaOf(after)).toEqual(
          criteriaOf(promise).map((one) => (one.id === id ? lifted(one) : one)),
        );
      }),
    );
  });

  it('Gate 1 asks for every other criterion as before', () => {
    fc.assert(
      fc.property(promises, anyId, (promise, id) => {
        const others = openCriteria(promise).filter((one) => one.id !== id);
        expect(openCriteria(waived(promise, id))).toEqual(others);
      }),
    );
  });

  it('Gate 2 asks for every other criterion as before', () => {
    fc.assert(
      fc.property(promises, anyId, answers, (promise, id, answerFor) => {
        const problems = (of: CompletionPromise) =>
          validationProblems(criteriaToProve(of), answerFor);
        const others = problems(promise).filter((one) => one.criterion !== id);
        expect(problems(waived(promise, id))).toEqual(others);
      }),
    );
  });

  it("a judge's FAIL on another criterion stands as before", () => {
    fc.assert(
      fc.property(promises, anyId, (promise, id) => {
        const before = standingRejection(promise)?.failed ?? [];
        const after = standingRejection(waived(promise, id))?.failed ?? [];
        expect(after).toEqual(before.filter((one) => one !== id));
      }),
    );
  });
});

describe('one more waiver', () => {
  const demands = fc.constantFrom<ClosingRequest['judge']>({ demand: 'none' }, { demand: 'skip' });
  const validations = fc.constantFrom<ClosingRequest['validation']>(
    'required',
    'when-present',
    'off',
    'skipped',
  );

  it('never turns an open gate shut', () => {
    fc.assert(
      fc.property(
        promises,
        anyId,
        answers,
        demands,
        validations,
        (promise, id, answerFor, judge, validation) => {
          const isOpen = (of: CompletionPromise) =>
            passGates(closingFacts(of, { judge, validation }, { answerFor }, noTree)).ok;
          fc.pre(isOpen(promise));
          expect(isOpen(waived(promise, id))).toBe(true);
        },
      ),
      runs(300),
    );
  });

  it('opens all gates where it is the last that was needed', () => {
    const all = IDS.reduce(
      waived,
      promiseValue('session-a', { acceptance_criteria: IDS.map((id) => criterion(id)) }),
    );
    expect(passGates(closingFacts(all, {}, { answerFor: answered(undefined) }, noTree)).ok).toBe(
      true,
    );
  });
});
