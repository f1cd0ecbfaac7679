import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/base/failure.ts';
import type { JudgeDemand, JudgeRun } from '../../../src/domain/closing/facts.ts';
import { judge } from '../../../src/domain/closing/gates/judge.ts';
import { judgedFacts } from '../../../src/domain/closing/judged-facts.ts';
import { digestOfFacts } from '../../../src/domain/judging/judged-facts.ts';
import type { JudgeVerdict } from '../../../src/domain/judging/judgment.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import { askingValue, closingFacts, judgeRunValue } from '../../rig/values/closing-values.ts';
import { PROMISE_ID, promiseValue } from '../../rig/values/domain-values.ts';
import { resultValue } from '../../rig/values/judge-values.ts';
import { metCriterion } from '../../rig/values/promises.ts';

const FEEDBACK = [{ ac_id: 'AC-1', finding: 'f', would_satisfy: 'w' }];
const MISSING = 'changed-while-judged';
const STANDING = {
  status: 'success',
  verdict: 'FAIL',
  timestamp: 'then',
  failed: ['AC-1'],
  feedback: FEEDBACK,
};

const promise = (isStanding: boolean) =>
  promiseValue('session-a', {
    acceptance_criteria: [metCriterion('AC-1')],
    judgments: isStanding ? [STANDING] : [],
  });

function runOf(
  verdict: JudgeVerdict,
  backend: JudgeRun['backend'] = 'api',
  parts: Parameters<typeof resultValue>[0] = {},
): JudgeRun {
  const judged = { ac_id: 'AC-1', confidence: 1, reasoning: 'r' } as const;
  const criteria_judgments = verdict === 'WARN' ? [] : [{ ...judged, judgment: verdict }];
  const result = resultValue({ verdict, criteria_judgments, feedback: FEEDBACK, ...parts });
  return judgeRunValue({ result, backend, byModel: backend !== 'rubric' });
}

const asking = (onUnavailable: 'warn' | 'block', wantsModel: boolean) =>
  askingValue({ onUnavailable, wantsModel });

/** Why the gate is shut after a run about just these facts, or after none; nothing where it is open. */
function faultOf(
  of: CompletionPromise,
  run: JudgeRun | undefined,
  demand: JudgeDemand,
): Failure | undefined {
  const facts = closingFacts(of, { judge: demand });
  const digest = digestOfFacts(judgedFacts(facts));
  const decided = judge({ ...facts, judged: run === undefined ? 'unasked' : { ...run, digest } });
  return decided.ok ? undefined : decided.failure;
}

/** What the gate says: open, rejected in this run, rejected earlier, or unjudged. */
function gate(run: JudgeRun | undefined, isStanding: boolean, demand: JudgeDemand): string {
  const fault = faultOf(promise(isStanding), run, demand);
  if (fault?.kind !== 'judge-rejected') return fault?.kind ?? 'open';
  return fault.at === '' ? 'rejected' : 'stands';
}

describe('the gate by run, standing FAIL, and what is wanted', () => {
  it.each<
    [
      string,
      JudgeRun | undefined,
      boolean,
      warn: string,
      warnModel: string,
      block: string,
      blockModel: string,
    ]
  >([
    [
      'no run, since what served serves no more',
      undefined,
      false,
      MISSING,
      MISSING,
      MISSING,
      MISSING,
    ],
    ['no run, a FAIL stands', undefined, true, 'stands', 'stands', 'stands', 'stands'],
    ['PASS', runOf('PASS'), false, 'open', 'open', 'open', 'open'],
    ['PASS, a FAIL stood', runOf('PASS'), true, 'open', 'open', 'open', 'open'],
    ['FAIL', runOf('FAIL'), false, 'rejected', 'rejected', 'rejected', 'rejected'],
    ['FAIL, a FAIL stands', runOf('FAIL'), true, 'rejected', 'rejected', 'rejected', 'rejected'],
    ['WARN', runOf('WARN'), false, 'open', 'open', 'unjudged', 'unjudged'],
    ['WARN, a FAIL stands', runOf('WARN'), true, 'stands', 'stands', 'stands', 'stands'],
    ['rubric PASS', runOf('PASS', 'rubric'), false, 'open', 'unjudged', 'open', 'unjudged'],
    [
      'rubric PASS, a FAIL stands',
      runOf('PASS', 'rubric'),
      true,
      'stands',
      'stands',
      'stands',
      'stands',
    ],
    ['rubric FAIL', runOf('FAIL', 'rubric'), false, 'rejected', 'rejected', 'rejected', 'rejected'],
    [
      'rubric FAIL, a FAIL stands',
      runOf('FAIL', 'rubric'),
      true,
      'rejected',
      'rejected',
      'rejected',
      'rejected',
    ],
  ])('%s', (_name, run, isStanding, ...says) => {
    const demands = [
      asking('warn', false),
      asking('warn', true),
      asking('block', false),
      asking('block', true),
    ];
    expect(demands.map((demand) => gate(run, isStanding, demand))).toEqual(says);
  });
});

describe('where nobody is asked', () => {
  it.each<[JudgeDemand['demand'], boolean, string]>([
    ['none', false, 'open'],
    ['none', true, 'stands'],
    ['skip', false, 'open'],
    ['skip', true, 'stands'],
  ])('%s, a FAIL stands: %j: %s', (demand, isStanding, says) => {
    const asked: JudgeDemand = demand === 'skip' ? { demand } : { demand: 'none' };
    expect(gate(undefined, isStanding, asked)).toBe(says);
  });
});

describe('the failure says', () => {
  const said = (run: JudgeRun | undefined, isStanding = false) =>
    faultOf(promise(isStanding), run, asking('block', true));
  const rejected = {
    kind: 'judge-rejected',
    id: PROMISE_ID,
    failed: ['AC-1'],
    proved: [],
    feedback: FEEDBACK,
  };

  it.each<[string, JudgeRun | undefined, object]>([
    ['what a judge rejected', runOf('FAIL'), { ...rejected, by: 'judge', at: '' }],
    ['what the rubric rejected', runOf('FAIL', 'rubric'), { ...rejected, by: 'rubric', at: '' }],
    [
      'which criteria a discarded run speaks of',
      runOf('FAIL', 'api', { status: 'compromised', criteria_judgments: [] }),
      { ...rejected, by: 'judge', at: '' },
    ],
    [
      'why it is unjudged',
      runOf('WARN', 'api', { reasoning: 'The API is down.' }),
      { kind: 'unjudged', id: PROMISE_ID, reason: 'The API is down.' },
    ],
  ])('%s', (_name, run, failure) => {
    expect(said(run)).toEqual(failure);
  });

  it.each([
    ['in this run', runOf('FAIL'), []],
    ['in an earlier run', undefined, [STANDING]],
  ])('which of what was rejected %s a program proved', (_when, run, judgments) => {
    const proof = { source: 'checks', tree: null };
    const acceptance_criteria = [metCriterion('AC-1', { proof }), metCriterion('AC-2', { proof })];
    const proved = promiseValue('session-a', { acceptance_criteria, judgments });
    expect(faultOf(proved, run, asking('block', true))).toMatchObject({ proved: ['AC-1'] });
  });

  it('when an earlier run rejected it', () => {
    expect(said(undefined, true)).toEqual({ ...rejected, by: 'judge', at: 'then' });
  });
});
