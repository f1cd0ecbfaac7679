import { describe, expect, it } from 'vitest';
import { NO_TIER_ONE } from '../../src/domain/closing/tier-one.ts';
import { configurationOf, effectiveSettings } from '../../src/domain/settings/configuration.ts';
import type { ProvingRun } from '../../src/domain/standing/proving.ts';
import type { Verdict } from '../../src/domain/validation/validation-response.ts';
import { type ProveReport, proveJson, proveNotes, proveText } from '../../src/report/prove-text.ts';
import { plainStyle } from '../../src/report/style.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { promiseValue } from '../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../rig/values/promises.ts';
import { attemptsOf, CHECKS, runValue, STATES } from '../rig/values/proof-values.ts';

function report(
  verdict: Verdict,
  parts: Partial<ProvingRun> = {},
  one: PromiseParts = {},
  promiseParts: PromiseParts = {},
): ProveReport {
  const promise = promiseValue('session-a', {
    acceptance_criteria: [
      metCriterion('AC-1', { checks: CHECKS, ...one }),
      criterion('AC-2', { description: 'docs' }),
    ],
    ...promiseParts,
  });
  const [first, second] = promise.acceptance_criteria ?? [];
  if (first === undefined || second === undefined) throw new Error('there are no criteria');
  return {
    promise,
    maxRetries: 3,
    runs: [runValue(first, verdict, parts)],
    left: [second],
    tierOne: TIER_ONE,
    tiers: configurationOf(effectiveSettings([])),
  };
}
const textOf = (...of: Parameters<typeof report>) =>
  proveText('promise-1', report(...of), plainStyle, LINES_HERE);

const TIER_ONE = {
  ...NO_TIER_ONE,
  changed: { ...NO_TIER_ONE.changed, parsed: 1, notes: ['a\nnote'] },
};

describe('what a run of cs prove prints', () => {
  it.each<[Verdict, string]>([
    ['PASS', '[PROVED] AC-1: What AC-1 asks for'],
    ['FAIL', '[FAILED] AC-1: What AC-1 asks for'],
    ['BLOCKED', '[NOT PROVED] AC-1: What AC-1 asks for'],
  ])('%s', (verdict, line) => {
    expect(textOf(verdict).split('\n')[0]).toBe(line);
  });

  it('each check with how it ended', () => {
    expect(textOf('FAIL')).toContain('    FAIL npm test: exit code 0 in 0.1 s');
    expect(textOf('PASS')).toContain('    ok npm test: exit code 0 in 0.1 s');
    expect(textOf('BLOCKED')).toContain('    skipped npm test: exit code 0 in 0.1 s');
  });

  const kept = { shown: { kind: 'kept', base: 'abc' } } as const;
  const notBound = { binding: { bound: false, reason: 'no repository' } } as const;
  it.each<[string, Parameters<typeof report>, string]>([
    [
      'what it says of the work',
      ['PASS', kept],
      '    It passes without the work as well: it does not show it.',
    ],
    [
      'what would show it',
      ['PASS', kept],
      'What would show the work: a test that fails without it.',
    ],
    ['that it is not bound', ['PASS', notBound], '    not bound to the checkout: no repository'],
    ['the checkout that it ran in', ['FAIL', { checkout: '/side' }], '    in the checkout /side'],
    [
      'how often it failed',
      ['FAIL', {}, { attempts: attemptsOf('cs prove: FAIL', 'cs prove: FAIL') }],
      '      Failed 2 times in a row',
    ],
    ['what is left to others', ['PASS'], 'No checks, left to other validators: AC-2'],
    ['progress', ['PASS'], 'Progress: 1/2 criteria met'],
    [
      'to meet the rest next',
      ['PASS'],
      'Next: cs-promise --meet promise-1 --ac-id AC-2 --evidence "[what shows it]" --type test',
    ],
    ['to prove again next', ['FAIL'], 'Next, after fixing what did not pass: cs prove promise-1'],
    [
      'to start next',
      ['PASS', {}, {}, { status: 'pending' }],
      'Next: cs-promise --start promise-1',
    ],
  ])('%s', (_name, of, line) => {
    expect(textOf(...of).split('\n')).toContain(line);
  });

  it.each<[string, Parameters<typeof report>, string]>([
    ['of a run that did not pass what it says of the work', ['FAIL', kept], 'it does not show it'],
    ['that a failure is not bound', ['FAIL', notBound], 'not bound'],
    ['the project folder', ['PASS'], 'in the checkout'],
    ['a single failure', ['FAIL', {}, { attempts: attemptsOf('cs prove: FAIL') }], 'in a row'],
  ])('not %s', (_name, of, words) => {
    expect(textOf(...of)).not.toContain(words);
  });

  it('text from outside reaches no terminal', () => {
    const results = [{ name: '\x1b[2J', status: 'FAIL', detail: 'a\nNext: rm -rf /' }] as const;
    const text = textOf('FAIL', { results });
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    expect(text.match(/^Next/gm)).toHaveLength(1);
  });

  it('notes are one line each', () => {
    expect(proveNotes(report('PASS'))).toEqual(['Note: a note']);
  });
});

describe('the same as data', () => {
  it.each<[Verdict, boolean, number]>([
    ['PASS', true, 1],
    ['FAIL', false, 1],
    ['BLOCKED', false, 0],
  ])('%s', (verdict, proved, confidence) => {
    expect(proveJson('promise-1', report(verdict, {}, STATES.proved), LINES_HERE)).toMatchObject({
      id: 'promise-1',
      proved,
      criteria: [
        {
          ac_id: 'AC-1',
          source: 'checks',
          verdict,
          confidence,
          shown: null,
          tree: 'now',
          not_bound: null,
          checkout: null,
        },
      ],
      left: ['AC-2'],
      changed_files: { parsed: 1 },
      progress: '1/2',
    });
  });
});
