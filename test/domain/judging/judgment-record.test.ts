import { describe, expect, it } from 'vitest';
import { evidenceDigest } from '../../../src/domain/judging/evidence-digest.ts';
import { type JudgeResult, resultWithoutAsking } from '../../../src/domain/judging/judgment.ts';
import {
  doubtfulPass,
  isJudged,
  recordJudgment,
  servingPass,
  standingRejection,
  unchangedSinceRejected,
} from '../../../src/domain/judging/judgment-record.ts';
import { criteriaOf } from '../../../src/domain/promise/promise.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { criterion, metCriterion, type PromiseParts } from '../../rig/values/promises.ts';

const WAIVED = { by: 'person', at: '2026-02-17', reason: 'known' };
const run = (verdict: string, ...failed: readonly string[]): PromiseParts => ({
  status: 'success',
  verdict,
  timestamp: `2026-02-17 ${verdict}`,
  model: 'm',
  reasoning: 'r',
  failed,
  feedback: failed.map((ac_id) => ({ ac_id, finding: 'f', would_satisfy: 'w' })),
});
const FAIL = run('FAIL', 'AC-1');
const both = run('FAIL', 'AC-1', 'AC-2');
const compromised = { ...run('FAIL', 'AC-2'), status: 'compromised' };

function rejectionOf(judgments: unknown, ...waived: readonly string[]) {
  const acceptance_criteria = ['AC-1', 'AC-2'].map((id) =>
    metCriterion(id, waived.includes(id) ? { waived: WAIVED } : {}),
  );
  return standingRejection(promiseValue('s', { acceptance_criteria, judgments }));
}

describe('which FAIL stands', () => {
  it.each<[string, readonly PromiseParts[], readonly string[], readonly string[] | undefined]>([
    ['none without a run', [], [], undefined],
    ['a FAIL', [FAIL], [], ['AC-1']],
    ['none after a PASS', [FAIL, run('PASS')], [], undefined],
    ['one after a PASS', [run('PASS'), FAIL], [], ['AC-1']],
    ['one with an outage after it', [FAIL, run('WARN')], [], ['AC-1']],
    ['one with many outages after it', [FAIL, ...Array(5).fill(run('WARN'))], [], ['AC-1']],
    ['none of an outage alone', [run('WARN')], [], undefined],
    ['none that a PASS lifted before an outage', [FAIL, run('PASS'), run('WARN')], [], undefined],
    ['none where a person waived it', [FAIL], ['AC-1'], undefined],
    ['the rest where a person waived a part', [both], ['AC-2'], ['AC-1']],
    ['none where a person waived all', [both], ['AC-1', 'AC-2'], undefined],
    ['one where another criterion was waived', [FAIL], ['AC-2'], ['AC-1']],
    ['a run that was discarded', [compromised], [], ['AC-2']],
    ['one on nobody in particular', [run('FAIL')], ['AC-1'], []],
    ['none on nobody, where all are waived', [run('FAIL')], ['AC-1', 'AC-2'], undefined],
    ['a verdict that nobody knows', [run('MAYBE', 'AC-1')], [], ['AC-1']],
    ['pass in small letters', [run('pass', 'AC-1')], [], ['AC-1']],
  ])('%s', (_name, judgments, waived, failed) => {
    expect(rejectionOf(judgments, ...waived)?.failed).toEqual(failed);
  });

  it('counts the runs in a row that failed, outages aside', () => {
    expect(rejectionOf([FAIL, run('PASS'), FAIL, run('WARN'), both])?.times).toBe(2);
  });

  it('keeps no feedback on what is waived', () => {
    expect(rejectionOf([both], 'AC-2')?.feedback.map(({ ac_id }) => ac_id)).toEqual(['AC-1']);
  });

  it.each<[string, PromiseParts]>([
    ['no key but two', { status: 's', verdict: 'FAIL' }],
    [
      'keys of other kinds',
      { ...FAIL, failed: 'AC-1', feedback: { a: 1 }, timestamp: 7, model: [] },
    ],
    ['lists of other kinds', { ...FAIL, failed: [1, null, {}], feedback: [1, null, 'x', []] }],
  ])('stands with %s', (_name, record) => {
    expect(rejectionOf([record])).toMatchObject({ failed: [], feedback: [] });
  });
});

