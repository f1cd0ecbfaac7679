import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideClosing } from '../../../src/domain/closing/decide-closing.ts';
import type { ClosingRequest } from '../../../src/domain/closing/facts.ts';
import { type Replay, replayPromise } from '../../../src/domain/closing/replay.ts';
import { digestOfFacts } from '../../../src/domain/judging/judged-facts.ts';
import type { JudgeVerdict } from '../../../src/domain/judging/judgment.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import type { StoredAnswer } from '../../../src/domain/validation/validation.ts';
import {
  answered,
  askingValue,
  closingFacts,
  judgeRunValue,
} from '../../rig/values/closing-values.ts';
import {
  actorValue,
  CHECK_SETTINGS,
  NOW,
  noTree,
  PROMISE_ID,
  promiseValue,
} from '../../rig/values/domain-values.ts';
import { resultValue } from '../../rig/values/judge-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import { STATES, treeIs } from '../../rig/values/proof-values.ts';
import { runs } from '../../rig/values/runs.ts';

type AnswerFor = (id: string) => StoredAnswer;

function replay(promise: CompletionPromise, answerFor: AnswerFor, takeTree = noTree): Replay {
  const settings = { ...CHECK_SETTINGS, validation: 'required' as const };
  return replayPromise({ id: PROMISE_ID, promise, answerFor, takeTree, settings });
}

/** How each gate is passed by what is stored, with what is wrong: `validation shut (AC-1 no-answer)`. */
function words({ gates }: Replay): readonly string[] {
  return gates.map(({ derived, gate, reasons }) => {
    const why = reasons.map((one) => [one.criterion, one.why].filter(Boolean).join(' '));
    return why.length === 0 ? `${gate} ${derived}` : `${gate} ${derived} (${why.join(', ')})`;
  });
}

const WAIVED = { by: 'person', at: NOW, reason: 'known' };
const PASSED = { self_report: 'passed', proofs: 'none', validation: 'passed', judge: 'not-run' };

const verified = (one: PromiseParts, gates: object | null = PASSED, parts: PromiseParts = {}) =>
  promiseValue('session-a', {
    status: 'verified',
    acceptance_criteria: [one],
    verification: { verified_at: NOW, verified_by: 's', ...(gates === null ? {} : { gates }) },
    ...parts,
  });

const FAIL = {
  status: 'success',
  verdict: 'FAIL',
  failed: ['AC-1'],
  timestamp: 't',
  criteria: [{ ac_id: 'AC-1', judgment: 'FAIL' }],
};

describe('a verified promise whose record does not follow', () => {
  it.each<[string, CompletionPromise, string | undefined, string]>([
    ['not met', verified(criterion('AC-1')), 'PASS', 'self_report shut (AC-1 not-met)'],
    [
      'met without evidence',
      verified(metCriterion('AC-1', { evidence: ' ' })),
      'PASS',
      'self_report shut (AC-1 no-evidence)',
    ],
    [
      'without criteria',
      verified(
        metCriterion('AC-1'),
        { ...PASSED, self_report: 'proof' },
        { acceptance_criteria: [] },
      ),
      'PASS',
      'self_report shut (no-proof-text)',
    ],
    [
      'with checks that are not proved',
      verified(metCriterion('AC-1', STATES.unproved)),
      'PASS',
      'proofs shut (AC-1 not-proved)',
    ],
    [
      'with other checks',
      verified(metCriterion('AC-1', STATES['other checks'])),
      'PASS',
      'proofs shut (AC-1 not-proved)',
    ],
    [
      'with a proof that was taken away',
      verified(metCriterion('AC-1'), { ...PASSED, proofs: 'passed' }),
      'PASS',
      'proofs none',
    ],
    [
      'with a result that failed',
      verified(
        metCriterion('AC-1', {
          ...STATES.proved,
          proof: { ...STATES.proved.proof, results: [{ name: 'c', status: 'FAIL' }] },
        }),
        { ...PASSED, proofs: 'passed' },
      ),
      'PASS',
      'proofs shut (AC-1 failed-result)',
    ],
    [
      'without an answer',
      verified(metCriterion('AC-1')),
      undefined,
      'validation shut (AC-1 no-answer)',
    ],
    [
      'with the FAIL of a validator',
      verified(metCriterion('AC-1')),
      'FAIL',
      'validation shut (AC-1 answer-blocks)',
    ],
    [
      'where answers were optional, with a FAIL',
      verified(metCriterion('AC-1'), { ...PASSED, validation: 'when-present' }),
      'FAIL',
      'validation shut (AC-1 answer-blocks)',
    ],
    [
      'recorded without criteria, with one',
      verified(metCriterion('AC-1'), { ...PASSED, validation: 'no-criteria' }),
      'PASS',
      'validation passed',
    ],
    [
      'judged by nobody',
      verified(metCriterion('AC-1'), { ...PASSED, judge: 'passed' }),
      'PASS',
      'judge shut (no-judgment)',
    ],
    [
      'with a FAIL that stands',
      verified(metCriterion('AC-1'), PASSED, { judgments: [FAIL] }),
      'PASS',
      'judge shut (rejected)',
    ],
    [
      'skipped, with a FAIL that stands',
      verified(metCriterion('AC-1'), { ...PASSED, judge: 'skipped' }, { judgments: [FAIL] }),
      'PASS',
      'judge shut (rejected)',
    ],
    [
      'an outage that is not kept',
      verified(metCriterion('AC-1'), { ...PASSED, judge: 'unavailable' }),
      'PASS',
      'judge shut (no-judgment)',
    ],
    [
      'recorded with nothing to judge',
      verified(metCriterion('AC-1'), { ...PASSED, judge: 'no-criteria' }),
      'PASS',
      'judge shut (has-criteria)',
    ],
    [
      'not signed',
      verified(metCriterion('AC-1'), PASSED, { verification: { gates: PASSED } }),
      'PASS',
      'self_report passed (unsigned)',
    ],
    [
      'without a record, not met',
      verified(criterion('AC-1'), null),
      'PASS',
      'self_report shut (AC-1 not-met)',
    ],
    [
      'without a record, with a FAIL',
      verified(metCriterion('AC-1'), null),
      'FAIL',
      'validation shut (AC-1 answer-blocks)',
    ],
  ])('%s', (_name, promise, verdict, wrong) => {
    const replayed = replay(promise, answered(verdict));
    expect(words(replayed)).toContain(wrong);
    expect(replayed.follows).toBe(false);
  });
});

