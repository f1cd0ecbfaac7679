import { describe, expect, it } from 'vitest';
import { judgeResultSchema } from '../../../build/schemas/judge-result.ts';
import { ID } from '../../rig/worlds/judged-project.ts';
import { criteriaIn, failOnly, passEverything, reply } from '../../rig/worlds/messages-api.ts';
import { eventsOf } from '../../rig/worlds/proving.ts';
import {
  countsOf,
  IDS,
  judgedEvents,
  ordersSeen,
  ordersTold,
  votedProject,
} from '../../rig/worlds/voted-project.ts';

const PASS = reply(passEverything);
const FAIL = reply(failOnly('AC-2'));
const fails = (...ids: readonly string[]) => reply(failOnly(...ids));

describe('a strict majority of the votes asked for decides', () => {
  it.each([
    { what: 'all pass', answers: [PASS, PASS, PASS], verdict: 'PASS', disputed: [] },
    { what: 'two of three pass', answers: [PASS, FAIL, PASS], verdict: 'PASS', disputed: ['AC-2'] },
    { what: 'two of three fail', answers: [FAIL, PASS, FAIL], verdict: 'FAIL', disputed: ['AC-2'] },
    { what: 'all fail', answers: [FAIL, FAIL, FAIL], verdict: 'FAIL', disputed: [] },
    { what: 'a tie', answers: [PASS, FAIL], verdict: 'FAIL', disputed: ['AC-2'] },
    {
      what: 'three of four',
      answers: [PASS, FAIL, PASS, PASS],
      verdict: 'PASS',
      disputed: ['AC-2'],
    },
    {
      what: 'a tie of four',
      answers: [PASS, FAIL, PASS, FAIL],
      verdict: 'FAIL',
      disputed: ['AC-2'],
    },
    { what: 'one vote', answers: [PASS], verdict: 'PASS', disputed: [] },
  ])('$what: $verdict', async ({ answers, disputed, verdict }) => {
    const { api, isClosed, vote } = await votedProject();
    api.answer(...answers);
    const voted = await vote(['--votes', String(answers.length)]);
    const { code, result } = voted;
    expect({ code, verdict: result.verdict }).toEqual({
      code: verdict === 'PASS' ? 0 : 1,
      verdict,
    });
    expect(isClosed()).toBe(verdict === 'PASS');
    expect(api.requests).toHaveLength(answers.length);
    if (answers.length === 1) return;
    const passed = answers.filter((answer) => answer === PASS).length;
    const failed = answers.length - passed;
    expect(countsOf(voted)).toBe(
      `${answers.length} asked: ${passed} passed, ${failed} failed, 0 lost, 0 cancelled`,
    );
    expect(result.tally).toMatchObject({ divergent: disputed.length > 0, disputed });
    expect(result.overall_confidence).toBe(passed / answers.length);
  });

  it('a single vote is a single judge: nothing is said of votes', async () => {
    const { costLines, vote } = await votedProject();
    const { result } = await vote(['--votes', '1']);
    expect(result).toMatchObject({ overall_confidence: 0.85, votes: [] });
    expect(result).not.toHaveProperty('tally');
    expect(costLines()).toMatchObject([{ vote: null }]);
  });

  it('scattered FAILs fail the promise, though each criterion has a majority', async () => {
    const { api, judgments, vote } = await votedProject();
    api.answer(fails('AC-1'), fails('AC-2'), fails('AC-3'));
    const { code, result } = await vote(['--votes', '3']);
    expect({ code, verdict: result.verdict }).toEqual({ code: 1, verdict: 'FAIL' });
    expect(result.criteria_judgments.map(({ judgment }) => judgment)).toEqual(
      IDS.map(() => 'PASS'),
    );
    expect(result.feedback.map(({ ac_id }) => ac_id)).toEqual(IDS);
    expect(judgments()).toMatchObject([{ verdict: 'FAIL', failed: IDS }]);
  });

  it('one vote against a criterion is no feedback where the majority is for it', async () => {
    const { api, vote } = await votedProject();
    api.answer(fails('AC-1'), fails('AC-1', 'AC-3'), PASS);
    const { result } = await vote(['--votes', '3']);
    expect(result).toMatchObject({ verdict: 'FAIL', tally: { disputed: ['AC-1', 'AC-3'] } });
    expect(new Set(result.feedback.map(({ ac_id }) => ac_id))).toEqual(new Set(['AC-1']));
  });
});

