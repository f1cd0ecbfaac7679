import { describe, expect, it } from 'vitest';
import { evidenceDigest } from '../../../src/domain/judging/evidence-digest.ts';
import { type JudgeResult, resultWithoutAsking } from '../../../src/domain/judging/judgment.ts';
import {
  disputedCriteria,
  dissentOn,
  doubtfulPass,
  earlierRejections,
  isJudged,
  judgedFailuresInARow,
  recordJudgment,
  servingPass,
  standingRejection,
  unchangedSinceRejected,
  type Wanted,
  wasAskedAbout,
} from '../../../src/domain/judging/judgment-record.ts';
import { criteriaOf } from '../../../src/domain/promise/promise.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { RUN_CONTEXT } from '../../rig/values/judge-values.ts';
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
    ['the first, after a run that was discarded', [FAIL, compromised], [], ['AC-1', 'AC-2']],
    ['not the first, after another that decided', [FAIL, run('FAIL', 'AC-2')], [], ['AC-2']],
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

  it.each<[string, readonly PromiseParts[], number]>([
    ['of the last run that decided', [FAIL, FAIL], 1],
    ['of the last of two over the same evidence', [over(FAIL, OLD), over(FAIL, OLD)], 1],
    ['of it and one that was discarded since', [FAIL, { ...FAIL, status: 'compromised' }], 2],
  ])('keeps the feedback %s', (_of, judgments, count) => {
    expect(rejectionOf(judgments)?.feedback).toEqual(
      Array(count).fill({ ac_id: 'AC-1', finding: 'f', would_satisfy: 'w' }),
    );
  });

  it('stands on nobody where there is no criterion', () => {
    const parts = { acceptance_criteria: [], judgments: [run('FAIL')] };
    expect(standingRejection(promiseValue('s', parts))).toEqual({
      at: '2026-02-17 FAIL',
      model: 'm',
      status: 'success',
      reasoning: 'r',
      failed: [],
      feedback: [],
      times: 1,
    });
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
    ...RUN_CONTEXT,
    timestamp: '2026-02-17T10:30:00Z',
    session_model: 'claude-opus-5-5',
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
    [
      'discarded, whatever it said of the criteria',
      {
        verdict: 'FAIL',
        status: 'compromised',
        feedback: [...feedback, ...feedback],
        criteria_judgments: [judged('AC-1', 'FAIL')],
      },
      ['AC-2'],
    ],
    [
      'FAIL by votes that no criterion failed',
      { verdict: 'FAIL', feedback, criteria_judgments: [judged('AC-1', 'PASS')] },
      ['AC-2'],
    ],
    ['PASS over one that fails', { criteria_judgments: [judged('AC-1', 'FAIL')], feedback }, []],
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
    [
      'a PASS without evidence none of a FAIL with and one without',
      [FAIL, over(FAIL, OLD), PASS],
      ['AC-1'],
    ],
    [
      'a PASS over what one of two rejected',
      [over(FAIL, OLD), over(FAIL, NEW), over(PASS, OLD)],
      ['AC-1'],
    ],
    [
      'a PASS beside evidence that is no object',
      [{ ...FAIL, evidence: { criteria: [null, ...shown(OLD)], rest: 'r' } }, over(PASS, OLD)],
      ['AC-1'],
    ],
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
    ['what one of two rejected as it is', [over(FAIL, OLD), over(FAIL, NEW)], OLD, ['AC-1']],
    ['nothing of a run that kept no evidence', [FAIL], OLD, []],
  ])('%s', (_name, judgments, criteria, unchanged) => {
    const promise = promiseValue('s', { judgments });
    expect(unchangedSinceRejected(promise, { criteria: shown(criteria), rest: 'r' })).toEqual(
      unchanged,
    );
  });
});