describe('a run is kept', () => {
  const context = {
    timestamp: '2026-02-17T10:30:00Z',
    session_id: 's',
    backend: 'api',
    endpoint: null,
    session_model: 'claude-opus-5-5',
    digest: 'd',
    evidence: { criteria: [], rest: 'e' },
  };
  const judged = (ac_id: string, judgment: 'PASS' | 'FAIL') => ({
    ac_id,
    judgment,
    confidence: 1,
    reasoning: '',
  });
  const feedback = [{ ac_id: 'AC-2', finding: '', would_satisfy: '' }];
  it.each<[string, Partial<JudgeResult>, readonly string[]]>([
    ['FAIL', { verdict: 'FAIL', criteria_judgments: [judged('AC-1', 'FAIL')] }, ['AC-1']],
    ['PASS', { verdict: 'PASS', criteria_judgments: [judged('AC-1', 'PASS')] }, []],
    ['WARN', { verdict: 'WARN', status: 'api_error' }, []],
    ['discarded', { verdict: 'FAIL', status: 'compromised', feedback }, ['AC-2']],
  ])('%s, with what failed, behind those before it', (_name, parts, failed) => {
    const model = 'm';
    const base = { status: 'success', verdict: 'PASS', reasoning: '', model } as const;
    const before = promiseValue('s', { judgments: [FAIL] });
    const { event, promise } = recordJudgment(
      before,
      resultWithoutAsking({ ...base, ...parts }),
      context,
    );
    expect(promise.judgments).toHaveLength(2);
    expect(promise.judgments?.at(-1)).toMatchObject({ ...context, model, failed });
    expect(event).toMatchObject({ event: 'promise.judged', failed });
    expect(before.judgments).toHaveLength(1);
  });
});

/** Evidence by the ids of criteria, as a record keeps it. */
const shown = (criteria: Readonly<Record<string, string>>) =>
  Object.entries(criteria).map(([ac_id, digest]) => ({ ac_id, digest }));

/** A run that was shown this evidence of each criterion. */
const over = (
  record: PromiseParts,
  criteria: Readonly<Record<string, string>>,
  votes?: number,
): PromiseParts => ({
  ...record,
  evidence: { criteria: shown(criteria), rest: 'r' },
  ...(votes === undefined ? {} : { tally: { asked: votes } }),
});
const OLD = { 'AC-1': 'a', 'AC-2': 'b' };
const NEW = { 'AC-1': 'a2', 'AC-2': 'b' };
const PASS = run('PASS');
const FAIL_2 = run('FAIL', 'AC-2');

describe('which FAIL stands, by the evidence of the runs', () => {
  it.each<[string, readonly PromiseParts[], readonly string[] | undefined]>([
    ['a PASS over the same evidence lifts nothing', [over(FAIL, OLD), over(PASS, OLD)], ['AC-1']],
    ['a PASS over other evidence lifts it', [over(FAIL, OLD), over(PASS, NEW)], undefined],
    ['two votes lift nothing', [over(FAIL, OLD), over(PASS, OLD, 2)], ['AC-1']],
    ['three votes lift it', [over(FAIL, OLD), over(PASS, OLD, 3)], undefined],
    ['of two only the one with other evidence', [over(both, OLD), over(PASS, NEW)], ['AC-2']],
    [
      'a FAIL of another does not lift the first',
      [over(FAIL, OLD), over(FAIL_2, OLD)],
      ['AC-1', 'AC-2'],
    ],
    ['a FAIL of another over new evidence does', [over(FAIL, OLD), over(FAIL_2, NEW)], ['AC-2']],
    [
      'a PASS that keeps no evidence lifts none of one that does',
      [over(FAIL, OLD), PASS],
      ['AC-1'],
    ],
    ['a FAIL that keeps none is lifted as it was', [FAIL, over(PASS, OLD)], undefined],
    ['a discarded run over the same', [over(compromised, OLD), over(PASS, OLD)], ['AC-2']],
    ['one on nobody, over the same', [over(run('FAIL'), OLD), over(PASS, OLD)], []],
    ['one on nobody, over other evidence', [over(run('FAIL'), OLD), over(PASS, NEW)], undefined],
  ])('%s', (_name, judgments, failed) => {
    expect(rejectionOf(judgments)?.failed).toEqual(failed);
  });

  it('counts the runs in a row over a PASS that lifts nothing', () => {
    const judgments = [over(FAIL, OLD), over(PASS, OLD), over(FAIL, NEW)];
    expect(rejectionOf(judgments)?.times).toBe(2);
  });
});

