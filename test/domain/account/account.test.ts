import { describe, expect, it } from 'vitest';
import { countCosts, totalsOf } from '../../../src/domain/account/totals.ts';
import { readCostLine } from '../../../src/domain/judging/cost-line.ts';
import type { CompletionPromise, Criterion } from '../../../src/domain/promise/promise.ts';
import type { TakenTree } from '../../../src/domain/promise/tree.ts';
import { accountOf } from '../../rig/values/report-values.ts';

const promise = (given: Partial<CompletionPromise>): CompletionPromise => ({
  id: 'p',
  status: 'in_progress',
  ownership: { owned_by: 'me' },
  ...given,
});
const met: Criterion = { id: 'AC-1', status: 'met', evidence: 'seen' };
const proof = (tree: string | null) => ({ source: 'self-chosen', tree });
const tree = (digest: string) => (): TakenTree => ({ bound: true, digest });

describe('how a criterion stands in a report', () => {
  it.each<[string, Criterion, string, string]>([
    ['met in words', met, 'in_progress', 'met'],
    ['met without a word', { ...met, evidence: '' }, 'in_progress', 'open'],
    ['not met', { ...met, status: 'pending' }, 'in_progress', 'open'],
    ['proved, the files as they were', { ...met, proof: proof('now') }, 'in_progress', 'proved'],
    ['proved, the files changed since', { ...met, proof: proof('then') }, 'in_progress', 'stale'],
    [
      'the same in a promise that was closed',
      { ...met, proof: proof('then') },
      'verified',
      'proved',
    ],
    ['proved, and bound to no files', { ...met, proof: proof(null) }, 'in_progress', 'met'],
    [
      'with checks that never passed',
      { ...met, checks: [{ kind: 'command' }] },
      'in_progress',
      'open',
    ],
    [
      'waived',
      { ...met, status: 'pending', waived: { by: 'person', at: '', reason: 'r' } },
      'in_progress',
      'waived',
    ],
  ])('%s', (_what, criterion, status, standing) => {
    const account = accountOf(promise({ status, acceptance_criteria: [criterion] }), {
      takeTree: tree('now'),
    });
    expect(account.criteria[0]?.standing).toBe(standing);
  });
});

describe('what a reader should look at', () => {
  const verified = (gates: object): CompletionPromise =>
    promise({ status: 'verified', verification: { gates } });
  const fail = { status: 'success', verdict: 'FAIL', failed: ['AC-1'], reasoning: 'why' };
  it.each<[string, CompletionPromise, readonly string[]]>([
    ['nothing', verified({ judge: 'passed', validation: 'passed' }), []],
    ['no judge was asked for', verified({ judge: 'not-run' }), []],
    ['no judge could be had', verified({ judge: 'unavailable' }), ['unjudged']],
    ['gates were skipped', verified({ judge: 'skipped', validation: 'skipped' }), ['skipped']],
    ['a FAIL stands', promise({ acceptance_criteria: [met], judgments: [fail] }), ['rejected']],
    [
      'its session wants to give it up',
      promise({
        acceptance_criteria: [met],
        judgments: [fail],
        give_up_requested: { what: 'cancel', at: '', session_id: '' },
      }),
      ['rejected', 'cancel-requested'],
    ],
    [
      'a proof is bound to nothing',
      promise({ acceptance_criteria: [{ ...met, proof: proof(null) }] }),
      ['not-bound'],
    ],
  ])('%s', (_what, given, kinds) => {
    expect(accountOf(given).concerns.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('is counted once per promise', () => {
    const accounts = [verified({ judge: 'unavailable' }), verified({ judge: 'passed' })].map(
      (one) => accountOf(one),
    );
    const totals = totalsOf(accounts, countCosts().totals());
    expect(totals.concerns.unjudged).toBe(1);
    expect(totals.with_concerns).toBe(1);
    expect(totals.judge).toEqual({ unavailable: 1, passed: 1 });
  });
});

describe('what models cost', () => {
  const call = (timestamp: string, model: string, cost_usd: number | null) => {
    const line = readCostLine(
      JSON.stringify({ timestamp, model, cost_usd, promise_id: 'p', kind: 'promise-review' }),
    );
    if (line === undefined) throw new Error('this is a line');
    return line;
  };
  const calls = [
    call('2026-02-17T10:00:00Z', 'b', 0.5),
    call('2026-02-16T10:00:00Z', 'a', 0.25),
    call('2026-02-17T11:00:00Z', 'a', 0.25),
  ];

  it('is summed up by model', () => {
    const costs = countCosts();
    for (const call of calls) costs.add(call);
    const { cost_usd, models } = costs.totals();
    expect(cost_usd).toBe(1);
    expect(models.map(({ calls: count, model }) => [model, count])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  it('belongs to the run that was recorded after the call began', () => {
    const run = (timestamp: string) => ({ status: 'success', verdict: 'PASS', timestamp });
    const judgments = [run('2026-02-16T10:00:09Z'), run('2026-02-17T11:30:00Z')];
    const inOrder = [calls[1], calls[0], calls[2]].flatMap((one) => one ?? []);
    const account = accountOf(promise({ judgments }), { calls: inOrder });
    expect(account.judgments.map(({ cost_usd }) => cost_usd)).toEqual([0.25, 0.75]);
  });
});
