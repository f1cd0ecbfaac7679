import { describe, expect, it } from 'vitest';
import type { ClosingFacts, ClosingRequest } from '../../../src/domain/closing/facts.ts';
import { firstShut, GATES, passGates } from '../../../src/domain/closing/gates.ts';
import { NO_TIER_ONE, type TierOne } from '../../../src/domain/closing/tier-one.ts';
import { RECORDED_GATES } from '../../../src/domain/promise/event.ts';
import { answered, closingFacts } from '../../rig/values/closing-values.ts';
import { promiseValue, successOf } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import { CHECKS, proofParts, STATES } from '../../rig/values/proof-values.ts';

/** Proved by a check that passes without the work as well. */
const KEPT = { checks: CHECKS, proof: proofParts({ shown: { kind: 'kept', base: 'abc' } }) };

const promiseOf = (...criteria: readonly PromiseParts[]) =>
  promiseValue('session-a', { acceptance_criteria: criteria });

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
])('how the proofs let a promise through: %s', (_name, one, proofs) => {
  expect(successOf(passGates(closingFacts(promiseOf(one))))).toMatchObject({ proofs });
});

it('every gate that a promise keeps a word of is in the list under the name of that word', () => {
  const passed = successOf(passGates(closingFacts(promiseOf(metCriterion('AC-1')))));
  expect(RECORDED_GATES).toEqual(expect.arrayContaining(Object.keys(passed)));
  expect(GATES.map(({ name }) => name)).toEqual(expect.arrayContaining([...RECORDED_GATES]));
});

describe('what is asked before anybody is asked', () => {
  it.each<
    [string, PromiseParts, ClosingRequest['validation'], string | undefined, string | undefined]
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
    [
      'to show the work, and does not',
      metCriterion('AC-1', { ...KEPT, must_show: true }),
      'off',
      undefined,
      'not-shown',
    ],
    ['that does not show the work', metCriterion('AC-1', KEPT), 'off', undefined, undefined],
    ['of tier 2 with no judge', metCriterion('AC-1', { tier: 2 }), 'off', undefined, 'unjudged'],
    ['of tier 3', metCriterion('AC-1', { tier: 3 }), 'off', undefined, 'unjudged'],
  ])('%s', (_name, one, validation, verdict, kind) => {
    const { judged: _, ...facts } = closingFacts(
      promiseOf(one),
      { validation },
      { answerFor: answered(verdict) },
    );
    expect(firstShut(facts)?.kind).toBe(kind);
  });
});

describe('of what is shut at once, the first is named', () => {
  const BROKEN = { ...NO_TIER_ONE.changed, broken: [{ path: 'a.json', detail: 'd' }] };
  const RAN: TierOne = {
    ...NO_TIER_ONE,
    always: [{ command: 'make', results: [{ name: 'c', status: 'FAIL', detail: 'd' }] }],
  };
  const OPEN = promiseOf(criterion('AC-1'));
  const MET = promiseOf(metCriterion('AC-1'));
  const everything = (parts: Partial<ClosingFacts> = {}): ClosingFacts =>
    closingFacts(
      promiseOf(criterion('AC-1', STATES.stale)),
      {},
      {
        answerFor: answered(undefined),
        tierOne: { ...NO_TIER_ONE, changed: BROKEN },
        untold: { kind: 'changed-outside', id: 'p' },
        ...parts,
      },
    );
  const { judged: _judged, tierOne: _tierOne, ...ofTheState } = everything();

  it.each<[string, ClosingFacts, string]>([
    ['of all, the proofs', everything(), 'unproved'],
    ['of the state, the proofs', ofTheState, 'unproved'],
    [
      'of what commands wrote, the one that failed',
      everything({ tierOne: RAN, promise: promiseOf(metCriterion('AC-1', STATES.stale)) }),
      'always-failed',
    ],
    ['of what is said, what is not met', everything({ promise: OPEN }), 'criteria-open'],
    [
      'of what is met, the files that are broken',
      everything({ promise: MET }),
      'changed-files-broken',
    ],
    [
      'of what others say, the validators',
      everything({ tierOne: NO_TIER_ONE, promise: MET }),
      'validation-blocked',
    ],
    [
      'what nobody was told of, last',
      everything({
        tierOne: NO_TIER_ONE,
        promise: MET,
        answerFor: answered('PASS'),
      }),
      'changed-outside',
    ],
    [
      'before all, whose it is',
      everything({ session: { id: 'session-b', ids: ['session-b'] } }),
      'not-owner',
    ],
  ])('%s', (_what, facts, kind) => {
    expect(firstShut(facts)?.kind).toBe(kind);
  });

  it('proofs that the project’s own commands made stale are named as such', () => {
    const passed: TierOne = {
      ...NO_TIER_ONE,
      always: [{ command: 'make', results: [{ name: 'c', status: 'PASS', detail: 'd' }] }],
    };
    const { judged: _, ...facts } = everything({ tierOne: passed });
    expect(firstShut(facts)).toMatchObject({ kind: 'unproved', isAfterCommands: true });
    expect(firstShut({ ...facts, judged: 'unasked' })).not.toHaveProperty('isAfterCommands');
  });
});

it.each<[string, ClosingFacts, string | undefined]>([
  [
    'another session’s promise, unvalidated',
    closingFacts(
      promiseValue('session-b', { acceptance_criteria: [metCriterion('AC-1')] }),
      { to: 'judge' },
      { answerFor: answered(undefined) },
    ),
    undefined,
  ],
  ['what is not met', closingFacts(promiseOf(criterion('AC-1')), { to: 'judge' }), 'criteria-open'],
  [
    'what has ended',
    closingFacts(promiseValue('session-b', { status: 'cancelled' }), { to: 'judge' }),
    'wrong-status',
  ],
])('a judge may be asked for its owner about %s', (_what, facts, kind) => {
  const { judged: _, ...unasked } = facts;
  expect(firstShut(unasked)?.kind).toBe(kind);
});
