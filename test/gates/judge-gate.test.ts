import { describe, expect, it } from 'vitest';
import type { JudgeVerdict } from '../../src/domain/judging/judgment.ts';
import { type JudgeDemand, type JudgeRun, judgeFault } from '../../src/gates/judge-gate.ts';
import { PROMISE_ID, promiseValue } from '../rig/values/domain-values.ts';
import { resultValue } from '../rig/values/judge-values.ts';
import { metCriterion } from '../rig/values/promises.ts';

const FEEDBACK = [{ ac_id: 'AC-1', finding: 'f', would_satisfy: 'w' }];
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
  return {
    result,
    backend,
    byModel: backend !== 'rubric',
    endpoint: null,
    sessionModel: null,
    digest: 'd',
    evidence: { criteria: [], rest: 'e' },
    sees: [],
    isSameModel: false,
    tampering: [],
    fault: undefined,
  };
}

const asking = (onUnavailable: 'warn' | 'block', wantsModel: boolean): JudgeDemand => ({
  demand: 'ask',
  ask: () => Promise.reject(new Error('nobody is asked here')),
  onUnavailable,
  about: 'all',
  wantsModel,
  votes: 1,
  isModel: true,
  isAnew: false,
});

/** What the gate says: open, rejected in this run, rejected earlier, or unjudged. */
function gate(run: JudgeRun | undefined, isStanding: boolean, judge: JudgeDemand): string {
  const fault = judgeFault(promise(isStanding), run, { id: PROMISE_ID, judge });
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
    ['no run', undefined, false, 'open', 'open', 'open', 'open'],
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
    const judge: JudgeDemand = demand === 'skip' ? { demand } : { demand: 'none' };
    expect(gate(undefined, isStanding, judge)).toBe(says);
  });
});

describe('the failure says', () => {
  const faultOf = (run: JudgeRun | undefined, isStanding = false) =>
    judgeFault(promise(isStanding), run, { id: PROMISE_ID, judge: asking('block', true) });
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
    expect(faultOf(run)).toEqual(failure);
  });

  it.each([
    ['in this run', runOf('FAIL'), []],
    ['in an earlier run', undefined, [STANDING]],
  ])('which of what was rejected %s a program proved', (_when, run, judgments) => {
    const proof = { source: 'checks', tree: null };
    const acceptance_criteria = [metCriterion('AC-1', { proof }), metCriterion('AC-2', { proof })];
    const proved = promiseValue('session-a', { acceptance_criteria, judgments });
    const call = { id: PROMISE_ID, judge: asking('block', true) };
    expect(judgeFault(proved, run, call)).toMatchObject({ proved: ['AC-1'] });
  });

  it('when an earlier run rejected it', () => {
    expect(faultOf(undefined, true)).toEqual({ ...rejected, by: 'judge', at: 'then' });
  });
});