describe('what one more judge cannot lift', () => {
  it.each<[string, readonly PromiseParts[], Readonly<Record<string, string>>, readonly string[]]>([
    ['nothing without a FAIL', [], OLD, []],
    ['what was rejected and is the same', [over(FAIL, OLD)], OLD, ['AC-1']],
    ['nothing where it changed', [over(FAIL, OLD)], NEW, []],
    ['the part that is the same', [over(both, OLD)], NEW, ['AC-2']],
    ['nothing of a run that kept no evidence', [FAIL], OLD, []],
  ])('%s', (_name, judgments, criteria, unchanged) => {
    const promise = promiseValue('s', { judgments });
    expect(unchangedSinceRejected(promise, { criteria: shown(criteria), rest: 'r' })).toEqual(
      unchanged,
    );
  });
});

describe('which PASS serves', () => {
  const serves = (judgments: unknown, votes = 1, now: PromiseParts = {}) =>
    servingPass(
      promiseValue('s', { judgments }),
      { criteria: shown(OLD), rest: 'r', ...now },
      { votes, sees: [], independent: 'warn' },
    ) !== undefined;

  it.each<[string, boolean, boolean]>([
    ['none without a run', serves([]), false],
    ['the last one, over the same evidence', serves([over(PASS, OLD)]), true],
    ['with an outage after it', serves([over(PASS, OLD), run('WARN')]), true],
    ['over more than is asked about now', serves([over(PASS, { ...OLD, 'AC-3': 'c' })]), true],
    ['not over less', serves([over(PASS, { 'AC-1': 'a' })]), false],
    ['not over other evidence', serves([over(PASS, NEW)]), false],
    ['not where the rest changed', serves([over(PASS, OLD)], 1, { rest: 'other' }), false],
    ['not with a FAIL after it', serves([over(PASS, OLD), over(FAIL, OLD)]), false],
    ['not one that lifts nothing', serves([over(FAIL, OLD), over(PASS, OLD)]), false],
    ['not with too few votes', serves([over(PASS, OLD)], 3), false],
    ['with votes enough', serves([over(PASS, OLD, 3)], 3), true],
    ['not of nothing', serves([over(PASS, OLD)], 1, { criteria: [] }), false],
    ['not one that keeps no evidence', serves([PASS]), false],
  ])('%s', (_name, found, expected) => {
    expect(found).toBe(expected);
  });
});

describe('a rejection comes back with its evidence', () => {
  /** The evidence of AC-1 as it is now, and another. */
  const NOW = { 'AC-1': evidenceDigest({ ...criterion('AC-1'), ...metCriterion('AC-1') }) };
  const OTHER = { 'AC-1': 'other' };

  it.each<[string, readonly PromiseParts[], readonly string[] | undefined]>([
    ['that a PASS over other evidence had lifted', [over(FAIL, NOW), over(PASS, OTHER)], ['AC-1']],
    [
      'after another FAIL and a PASS over it',
      [over(FAIL, NOW), over(FAIL, OTHER), over(PASS, NOW)],
      ['AC-1'],
    ],
    [
      'for which a PASS came late, over what it was before',
      [over(FAIL, NOW), over(PASS, OTHER)],
      ['AC-1'],
    ],
    ['not where a vote passed that evidence', [over(FAIL, NOW), over(PASS, NOW, 3)], undefined],
    ['nor one over evidence that is gone', [over(FAIL, OTHER), over(PASS, NOW)], undefined],
  ])('%s', (_name, judgments, failed) => {
    expect(rejectionOf(judgments)?.failed).toEqual(failed);
  });

  it('not where the judge saw another diff over the same words, and passed them', () => {
    const rest = (record: PromiseParts, said: string): PromiseParts => ({
      ...record,
      evidence: { criteria: shown(NOW), rest: said },
    });
    expect(rejectionOf([rest(FAIL, 'a'), rest(PASS, 'b')])).toBeUndefined();
  });
});

