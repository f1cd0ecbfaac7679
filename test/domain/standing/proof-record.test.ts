import { describe, expect, it } from 'vitest';
import type { CompletionPromise, Criterion } from '../../../src/domain/promise/promise.ts';
import { PROOF_SOURCES, proofStanding } from '../../../src/domain/promise/proof.ts';
import { type ProvingRun, recordRuns } from '../../../src/domain/standing/proving.ts';
import type { Verdict } from '../../../src/domain/validation/validation-response.ts';
import { actorValue, NOW, promiseValue } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import {
  attemptsOf,
  BOUND,
  CHECK,
  CHECKS,
  criterionValue,
  runValue,
  STATES,
  selfChosen,
  treeIs,
} from '../../rig/values/proof-values.ts';

const ACTOR = actorValue('session-a');
const SELF = PROOF_SOURCES.selfChosen;

/** What becomes of the one criterion of a promise after a run of it. */
function recorded(
  one: PromiseParts,
  verdict: Verdict,
  parts: Partial<ProvingRun> = {},
  source: string = PROOF_SOURCES.checks,
): Criterion {
  const promise = promiseValue('session-a', { acceptance_criteria: [one] });
  const [before = criterionValue()] = promise.acceptance_criteria ?? [];
  const change = recordRuns(promise, [runValue(before, verdict, parts, source)], ACTOR, new Map());
  const [after] = change?.promise.acceptance_criteria ?? [];
  if (after === undefined) throw new Error('nothing was recorded');
  return after;
}

const checked = (parts: PromiseParts = {}) => criterion('AC-1', { checks: CHECKS, ...parts });
const BEFORE = { status: 'pending', evidence: null, met_at: null };
const MADE = {
  status: 'met',
  evidence: expect.stringContaining('42 passed'),
  met_at: NOW,
  met_by: 'session-a',
};
const KEPT = { status: 'met', evidence: '42 tests passed', met_by: 'somebody' };

