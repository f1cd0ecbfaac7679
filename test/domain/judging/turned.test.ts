import { describe, expect, it } from 'vitest';
import { turnedVerdict } from '../../../src/domain/judging/turned.ts';
import type { JudgmentRecord } from '../../../src/domain/promise/promise.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';

/** A run in a word: `FAIL`, `PASS`, `WARN`, `gave-way` (discarded) or `refused` (a PASS of a run that ended otherwise). */
function recordOf(word: string, index: number): JudgmentRecord {
  const verdict = { 'gave-way': 'FAIL', refused: 'PASS' }[word] ?? word;
  const status = { 'gave-way': 'compromised', refused: 'error' }[word] ?? 'success';
  const failed = verdict === 'FAIL' ? ['AC-1'] : [];
  return {
    status,
    verdict,
    failed,
    timestamp: `t${index}`,
    session_id: `s${index}`,
    model: `m${index}`,
  };
}

const turnedOf = (words: string) => {
  const judgments = words.split(' ').filter(Boolean).map(recordOf);
  return turnedVerdict(promiseValue('session-a', { judgments }));
};

describe('the two runs between which a verdict turned', () => {
  it.each<[runs: string, turned: string | undefined]>([
    ['', undefined],
    ['PASS', undefined],
    ['FAIL', undefined],
    ['PASS FAIL', undefined],
    ['FAIL WARN', undefined],
    ['FAIL refused', undefined],
    ['FAIL PASS', 't0 t1, 1 failed'],
    ['FAIL WARN PASS', 't0 t2, 1 failed'],
    ['FAIL PASS WARN', 't0 t1, 1 failed'],
    ['FAIL PASS PASS', 't0 t1, 1 failed'],
    ['FAIL FAIL PASS', 't1 t2, 2 failed'],
    ['FAIL PASS FAIL', undefined],
    ['FAIL PASS FAIL PASS', 't2 t3, 2 failed'],
    ['gave-way PASS', 't0 t1, 1 failed'],
  ])('of %s: %s', (words, told) => {
    const turned = turnedOf(words);
    const { after, before, failures } = turned ?? {};
    expect(turned && `${before?.at} ${after?.at}, ${failures} failed`).toBe(told);
  });

  it('each says who asked, which model, and what failed', () => {
    expect(turnedOf('gave-way PASS')).toEqual({
      before: {
        at: 't0',
        session: 's0',
        model: 'm0',
        verdict: 'FAIL',
        isDiscarded: true,
        failed: ['AC-1'],
      },
      after: {
        at: 't1',
        session: 's1',
        model: 'm1',
        verdict: 'PASS',
        isDiscarded: false,
        failed: [],
      },
      failures: 1,
    });
  });

  it.each<[string, unknown]>([
    ['texts', { timestamp: 7, session_id: null, model: [], failed: 'AC-1' }],
    ['nothing', {}],
  ])('what was written by hand breaks nothing: %s', (_what, rubbish) => {
    const judgments = ['FAIL', 'PASS'].map((verdict) =>
      Object.assign({ status: 'success', verdict }, rubbish),
    );
    const { before } = turnedVerdict(promiseValue('session-a', { judgments })) ?? {};
    expect(before).toMatchObject({ at: '', session: '', model: '', failed: [] });
  });
});
