import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { judgedProject } from '../../rig/worlds/judged-project.ts';
import {
  failOnly,
  failure,
  passEverything,
  reply,
  together,
} from '../../rig/worlds/messages-api.ts';
import type { Outcome, Project } from '../../rig/worlds/project.ts';
import { check } from '../../rig/worlds/proving.ts';
import { votedProject } from '../../rig/worlds/voted-project.ts';

const PASS = reply(passEverything);
const FAIL = reply(failOnly('AC-1'));
const LOST = failure(401, 'authentication_error');

const checkCode = async (project: Project): Promise<Outcome['code']> => (await check(project)).code;

describe('tier 3 asks for a vote without --judge', () => {
  it.each([
    { who: 'a criterion', criteria: [metCriterion('AC-1', { tier: 3 })], parts: {}, file: {} },
    { who: 'a promise', criteria: [metCriterion('AC-1')], parts: { tier: 3 }, file: {} },
    { who: 'a project', criteria: [metCriterion('AC-1')], parts: {}, file: { tier: 3 } },
  ])('of $who: three votes', async ({ criteria, file, parts }) => {
    const { api, configure, promise, verify } = await judgedProject(criteria, parts);
    configure(file);
    const { code, stdout } = await verify();
    expect({ code, requests: api.requests.length }).toEqual({ code: 0, requests: 3 });
    expect(stdout).toContain('Votes: 3 asked, 3 passed, 0 failed');
    expect(promise()).toMatchObject({
      verification: { gates: { judge: 'passed' } },
      judgments: [{ tally: { asked: 3 } }],
    });
  });

  it('asks about the criteria whose tier asks for it, and about no others', async () => {
    const criteria = [metCriterion('AC-1', { tier: 3 }), metCriterion('AC-2')];
    const { promise, verify } = await judgedProject(criteria);
    expect(await verify()).toMatchObject({ code: 0 });
    expect(promise()).toMatchObject({ judgments: [{ criteria: [{ ac_id: 'AC-1' }] }] });
  });

  it.each([
    { what: 'the project’s five', file: { tier3_vote_count: 5 }, env: {}, votes: 5 },
    { what: 'CS_TIER3_VOTE_COUNT=4', file: {}, env: { CS_TIER3_VOTE_COUNT: '4' }, votes: 4 },
    {
      what: 'the project’s five, whatever a variable says',
      file: { tier3_vote_count: 5 },
      env: { CS_TIER3_VOTE_COUNT: '2' },
      votes: 5,
    },
    {
      what: 'a variable’s seven over the project’s five',
      file: { tier3_vote_count: 5 },
      env: { CS_TIER3_VOTE_COUNT: '7' },
      votes: 7,
    },
    {
      what: 'no less than three by a variable',
      file: {},
      env: { CS_TIER3_VOTE_COUNT: '2' },
      votes: 3,
    },
    { what: 'the project’s two', file: { tier3_vote_count: 2 }, env: {}, votes: 2 },
  ])('as many as are wanted, the strictest source first: $what', async ({ env, file, votes }) => {
    const { api, configure, verify } = await judgedProject();
    configure({ tier: 3, ...file });
    expect(await verify([], env)).toMatchObject({ code: 0 });
    expect(api.requests).toHaveLength(votes);
  });

  it.each(['1', '16', 'x'])(
    'tier3_vote_count %s is refused before anything is sent',
    async (text) => {
      const { api, configure, verify } = await judgedProject();
      configure({ tier: 3 });
      const { code, stderr } = await verify([], { CS_TIER3_VOTE_COUNT: text });
      expect({ code, requests: api.requests.length }).toEqual({ code: 1, requests: 0 });
      expect(stderr).toContain('tier3_vote_count');
    },
  );

  it('--judge alone asks for as many', async () => {
    const { api, verify } = await judgedProject(undefined, { tier: 3 });
    expect(await verify(['--judge'])).toMatchObject({ code: 0 });
    expect(api.requests).toHaveLength(3);
  });

  it('two models that are named take three turns', async () => {
    const { api, verify } = await judgedProject(undefined, { tier: 3 });
    const models = ['--model', 'sonnet', '--model', 'haiku'];
    expect(await verify(['--judge', ...models])).toMatchObject({ code: 0 });
    expect(api.requests.map(({ body }) => body.model)).toEqual([
      'claude-sonnet-5-5',
      'claude-haiku-5-5',
      'claude-sonnet-5-5',
    ]);
  });

  it('--votes may ask for more', async () => {
    const { api, verify } = await judgedProject(undefined, { tier: 3 });
    expect(await verify(['--judge', '--votes', '4'])).toMatchObject({ code: 0 });
    expect(api.requests).toHaveLength(4);
  });

  it.each([
    { args: ['--votes', '1'], votes: 1 },
    { args: ['--votes', '2'], votes: 2 },
  ])('fewer are refused before anything is sent: $args', async ({ args, votes }) => {
    const { api, isClosed, judgments, verify } = await judgedProject(undefined, { tier: 3 });
    const { code, stderr } = await verify(['--judge', ...args]);
    expect(code).toBe(1);
    expect(stderr).toContain(`AC-1 has tier 3, which requires 3 votes, not ${votes}.`);
    expect([api.requests, isClosed(), judgments()]).toEqual([[], false, []]);
  });

  it('a vote that cannot be had is no PASS: it is recorded as unavailable', async () => {
    const { api, promise, verify } = await judgedProject(undefined, { tier: 3 });
    api.answer(together(PASS, LOST, LOST));
    expect(await verify()).toMatchObject({ code: 0 });
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'unavailable' } } });
  });

  it('is not satisfied by the rubric', async () => {
    const { isClosed, verify } = await judgedProject(undefined, { tier: 3 });
    const { code, stderr } = await verify(['--judge', '--backend', 'rubric']);
    expect({ code, isClosed: isClosed() }).toEqual({ code: 1, isClosed: false });
    expect(stderr).toContain('satisfies no tier');
  });
});

