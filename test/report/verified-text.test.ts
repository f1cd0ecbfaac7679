import { describe, expect, it } from 'vitest';
import { NO_TIER_ONE } from '../../src/domain/closing/tier-one.ts';
import type { VerificationGates } from '../../src/domain/promise/event.ts';
import { plainStyle } from '../../src/report/style.ts';
import {
  elsewhereNotes,
  gateWarnings,
  unboundNotes,
  verifiedText,
} from '../../src/report/verified-text.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { PROMISE_ID, promiseValue } from '../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { STATES } from '../rig/values/proof-values.ts';

const GATES: VerificationGates = {
  self_report: 'passed',
  proofs: 'none',
  validation: 'passed',
  judge: 'not-run',
};
const VERIFICATION = {
  type: 'test',
  proof: 'line 1\nline 2',
  verified_by: 'session-a',
  verified_at: 'then',
};

function show(
  gates: Partial<VerificationGates> = {},
  parts: PromiseParts = {},
  judge: readonly string[] = [],
): string {
  const promise = promiseValue('session-a', {
    acceptance_criteria: [metCriterion('AC-1')],
    verification: VERIFICATION,
    ...parts,
  });
  const shown = {
    id: PROMISE_ID,
    promise,
    gates: { ...GATES, ...gates },
    partial: [],
    judgeLines: judge,
    tierOne: NO_TIER_ONE,
  };
  return verifiedText(shown, plainStyle, LINES_HERE);
}

it('closing a promise prints the gates and what was verified', () => {
  expect(show()).toBe(`Gate 2: All validation responses verified (PASS)
Gate 3: did not run. To have the evidence judged: cs-verify --judge --promise promise-00000001

VERIFIED: promise-00000001
  Summary: Title of promise-00000001
  Type: test
  Proof: line 1
         line 2
  Acceptance Criteria: 1/1 met
  Verified by: session-a
  Verified at: then`);
});

describe('the line of Gate 2', () => {
  it.each<[NonNullable<VerificationGates['validation']>, string]>([
    ['passed', 'Gate 2: All validation responses verified (PASS)'],
    ['skipped', 'Gate 2: Skipped (--skip-validation-check)'],
    ['no-criteria', 'Gate 2: Skipped (no criteria to validate)'],
    ['when-present', 'Gate 2: No validation response fails it (gates.validation: when-present)'],
    ['off', 'Gate 2: Off (gates.validation: off)'],
  ])('%s', (validation, line) => {
    expect(show({ validation }).split('\n')[0]).toBe(line);
  });
});

describe('the line of Gate 3', () => {
  it.each<[NonNullable<VerificationGates['judge']>, string]>([
    ['skipped', 'Gate 3: Skipped (--skip-llm-gate)'],
    ['no-criteria', 'Gate 3: Skipped (no criteria to judge)'],
    ['passed', ''],
    ['unavailable', ''],
    ['rubric', ''],
  ])('%s', (judge, line) => {
    expect(show({ judge }).split('\n')[1]).toBe(line);
  });

  it('gives way to the block of the judge', () => {
    expect(show({ judge: 'passed' }, {}, ['Verdict: PASS']).split('\n').slice(1, 3)).toEqual([
      'Verdict: PASS',
      '',
    ]);
  });
});

it.each<[string, PromiseParts, string]>([
  [
    'without a proof',
    { verification: { ...VERIFICATION, proof: null } },
    '  Proof: the evidence of its criteria',
  ],
  ['without a summary', { summary: null, title: 'a' }, '  Summary: a'],
  [
    'with a waiver',
    {
      acceptance_criteria: [
        metCriterion('AC-1'),
        criterion('AC-2', { waived: { by: 'person', at: 't', reason: 'r' } }),
      ],
    },
    '  Acceptance Criteria: 1/2 met, 1 waived',
  ],
  ['with escapes', { summary: '\u001b[2J' }, '  Summary: \\x1b[2J'],
])('%s', (_name, parts, line) => {
  expect(show({}, parts).split('\n')).toContain(line);
});

it.each<[Partial<VerificationGates>, readonly string[]]>([
  [{}, []],
  [{ validation: 'off', judge: 'unavailable' }, []],
  [{ validation: 'skipped' }, ['Gate 2 (validation)']],
  [{ judge: 'skipped' }, ['Gate 3 (judge)']],
  [{ validation: 'skipped', judge: 'skipped' }, ['Gate 2 (validation)', 'Gate 3 (judge)']],
])('gates %j are warned of: %j', (gates, skipped) => {
  expect(gateWarnings('p', { ...GATES, ...gates })).toEqual(
    skipped.map((gate) => `WARNING: Skipping ${gate} for p; this is recorded.`),
  );
});

it('a proof of a checkout whose content the project folder does not have is named, one line each', () => {
  expect(elsewhereNotes([])).toEqual([]);
  expect(elsewhereNotes([{ ac_id: 'AC-1', checkout: '/side\n' }])).toEqual([
    'Note: the proof of AC-1 is valid for the checkout /side; the project folder has other content.',
  ]);
});

it('a proof that is bound to no files is named with its reason, and counted among what was met', () => {
  expect(unboundNotes([])).toEqual([]);
  expect(unboundNotes([{ ac_id: 'AC-1', reason: 'no\nrepository' }])).toEqual([
    'Note: AC-1 is proved, but not bound to the checkout (no repository). It is unknown whether its files changed.',
  ]);
  const unbound = metCriterion('AC-1', STATES['not bound']);
  expect(show({}, { acceptance_criteria: [unbound] })).toContain(
    '  Acceptance Criteria: 1/1 met  not bound to the checkout: AC-1\n',
  );
});