describe('which PASS serves', () => {
  it.each<[string, readonly PromiseParts[], number, PromiseParts, boolean]>([
    ['none without a run', [], 1, {}, false],
    ['the last one, over the same evidence', [over(PASS, OLD)], 1, {}, true],
    ['with an outage after it', [over(PASS, OLD), run('WARN')], 1, {}, true],
    ['over more than is asked about now', [over(PASS, { ...OLD, 'AC-3': 'c' })], 1, {}, true],
    ['not over less', [over(PASS, { 'AC-1': 'a' })], 1, {}, false],
    ['not over other evidence', [over(PASS, NEW)], 1, {}, false],
    ['not where the rest changed', [over(PASS, OLD)], 1, { rest: 'other' }, false],
    ['not with a FAIL after it', [over(PASS, OLD), over(FAIL, OLD)], 1, {}, false],
    ['not one that lifts nothing', [over(FAIL, OLD), over(PASS, OLD)], 1, {}, false],
    ['not with too few votes', [over(PASS, OLD)], 3, {}, false],
    ['with votes enough', [over(PASS, OLD, 3)], 3, {}, true],
    ['with more votes than enough', [over(PASS, OLD, 5)], 3, {}, true],
    ['not one that was discarded', [{ ...over(PASS, OLD), status: 'compromised' }], 1, {}, false],
    ['not of nothing', [over(PASS, OLD)], 1, { criteria: [] }, false],
    ['not one that keeps no evidence', [PASS], 1, {}, false],
  ])('%s', (_name, judgments, votes, now, expected) => {
    const served = servingPass(
      promiseValue('s', { judgments }),
      { criteria: shown(OLD), rest: 'r', ...now },
      { votes, sees: [], independent: 'warn' },
    );
    const last = judgments.findLast(({ verdict }) => verdict !== 'WARN');
    expect(served).toBe(expected ? last : undefined);
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
      'after one judge passed it as it was, and then another evidence',
      [over(FAIL, NOW), over(PASS, NOW), over(PASS, OTHER)],
      ['AC-1'],
    ],
    [
      'after votes failed another for it',
      [over(FAIL, NOW), over(FAIL_2, NOW, 3), over(PASS, OTHER)],
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
    ['with no proof', { evidence: '42 tests passed', proof: null }, true],
    ['run for longer', { evidence: '42 tests passed', proof: { duration_ms: 7 } }, true],
    ['without blanks', { evidence: '42testspassed' }, false],
    ['in other words', { evidence: '43 tests passed' }, false],
    ['for another description', { evidence: '42 tests passed', description: 'x' }, false],
  ])('%s: %j', (_name, parts, isSame) => {
    expect(digest(parts) === digest({ evidence: '42 tests passed' })).toBe(isSame);
  });

  it.each(['source', 'argv', 'exit_code', 'tree', 'not_bound', 'failed_at'])(
    'is another where the %s of its proof is',
    (key) => {
      expect(digest({ proof: { [key]: 'x' } })).not.toBe(digest({ proof: {} }));
    },
  );

  it('none is an empty one', () => {
    const digests = ['', ' ', null, undefined].map((evidence) => digest({ evidence }));
    expect(new Set(digests).size).toBe(1);
  });
});

describe('a PASS serves only what is wanted now', () => {
  const both = { sees: ['diff', 'tools'] };

  it.each<[string, PromiseParts, Partial<Wanted>, boolean]>([
    ['another model', {}, { independent: 'required' }, true],
    ['not the model that did the work', { same_model: true }, { independent: 'required' }, false],
    ['that model, where it is allowed', { same_model: true }, {}, true],
    ['with the diff seen', { sees: ['diff'] }, { sees: ['diff'] }, true],
    ['with more seen than is wanted', both, { sees: ['diff'] }, true],
    ['not with the diff unseen', {}, { sees: ['diff'] }, false],
    ['not with a part of it unseen', { sees: ['diff'] }, both, false],
  ])('%s', (_name, record, wanted, expected) => {
    const promise = promiseValue('s', { judgments: [{ ...over(PASS, OLD), ...record }] });
    const now = { criteria: shown(OLD), rest: 'r' };
    const all = { votes: 1, sees: [], independent: 'warn', ...wanted } as const;
    expect(servingPass(promise, now, all) !== undefined).toBe(expected);
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
    ['one judge, of whom it is said oddly', [passed({ tally: { asked: 'many' } })], 1, true],
    [
      'another criterion beside it that failed',
      [
        passed({
          criteria: [
            null,
            { ac_id: 'AC-2', judgment: 'FAIL' },
            { ac_id: 'AC-1', judgment: 'PASS' },
          ],
        }),
      ],
      1,
      true,
    ],
    ['no list of criteria', [passed({ criteria: 'AC-1' })], 1, false],
    [
      'no evidence, and met before',
      [passed({ evidence: null, timestamp: '2026-02-17T10:30:01Z' })],
      1,
      true,
    ],
    [
      'no evidence, and met then',
      [passed({ evidence: null, timestamp: '2026-02-17T10:30:00Z' })],
      1,
      false,
    ],
    [
      'no evidence, and met since',
      [passed({ evidence: null, timestamp: '2026-02-17T10:29:59Z' })],
      1,
      false,
    ],
    ['a run that did not come to its end', [passed({ status: 'compromised' })], 1, false],
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
    ['of no run', [], undefined],
    ['of a FAIL for a person', [{ ...FAIL, for_person: true }], undefined],
    [
      'of a run for a person that was discarded',
      [passed({ for_person: true, status: 'compromised' })],
      undefined,
    ],
    ['of a PASS', [passed({ overall_confidence: 0.4 })], undefined],
    ['of a PASS for a person', [passed({ for_person: true, overall_confidence: 0.4 })], 0.4],
    ['of one without a number', [passed({ for_person: true, overall_confidence: 'low' })], 0],
    ['of one before an outage', [passed({ for_person: true }), run('WARN')], 0],
    ['of one before a FAIL', [passed({ for_person: true }), FAIL], undefined],
  ])('the doubt %s', (_name, judgments, doubt) => {
    expect(doubtfulPass(promiseValue('s', { judgments }))).toBe(doubt);
  });
});

