import { describe, expect, it } from 'vitest';
import { type JudgeResult, resultWithoutAsking } from '../../../src/domain/judging/judgment.ts';
import { recordJudgment, standingRejection } from '../../../src/domain/judging/judgment-record.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { metCriterion, type PromiseParts } from '../../rig/values/promises.ts';

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
