import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  criteriaIn,
  failOnly,
  failure,
  passEverything,
  reply,
  silence,
  together,
} from '../../rig/worlds/messages-api.ts';
import { eventsOf, linesIn } from '../../rig/worlds/proving.ts';
import { countsOf, judgedEvents, votedProject } from '../../rig/worlds/voted-project.ts';

const PASS = reply(passEverything);
const FAIL = reply(failOnly('AC-2'));
const LOST = failure(401, 'authentication_error');
const STOP = '--early-stop';

describe('--early-stop calls off votes that cannot change the verdict', () => {
  it.each([
    { what: 'two of three pass', answers: [PASS, PASS, silence], verdict: 'PASS', off: 1 },
    { what: 'two of three fail', answers: [FAIL, FAIL, silence], verdict: 'FAIL', off: 1 },
    { what: 'one of two fails', answers: [FAIL, silence], verdict: 'FAIL', off: 1 },
    {
      what: 'two of five fail different criteria, and a third one',
      answers: [
        reply(failOnly('AC-1')),
        reply(failOnly('AC-2')),
        reply(failOnly('AC-3')),
        silence,
        silence,
      ],
      verdict: 'FAIL',
      off: 2,
    },
    {
      what: 'one of three fails, one is lost',
      answers: [FAIL, LOST, silence],
      verdict: 'FAIL',
      off: 1,
    },
  ])('$what: $verdict, and $off cancelled', async ({ answers, off, verdict }) => {
    const { api, costLines, vote } = await votedProject();
    api.answer(together(...answers));
    const { result } = await vote(['--votes', String(answers.length), STOP]);
    expect(result.verdict).toBe(verdict);
    expect(result.tally).toMatchObject({
      cancelled: off,
      lost: answers.filter((one) => one === LOST).length,
    });
    expect(result.votes.filter(({ status }) => status === 'cancelled')).toHaveLength(off);
    expect(api.requests).toHaveLength(answers.length);
    expect(await api.cancelled(off)).toHaveLength(off);
    expect(costLines().filter(({ status }) => status === 'cancelled')).toHaveLength(off);
  });

  it('waits for a vote on which the verdict hangs', async () => {
    const { api, vote } = await votedProject();
    api.answer(together(PASS, FAIL, PASS));
    const voted = await vote(['--votes', '3', STOP]);
    expect(countsOf(voted)).toBe('3 asked: 2 passed, 1 failed, 0 lost, 0 cancelled');
  });

  it('says that divergence is not known, as text, as data and in the event log', async () => {
    const { api, project, promise, verify } = await votedProject();
    api.answer(together(PASS, PASS, silence));
    const { code, stdout } = await verify(['--judge', '--votes', '3', STOP]);
    expect(code).toBe(0);
    expect(stdout).toContain('Votes: 3 asked, 2 passed, 0 failed, 1 cancelled');
    expect(stdout).toMatch(/^ {2}[123]\. cancelled {2}claude-sonnet-5-5$/m);
    expect(stdout).toContain('Split vote: unknown, because not every vote arrived');
    expect(promise()).toMatchObject({ judgments: [{ tally: { divergent: null, cancelled: 1 } }] });
    expect(judgedEvents(eventsOf(project))).toMatchObject([{ divergent: null }]);
  });

  it('of votes that already disagree says so', async () => {
    const { api, vote } = await votedProject();
    api.answer(together(PASS, FAIL, FAIL, silence));
    const { result } = await vote(['--votes', '4', STOP]);
    expect(result.tally).toMatchObject({ cancelled: 1, divergent: true, disputed: ['AC-2'] });
  });

  it('calls off a vote that is asked once more', async () => {
    const { api, costLines, vote } = await votedProject();
    api.answer(
      reply(() => 'no JSON'),
      together(PASS, PASS, silence),
    );
    const voted = await vote(['--votes', '3', STOP]);
    expect(countsOf(voted)).toBe('3 asked: 2 passed, 0 failed, 0 lost, 1 cancelled');
    expect(
      costLines()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['cancelled', 'parse_error', 'success', 'success']);
  });

  it('calls off a vote that waits for another attempt', async () => {
    const { api, vote } = await votedProject();
    const later = failure(429, 'rate_limit_error', 'slow down', { 'retry-after': '30' });
    api.answer(together(PASS, PASS, later));
    const voted = await vote(['--votes', '3', STOP]);
    expect(countsOf(voted)).toBe('3 asked: 2 passed, 0 failed, 0 lost, 1 cancelled');
    expect(api.requests).toHaveLength(3);
  });

  it('keeps what a called-off call may cost reserved against the limit of the day', async () => {
    const { api, configure, project, vote } = await votedProject();
    configure({ judge: { maxUsdPerDay: 100 } });
    api.answer(together(PASS, PASS, silence));
    await vote(['--votes', '3', STOP]);
    const [day = ''] = project.list('spending');
    const events = linesIn(join(project.state, 'spending', day)).map((line): unknown =>
      JSON.parse(line),
    );
    const named = (event: string) => expect.objectContaining({ event });
    expect(events).toEqual([
      // One reservation for all, of which two give back their share.
      ...['reserve', 'settle', 'settle'].map(named),
    ]);
  });

  it('of one vote does nothing', async () => {
    const { api, vote } = await votedProject();
    const { code, result } = await vote(['--votes', '1', STOP]);
    expect({ code, verdict: result.verdict, votes: result.votes }).toEqual({
      code: 0,
      verdict: 'PASS',
      votes: [],
    });
    expect(api.requests.flatMap(criteriaIn)).toHaveLength(3);
  });

  it('without it, all votes are heard', async () => {
    const { api, vote } = await votedProject();
    api.answer(FAIL, FAIL, PASS);
    const voted = await vote(['--votes', '3']);
    expect(countsOf(voted)).toBe('3 asked: 1 passed, 2 failed, 0 lost, 0 cancelled');
  });
});