describe('what a record of a run holds', () => {
  const context = { ...RUN_CONTEXT, timestamp: '2026-02-17T10:30:00Z' };
  const said = [{ ac_id: 'AC-1', judgment: 'FAIL', confidence: 1, reasoning: 'no' }] as const;
  const feedback = [{ ac_id: 'AC-1', finding: 'f', would_satisfy: 'w' }];
  const result = (parts: Partial<JudgeResult> = {}): JudgeResult =>
    resultWithoutAsking({
      status: 'success',
      verdict: 'FAIL',
      reasoning: 'r',
      model: 'm',
      overall_confidence: 0.5,
      request_id: 'req-1',
      criteria_judgments: said,
      feedback,
      ...parts,
    });
  const bare = {
    ...context,
    model: 'm',
    request_id: 'req-1',
    status: 'success',
    verdict: 'FAIL',
    reasoning: 'r',
    overall_confidence: 0.5,
    criteria: [{ ac_id: 'AC-1', judgment: 'FAIL', reasoning: 'no' }],
    failed: ['AC-1'],
    feedback,
  };
  const event = { event: 'promise.judged', status: 'success', verdict: 'FAIL', failed: ['AC-1'] };
  const kept = (of: JudgeResult, more: object = {}) =>
    recordJudgment(promiseValue('s'), of, { ...context, ...more });

  it('of one judge: what it was asked and what it said', () => {
    const change = kept(result());
    expect(change.promise.judgments).toStrictEqual([bare]);
    expect(change.event).toStrictEqual(event);
    expect(change).not.toHaveProperty('naming');
  });

  it.each([
    [true, { ...bare, for_person: true }],
    [false, bare],
  ])('whether it is for a person: %s', (for_person, record) => {
    expect(kept(result({ for_person })).promise.judgments).toStrictEqual([record]);
  });

  it('of votes: how each fell', () => {
    const dissent = [
      { ac_id: 'AC-1', vote: 2, model: 'm2', judgment: 'PASS', reasoning: 'x'.repeat(400) },
    ] as const;
    const tally = {
      asked: 1,
      passed: 0,
      failed: 1,
      lost: 0,
      cancelled: 0,
      divergent: true,
      disputed: ['AC-1'],
      dissent,
      judges: { m: 1 },
      independent_votes: 1,
    };
    const vote = { vote: 1, model: 'm', seed: '0', status: 'success', verdict: 'FAIL' } as const;
    const votes = [
      {
        ...vote,
        reasoning: 'r',
        criteria_judgments: said,
        token_cost: { input_tokens: 1, output_tokens: 1 },
        latency_ms: 1,
        cost_usd: 0,
        request_id: null,
      },
    ];
    const change = kept(result({ tally, votes }));
    expect(change.promise.judgments).toStrictEqual([
      {
        ...bare,
        tally: { ...tally, dissent: [{ ...dissent[0], reasoning: `${'x'.repeat(299)}…` }] },
        votes: [{ ...vote, failed: ['AC-1'] }],
      },
    ]);
    expect(change.event).toStrictEqual({ ...event, divergent: true });
  });

  it('of a run that was shown weakened tests: which, and the event that says so', () => {
    const tampering = ['a finding'];
    const change = kept(result(), { tampering });
    expect(change.promise.judgments).toStrictEqual([{ ...bare, tampering }]);
    expect(change.event).toStrictEqual({ ...event, tampering });
    const line = { offset: 7, digest: 'of the event' };
    expect(change.naming?.(line)).toEqual({
      ...promiseValue('s'),
      judgments: [{ ...bare, tampering, event: line }],
    });
  });
});