describe('one whose record follows', () => {
  it.each<[string, CompletionPromise, string | undefined]>([
    ['in words', verified(metCriterion('AC-1')), 'PASS'],
    ['in part, by its validator', verified(metCriterion('AC-1')), 'PARTIAL'],
    [
      'waived',
      verified(criterion('AC-1', { waived: WAIVED }), {
        ...PASSED,
        validation: 'no-criteria',
        judge: 'no-criteria',
      }),
      undefined,
    ],
    [
      'without criteria, by a text',
      verified(
        criterion('AC-1'),
        { ...PASSED, self_report: 'proof', validation: 'no-criteria' },
        {
          acceptance_criteria: [],
          verification: {
            verified_at: NOW,
            proof: 'seen',
            gates: { ...PASSED, self_report: 'proof', validation: 'no-criteria' },
          },
        },
      ),
      undefined,
    ],
    [
      'proved, whatever the files are now',
      verified(metCriterion('AC-1', STATES.stale), { ...PASSED, proofs: 'passed' }),
      'PASS',
    ],
    [
      'proved, and not bound',
      verified(metCriterion('AC-1', STATES['not bound']), { ...PASSED, proofs: 'not-bound' }),
      'PASS',
    ],
    [
      'proved, and found not bound later',
      verified(metCriterion('AC-1', STATES.proved), { ...PASSED, proofs: 'not-bound' }),
      'PASS',
    ],
    [
      'with the validation skipped',
      verified(metCriterion('AC-1'), { ...PASSED, validation: 'skipped' }),
      'FAIL',
    ],
    [
      'with the validation off',
      verified(metCriterion('AC-1'), { ...PASSED, validation: 'off' }),
      undefined,
    ],
    ['without a record, by another program', verified(metCriterion('AC-1'), null), undefined],
    [
      'where the judge could not be had',
      verified(
        metCriterion('AC-1'),
        { ...PASSED, judge: 'unavailable' },
        { judgments: [{ status: 'api_error', verdict: 'WARN' }] },
      ),
      'PASS',
    ],
  ])('%s', (_name, promise, verdict) => {
    const replayed = replay(promise, answered(verdict));
    expect(replayed.gates.filter(({ follows }) => !follows)).toEqual([]);
    expect(replayed.follows).toBe(true);
  });
});

it('what leaves nothing to derive it from is told as recorded', () => {
  const gates = { ...PASSED, changed_files: 'passed', always: 'none' };
  expect(replay(verified(metCriterion('AC-1'), gates), answered('PASS'))).toMatchObject({
    follows: true,
    recordedOnly: { changed_files: 'passed', always: 'none' },
  });
});