describe("a run of a criterion's own checks", () => {
  it.each<[string, PromiseParts, Verdict, object, boolean]>([
    ['passed: met, with the output for evidence', checked(), 'PASS', MADE, true],
    [
      'passed, met in words before: the words stay',
      metCriterion('AC-1', { checks: CHECKS }),
      'PASS',
      KEPT,
      true,
    ],
    [
      'passed, met without evidence before: it gets some',
      metCriterion('AC-1', { checks: CHECKS, evidence: ' ' }),
      'PASS',
      MADE,
      true,
    ],
    ['failed: not met', checked(), 'FAIL', BEFORE, false],
    ['failed, proved before: no proof any more', checked(STATES.proved), 'FAIL', BEFORE, false],
    [
      'failed, met before: met, and not proved',
      metCriterion('AC-1', STATES.proved),
      'FAIL',
      KEPT,
      false,
    ],
    ['not looked at: not met', checked(), 'BLOCKED', BEFORE, false],
    [
      'not looked at, proved before: no proof any more',
      checked(STATES.proved),
      'BLOCKED',
      BEFORE,
      false,
    ],
  ])('%s', (_name, one, verdict, expected, hasProof) => {
    const after = recorded(one, verdict);
    expect(after).toMatchObject(expected);
    expect((after.proof ?? null) !== null).toBe(hasProof);
    expect(after.attempts).toMatchObject([{ at: NOW, by: 'cs prove', verdict }]);
  });

  it('passed again on another tree: evidence that it made is made anew', () => {
    const first = recorded(checked(), 'PASS');
    const command = {
      argv: ['x'],
      exit_code: 0,
      signal: null,
      started_at: NOW,
      duration_ms: 1,
      output_tail: '43 passed',
      output_sha256: '',
      output_bytes: 9,
    };
    const binding = { ...BOUND, tree: 'later' };
    expect(recorded({ ...first }, 'PASS', { command, binding }).evidence).toContain('43 passed');
    expect(recorded({ ...first }, 'PASS', { command }).evidence).toContain('42 passed');
  });

  it('that passed is fresh for the tree that it was bound to, and for no other', () => {
    const after = recorded(checked(), 'PASS');
    expect(proofStanding(after, treeIs('now')).standing).toBe('fresh');
    expect(proofStanding(after, treeIs('later')).standing).toBe('stale');
    const changedSince = (moment: number) => [`changed after ${moment}`];
    const later = () => ({ bound: true, digest: 'later', changedSince }) as const;
    expect(proofStanding(after, later).changed).toEqual(['changed after 1000.5']);
  });

  it('in another checkout than the project folder keeps which one', () => {
    const binding = { bound: false, reason: 'git was told' } as const;
    expect(recorded(checked(), 'PASS', { checkout: '/side' }).proof).toMatchObject({
      tree: 'now',
      checkout: '/side',
    });
    expect(recorded(checked(), 'PASS', { checkout: '/side', binding }).proof).toMatchObject({
      tree: null,
      checkout: '/side',
    });
    expect(recorded(checked(), 'PASS').proof).not.toHaveProperty('checkout');
  });

  it('that could not be bound keeps why', () => {
    const binding = { bound: false, reason: 'the project is not in a git repository' } as const;
    expect(recorded(checked(), 'PASS', { binding }).proof).toMatchObject({
      tree: null,
      not_bound: 'the project is not in a git repository',
    });
  });

  it('keeps what ran: argv, exit code, times, the end of its output and its digest', () => {
    expect(recorded(checked(), 'PASS').proof).toMatchObject({
      source: 'checks',
      argv: ['/bin/sh', '-c', 'npm test'],
      exit_code: 0,
      started_at: '2026-03-04T05:00:00Z',
      duration_ms: 100,
      output_tail: '42 passed\n',
      output_sha256: 'abc',
      tree: 'now',
    });
  });

  it('of a file keeps when it was looked at', () => {
    expect(recorded(checked(), 'PASS', { command: undefined }).proof).toMatchObject({
      argv: null,
      exit_code: null,
      output_tail: null,
      duration_ms: 120,
    });
  });

  it('that failed says what was found, and what would satisfy it', () => {
    expect(recorded(checked(), 'FAIL').attempts).toMatchObject([
      {
        feedback: [{ finding: 'npm test: exit code 0 in 0.1 s', would_satisfy: 'that it passes' }],
      },
    ]);
  });

  it('leaves the attempts of others', () => {
    const after = recorded(checked({ attempts: attemptsOf('ada: FAIL') }), 'PASS');
    expect(after.attempts?.map(({ by }) => by)).toEqual(['ada', 'cs prove']);
  });
});

describe('a run that the session chose', () => {
  const other = selfChosen({ check: { kind: 'command', run: 'make' } });

  it.each<[string, PromiseParts, Verdict, object, object | null]>([
    ['passed: met', criterion('AC-1'), 'PASS', MADE, { source: SELF, check: CHECK }],
    [
      'passed, met in words before: met by the run',
      metCriterion('AC-1'),
      'PASS',
      MADE,
      { source: SELF },
    ],
    ['failed: not met, and no proof', criterion('AC-1'), 'FAIL', BEFORE, null],
    ['failed, met in words before: as it was', metCriterion('AC-1'), 'FAIL', KEPT, null],
    [
      'failed, met by the same before: that proof has failed',
      metCriterion('AC-1', { proof: selfChosen() }),
      'FAIL',
      KEPT,
      { failed_at: NOW },
    ],
    [
      'failed, met by another before: that proof holds',
      metCriterion('AC-1', { proof: other }),
      'FAIL',
      KEPT,
      other,
    ],
    [
      'not looked at, met by the same before: that proof has failed',
      metCriterion('AC-1', { proof: selfChosen() }),
      'BLOCKED',
      KEPT,
      { failed_at: NOW },
    ],
    [
      'passed after it failed: it holds again',
      metCriterion('AC-1', { proof: selfChosen({ failed_at: NOW }) }),
      'PASS',
      MADE,
      { source: SELF },
    ],
  ])('%s', (_name, one, verdict, expected, proof) => {
    const after = recorded(one, verdict, {}, SELF);
    expect(after).toMatchObject(expected);
    if (proof === null) expect(after.proof ?? null).toBeNull();
    else expect(after.proof).toMatchObject(proof);
    const hasFailed = proof !== null && 'failed_at' in proof;
    expect('failed_at' in (after.proof ?? {})).toBe(hasFailed);
    expect(after.attempts).toMatchObject([{ by: 'cs meet --run', verdict }]);
  });
});

