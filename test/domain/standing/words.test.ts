import { describe, expect, it } from 'vitest';
import type { Criterion } from '../../../src/domain/promise/promise.ts';
import { lacksProof, progressInProofs, wordsFault } from '../../../src/domain/standing/words.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { OWNER } from '../../rig/values/gate-values.ts';
import { criterion, metCriterion } from '../../rig/values/promises.ts';

const CHECKS = { checks: [{ kind: 'command', run: 'npm test' }] };
const PROOF = { proof: { source: 'checks', tree: null } };
const attempt = (by: string, verdict: string) => ({
  by,
  verdict,
  feedback: [{ finding: 'npm test: exit code 1', would_satisfy: 'that it passes' }],
});

describe('words for a criterion', () => {
  it.each<[string, Partial<Criterion>, boolean]>([
    ['without checks are enough', {}, true],
    [
      'without checks are enough, whatever was tried',
      { attempts: [attempt('cs meet --run', 'FAIL')] },
      true,
    ],
    ['whose checks did not run yet are kept', CHECKS, true],
    [
      'whose checks failed are refused',
      { ...CHECKS, attempts: [attempt('cs prove', 'FAIL')] },
      false,
    ],
    [
      'whose checks could not be run are kept',
      { ...CHECKS, attempts: [attempt('cs prove', 'BLOCKED')] },
      true,
    ],
    [
      'whose checks failed before others found less are refused',
      { ...CHECKS, attempts: [attempt('cs prove', 'FAIL'), attempt('a person', 'FAIL')] },
      false,
    ],
    [
      'that is proved are kept beside the proof',
      { ...CHECKS, ...PROOF, attempts: [attempt('cs prove', 'PASS')] },
      true,
    ],
  ])('%s', (_what, parts, isKept) => {
    const promise = promiseValue(OWNER, {
      acceptance_criteria: [criterion('AC-1', parts)],
    });
    const fault = wordsFault('promise-1', promise, 'AC-1');
    expect(fault?.kind).toBe(isKept ? undefined : 'words-after-failure');
  });
});

it('progress counts no criterion that still has to be proved', () => {
  const promise = promiseValue(OWNER, {
    acceptance_criteria: [
      metCriterion('AC-1'),
      metCriterion('AC-2', CHECKS),
      metCriterion('AC-3', { ...CHECKS, ...PROOF }),
      criterion('AC-4'),
    ],
  });
  expect(progressInProofs(promise)).toBe('2/4');
  expect((promise.acceptance_criteria ?? []).map(lacksProof)).toEqual([false, true, false, false]);
});
