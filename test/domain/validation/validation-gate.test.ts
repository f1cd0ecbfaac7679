import { describe, expect, it } from 'vitest';
import type { GateProblem } from '../../../src/domain/base/failure.ts';
import {
  type StoredAnswer,
  validationProblems,
} from '../../../src/domain/validation/validation.ts';
import type { ValidationResponse } from '../../../src/domain/validation/validation-response.ts';
import { validatorResponse } from '../../rig/values/promises.ts';

const CRITERION = { id: 'AC-1', status: 'met', description: 'tests pass' };

const answer = (response: ValidationResponse): StoredAnswer => ({ found: 'answer', response });

describe('Gate 2 is open for a criterion', () => {
  it.each(['PASS', 'PARTIAL', 'pass', 'Partial'])('whose answer says %s', (verdict) => {
    expect(validationProblems([CRITERION], () => answer(validatorResponse(verdict)))).toEqual([]);
  });

  it('whose answer says nothing but that it passed', () => {
    expect(validationProblems([CRITERION], () => answer({ verdict: 'PASS' }))).toEqual([]);
  });
});

describe('Gate 2 is shut for a criterion', () => {
  it.each<[string, StoredAnswer, GateProblem['why'], string]>([
    ['without an answer', { found: 'none' }, 'missing', ''],
    [
      'whose answer cannot be read',
      { found: 'unreadable', reason: 'it is empty' },
      'unreadable',
      'it is empty',
    ],
    ['that failed', answer({ verdict: 'FAIL', reasoning: 'red' }), 'failed', 'red'],
    ['that failed in lower case', answer({ verdict: 'fail', reason: 'red' }), 'failed', 'red'],
    ['that failed without a word', answer({ verdict: 'FAIL' }), 'failed', ''],
    [
      'that failed, named by its items',
      answer({
        verdict: 'FAIL',
        criteria_results: [
          { name: 'a', passed: false, detail: 'red' },
          { name: 'b', passed: true },
          { name: 'c', status: 'FAIL' },
        ],
      }),
      'failed',
      'a: red; c',
    ],
    [
      'that was blocked',
      answer({ verdict: 'BLOCKED', reasoning: 'no database' }),
      'blocked',
      'no database',
    ],
    ['that was blocked without a word', answer({ verdict: 'blocked' }), 'blocked', ''],
    [
      'with a verdict that nobody knows',
      answer({ verdict: 'MAYBE' }),
      'unknown-verdict',
      'verdict "MAYBE"',
    ],
    [
      'with a verdict that is not a text',
      answer({ verdict: true }),
      'unknown-verdict',
      'verdict true',
    ],
    ['with an empty verdict', answer({ verdict: '' }), 'unknown-verdict', 'verdict ""'],
    ['without a verdict', answer({}), 'unknown-verdict', 'verdict undefined'],
    [
      'whose passing is only told in prose',
      answer({ reasoning: 'verdict: PASS' }),
      'unknown-verdict',
      'verdict undefined',
    ],
  ])('%s', (_name, stored, why, reasoning) => {
    expect(validationProblems([CRITERION], () => stored)).toEqual([
      { criterion: 'AC-1', description: 'tests pass', why, reasoning },
    ]);
  });

  it.each(['../AC-1', 'a/b', '', 'AC 1', 'con', '.AC-1', 'x'.repeat(129)])(
    'whose id cannot name a file (%j), without looking for one',
    (id) => {
      const lookups: string[] = [];
      const problems = validationProblems([{ id, status: 'met' }], (criterion) => {
        lookups.push(criterion);
        return answer({ verdict: 'PASS' });
      });
      expect(problems).toMatchObject([{ criterion: id, why: 'invalid-id' }]);
      expect(lookups).toEqual([]);
    },
  );
});

describe('the criteria of one promise', () => {
  it('are all looked at, and those that are shut are named in their order', () => {
    const verdicts: Readonly<Record<string, string>> = { 'AC-1': 'FAIL', 'AC-2': 'PASS' };
    const criteria = ['AC-1', 'AC-2', 'AC-3'].map((id) => ({ id, status: 'met' }));
    const problems = validationProblems(criteria, (id) => {
      const verdict = verdicts[id];
      return verdict === undefined ? { found: 'none' } : answer({ verdict });
    });
    expect(problems.map(({ criterion, why }) => [criterion, why])).toEqual([
      ['AC-1', 'failed'],
      ['AC-3', 'missing'],
    ]);
  });

  it('may be none: then the gate is open', () => {
    expect(validationProblems([], () => ({ found: 'none' }))).toEqual([]);
  });

  it('have an empty text for a description that is not there', () => {
    const problems = validationProblems([{ id: 'AC-1', status: 'met', description: null }], () => ({
      found: 'none',
    }));
    expect(problems).toMatchObject([{ description: '' }]);
  });
});
