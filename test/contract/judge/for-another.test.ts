import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { failOnly, failure, passEverything, reply } from '../../rig/worlds/messages-api.ts';
import { SESSION } from '../../rig/worlds/project.ts';

const ORCHESTRATOR = { CLAUDE_SESSION_ID: 'orch-1' };
const CRITERIA = ['AC-1', 'AC-2'].map((id) => metCriterion(id));

const check = ({ project }: JudgedProject) => project.run('cs-verify', ['--check']);

/** A promise for which no validator has answered yet. */
async function unvalidated(): Promise<JudgedProject> {
  const judged = await judgedProject(CRITERIA);
  rmSync(join(judged.project.state, 'validations'), { recursive: true });
  return judged;
}

describe('an orchestrator judges the promise of its worker', () => {
  it('a PASS is recorded with who asked, and closes nothing', async () => {
    const judged = await judgedProject(CRITERIA);
    const { code, result } = await judged.judge([], ORCHESTRATOR);
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'PASS' });
    expect(result.recorded_for).toBe(SESSION);
    expect(judged.isClosed()).toBe(false);
    expect(judged.judgments()).toMatchObject([{ verdict: 'PASS', session_id: 'orch-1' }]);
    expect(judged.costLines()).toMatchObject([{ session_id: 'orch-1' }]);
  });

  it('in words: for whom it is, and how its owner closes it', async () => {
    const judged = await unvalidated();
    const { stdout } = await judged.verify(['--judge'], ORCHESTRATOR);
    expect(stdout).toContain('Gate 3: PASSED');
    expect(stdout).toContain(`Recorded on ${ID}, which ${SESSION} owns.`);
    expect(stdout).toContain('Still to do: Gate 2 BLOCKED');
    expect(stdout).toContain(`cs-verify --promise ${ID}`);
    expect(stdout).not.toContain('VERIFIED');
  });

  it('is asked although Gate 2 is shut, and the owner still needs it', async () => {
    const judged = await unvalidated();
    expect(await judged.judge([], ORCHESTRATOR)).toMatchObject({ code: 0 });
    expect(judged.api.requests).toHaveLength(1);
    const { code, stderr } = await judged.verify();
    expect(code).toBe(1);
    expect(stderr).toContain('Gate 2 BLOCKED');
  });

  it('a FAIL holds the owner: its check and its verify', async () => {
    const judged = await judgedProject(CRITERIA);
    judged.api.answer(reply(failOnly('AC-2')));
    expect(await judged.judge([], ORCHESTRATOR)).toMatchObject({ code: 1 });
    expect(await check(judged)).toMatchObject({ code: 2 });
    expect(await judged.verify()).toMatchObject({ code: 1 });
  });

  it('an outage is recorded and decides nothing', async () => {
    const judged = await judgedProject(CRITERIA);
    judged.api.answer(failure(401, 'authentication_error'));
    const { code, result } = await judged.judge([], ORCHESTRATOR);
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'WARN' });
    expect(judged.judgments()).toMatchObject([{ verdict: 'WARN' }]);
    expect(judged.isClosed()).toBe(false);
  });

  it('Gate 1 comes first all the same: nothing is asked about what is not met', async () => {
    const judged = await judgedProject([metCriterion('AC-1'), { id: 'AC-2', status: 'pending' }]);
    const { code, result } = await judged.judge([], ORCHESTRATOR);
    expect({ code, by: result.blocked_by }).toEqual({ code: 1, by: 'gate-1' });
    expect(judged.api.requests).toHaveLength(0);
  });

  it.each([
    { what: 'without --judge', args: [] },
    { what: 'with a proof', args: ['--judge', '--proof', 'seen'] },
    { what: 'with a task to comment on', args: ['--judge', '--task-id', 'bd-1'] },
    { what: 'with a gate skipped', args: ['--judge', '--skip-validation-check'] },
  ])('$what it wants to close, which only the owner may', async ({ args }) => {
    const judged = await judgedProject(CRITERIA);
    const { code, stderr } = await judged.verify(args, ORCHESTRATOR);
    expect(code).toBe(1);
    expect(stderr).toContain(`You don't own this promise. Current owner: ${SESSION}`);
    expect(judged.api.requests).toHaveLength(0);
  });

  it('a promise that no session owns can be judged too', async () => {
    const judged = await judgedProject(CRITERIA, { ownership: { owned_by: null } });
    const { code, result } = await judged.judge([], ORCHESTRATOR);
    expect(code).toBe(0);
    expect(result.recorded_for).toBeNull();
  });

  it('nothing is recorded of what the rubric says', async () => {
    const judged = await judgedProject(CRITERIA);
    const { stdout } = await judged.verify(['--judge', '--backend', 'rubric'], ORCHESTRATOR);
    expect(stdout).toContain(`Not recorded on ${ID}`);
    expect(judged.judgments()).toHaveLength(0);
  });
});

