import { describe, expect, it } from 'vitest';
import { openCriteria } from '../../../src/domain/promise/self-report.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';

const OWNER = 'session-a';

describe('Gate 1 is open where every criterion is met with evidence', () => {
  it.each<[string, PromiseParts]>([
    ['one criterion', { acceptance_criteria: [metCriterion('AC-1')] }],
    ['several', { acceptance_criteria: [metCriterion('AC-1'), metCriterion('AC-2')] }],
    ['none at all', { acceptance_criteria: [] }],
    ['criteria are null', { acceptance_criteria: null }],
    ['criteria are missing', { acceptance_criteria: undefined }],
  ])('%s', (_name, parts) => {
    expect(openCriteria(promiseValue(OWNER, parts))).toEqual([]);
  });
});

describe('Gate 1 names what keeps it shut', () => {
  it.each<[string, PromiseParts, 'met' | 'evidence']>([
    ['not met', criterion('AC-1'), 'met'],
    ['not met, although it has evidence', criterion('AC-1', { evidence: 'done' }), 'met'],
    ['a status in another case is not met', metCriterion('AC-1', { status: 'MET' }), 'met'],
    ['a status that nobody knows', metCriterion('AC-1', { status: 'done' }), 'met'],
    ['met without evidence', metCriterion('AC-1', { evidence: null }), 'evidence'],
    ['met, evidence missing', metCriterion('AC-1', { evidence: undefined }), 'evidence'],
    ['met with empty evidence', metCriterion('AC-1', { evidence: '' }), 'evidence'],
    ['met with blank evidence', metCriterion('AC-1', { evidence: ' \n\t' }), 'evidence'],
    [
      'met with evidence that no one sees',
      metCriterion('AC-1', { evidence: '\u200b' }),
      'evidence',
    ],
  ])('%s', (_name, parts, lacks) => {
    const promise = promiseValue(OWNER, { acceptance_criteria: [metCriterion('AC-0'), parts] });
    expect(openCriteria(promise)).toEqual([
      { id: 'AC-1', description: 'What AC-1 asks for', lacks },
    ]);
  });

  it('and says where a program proved it, so that a run gives the evidence', () => {
    const proof = { source: 'checks', tree: null };
    const promise = promiseValue(OWNER, {
      acceptance_criteria: [
        metCriterion('AC-1', { evidence: '', proof }),
        metCriterion('AC-2', { evidence: '', proof: { ...proof, failed_at: 'then' } }),
      ],
    });
    expect(openCriteria(promise).map(({ isProved }) => isProved)).toEqual([true, undefined]);
  });

  it('in the order of the file, with an empty text for a description that is not there', () => {
    const criteria = [
      criterion('AC-2', { description: null }),
      metCriterion('AC-1'),
      criterion('AC-3'),
    ];
    const open = openCriteria(promiseValue(OWNER, { acceptance_criteria: criteria }));
    expect(open.map(({ id, description }) => [id, description])).toEqual([
      ['AC-2', ''],
      ['AC-3', 'What AC-3 asks for'],
    ]);
  });
});
