import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgeResult } from '../../../src/domain/judging/judgment.ts';
import { recordJudgment } from '../../../src/domain/judging/judgment-record.ts';
import { replayJudgment } from '../../../src/domain/judging/replayed-judgment.ts';
import type { CastVote } from '../../../src/domain/judging/vote.ts';
import type { JudgmentRecord } from '../../../src/domain/promise/promise.ts';
import { panelResult } from '../../../src/reviews/promise/panel-result.ts';
import { promiseValue } from '../../rig/values/domain-values.ts';
import { MODEL, RUN_CONTEXT, resultValue } from '../../rig/values/judge-values.ts';
import { runs } from '../../rig/values/runs.ts';
import { castsOf } from '../../rig/values/vote-values.ts';

const IDS = ['A', 'B', 'C'];

/** What the suite keeps of a run. */
function recordOf(result: JudgeResult): JudgmentRecord {
  const { judgments } = recordJudgment(promiseValue('session-a'), result, RUN_CONTEXT).promise;
  const [record] = judgments ?? [];
  if (record === undefined) throw new Error('nothing was kept');
  // As a reader of the file finds it.
  return JSON.parse(JSON.stringify(record));
}

/** A run of one judge that fails these criteria and passes the others. */
function singleRun(fails: string, parts: Partial<JudgeResult> = {}): JudgeResult {
  const criteria_judgments = IDS.map((ac_id) => ({
    ac_id,
    judgment: fails.includes(ac_id) ? ('FAIL' as const) : ('PASS' as const),
    confidence: 1,
    reasoning: 'r',
  }));
  const feedback = [...fails].map((ac_id) => ({ ac_id, finding: 'f', would_satisfy: 'w' }));
  const verdict = fails === '' ? 'PASS' : 'FAIL';
  return resultValue({ verdict, criteria_judgments, feedback, ...parts });
}

/** The review behind a vote, as the judge that was asked would give it. */
function resultBehind(vote: CastVote): JudgeResult {
  switch (vote.cast) {
    case 'decided': {
      const fails = vote.judgments.filter(({ judgment }) => judgment === 'FAIL');
      return singleRun(fails.map(({ ac_id }) => ac_id).join(''));
    }
    case 'compromised':
      return singleRun('A', { status: 'compromised', verdict: 'FAIL', criteria_judgments: [] });
    case 'lost':
      return resultValue({ status: 'api_error', verdict: 'WARN' });
    case 'cancelled':
      return resultValue({ status: 'error', verdict: 'WARN' });
  }
}

/** What a panel comes to whose votes fall so. */
function panelRun(words: string, asked: number): JudgeResult {
  const ballots = castsOf(words, IDS).map((cast, index) => ({
    seat: { vote: index + 1, seed: '00000000', model: MODEL },
    cast,
    review: {
      result: resultBehind(cast),
      endpoint: null,
      redacted: [],
      unknown: [],
      warnings: [],
      fault: undefined,
      wasCalledOff: cast.cast === 'cancelled',
    },
  }));
  return panelResult(ballots, IDS, asked);
}

/** The votes of such a panel as the promise keeps them. */
function recordedVotes(words: string): readonly object[] {
  const { votes } = recordOf(panelRun(words, words.split(' ').length));
  return Array.isArray(votes) ? votes : [];
}

describe('what the suite keeps of a run follows from it', () => {
  it.each<[string, JudgeResult]>([
    ['a PASS', singleRun('')],
    ['a FAIL', singleRun('B')],
    ['a FAIL of all', singleRun('ABC')],
    [
      'one that was discarded',
      singleRun('A', { status: 'compromised', verdict: 'FAIL', criteria_judgments: [] }),
    ],
    ['an outage', resultValue({ status: 'api_error', verdict: 'WARN' })],
    ['a reply that could not be used', resultValue({ status: 'parse_error', verdict: 'WARN' })],
    ['a vote for it', panelRun('- - A', 3)],
    ['a vote against it', panelRun('- A A', 3)],
    ['a vote that fails it for different reasons', panelRun('A B C', 3)],
    ['a vote that was cancelled', panelRun('- - off', 3)],
    ['votes that are missing', panelRun('- lost lost', 3)],
    ['a vote with one that was talked round', panelRun('- - round', 3)],
  ])('%s', (_name, result) => {
    const replayed = replayJudgment(recordOf(result));
    expect(replayed).toMatchObject({
      recorded: result.verdict,
      derived: result.verdict,
      faults: [],
    });
  });

  it('however votes fall', () => {
    const vote = fc.constantFrom('-', 'A', 'B', 'AC', 'ABC', 'lost', 'off', 'round');
    fc.assert(
      fc.property(fc.array(vote, { minLength: 2, maxLength: 7 }), (votes) => {
        const result = panelRun(votes.join(' '), votes.length);
        expect(replayJudgment(recordOf(result)).faults).toEqual([]);
      }),
      runs(600),
    );
  });
});