describe('a PASS serves the evidence that it judged', () => {
  /** A promise that the orchestrator's judge has passed. */
  async function passed(): Promise<JudgedProject> {
    const judged = await judgedProject(CRITERIA);
    await judged.judge([], ORCHESTRATOR);
    return judged;
  }

  it.each([
    { how: '--promise alone', args: [] },
    { how: '--judge', args: ['--judge'] },
  ])('the owner closes by $how, and nobody is asked again', async ({ args }) => {
    const judged = await passed();
    const { code, stdout } = await judged.verify(args);
    expect(code).toBe(0);
    expect(stdout).toContain('Gate 3: PASSED (claude-sonnet-5-5 judged this evidence');
    expect(stdout).toContain('asked by orch-1');
    expect(judged.api.requests).toHaveLength(1);
    expect(judged.promise()).toMatchObject({ verification: { gates: { judge: 'passed' } } });
    expect(await judged.project.run('cs-verify', ['--replay', ID])).toMatchObject({ code: 0 });
  });

  it('as data: the verdict of the run that served', async () => {
    const judged = await passed();
    const { code, result } = await judged.judge();
    expect({ code, verdict: result.verdict, cost: result.cost_usd }).toEqual({
      code: 0,
      verdict: 'PASS',
      cost: 0,
    });
    expect(result.served_by).toMatchObject({ session_id: 'orch-1' });
    expect(result.criteria_judgments).toMatchObject([{ ac_id: 'AC-1' }, { ac_id: 'AC-2' }]);
  });

  it('and a tier that asks for a judge', async () => {
    const judged = await passed();
    expect(await judged.verify([], { CS_TIER: '2' })).toMatchObject({ code: 0 });
    expect(judged.api.requests).toHaveLength(1);
  });

  it('whatever validators answered after it', async () => {
    const judged = await unvalidated();
    await judged.judge([], ORCHESTRATOR);
    expect(await judged.verify(['--skip-validation-check'])).toMatchObject({ code: 0 });
    expect(judged.promise()).toMatchObject({ verification: { gates: { judge: 'passed' } } });
  });

  it.each([
    { what: 'other evidence', change: true, args: ['--judge'] },
    { what: 'a model by name', change: false, args: ['--judge', '--model', 'opus'] },
    { what: 'a vote', change: false, args: ['--judge', '--votes', '3'] },
  ])('it does not serve $what', async ({ args, change }) => {
    const judged = await passed();
    if (change) await judged.showMore('AC-2');
    judged.api.answer(reply(passEverything));
    expect(await judged.verify(args)).toMatchObject({ code: 0 });
    expect(judged.api.requests.length).toBeGreaterThan(1);
  });

  it('nor a plain close over other evidence: that one goes unjudged, and says so', async () => {
    const judged = await passed();
    await judged.showMore('AC-2');
    const { code, stdout } = await judged.verify();
    expect(code).toBe(0);
    expect(stdout).toContain('Gate 3: did not run');
    expect(judged.promise()).toMatchObject({ verification: { gates: { judge: 'not-run' } } });
  });

  it('nor a tier that asks for a vote', async () => {
    const judged = await passed();
    await judged.verify([], { CS_TIER: '3' });
    expect(judged.api.requests).toHaveLength(4);
  });
});
