import { describe, expect, it } from 'vitest';
import { planProving } from '../../../src/checks/provable.ts';
import { PROOF_SOURCES } from '../../../src/domain/promise/proof.ts';
import { answerOfRun } from '../../../src/domain/standing/proving.ts';
import type { Verdict } from '../../../src/domain/validation/validation-response.ts';
import { NOW, promiseValue } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';
import {
  CHECK,
  CHECKS,
  criterionValue,
  proofParts,
  runValue,
  selfChosen,
} from '../../rig/values/proof-values.ts';

const SELF = PROOF_SOURCES.selfChosen;
const checked = (parts: PromiseParts = {}) => criterion('AC-1', { checks: CHECKS, ...parts });

describe('the Gate 2 answer of a run', () => {
  const one = criterionValue({ checks: CHECKS });
  it.each<[Verdict, number, string]>([
    ['PASS', 1, 'All 1 checks passed.'],
    ['FAIL', 1, 'npm test: exit code 0'],
    ['BLOCKED', 0, 'npm test: exit code 0'],
  ])('%s: confidence %d', (verdict, confidence, reasoning) => {
    expect(answerOfRun('promise-1', runValue(one, verdict), NOW)).toMatchObject({
      task_id: 'prove-promise-1-AC-1',
      verdict,
      confidence,
      timestamp: NOW,
      reasoning: expect.stringContaining(reasoning),
      tree: 'now',
    });
  });
});

describe('what there is to prove', () => {
  const ids = (criteria: readonly { readonly id: string }[]) => criteria.map(({ id }) => id);
  const criteria = [
    checked(),
    metCriterion('AC-2', { proof: selfChosen() }),
    metCriterion('AC-3'),
    criterion('AC-4', { checks: CHECKS, waived: { by: 'person', at: 'then', reason: 'old' } }),
    metCriterion('AC-5', { proof: proofParts({ source: SELF, check: { kind: 'http' } }) }),
  ];
  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [[], ['AC-1', 'AC-2'], ['AC-3', 'AC-5']],
    [['AC-1'], ['AC-1'], []],
    [['AC-3'], [], ['AC-3']],
    [['AC-4'], [], []],
  ])('named %j: runs %j, leaves %j', (wanted, provable, left) => {
    const plan = planProving(promiseValue('session-a', { acceptance_criteria: criteria }), wanted);
    expect(plan.provable.map((one) => one.criterion.id)).toEqual(provable);
    expect(ids(plan.left)).toEqual(left);
  });

  it('a check that this version cannot read is skipped, and said', () => {
    const checks = [...CHECKS, { kind: 'http', url: 'x' }];
    const promise = promiseValue('session-a', { acceptance_criteria: [checked({ checks })] });
    expect(planProving(promise, []).provable).toMatchObject([
      {
        checks: [{ declared: CHECK }],
        unreadable: [{ name: 'http_unreadable', status: 'SKIPPED' }],
      },
    ]);
  });
});