describe('the same evidence', () => {
  const digest = (parts: PromiseParts) => evidenceDigest({ ...criterion('AC-1'), ...parts });

  it.each<[string, PromiseParts, boolean]>([
    ['with other spaces', { evidence: ' 42  tests\npassed ' }, true],
    ['of another type', { evidence: '42 tests passed', evidence_type: 'manual' }, true],
    ['met at another time', { evidence: '42 tests passed', met_at: 'later' }, true],
    ['in other words', { evidence: '43 tests passed' }, false],
    ['for another description', { evidence: '42 tests passed', description: 'x' }, false],
  ])('%s: %j', (_name, parts, isSame) => {
    expect(digest(parts) === digest({ evidence: '42 tests passed' })).toBe(isSame);
  });
});

describe('a PASS serves only what is wanted now', () => {
  const now = { criteria: shown(OLD), rest: 'r' };
  const wants = (record: PromiseParts, wanted: object) =>
    servingPass(promiseValue('s', { judgments: [{ ...over(PASS, OLD), ...record }] }), now, {
      votes: 1,
      sees: [],
      independent: 'warn',
      ...wanted,
    }) !== undefined;

  it.each<[string, boolean, boolean]>([
    ['another model', wants({}, { independent: 'required' }), true],
    [
      'not the model that did the work',
      wants({ same_model: true }, { independent: 'required' }),
      false,
    ],
    ['that model, where it is allowed', wants({ same_model: true }, {}), true],
    ['with the diff seen', wants({ sees: ['diff'] }, { sees: ['diff'] }), true],
    ['not with the diff unseen', wants({}, { sees: ['diff'] }), false],
  ])('%s', (_name, found, expected) => {
    expect(found).toBe(expected);
  });
});

describe('whether a judge passed a criterion as it is now', () => {
  const [one] = criteriaOf(promiseValue('s', { acceptance_criteria: [metCriterion('AC-1')] }));
  if (one === undefined) throw new Error('there is no criterion');
  const NOW = { 'AC-1': evidenceDigest(one) };
  const passed = (over: PromiseParts = {}): PromiseParts => ({
    ...run('PASS'),
    criteria: [{ ac_id: 'AC-1', judgment: 'PASS' }],
    evidence: { criteria: shown(NOW), rest: 'r' },
    ...over,
  });
  const asked = (votes: number): PromiseParts => passed({ tally: { asked: votes } });

  it.each<[string, readonly PromiseParts[], number, boolean]>([
    ['no run', [], 1, false],
    ['one judge, where one is wanted', [passed()], 1, true],
    ['one judge, where three votes are wanted', [passed()], 3, false],
    ['two votes, where three are wanted', [asked(2)], 3, false],
    ['three votes, where three are wanted', [asked(3)], 3, true],
    ['an outage since', [passed(), run('WARN')], 1, true],
    ['a FAIL since', [passed(), FAIL], 1, false],
    ['other evidence', [passed({ evidence: { criteria: shown(OLD), rest: 'r' } })], 1, false],
    ['another criterion', [passed({ criteria: [{ ac_id: 'AC-2', judgment: 'PASS' }] })], 1, false],
    [
      'a criterion that failed',
      [passed({ criteria: [{ ac_id: 'AC-1', judgment: 'FAIL' }] })],
      1,
      false,
    ],
  ])('%s', (_name, judgments, votes, expected) => {
    expect(isJudged(promiseValue('s', { judgments }), one, votes)).toBe(expected);
  });

  it.each<[string, readonly PromiseParts[], number | undefined]>([
    ['of a PASS', [passed({ overall_confidence: 0.4 })], undefined],
    ['of a PASS for a person', [passed({ for_person: true, overall_confidence: 0.4 })], 0.4],
    ['of one without a number', [passed({ for_person: true, overall_confidence: 'low' })], 0],
    ['of one before an outage', [passed({ for_person: true }), run('WARN')], 0],
    ['of one before a FAIL', [passed({ for_person: true }), FAIL], undefined],
  ])('the doubt %s', (_name, judgments, doubt) => {
    expect(doubtfulPass(promiseValue('s', { judgments }))).toBe(doubt);
  });
});
