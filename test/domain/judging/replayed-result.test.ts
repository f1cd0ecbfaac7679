import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgeResult, ReviewFinding } from '../../../src/domain/judging/judgment.ts';
import {
  isJudgeResult,
  NO_FINDINGS,
  replayResult,
  sumOfReplays,
} from '../../../src/domain/judging/replayed-result.ts';
import {
  answered,
  plainReview,
  resultValue,
  reviewWith,
  structuredReview,
} from '../../rig/values/judge-values.ts';
import { runs } from '../../rig/values/runs.ts';

const said = (ac_id: string, judgment: 'PASS' | 'FAIL') => ({
  ac_id,
  judgment,
  confidence: 0.9,
  reasoning: 'r',
});

const finding = (parts: Partial<ReviewFinding> = {}): ReviewFinding => ({
  severity: 'critical',
  description: 'No test ran.',
  location: null,
  dimension: null,
  ac_id: 'AC-1',
  ...parts,
});

const MECHANICAL: JudgeResult['diagnostics'] = {
  inner_verdict: null,
  inner_confidence: null,
  inner_confidence_calibrated: null,
  verdict_evidence_mismatch: null,
  findings_source: 'structured',
  fallback_reason: null,
  verdict_source: 'mechanical',
};

const PAID = { input_tokens: 100, output_tokens: 10 };

const vote = (
  number: number,
  verdict: 'PASS' | 'FAIL' | 'WARN',
  parts: Partial<JudgeResult['votes'][number]> = {},
): JudgeResult['votes'][number] => ({
  vote: number,
  model: 'm',
  seed: '0',
  status: verdict === 'WARN' ? 'api_error' : 'success',
  verdict,
  reasoning: 'r',
  criteria_judgments: verdict === 'WARN' ? [] : [said('AC-1', verdict)],
  token_cost: PAID,
  latency_ms: 1,
  cost_usd: 0,
  request_id: null,
  ...parts,
});

const tally = (
  asked: number,
  passed: number,
  failed: number,
): NonNullable<JudgeResult['tally']> => ({
  asked,
  passed,
  failed,
  lost: asked - passed - failed,
  cancelled: 0,
  divergent: null,
  disputed: [],
  dissent: [],
  judges: {},
  independent_votes: 1,
});

/** The answer as a reader of the JSON finds it. */
const replayed = (parts: Partial<JudgeResult>) => {
  const value: unknown = JSON.parse(JSON.stringify(resultValue(parts)));
  if (!isJudgeResult(value)) throw new Error('it is no answer');
  return replayResult(value);
};

const ONE_FAILS = [said('AC-1', 'PASS'), said('AC-2', 'FAIL')];
const TWO_OF_THREE = [vote(1, 'PASS'), vote(2, 'FAIL'), vote(3, 'PASS')];

describe('the verdict that follows from an answer', () => {
  it.each<[string, Partial<JudgeResult>, string | null]>([
    ['of judgments that all pass', { criteria_judgments: [said('AC-1', 'PASS')] }, 'PASS'],
    ['of a judgment that fails', { criteria_judgments: ONE_FAILS }, 'FAIL'],
    [
      'of findings, whatever is said of the criteria',
      { diagnostics: MECHANICAL, criteria_judgments: ONE_FAILS, findings: [] },
      'PASS',
    ],
    [
      'of a critical finding',
      { diagnostics: MECHANICAL, findings: [finding({ ac_id: null })] },
      'FAIL',
    ],
    [
      'of findings none of which is critical',
      { diagnostics: MECHANICAL, findings: [finding({ severity: 'major' })] },
      'PASS',
    ],
    ['of an outage', { status: 'api_error', verdict: 'WARN' }, 'WARN'],
    ['of a judge that gave way', { status: 'compromised' }, 'FAIL'],
    [
      'of a run that something else refused',
      { status: 'error', verdict: 'FAIL', error: 'shut' },
      'FAIL',
    ],
    ['of an error that calls itself a PASS', { status: 'error', error: 'shut' }, 'WARN'],
    ['of a run in which nothing was asked', { criteria_judgments: [] }, null],
    ['of a paid run that judged nothing', { criteria_judgments: [], token_cost: PAID }, 'FAIL'],
    ['of a majority', { votes: TWO_OF_THREE, tally: tally(3, 2, 1) }, 'PASS'],
    [
      'of votes among which many are lost',
      { votes: [vote(1, 'PASS'), vote(2, 'WARN')], tally: tally(2, 1, 0) },
      'WARN',
    ],
    ['of votes that were left out', { votes: [vote(1, 'PASS')], tally: tally(3, 1, 0) }, 'WARN'],
    [
      'of votes one of which gave way',
      {
        votes: [...TWO_OF_THREE, vote(4, 'FAIL', { status: 'compromised' })],
        tally: tally(4, 2, 1),
      },
      'FAIL',
    ],
  ])('%s', (_of, parts, derived) => {
    expect(replayed(parts).derived).toBe(derived);
  });
});

