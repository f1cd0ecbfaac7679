import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/domain/base/failure.ts';
import {
  resultOfFailure,
  resultOfRefusal,
  resultOfVerified,
  resultWithoutCriteria,
} from '../../src/report/judge-json.ts';
import { promiseValue } from '../rig/values/domain-values.ts';
import { SAMPLE_FAILURES } from '../rig/values/failures.ts';
import { MODEL, resultValue } from '../rig/values/judge-values.ts';

const KEYS = Object.keys(resultValue());
const FEEDBACK = [{ ac_id: 'AC-1', finding: 'f', would_satisfy: 'w' }];
const OPEN: Failure = {
  kind: 'criteria-open',
  id: 'p',
  status: 'in_progress',
  open: [
    { id: 'AC-1', description: 'd', lacks: 'met' },
    { id: 'AC-2', description: 'd', lacks: 'evidence' },
  ],
};
const BLOCKED: Failure = {
  kind: 'validation-blocked',
  id: 'p',
  problems: [{ criterion: 'AC-1', description: 'd', why: 'failed', reasoning: 'no test' }],
};
const REJECTED: Failure = {
  kind: 'judge-rejected',
  id: 'p',
  by: 'judge',
  at: '',
  failed: ['AC-1'],
  feedback: FEEDBACK,
};
const CAP: Failure = { kind: 'spending-cap', cap: 'day', limitUsd: 1, spentUsd: 1, neededUsd: 1 };

describe('a failure is a FAIL in the shape of every answer', () => {
  it.each<[string, Failure, string | undefined, readonly string[]]>([
    ['Gate 1 is shut', OPEN, 'gate-1', ['Not met.', 'Met without evidence.']],
    ['no proof', { kind: 'proof-missing', id: 'p' }, 'gate-1', []],
    ['Gate 2 is shut', BLOCKED, 'gate-2', [expect.stringMatching(/^Gate 2: .*no test$/)]],
    ['a FAIL stands', REJECTED, undefined, ['f']],
    ['a limit', CAP, undefined, []],
    ['no session', { kind: 'no-session' }, undefined, []],
  ])('%s', (_name, failure, blockedBy, findings) => {
    const result = resultOfFailure(failure, MODEL);
    expect(result).toMatchObject({ status: 'error', verdict: 'FAIL', model: MODEL, cost_usd: 0 });
    expect(Object.keys(result)).toEqual(expect.arrayContaining(KEYS));
    expect([result.error, result.blocked_by]).toEqual([result.reasoning, blockedBy]);
    expect(result.feedback.map(({ finding }) => finding)).toEqual(findings);
  });
});

it.each<[string, Failure, readonly string[]]>([
  [
    'Gate 1 is shut: each open criterion fails',
    OPEN,
    ['AC-1: FAIL: Not met.', 'AC-2: FAIL: Met without evidence.'],
  ],
  ['Gate 2 is shut: none was judged', BLOCKED, []],
  ['no session: none was judged', { kind: 'no-session' }, []],
])('the judgments where %s', (_name, failure, judgments) => {
  const { criteria_judgments } = resultOfFailure(failure, MODEL);
  expect(
    criteria_judgments.map(
      ({ ac_id, judgment, reasoning }) => `${ac_id}: ${judgment}: ${reasoning}`,
    ),
  ).toEqual(judgments);
});

describe('a promise that stays open all the same', () => {
  it('makes a PASS no PASS, and keeps what was spent', () => {
    const result = resultOfRefusal(resultValue({ cost_usd: 0.5 }), CAP);
    expect(result).toMatchObject({ status: 'error', verdict: 'FAIL', cost_usd: 0.5 });
    expect(result.error).toBe(result.reasoning);
  });

  it.each(['FAIL', 'WARN'] as const)('leaves a %s that keeps it open as it is', (verdict) => {
    const result = resultValue({ verdict });
    expect(resultOfRefusal(result, SAMPLE_FAILURES['judge-rejected'])).toBe(result);
  });

  it('makes a FAIL of a WARN where something else keeps it open', () => {
    const result = resultOfRefusal(resultValue({ verdict: 'WARN', cost_usd: 0.5 }), CAP);
    expect(result).toMatchObject({ status: 'error', verdict: 'FAIL', cost_usd: 0.5 });
  });
});

it.each<[string, unknown, string]>([
  ['passed by a judge', { judge: 'passed' }, 'PASS'],
  ['not judged', { judge: 'not-run' }, 'WARN'],
  ['passed by the rubric', { judge: 'rubric' }, 'WARN'],
  ['closed by another program', undefined, 'WARN'],
  ['of odd gates', 'passed', 'WARN'],
  ['of no gates', null, 'WARN'],
])('a promise that was verified before, %s: %j is %s', (_name, gates, verdict) => {
  const promise = promiseValue('s', {
    status: 'verified',
    verification: { verified_at: 't', gates },
  });
  expect(resultOfVerified(promise, MODEL)).toMatchObject({
    status: 'success',
    verdict,
    cost_usd: 0,
  });
});

it('a promise without criteria is not judged', () => {
  expect(resultWithoutCriteria(MODEL)).toMatchObject({ status: 'success', verdict: 'WARN' });
});
