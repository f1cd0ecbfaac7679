import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { ID, judgedProject } from '../../rig/worlds/judged-project.ts';
import { failOnly, failure, reply } from '../../rig/worlds/messages-api.ts';

const SOUND = [metCriterion('AC-1', { evidence: 'npm test: 42 passed, 0 failed' })];
const BARE = [metCriterion('AC-1', { evidence: 'it works' })];
const OUTAGE = failure(401, 'authentication_error');

describe('tier 1', () => {
  it('asks no judge unless --judge is given', async () => {
    const { api, promise, verify } = await judgedProject();
    expect(await verify()).toMatchObject({ code: 0 });
    expect(api.requests).toHaveLength(0);
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'not-run' } } });
  });

  it.each([
    { evidence: 'names what can be checked', criteria: SOUND, code: 0, verdict: 'PASS' },
    { evidence: 'only claims', criteria: BARE, code: 1, verdict: 'FAIL' },
  ])('takes the rubric for a judge: evidence that $evidence', async (row) => {
    const { api, costLines, judge, judgments } = await judgedProject(row.criteria);
    const { code, result } = await judge(['--backend', 'rubric'], { ANTHROPIC_API_KEY: undefined });
    expect({ code, verdict: result.verdict }).toEqual({ code: row.code, verdict: row.verdict });
    expect(result).toMatchObject({ model: 'rubric', status: 'success', cost_usd: 0 });
    expect([api.requests, costLines(), judgments()]).toEqual([[], [], []]);
  });

  it('what the rubric alone judged shows as unjudged', async () => {
    const { judge, project, promise } = await judgedProject(SOUND);
    await judge(['--backend', 'rubric']);
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'rubric' } } });
    const { stdout } = await project.run('cs-promise', ['--show', ID]);
    expect(stdout).toContain('(unjudged)');
  });

  it("the rubric's FAIL does not stand: it is advice that was asked for", async () => {
    const { judge, project, verify } = await judgedProject(BARE);
    expect(await judge(['--backend', 'rubric'])).toMatchObject({ code: 1 });
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 0 });
    expect(await verify()).toMatchObject({ code: 0 });
  });
});

describe('tier 2, by configuration', () => {
  const sources = [
    { source: 'the file of the project', file: { tier: 2 }, env: {} },
    { source: 'CS_TIER', file: {}, env: { CS_TIER: '2' } },
    { source: 'the file, against CS_TIER=1', file: { tier: 2 }, env: { CS_TIER: '1' } },
  ];

  it.each(sources)('asks a judge without --judge ($source)', async ({ env, file }) => {
    const { api, configure, isClosed, promise, verify } = await judgedProject();
    configure(file);
    const { code, stdout } = await verify([], env);
    expect(code).toBe(0);
    expect(stdout).toContain('Gate 3: PASSED');
    expect(api.requests).toHaveLength(1);
    expect(isClosed()).toBe(true);
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'passed' } } });
  });

  it.each(sources)('keeps shut what the judge rejects ($source)', async ({ env, file }) => {
    const { api, configure, isClosed, verify } = await judgedProject();
    configure(file);
    api.answer(reply(failOnly('AC-1')));
    const { code, stdout } = await verify([], env);
    expect(code).toBe(1);
    expect(stdout).toContain('GATE 3 FAILED');
    expect(isClosed()).toBe(false);
  });

  it('is not satisfied by the rubric, however sound the evidence', async () => {
    const { configure, isClosed, verify } = await judgedProject(SOUND);
    configure({ tier: 2, judge: { backend: 'rubric' } });
    const { code, stdout, stderr } = await verify();
    expect(code).toBe(1);
    expect(stdout).not.toContain('VERIFIED');
    expect(stderr).toContain('satisfies no tier');
    expect(isClosed()).toBe(false);
  });

  it('gives the whole answer as data, the judgment among it', async () => {
    const { configure, verify } = await judgedProject();
    configure({ tier: 2 });
    const { stdout } = await verify(['--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      id: ID,
      promise: { status: 'verified' },
      gates: { judge: 'passed' },
      judge: { verdict: 'PASS', criteria_judgments: [{ ac_id: 'AC-1' }] },
    });
  });

  it('says a refusal as data, the judgment among it', async () => {
    const { api, configure, verify } = await judgedProject();
    configure({ tier: 2 });
    api.answer(reply(failOnly('AC-1')));
    const { code, stdout } = await verify(['--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { kind: 'judge-rejected' },
      judge: { verdict: 'FAIL' },
    });
  });

  it('--skip-llm-gate passes it, with a warning and on the record', async () => {
    const { api, configure, promise, verify } = await judgedProject();
    configure({ tier: 2 });
    const { code, stderr } = await verify(['--skip-llm-gate']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^WARNING: Skipping Gate 3/m);
    expect(promise()).toMatchObject({ verification: { gates: { judge: 'skipped' } } });
    expect(api.requests).toHaveLength(0);
  });
});

describe('a variable cannot weaken a gate', () => {
  it('CS_GATES_VALIDATION=off does not open Gate 2 by itself', async () => {
    const { isClosed, judge, project } = await judgedProject();
    project.write(`validations/${ID}/AC-1-validation.json`, { verdict: 'FAIL' });
    const { code, result } = await judge([], { CS_GATES_VALIDATION: 'off' });
    expect({ code, by: result.blocked_by }).toEqual({ code: 1, by: 'gate-2' });
    expect(isClosed()).toBe(false);
  });

  it('a file of the project can switch Gate 2 off, and it is recorded', async () => {
    const { configure, judge, project, promise } = await judgedProject();
    project.write(`validations/${ID}/AC-1-validation.json`, { verdict: 'FAIL' });
    configure({ gates: { validation: 'off' } });
    expect(await judge()).toMatchObject({ code: 0 });
    expect(promise()).toMatchObject({ verification: { gates: { validation: 'off' } } });
  });

  it('CS_JUDGE_ON_UNAVAILABLE=warn does not lift "block"', async () => {
    const { api, configure, isClosed, judge } = await judgedProject();
    configure({ judge: { onUnavailable: 'block' } });
    api.answer(OUTAGE);
    const { code } = await judge([], { CS_JUDGE_ON_UNAVAILABLE: 'warn' });
    expect(code).toBe(1);
    expect(isClosed()).toBe(false);
  });

  it('CS_JUDGE_ON_UNAVAILABLE=block can make it stricter', async () => {
    const { api, judge } = await judgedProject();
    api.answer(OUTAGE);
    expect(await judge([], { CS_JUDGE_ON_UNAVAILABLE: 'block' })).toMatchObject({ code: 1 });
  });

  it('nor can --backend rubric stand in for the judge that the project wants', async () => {
    const { configure, isClosed, judge } = await judgedProject(SOUND);
    configure({ tier: 2 });
    expect(await judge(['--backend', 'rubric'])).toMatchObject({ code: 1 });
    expect(isClosed()).toBe(false);
  });
});