describe('an open promise', () => {
  const open = (one: PromiseParts, parts: PromiseParts = {}) =>
    promiseValue('session-a', { acceptance_criteria: [one], ...parts });

  it.each<[string, CompletionPromise, string | undefined, readonly string[]]>([
    [
      'that nothing keeps',
      open(metCriterion('AC-1', STATES.proved)),
      'PASS',
      ['self_report passed', 'proofs passed', 'validation passed', 'judge not-run'],
    ],
    [
      'with nothing done',
      open(criterion('AC-1')),
      undefined,
      [
        'self_report shut (AC-1 not-met)',
        'proofs none',
        'validation shut (AC-1 no-answer)',
        'judge not-run',
      ],
    ],
    [
      'whose proof is stale',
      open(metCriterion('AC-1', STATES.stale)),
      'PASS',
      ['self_report passed', 'proofs shut (AC-1 not-proved)', 'validation passed', 'judge not-run'],
    ],
    [
      'of tier 3',
      open(metCriterion('AC-1', { tier: 3 })),
      'PASS',
      [
        'self_report passed',
        'proofs none',
        'validation passed',
        'judge shut (AC-1 asks-for-votes)',
      ],
    ],
    [
      'that was rejected',
      open(metCriterion('AC-1'), { judgments: [FAIL] }),
      'PASS',
      ['self_report passed', 'proofs none', 'validation passed', 'judge shut (rejected)'],
    ],
    [
      'without criteria',
      open(criterion('AC-1'), { acceptance_criteria: [] }),
      undefined,
      [
        'self_report unknown (no-proof-text)',
        'proofs none',
        'validation no-criteria',
        'judge no-criteria',
      ],
    ],
  ])('%s', (_name, promise, verdict, gates) => {
    const replayed = replay(promise, answered(verdict), treeIs('now'));
    expect(words(replayed)).toEqual(gates);
    expect(replayed.follows).toBe(true);
  });

  it('follows from nothing where a judgment on it was edited', () => {
    const promise = open(metCriterion('AC-1'), {
      judgments: [{ ...FAIL, verdict: 'PASS', failed: [] }],
    });
    expect(replay(promise, answered('PASS')).follows).toBe(false);
  });

  it('a cancelled one has no verdict', () => {
    expect(
      replay(open(criterion('AC-1'), { status: 'cancelled' }), answered(undefined)),
    ).toMatchObject({ gates: [], follows: true });
  });
});

describe('whatever the gates let through follows from what is stored', () => {
  const one = fc.constantFrom(
    metCriterion('AC-1'),
    metCriterion('AC-1', STATES.proved),
    metCriterion('AC-1', STATES['not bound']),
    metCriterion('AC-1', { waived: WAIVED }),
    criterion('AC-1', { waived: WAIVED }),
  );
  const cases = fc.record({
    criteria: fc
      .tuple(one, one)
      .map((both) => both.map((each, index) => ({ ...each, id: `AC-${index + 1}` }))),
    verdict: fc.constantFrom('PASS', 'PARTIAL', 'FAIL', undefined),
    validation: fc.constantFrom<ClosingRequest['validation']>(
      'required',
      'when-present',
      'off',
      'skipped',
    ),
    judged: fc.constantFrom<JudgeVerdict | 'rubric' | 'none' | 'skip'>(
      'PASS',
      'WARN',
      'rubric',
      'none',
      'skip',
    ),
    before: fc.constantFrom<readonly object[]>(
      [],
      [FAIL],
      [{ status: 'api_error', verdict: 'WARN' }],
    ),
  });

  interface Closed {
    readonly promise: CompletionPromise;
    readonly answerFor: AnswerFor;
  }

  /** A promise that the gates closed; undefined where they did not. */
  function closed({
    before,
    criteria,
    judged,
    validation,
    verdict,
  }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never): Closed | undefined {
    const promise = promiseValue('session-a', { acceptance_criteria: criteria, judgments: before });
    const answerFor = answered(verdict);
    const digest = digestOfFacts({ id: PROMISE_ID, promise, answerFor, isAsked: () => true });
    const asked = criteria.filter((each) => !('waived' in each));
    const isPass = judged === 'PASS' || judged === 'rubric';
    const result = resultValue({
      verdict: isPass ? 'PASS' : 'WARN',
      status: isPass ? 'success' : 'api_error',
      criteria_judgments: isPass
        ? asked.map((each) => ({
            ac_id: String(each['id']),
            judgment: 'PASS',
            confidence: 1,
            reasoning: 'r',
          }))
        : [],
    });
    const isAsked = judged !== 'none' && judged !== 'skip' && asked.length > 0;
    const judge: ClosingRequest['judge'] =
      judged === 'none' || judged === 'skip' ? { demand: judged } : askingValue();
    const run = judgeRunValue({ result, byModel: judged !== 'rubric', digest });
    const facts = closingFacts(
      promise,
      { judge, validation },
      { answerFor, judged: isAsked ? run : 'unasked' },
    );
    const decided = decideClosing(facts, actorValue('session-a'));
    if (!decided.ok) return undefined;
    // As a reader of the file finds it.
    return {
      promise: promiseValue('session-a', JSON.parse(JSON.stringify(decided.value.change.promise))),
      answerFor,
    };
  }

  it('by every way that leads through them', () => {
    fc.assert(
      fc.property(cases, (input) => {
        const found = closed(input);
        fc.pre(found !== undefined);
        const replayed = replay(found.promise, found.answerFor);
        expect(replayed.gates.filter(({ follows }) => !follows)).toEqual([]);
        expect(replayed.follows || input.before.length > 0).toBe(true);
      }),
      runs(600),
    );
  });

  it('and evidence that was edited after a PASS does not', () => {
    const found = closed({
      criteria: [{ ...metCriterion('AC-1'), id: 'AC-1' }],
      verdict: 'PASS',
      validation: 'required',
      judged: 'PASS',
      before: [],
    });
    if (found === undefined) throw new Error('the gates did not let it through');
    const edited = promiseValue('session-a', {
      ...found.promise,
      acceptance_criteria: [metCriterion('AC-1', { evidence: '43 tests passed' })],
    });
    expect(words(replay(edited, found.answerFor))).toContain('judge shut (other-evidence)');
  });
});