describe('what does not follow', () => {
  it.each<[string, Partial<JudgeResult>, string]>([
    [
      'a PASS over a judgment that fails',
      { verdict: 'PASS', criteria_judgments: ONE_FAILS },
      'verdict',
    ],
    [
      'a PASS over a critical finding',
      {
        verdict: 'PASS',
        diagnostics: MECHANICAL,
        findings: [finding()],
        blocking_issues: [finding()],
        criteria_judgments: [said('AC-1', 'FAIL')],
      },
      'verdict',
    ],
    [
      'a criterion that passes in spite of a critical finding',
      {
        verdict: 'FAIL',
        diagnostics: MECHANICAL,
        findings: [finding()],
        blocking_issues: [finding()],
        criteria_judgments: [said('AC-1', 'PASS')],
      },
      'criteria',
    ],
    [
      'a critical finding that is no blocking issue',
      {
        verdict: 'FAIL',
        diagnostics: MECHANICAL,
        findings: [finding()],
        criteria_judgments: [said('AC-1', 'FAIL')],
      },
      'blocking_issues',
    ],
    [
      'a tally of other votes',
      { verdict: 'PASS', votes: TWO_OF_THREE, tally: tally(3, 2, 0) },
      'tally',
    ],
    [
      'a vote that passes what it fails',
      {
        verdict: 'PASS',
        votes: [
          vote(1, 'PASS', { criteria_judgments: [said('AC-1', 'FAIL')] }),
          vote(2, 'PASS'),
          vote(3, 'PASS'),
        ],
        tally: tally(3, 2, 1),
      },
      'vote 1',
    ],
  ])('%s', (_what, parts, part) => {
    const { faults, follows } = replayed(parts);
    expect({ follows, parts: faults.map((fault) => fault.part) }).toEqual({
      follows: false,
      parts: [part],
    });
  });
});

it('a finding of an unknown severity counts as critical', () => {
  const answer = JSON.parse(
    JSON.stringify(resultValue({ diagnostics: MECHANICAL, findings: [finding()] })).replace(
      '"critical"',
      '"blocker"',
    ),
  );
  expect(replayResult(answer)).toMatchObject({ derived: 'FAIL', findings: { critical: 1 } });
});

describe('every answer that a review gives', () => {
  it.each<['plain' | 'structured', object]>([
    ['plain', plainReview({ 'AC-1': 'PASS', 'AC-2': 'FAIL' })],
    ['plain', plainReview({ 'AC-1': 'PASS', 'AC-2': 'PASS' })],
    ['structured', structuredReview(['AC-1', 'AC-2'], ['critical AC-2', 'minor AC-1'])],
    ['structured', structuredReview(['AC-1', 'AC-2'], [])],
  ])('follows: %s', async (style, reply) => {
    const { result } = await reviewWith(style, [answered(reply)]);
    if (!result.ok) throw new Error(result.failure.kind);
    const answer = result.value.result;
    expect(replayed(answer)).toMatchObject({ follows: true, derived: answer.verdict });
  });
});

it('nothing that is passed through JSON makes it throw', () => {
  const parts = fc.record({
    status: fc.string(),
    verdict: fc.string(),
    criteria_judgments: fc.array(fc.jsonValue()),
    token_cost: fc.constant({}),
    findings: fc.jsonValue(),
    votes: fc.jsonValue(),
    tally: fc.jsonValue(),
    diagnostics: fc.jsonValue(),
  });
  fc.assert(
    fc.property(parts, (answer) => {
      if (isJudgeResult(answer)) replayResult(answer);
    }),
    runs(200),
  );
});

it('what is no list of findings is none, and what a tally leaves out is nothing', () => {
  const answer = resultValue({ votes: [vote(1, 'PASS')], tally: tally(1, 1, 0) });
  const loose = {
    ...answer,
    findings: 'none',
    tally: { ...answer.tally, failed: undefined },
  };
  expect(replayResult(JSON.parse(JSON.stringify(loose)))).toMatchObject({
    follows: true,
    findings: { critical: 0 },
  });
});

it('counts the FAILs that carry findings', () => {
  const withFinding = replayed({
    verdict: 'FAIL',
    diagnostics: MECHANICAL,
    findings: [finding()],
    blocking_issues: [finding()],
    criteria_judgments: [said('AC-1', 'FAIL')],
  });
  const without = replayed({ verdict: 'FAIL', criteria_judgments: [said('AC-1', 'FAIL')] });
  const unasked = replayed({ criteria_judgments: [] });
  expect(sumOfReplays([withFinding, without, unasked])).toMatchObject({
    documents: 3,
    follow: 2,
    mismatches: 0,
    underivable: 1,
    fails: 2,
    failsWithFindings: 1,
    findings: { critical: 1, major: 0, minor: 0, info: 0 },
  });
});