describe('what was changed in a record shows', () => {
  const edited = (result: JudgeResult, parts: object) =>
    replayJudgment({ ...recordOf(result), ...parts }).faults.map(
      ({ derived, part, recorded }) => `${part}: ${recorded} for ${derived}`,
    );

  it.each<[string, JudgeResult, object, readonly string[]]>([
    ['the verdict of a FAIL', singleRun('B'), { verdict: 'PASS' }, ['verdict: PASS for FAIL']],
    [
      'the verdict and the list of what failed',
      singleRun('B'),
      { verdict: 'PASS', failed: [] },
      ['verdict: PASS for FAIL', 'failed:  for B'],
    ],
    ['what failed', singleRun('AB'), { failed: ['A'] }, ['failed: A for A, B']],
    ['more than failed', singleRun('B'), { failed: ['A', 'B'] }, ['failed: A, B for B']],
    ['the order of what failed', singleRun('AB'), { failed: ['B', 'A'] }, []],
    [
      'the order of the criteria',
      singleRun('AB'),
      { criteria: ['B', 'A'].map((ac_id) => ({ ac_id, judgment: 'FAIL' })) },
      [],
    ],
    [
      'what a run said that was discarded',
      singleRun('A', { status: 'compromised', feedback: [] }),
      { failed: ['A'] },
      ['failed: A for '],
    ],
    [
      'lists into such with odd entries',
      panelRun('- A A', 3),
      {
        criteria: [null, 7],
        feedback: [null, { ac_id: 'A' }],
        votes: [null, ...recordedVotes('- A A')],
      },
      [],
    ],
    [
      'votes that pass it and name what failed',
      panelRun('- - -', 3),
      { criteria: [], votes: recordedVotes('- - -').map((one) => ({ ...one, failed: ['A'] })) },
      ['verdict: PASS for FAIL'],
    ],
    [
      'votes into such that could not be had',
      panelRun('- - -', 3),
      { votes: recordedVotes('- - -').map((one) => ({ ...one, status: 'api_error' })) },
      ['verdict: PASS for WARN', 'tally: 3 passed for 0 passed'],
    ],
    [
      'votes into no list',
      panelRun('- A A', 3),
      { votes: 7 },
      [
        'verdict: FAIL for WARN',
        'failed: A for ',
        'tally: 1 passed for 0 passed',
        'tally: 2 failed for 0 failed',
      ],
    ],
    [
      'the words of votes',
      panelRun('- - -', 3),
      { votes: recordedVotes('- - -').map((one) => ({ ...one, verdict: 'OK' })) },
      ['verdict: PASS for WARN', 'tally: 3 passed for 0 passed'],
    ],
    [
      'how many of the votes count, of which one came too late',
      panelRun('- A A', 3),
      { votes: recordedVotes('- - A'), tally: { asked: 3, passed: 1, failed: 1 } },
      [],
    ],
    ['the criteria', singleRun('B'), { criteria: [] }, []],
    ['the criteria of a PASS', singleRun(''), { criteria: [] }, ['verdict: PASS for FAIL']],
    [
      'a word for a judgment',
      singleRun(''),
      { criteria: [{ ac_id: 'A', judgment: 'OK' }] },
      ['verdict: PASS for FAIL', 'failed:  for A'],
    ],
    [
      'the status of an outage',
      resultValue({ status: 'api_error', verdict: 'WARN' }),
      { verdict: 'PASS' },
      ['verdict: PASS for WARN'],
    ],
    [
      'the verdict of a vote',
      panelRun('- A A', 3),
      { verdict: 'PASS', failed: [] },
      ['verdict: PASS for FAIL', 'failed:  for A'],
    ],
    [
      'votes that were taken out',
      panelRun('- A A', 3),
      { votes: [{ status: 'success', verdict: 'PASS', failed: [] }], verdict: 'PASS', failed: [] },
      ['verdict: PASS for WARN', 'tally: 2 failed for 0 failed'],
    ],
    [
      'the tally',
      panelRun('- A A', 3),
      { tally: { asked: 3, passed: 3, failed: 0 } },
      ['tally: 3 passed for 1 passed', 'tally: 0 failed for 2 failed'],
    ],
    [
      'a majority',
      panelRun('- - A', 3),
      { criteria: IDS.map((ac_id) => ({ ac_id, judgment: 'FAIL' })) },
      IDS.map((id) => `criteria: ${id} FAIL for ${id} PASS`),
    ],
    [
      'everything, into nothing',
      singleRun('B'),
      { criteria: 7, failed: null, feedback: 'x', tally: 1, verdict: 'PASS' },
      ['verdict: PASS for FAIL'],
    ],
  ])('%s', (_name, result, parts, faults) => {
    expect(edited(result, parts)).toEqual(faults);
  });
});