describe('several runs at once', () => {
  const promise = promiseValue('session-a', {
    acceptance_criteria: [checked(), criterion('AC-2', { checks: CHECKS }), metCriterion('AC-3')],
  });
  const [first = criterionValue(), second = criterionValue()] = promise.acceptance_criteria ?? [];
  const runs = [runValue(first, 'PASS'), runValue(second, 'FAIL')];

  it('are each recorded, with an event each, and leave the rest alone', () => {
    const change = recordRuns(promise, runs, ACTOR, new Map());
    expect(change?.promise.acceptance_criteria).toMatchObject([
      { id: 'AC-1', status: 'met' },
      { id: 'AC-2', status: 'pending', proof: null },
      metCriterion('AC-3'),
    ]);
    expect([...(change?.earlierEvents ?? []), change?.event]).toEqual([
      { event: 'criterion.proved', ac_id: 'AC-1', source: 'checks', verdict: 'PASS' },
      { event: 'criterion.proved', ac_id: 'AC-2', source: 'checks', verdict: 'FAIL' },
    ]);
  });

  it('are sealed where they were trusted, and say so', () => {
    const change = recordRuns(promise, runs, ACTOR, new Map([['AC-2', 'a seal']]));
    const trusts = change?.promise.acceptance_criteria?.map(({ trust }) => trust ?? null);
    expect(trusts).toEqual([null, 'a seal', null]);
    expect(change?.earlierEvents).toContainEqual({ event: 'checks.trusted', ac_id: 'AC-2' });
  });

  it('keep an earlier seal where none is new', () => {
    const sealed = criterionValue({ checks: CHECKS, trust: 'an earlier seal' });
    const before = promiseValue('session-a', { acceptance_criteria: [sealed] });
    const change = recordRuns(before, [runValue(sealed, 'PASS')], ACTOR, new Map());
    expect(change?.promise.acceptance_criteria?.[0]?.trust).toBe('an earlier seal');
  });

  it('none at all change nothing', () => {
    expect(recordRuns(promise, [], ACTOR, new Map())).toBeUndefined();
  });

  it('go by what the criterion is by now, not by what it was when they began', () => {
    const now: CompletionPromise = promiseValue('session-a', {
      acceptance_criteria: [
        metCriterion('AC-1', { checks: CHECKS, evidence: 'written meanwhile' }),
      ],
    });
    const change = recordRuns(now, runs.slice(0, 1), ACTOR, new Map());
    expect(change?.promise.acceptance_criteria?.[0]?.evidence).toBe('written meanwhile');
  });
});

/** What a criterion that such a run proves is met with. */
function evidenceOf(run: ProvingRun): string {
  const promise = promiseValue('session-a', { acceptance_criteria: [criterion('AC-1')] });
  const change = recordRuns(promise, [run], ACTOR, new Map());
  return change?.promise.acceptance_criteria?.[0]?.evidence ?? '';
}

it('evidence that is made of a run is brief, whatever the output', () => {
  const run = runValue(criterionValue({ checks: CHECKS }), 'PASS');
  const command =
    run.command === undefined
      ? undefined
      : { ...run.command, output_tail: `first ${'x'.repeat(9000)} last` };
  const text = evidenceOf({ ...run, command });
  expect(text.length).toBeLessThanOrEqual(2000);
  expect(text).toMatch(/^command: npm test\n[\s\S]* last$/);
});

it('evidence is brief whatever the results say', () => {
  for (let length = 1900; length < 2100; length += 1) {
    const results = [{ name: 'check', status: 'PASS', detail: 'd'.repeat(length) }] as const;
    const run = runValue(criterionValue({ checks: CHECKS }), 'PASS', { results });
    expect(evidenceOf(run).length).toBeLessThanOrEqual(2000);
  }
});
