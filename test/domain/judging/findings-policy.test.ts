import { describe, expect, it } from 'vitest';
import {
  blockingIssues,
  judgmentsOfFindings,
  missingEvidence,
  severityCounts,
  standingValidatorFail,
  verdictMismatch,
  verdictOfFindings,
} from '../../../src/domain/judging/findings-policy.ts';
import { type ReviewFinding, SEVERITIES } from '../../../src/domain/judging/judgment.ts';

/** `critical AC-1`; without a criterion it is about none. */
function finding(words: string): ReviewFinding {
  const [word, ac_id = null] = words.split(' ');
  const severity = SEVERITIES.find((known) => known === word) ?? 'info';
  return { severity, description: `Found ${words}.`, location: null, dimension: null, ac_id };
}

it.each<[readonly string[], string]>([
  [[], 'PASS'],
  [['info AC-1'], 'PASS'],
  [['minor AC-1'], 'PASS'],
  [['major AC-1', 'major AC-1', 'major AC-2'], 'PASS'],
  [['critical AC-1'], 'FAIL'],
  [['info AC-1', 'critical'], 'FAIL'],
])('findings %j are %s', (words, verdict) => {
  const findings = words.map(finding);
  expect(verdictOfFindings(findings)).toBe(verdict);
  expect(blockingIssues(findings)).toEqual(
    findings.filter(({ severity }) => severity === 'critical'),
  );
});

describe('which criteria fail', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['none without a finding', [], []],
    ['none for lesser findings', ['major AC-1', 'minor AC-2'], []],
    ['the one that it is about', ['critical AC-1'], ['AC-1']],
    ['both', ['critical AC-1', 'critical AC-2'], ['AC-1', 'AC-2']],
    ['all where it is about none', ['critical'], ['AC-1', 'AC-2']],
    ['all where it is about an unknown one', ['critical AC-9'], ['AC-1', 'AC-2']],
    ['none where it is about a settled one', ['critical AC-3'], []],
    ['all where the name is in small letters', ['critical ac-1'], ['AC-1', 'AC-2']],
  ])('%s', (_name, words, failing) => {
    const reviewed = ['AC-1', 'AC-2'].map((ac_id) => ({
      ac_id,
      confidence: 1,
      reasoning: 'Seen.',
    }));
    const said = judgmentsOfFindings(reviewed, words.map(finding), ['AC-3']);
    const failed = said.filter(({ judgment }) => judgment === 'FAIL');
    expect(failed.map(({ ac_id }) => ac_id)).toEqual(failing);
    expect(said.map(({ reasoning }) => reasoning === 'Seen.')).toEqual(
      said.map(({ judgment }) => judgment === 'PASS'),
    );
  });

  it('says all that was found, and what would settle it', () => {
    const reviewed = [{ ac_id: 'AC-1', confidence: null, reasoning: 'Seen.' }];
    expect(judgmentsOfFindings(reviewed, ['critical AC-1', 'critical'].map(finding), [])).toEqual([
      {
        ac_id: 'AC-1',
        judgment: 'FAIL',
        confidence: null,
        reasoning: 'Found critical AC-1. Found critical.',
        would_satisfy: '',
      },
    ]);
  });

  it('keeps what the model says would settle it, each once', () => {
    const reviewed = [{ ac_id: 'AC-1', confidence: null, reasoning: 'Seen.' }];
    const settled = (would_satisfy: string): ReviewFinding => ({
      ...finding('critical AC-1'),
      would_satisfy,
    });
    const findings = ['the counts', 'the counts', 'the log'].map(settled);
    expect(judgmentsOfFindings(reviewed, findings, [])[0]?.would_satisfy).toBe(
      'the counts the log',
    );
  });
});

it.each<['PASS' | 'FAIL', readonly string[], string | null]>([
  ['PASS', ['major AC-1'], null],
  ['FAIL', ['critical AC-1'], null],
  ['PASS', ['critical AC-1'], 'PASS with a critical finding'],
  ['FAIL', ['major AC-1'], 'FAIL without a critical finding'],
])('%s with %j: %j', (verdict, words, mismatch) => {
  expect(verdictMismatch(verdict, words.map(finding))).toBe(mismatch);
});

it('severities are counted', () => {
  const words = ['critical', 'major', 'major', 'minor', 'minor', 'minor'];
  expect(severityCounts(words.map(finding))).toEqual({ critical: 1, major: 2, minor: 3, info: 0 });
});

describe('a finding that code adds', () => {
  const critical = { severity: 'critical', location: null, ac_id: 'AC-1' };

  it.each<[string, () => ReviewFinding, object]>([
    [
      'where there is no evidence',
      () => missingEvidence('AC-1'),
      { ...critical, description: 'No evidence.', dimension: 'evidence' },
    ],
    [
      'where a validator failed it',
      () => standingValidatorFail('AC-1', 'red'),
      { ...critical, description: "A validator's FAIL stands: red", dimension: 'validation' },
    ],
    [
      'where it gave no reason',
      () => standingValidatorFail('AC-1', ''),
      {
        ...critical,
        description: "A validator's FAIL stands: no reason given",
        dimension: 'validation',
      },
    ],
  ])('%s', (_where, added, expected) => {
    expect(added()).toEqual(expected);
  });
});