describe('what the votes of a run left in dispute', () => {
  const disputed = (verdict: string, ...ids: readonly string[]): PromiseParts => ({
    ...run(verdict),
    tally: {
      asked: 3,
      disputed: ids,
      dissent: ['AC-1', 'AC-2', 'AC-9'].map((ac_id) => ({
        ac_id,
        vote: 1,
        model: 'm',
        judgment: 'FAIL',
        reasoning: 'r',
      })),
    },
  });
  const PAIR = disputed('PASS', 'AC-1', 'AC-2');

  it.each<[string, readonly PromiseParts[] | undefined, readonly string[], readonly string[]]>([
    ['nothing without a run', undefined, [], []],
    ['nothing of one judge', [PASS], [], []],
    ['what they differed on', [PAIR], [], ['AC-1', 'AC-2']],
    ['nothing that was waived', [PAIR], ['AC-1'], ['AC-2']],
    ['nothing after one that was of one voice', [PAIR, PASS], [], []],
    ['the same after an outage', [PAIR, run('WARN')], [], ['AC-1', 'AC-2']],
    ['what an outage left', [PASS, disputed('WARN', 'AC-2')], [], ['AC-2']],
    ['nothing of an odd tally', [{ ...PASS, tally: 'x' }], [], []],
  ])('%s', (_what, judgments, waived, ids) => {
    const acceptance_criteria = ['AC-1', 'AC-2'].map((id) =>
      metCriterion(id, waived.includes(id) ? { waived: WAIVED } : {}),
    );
    const promise = promiseValue('s', { acceptance_criteria, judgments });
    expect(disputedCriteria(promise)).toEqual(ids);
    expect(dissentOn(promise).map(({ ac_id }) => ac_id)).toEqual(ids);
  });
});

describe('what earlier runs said', () => {
  it('is told of each that rejected something, oldest first', () => {
    const odd = { status: 'success', verdict: 'FAIL', feedback: [7, { ac_id: 'AC-1' }] };
    const promise = promiseValue('s', { judgments: [FAIL, PASS, run('WARN'), odd] });
    expect(earlierRejections(promise)).toEqual([
      {
        at: '2026-02-17 FAIL',
        feedback: [{ ac_id: 'AC-1', finding: 'f', would_satisfy: 'w' }],
      },
      { at: '', feedback: [{ ac_id: 'AC-1', finding: '', would_satisfy: '' }] },
    ]);
    expect(earlierRejections(promiseValue('s'))).toEqual([]);
  });

  it.each<[readonly PromiseParts[], number]>([
    [[], 0],
    [[FAIL], 1],
    [[FAIL, both, FAIL_2], 2],
    [[FAIL, PASS, FAIL], 1],
    [[FAIL, PASS], 0],
  ])('%#: a criterion was rejected so often in a row', (judgments, times) => {
    expect(judgedFailuresInARow(promiseValue('s', { judgments }), 'AC-1')).toBe(times);
  });

  it.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['all that it saw', OLD, true],
    ['a part of it', { 'AC-1': 'a' }, true],
    ['nothing', {}, false],
    ['a part that changed', NEW, false],
    ['what it did not see', { ...OLD, 'AC-3': 'c' }, false],
  ])('whether a run was asked about %s', (_what, criteria, wasAsked) => {
    const [record] = promiseValue('s', { judgments: [over(PASS, OLD)] }).judgments ?? [];
    expect(record && wasAskedAbout(record, shown(criteria))).toBe(wasAsked);
  });
});