describe('what is a result of a judge', () => {
  const whole = { status: 'success', verdict: 'PASS', criteria_judgments: [], token_cost: {} };

  it.each<[unknown, boolean]>([
    [whole, true],
    [{ ...whole, status: 7 }, false],
    [{ ...whole, verdict: null }, false],
    [{ ...whole, criteria_judgments: {} }, false],
    [{ ...whole, token_cost: [] }, false],
    [{}, false],
    [[whole], false],
    ['PASS', false],
    [null, false],
  ])('%j: %s', (value, isOne) => {
    expect(isJudgeResult(value)).toBe(isOne);
  });
});

describe('a result that is computed again', () => {
  it('is told with what a model thinks of it, and how many findings there are', () => {
    const findings = (['critical', 'major', 'major', 'info'] as const).map((severity) =>
      finding({ severity }),
    );
    const diagnostics = { ...MECHANICAL, inner_verdict: 'APPROVED' };
    const blocking_issues = [finding()];
    const criteria_judgments = [said('AC-1', 'FAIL')];
    expect(
      replayed({ verdict: 'FAIL', diagnostics, findings, blocking_issues, criteria_judgments }),
    ).toStrictEqual({
      what: 'answer',
      recorded: 'FAIL',
      derived: 'FAIL',
      ownVerdict: 'APPROVED',
      findings: { critical: 1, major: 2, minor: 0, info: 1 },
      follows: true,
      faults: [],
    });
  });

  it.each<[string, Partial<JudgeResult>]>([
    ['thinks nothing', { diagnostics: MECHANICAL }],
    ['is not asked', { diagnostics: {} }],
  ])('has no other opinion where a model %s', (_what, parts) => {
    expect(replayed(parts).ownVerdict).toBeNull();
  });
});

