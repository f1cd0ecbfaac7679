import { describe, expect, it } from 'vitest';
import type { VerifyRequest } from '../../src/gates/cheap-gates.ts';
import { cheapGatesFault, proofPassage } from '../../src/gates/cheap-gates.ts';
import { actorValue, PROMISE_ID, promiseValue } from '../rig/values/domain-values.ts';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  validatorResponse,
} from '../rig/values/promises.ts';
import { STATES, treeIs } from '../rig/values/proof-values.ts';

const REQUEST: Pick<VerifyRequest, 'id' | 'actor'> = {
  id: PROMISE_ID,
  actor: () => actorValue('session-a'),
};

it.each<[string, PromiseParts, 'passed' | 'not-bound' | 'none']>([
  ['met in words', metCriterion('AC-1'), 'none'],
  ['proved', metCriterion('AC-1', STATES.proved), 'passed'],
  ['proved, and not bound', metCriterion('AC-1', STATES['not bound']), 'not-bound'],
  [
    'waived',
    criterion('AC-1', {
      ...STATES['not bound'],
      waived: { by: 'person', at: 'then', reason: 'x' },
    }),
    'none',
  ],
])('how the proofs let a promise through: %s', (_name, one, passage) => {
  const promise = promiseValue('session-a', { acceptance_criteria: [one] });
  const views = {
    answerFor: () => ({ found: 'none' }) as const,
    takeTree: treeIs('now'),
    substance: () => undefined,
  };
  expect(proofPassage(promise, views)).toBe(passage);
});

describe('what is asked before anybody is asked', () => {
  const views = (verdict: string | undefined) => ({
    answerFor: () =>
      verdict === undefined
        ? ({ found: 'none' } as const)
        : ({ found: 'answer', response: validatorResponse(verdict) } as const),
    takeTree: treeIs('now'),
    substance: () => undefined,
  });

  it.each<
    [string, PromiseParts, VerifyRequest['validation'], string | undefined, string | undefined]
  >([
    ['all in order', metCriterion('AC-1'), 'required', 'PASS', undefined],
    ['proved and answered', metCriterion('AC-1', STATES.proved), 'required', 'PASS', undefined],
    ['a stale proof', metCriterion('AC-1', STATES.stale), 'required', 'PASS', 'unproved'],
    [
      'a stale proof, the validation skipped',
      metCriterion('AC-1', STATES.stale),
      'skipped',
      'PASS',
      'unproved',
    ],
    [
      'a stale proof, the validation off',
      metCriterion('AC-1', STATES.stale),
      'off',
      'PASS',
      'unproved',
    ],
    ['not proved', metCriterion('AC-1', STATES.unproved), 'off', undefined, 'unproved'],
    ['not met', criterion('AC-1'), 'off', undefined, 'criteria-open'],
    ['no answer', metCriterion('AC-1'), 'required', undefined, 'validation-blocked'],
    ['no answer, where none is needed', metCriterion('AC-1'), 'when-present', undefined, undefined],
    [
      'a FAIL, where none is needed',
      metCriterion('AC-1'),
      'when-present',
      'FAIL',
      'validation-blocked',
    ],
    ['a FAIL, the gate off', metCriterion('AC-1'), 'off', 'FAIL', undefined],
    ['of tier 2 with no judge', metCriterion('AC-1', { tier: 2 }), 'off', undefined, 'unjudged'],
    ['of tier 3', metCriterion('AC-1', { tier: 3 }), 'off', undefined, 'unjudged'],
  ])('%s', (_name, one, validation, verdict, kind) => {
    const promise = promiseValue('session-a', { acceptance_criteria: [one] });
    const request: VerifyRequest = {
      ...REQUEST,
      proof: undefined,
      type: 'test',
      validation,
      tampering: 'warn',
      isToClose: false,
      substanceOf: () => undefined,
      serving: { independent: 'warn' as const, sees: [] },
      judge: { demand: 'none' },
      lookAtTree: () => treeIs('now'),
      tiers: { tier: 1, tier2Enabled: true, tier3Enabled: true, tier3VoteCount: 3 },
    };
    expect(cheapGatesFault(promise, request, views(verdict))?.kind).toBe(kind);
  });
});