describe('each vote', () => {
  it('sees the criteria in an order of its own, which its recorded seed tells', async () => {
    const { api, promise, vote } = await votedProject();
    const voted = await vote(['--votes', '5']);
    expect(new Set(ordersSeen(api.requests)).size).toBe(5);
    expect(ordersSeen(api.requests)).toEqual(ordersTold(voted, IDS));
    const votes = voted.result.votes.map((one) => ({ vote: one.vote, seed: one.seed }));
    expect(promise()).toMatchObject({ judgments: [{ votes }] });
  });

  it('is fenced with a nonce of its own', async () => {
    const { api, vote } = await votedProject();
    await vote(['--votes', '3']);
    const nonces = api.requests.map(({ text }) => /<data-([0-9a-f]+) /.exec(text)?.[1]);
    expect(new Set(nonces).size).toBe(3);
  });

  it('is asked once more where its reply is garbage, in the same order', async () => {
    const { api, costLines, vote } = await votedProject();
    api.answer(
      reply(() => 'no JSON'),
      PASS,
    );
    const voted = await vote(['--votes', '3']);
    expect(countsOf(voted)).toBe('3 asked: 3 passed, 0 failed, 0 lost, 0 cancelled');
    expect(ordersSeen(api.requests)).toHaveLength(4);
    expect([...new Set(ordersSeen(api.requests))]).toEqual(ordersTold(voted, IDS));
    const garbled = costLines().find(({ status }) => status === 'parse_error')?.vote;
    expect(costLines().filter(({ vote: number }) => number === garbled)).toHaveLength(2);
  });

  it('is counted from 1, and shown and kept in that order', async () => {
    const { api, promise, vote } = await votedProject();
    api.answer(FAIL, PASS);
    const { result } = await vote(['--votes', '3']);
    expect(result.votes.map((one) => one.vote)).toEqual([1, 2, 3]);
    expect(promise()).toMatchObject({
      judgments: [{ votes: [{ vote: 1 }, { vote: 2 }, { vote: 3 }] }],
    });
  });

  it('has a line in the cost log, and together they are what the run cost', async () => {
    const { api, costLines, vote } = await votedProject();
    api.answer(FAIL, PASS);
    const { result } = await vote(['--votes', '3']);
    const lines = costLines();
    expect(lines.map((line) => line.vote).sort()).toEqual([1, 2, 3]);
    expect(lines.map(({ verdict }) => verdict).sort()).toEqual(['FAIL', 'PASS', 'PASS']);
    const sum = lines.reduce((total, { cost_usd }) => total + (cost_usd ?? Number.NaN), 0);
    expect(result.cost_usd).toBeCloseTo(sum, 10);
    expect(sum).toBeCloseTo((3 * (1250 * 2 + 380 * 10)) / 1e6, 10);
    const votes = result.votes.reduce((total, { cost_usd }) => total + (cost_usd ?? Number.NaN), 0);
    expect(votes).toBeCloseTo(sum, 10);
  });

  it('is asked about nothing that needs no asking', async () => {
    const { api, vote } = await votedProject();
    await vote(['--votes', '3']);
    expect(api.requests.map((request) => [...criteriaIn(request)].sort())).toEqual([IDS, IDS, IDS]);
  });
});

describe('what is said of a vote', () => {
  it('as text: how the votes fell, what they are worth, and what they disagree on', async () => {
    const { api, verify } = await votedProject();
    api.answer(FAIL, PASS);
    const { code, stdout } = await verify(['--judge', '--votes', '3']);
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Verdict: PASS',
        'Confidence: 0.67',
        'Votes: 3 asked, 2 passed, 1 failed',
        'Judges: 1 kind of judge (claude-sonnet-5-5 x 3), about 1.6 effective independent votes',
        'Split vote on AC-2: needs human review',
        'Gate 3: PASSED',
      ]),
    );
    const each = lines.filter((line) => /^ {2}[123]\. (PASS|FAIL) {2}claude-sonnet-5-5/.test(line));
    expect(each).toHaveLength(3);
    expect(each.filter((line) => line.endsWith('(AC-2)'))).toHaveLength(1);
  });

  it('where they agree: nothing of divergence', async () => {
    const { verify } = await votedProject();
    const { stdout } = await verify(['--judge', '--votes', '3']);
    expect(stdout).toContain('Votes: 3 asked, 3 passed, 0 failed');
    expect(stdout).not.toContain('Divergent');
  });

  it('and nothing else, however many votes there are: stderr stays clean', async () => {
    const { api, vote } = await votedProject();
    const { stderr } = await vote(['--votes', '15']);
    expect(stderr).toBe(`Note: the judge was called at ${api.url}.\n`);
  });

  it('with the promise and in the event log', async () => {
    const { api, project, promise, vote } = await votedProject();
    api.answer(FAIL, PASS);
    const { result } = await vote(['--votes', '3']);
    expect(promise()).toMatchObject({ judgments: [{ verdict: 'PASS', tally: result.tally }] });
    expect(judgedEvents(eventsOf(project))).toMatchObject([
      { promise_id: ID, verdict: 'PASS', divergent: true },
    ]);
  });

  it.each([
    { what: 'a PASS', answers: [PASS] },
    { what: 'a FAIL', answers: [FAIL] },
    { what: 'a dispute', answers: [PASS, FAIL] },
    { what: 'garbage', answers: [reply(() => 'no JSON')] },
  ])('as data, $what holds to the published schema', async ({ answers }) => {
    const { api, vote } = await votedProject();
    api.answer(...answers);
    const { document } = await vote(['--votes', '3']);
    expect(judgeResultSchema.safeParse(document).error?.issues).toBeUndefined();
  });
});