describe('tier3_enabled', () => {
  it('off in the project’s file: tier 3 asks for one judge', async () => {
    const { api, configure, verify } = await judgedProject(undefined, { tier: 3 });
    configure({ tier3_enabled: false });
    expect(await verify()).toMatchObject({ code: 0 });
    expect(api.requests).toHaveLength(1);
  });

  it('no variable can switch it off', async () => {
    const { api, verify } = await judgedProject(undefined, { tier: 3 });
    expect(await verify([], { CS_TIER3_ENABLED: 'off' })).toMatchObject({ code: 0 });
    expect(api.requests).toHaveLength(3);
  });

  it('a variable can switch it on', async () => {
    const { api, configure, verify } = await judgedProject(undefined, { tier: 3 });
    configure({ tier3_enabled: false });
    expect(await verify([], { CS_TIER3_ENABLED: 'on' })).toMatchObject({ code: 0 });
    expect(api.requests).toHaveLength(3);
  });
});

describe('--check of a criterion of tier 3', () => {
  /** The judgment of a promise that stays open, as a run leaves it that closes another day. */
  const judged = (tally: object) => ({
    status: 'success',
    verdict: 'PASS',
    timestamp: '2026-02-18T10:30:00Z',
    criteria: [{ ac_id: 'AC-1', judgment: 'PASS' }],
    failed: [],
    ...tally,
  });

  it.each([
    { after: 'nothing', judgments: [], code: 2 },
    { after: 'one judge’s PASS', judgments: [judged({})], code: 2 },
    { after: 'two votes', judgments: [judged({ tally: { asked: 2 } })], code: 2 },
    { after: 'three votes', judgments: [judged({ tally: { asked: 3, disputed: [] } })], code: 0 },
    {
      after: 'three votes and a later single judge’s',
      judgments: [judged({ tally: { asked: 3, disputed: [] } }), judged({})],
      code: 2,
    },
    {
      after: 'three votes, the last of which is hand-written',
      judgments: [judged({ tally: { asked: '3' } })],
      code: 2,
    },
  ])('after $after: exit $code', async ({ code, judgments }) => {
    const criteria = [metCriterion('AC-1', { tier: 3 })];
    const { project } = await judgedProject(criteria, { judgments });
    expect(await checkCode(project)).toBe(code);
  });

  it('stays shut after a vote against it, and opens with the vote for it', async () => {
    const { api, project, verify } = await judgedProject(undefined, { tier: 3 });
    expect(await checkCode(project)).toBe(2);
    api.answer(FAIL, FAIL, PASS);
    expect(await verify()).toMatchObject({ code: 1 });
    expect(await checkCode(project)).toBe(2);
    api.answer(PASS);
    expect(await verify()).toMatchObject({ code: 0 });
    expect(await checkCode(project)).toBe(0);
  });

  it('one judge does not lift what a vote rejected of it', async () => {
    const { api, configure, isClosed, verify } = await judgedProject(undefined, { tier: 3 });
    configure({});
    api.answer(FAIL, FAIL, PASS);
    await verify();
    expect(await verify(['--judge', '--votes', '1'])).toMatchObject({ code: 1 });
    expect(isClosed()).toBe(false);
  });
});

describe('with structured findings', () => {
  it('three votes are three requests for findings', async () => {
    const { api, vote } = await votedProject(undefined, { tier: 3 });
    expect(await vote([], { CS_STRUCTURED_FINDINGS: 'on' })).toMatchObject({ code: 0 });
    expect(api.requests.map(({ body }) => body.system.includes('reviewed_criteria'))).toEqual([
      ...[true, true, true],
    ]);
  });
});
