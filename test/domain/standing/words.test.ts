import { describe, expect, it } from 'vitest';
import type { ProvedBy } from '../../../src/domain/base/failure.ts';
import type { Criterion } from '../../../src/domain/promise/promise.ts';
import { lacksProof, progressInProofs, wordsFault } from '../../../src/domain/standing/words.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { OWNER } from '../../rig/values/gate-values.ts';
import { criterion, metCriterion } from '../../rig/values/promises.ts';

const CHECKS = { checks: [{ kind: 'command', run: 'npm test' }] };
const PROOF = { proof: { source: 'checks', tree: null } };
const CHOSEN = { source: 'self-chosen', tree: null, check: CHECKS.checks[0] };
const attempt = (by: string, verdict: string) => ({
  by,
  verdict,
  feedback: [{ finding: 'npm test: exit code 1', would_satisfy: 'that it passes' }],
});

describe('words for a criterion', () => {
  it.each<[string, Partial<Criterion>, 'kept' | 'words-after-failure' | 'words-over-proof']>([
    ['without checks are enough', {}, 'kept'],
    [
      'without checks are enough, whatever was tried',
      { attempts: [attempt('cs meet --run', 'FAIL')] },
      'kept',
    ],
    [
      'whose checks failed, and were taken away since, are enough',
      { attempts: [attempt('cs prove', 'FAIL')] },
      'kept',
    ],
    ['whose checks did not run yet are kept', CHECKS, 'kept'],
    [
      'whose checks failed are refused',
      { ...CHECKS, attempts: [attempt('cs prove', 'FAIL')] },
      'words-after-failure',
    ],
    [
      'whose checks could not be run are kept',
      { ...CHECKS, attempts: [attempt('cs prove', 'BLOCKED')] },
      'kept',
    ],
    [
      'whose checks failed before others found less are refused',
      { ...CHECKS, attempts: [attempt('cs prove', 'FAIL'), attempt('a person', 'FAIL')] },
      'words-after-failure',
    ],
    [
      'whose checks could not be run after others failed it are kept',
      { ...CHECKS, attempts: [attempt('a person', 'FAIL'), attempt('cs prove', 'BLOCKED')] },
      'kept',
    ],
    [
      'that its checks proved are refused',
      { ...CHECKS, ...PROOF, attempts: [attempt('cs prove', 'PASS')] },
      'words-over-proof',
    ],
    ['that other checks proved are refused', { checks: [], ...PROOF }, 'words-over-proof'],
    ['that a command proved are refused', { proof: CHOSEN }, 'words-over-proof'],
    ['whose command failed since are enough', { proof: { ...CHOSEN, failed_at: 'then' } }, 'kept'],
    [
      'with checks beside the proof of a command are refused',
      { ...CHECKS, proof: CHOSEN },
      'words-over-proof',
    ],
  ])('%s', (_what, parts, answer) => {
    const promise = promiseValue(OWNER, {
      acceptance_criteria: [criterion('AC-1', parts)],
    });
    const fault = wordsFault('promise-1', promise, 'AC-1');
    expect(fault?.kind ?? 'kept').toBe(answer);
  });
});

it('words after a failure are told what was found', () => {
  const parts = { ...CHECKS, attempts: [attempt('cs prove', 'FAIL')] };
  const promise = promiseValue(OWNER, { acceptance_criteria: [criterion('AC-1', parts)] });
  expect(wordsFault('promise-1', promise, 'AC-1')).toEqual({
    kind: 'words-after-failure',
    id: 'promise-1',
    criterion: 'AC-1',
    findings: ['npm test: exit code 1'],
  });
});

it('words for a criterion that is not there are left to who meets it', () => {
  expect(wordsFault('promise-1', promiseValue(OWNER), 'AC-9')).toBeUndefined();
});

describe('what proves a criterion again that a program proved', () => {
  const secret = { kind: 'command', run: 'deploy [redacted: a token]' };
  it.each<[string, Partial<Criterion>, ProvedBy]>([
    ['its checks', { ...CHECKS, ...PROOF }, 'checks'],
    ['its checks, beside the proof of a command', { ...CHECKS, proof: CHOSEN }, 'checks'],
    ['the command that was chosen', { proof: CHOSEN }, 'self-chosen'],
    [
      'another run of a command that held a secret',
      { proof: { ...CHOSEN, check: secret } },
      'self-chosen-once',
    ],
    ['another run where nothing is kept to be run', PROOF, 'self-chosen-once'],
  ])('%s', (_what, parts, by) => {
    const promise = promiseValue(OWNER, { acceptance_criteria: [metCriterion('AC-1', parts)] });
    expect(wordsFault('promise-1', promise, 'AC-1')).toMatchObject({ by });
  });
});

it('progress counts no criterion that still has to be proved, or to get evidence', () => {
  const promise = promiseValue(OWNER, {
    acceptance_criteria: [
      metCriterion('AC-1'),
      metCriterion('AC-2', CHECKS),
      metCriterion('AC-3', { ...CHECKS, ...PROOF }),
      criterion('AC-4'),
      metCriterion('AC-5', { evidence: ' ' }),
    ],
  });
  expect(progressInProofs(promise)).toBe('2/5');
  expect((promise.acceptance_criteria ?? []).map(lacksProof)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});