describe('what does not follow is named', () => {
  const faultsOf = (parts: Partial<JudgeResult>) =>
    replayed(parts).faults.map(({ derived, part, recorded }) => `${part}: ${recorded}/${derived}`);
  const off = (number: number) =>
    vote(number, 'PASS', { status: 'cancelled', criteria_judgments: [] });
  const round = (number: number) => vote(number, 'FAIL', { status: 'compromised' });
  const general = finding({ ac_id: null, description: 'All of it.' });

  it.each<[string, Partial<JudgeResult>, readonly string[]]>([
    ['a verdict', { verdict: 'PASS', criteria_judgments: ONE_FAILS }, ['verdict: PASS/FAIL']],
    [
      'no verdict where nothing was asked',
      {
        verdict: 'PASS',
        criteria_judgments: [],
        token_cost: { input_tokens: 0, output_tokens: 0 },
      },
      [],
    ],
    [
      'a verdict on nothing where only an answer was paid',
      {
        verdict: 'PASS',
        criteria_judgments: [],
        token_cost: { input_tokens: 0, output_tokens: 1 },
      },
      ['verdict: PASS/FAIL'],
    ],
    [
      'no verdict where another thing refused',
      { verdict: 'FAIL', status: 'error', error: 'shut', criteria_judgments: ONE_FAILS },
      [],
    ],
    [
      'a refusal that says no reason',
      { verdict: 'FAIL', status: 'error', error: '' },
      ['verdict: FAIL/WARN'],
    ],
    [
      'a FAIL of an outage, whatever was said',
      { verdict: 'FAIL', status: 'api_error', criteria_judgments: ONE_FAILS, error: 'down' },
      ['verdict: FAIL/WARN'],
    ],
    [
      'the criteria that findings fail',
      {
        verdict: 'FAIL',
        diagnostics: MECHANICAL,
        findings: [finding()],
        blocking_issues: [finding()],
        criteria_judgments: [said('AC-1', 'PASS'), said('AC-2', 'FAIL')],
      },
      ['criteria: AC-1 PASS/AC-1 FAIL', 'criteria: AC-2 FAIL/AC-2 PASS'],
    ],
    [
      'no blocking issues in another order',
      {
        verdict: 'FAIL',
        diagnostics: MECHANICAL,
        findings: [finding(), general],
        blocking_issues: [general, finding()],
        criteria_judgments: [said('AC-1', 'FAIL')],
      },
      [],
    ],
    [
      'blocking issues that are not critical, or left out',
      {
        verdict: 'FAIL',
        diagnostics: MECHANICAL,
        findings: [general, finding({ description: 'b' }), finding({ severity: 'minor' })],
        blocking_issues: [finding({ description: 'c' }), finding({ description: 'b' })],
        criteria_judgments: [said('AC-1', 'FAIL')],
      },
      ['blocking_issues: AC-1: b; AC-1: c/: All of it.; AC-1: b'],
    ],
    [
      'a verdict on a criterion that no vote speaks of',
      {
        verdict: 'PASS',
        votes: TWO_OF_THREE,
        tally: tally(3, 2, 1),
        criteria_judgments: [said('AC-1', 'FAIL'), said('AC-9', 'FAIL')],
      },
      ['verdict: PASS/WARN'],
    ],
    [
      'a criterion that a majority passes',
      {
        verdict: 'PASS',
        votes: TWO_OF_THREE,
        tally: tally(3, 2, 1),
        criteria_judgments: [said('AC-1', 'FAIL')],
      },
      ['criteria: AC-1 FAIL/AC-1 PASS'],
    ],
    [
      'no criterion that a majority passes',
      {
        verdict: 'PASS',
        votes: TWO_OF_THREE,
        tally: tally(3, 2, 1),
        criteria_judgments: [said('AC-1', 'PASS')],
      },
      [],
    ],
    [
      'a majority of votes that are cancelled',
      { verdict: 'PASS', votes: [vote(1, 'PASS'), off(2), off(3)], tally: tally(3, 3, 0) },
      ['verdict: PASS/WARN', 'tally: 3 passed/1 passed'],
    ],
    [
      'votes one of which was talked round',
      {
        verdict: 'PASS',
        votes: [vote(1, 'PASS'), vote(2, 'PASS'), round(3)],
        tally: tally(3, 2, 1),
        criteria_judgments: [said('AC-1', 'FAIL')],
      },
      ['verdict: PASS/FAIL', 'tally: 1 failed/0 failed'],
    ],
    [
      'votes that were lost on the way',
      {
        verdict: 'PASS',
        votes: [
          vote(1, 'PASS'),
          vote(2, 'PASS', { criteria_judgments: [] }),
          vote(3, 'PASS', { status: 'api_error' }),
        ],
        tally: tally(3, 1, 0),
      },
      ['verdict: PASS/WARN'],
    ],
    [
      'a vote, and how many there are',
      {
        verdict: 'PASS',
        votes: [vote(1, 'PASS'), vote(2, 'PASS', { verdict: 'FAIL' }), vote(3, 'FAIL')],
        tally: tally(3, 1, 2),
      },
      ['vote 2: FAIL/PASS', 'tally: 1 passed/2 passed', 'tally: 2 failed/1 failed'],
    ],
    [
      'a criterion that the whole leaves out, and too few votes pass',
      {
        verdict: 'PASS',
        votes: [1, 2, 3].map((number) =>
          vote(number, 'PASS', {
            criteria_judgments: [said(number < 3 ? 'AC-2' : 'AC-1', 'PASS')],
          }),
        ),
        tally: tally(3, 3, 0),
        criteria_judgments: [],
      },
      ['verdict: PASS/WARN'],
    ],
    [
      'no tally without votes',
      {
        verdict: 'PASS',
        votes: [],
        tally: tally(3, 3, 0),
        criteria_judgments: [said('A', 'PASS')],
      },
      [],
    ],
  ])('%s', (_what, parts, faults) => {
    expect(faultsOf(parts)).toEqual(faults);
  });

  it('a word that is neither PASS nor FAIL passes nothing', () => {
    const judgment = { ac_id: 'AC-1', judgment: 'OK' };
    const answer = { ...resultValue({ verdict: 'PASS' }), criteria_judgments: [judgment, 7] };
    expect(replayResult(JSON.parse(JSON.stringify(answer)))).toMatchObject({ derived: 'FAIL' });
  });
});

it('sums up what follows, what does not, and what cannot', () => {
  const follows = replayed({ verdict: 'PASS', criteria_judgments: [said('AC-1', 'PASS')] });
  const wrong = replayed({ verdict: 'PASS', criteria_judgments: ONE_FAILS });
  const unasked = replayed({ criteria_judgments: [] });
  const found = {
    ...wrong,
    findings: { critical: 0, major: 2, minor: 3, info: 4 },
  };
  expect(sumOfReplays([follows, wrong, unasked, found])).toStrictEqual({
    documents: 4,
    follow: 1,
    mismatches: 2,
    underivable: 1,
    fails: 2,
    failsWithFindings: 1,
    findings: { critical: 0, major: 2, minor: 3, info: 4 },
  });
  expect(NO_FINDINGS).toEqual({ critical: 0, major: 0, minor: 0, info: 0 });
});
