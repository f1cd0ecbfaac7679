import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { ID, type JudgedProject, judgedProject } from '../../rig/worlds/judged-project.ts';
import { failOnly, passEverything, reply } from '../../rig/worlds/messages-api.ts';

const CRITERIA = ['AC-1', 'AC-2'].map((id) => metCriterion(id));

/** A promise that a judge has rejected for its second criterion, and whose judge would pass it now. */
async function rejected(): Promise<JudgedProject> {
  const judged = await judgedProject(CRITERIA);
  judged.api.answer(reply(failOnly('AC-2')));
  await judged.judge();
  judged.api.answer(reply(passEverything));
  return judged;
}

const check = ({ project }: JudgedProject) => project.run('cs-verify', ['--check']);

describe('over evidence that was rejected and has not changed', () => {
  it.each([
    { how: 'again', change: undefined, args: [] },
    { how: 'again, by a model of another name', change: undefined, args: ['--model', 'opus'] },
    { how: 'again, by two votes', change: undefined, args: ['--votes', '2'] },
    { how: 'once another criterion shows more', change: 'AC-1', args: [] },
  ])('no judge is asked $how: it costs nothing and lifts nothing', async ({ args, change }) => {
    const judged = await rejected();
    if (change !== undefined) await judged.showMore(change);
    const { code, result, stderr } = await judged.judge(args);
    expect(code).toBe(1);
    expect(result).toMatchObject({ status: 'error', verdict: 'FAIL', cost_usd: 0 });
    expect(stderr).toContain(`cs-promise --meet ${ID} --ac-id AC-2`);
    expect(stderr).toContain(`cs-verify --judge --promise ${ID} --votes 3`);
    expect(judged.api.requests).toHaveLength(1);
    expect(await check(judged)).toMatchObject({ code: 2 });
  });

  it('the same words met once more are no new evidence', async () => {
    const judged = await rejected();
    const { evidence } = CRITERIA[1] ?? {};
    await judged.showMore('AC-2', String(evidence));
    expect(await judged.judge()).toMatchObject({ code: 1 });
    expect(judged.api.requests).toHaveLength(1);
  });

  it('a vote of three lifts it', async () => {
    const judged = await rejected();
    const { code, result } = await judged.judge(['--votes', '3']);
    expect({ code, verdict: result.verdict }).toEqual({ code: 0, verdict: 'PASS' });
    expect(judged.isClosed()).toBe(true);
    expect(judged.judgments()).toMatchObject([{ verdict: 'FAIL' }, { verdict: 'PASS' }]);
  });

  it('new evidence lets one judge lift it', async () => {
    const judged = await rejected();
    await judged.showMore('AC-2');
    expect(await judged.judge()).toMatchObject({ code: 0, result: { verdict: 'PASS' } });
  });

  it('the rubric may be asked all the same: it lifts nothing', async () => {
    const judged = await rejected();
    const { stderr } = await judged.judge(['--backend', 'rubric']);
    expect(stderr).toContain('the judge rejected');
    expect(await check(judged)).toMatchObject({ code: 2 });
  });

  it('rejected words that come back after a PASS stand rejected again', async () => {
    const judged = await rejected();
    await judged.showMore('AC-2');
    await judged.judge([], { CLAUDE_SESSION_ID: 'orch-1' });
    expect(await check(judged)).toMatchObject({ code: 0 });
    await judged.showMore('AC-2', String(CRITERIA[1]?.['evidence']));
    expect(await check(judged)).toMatchObject({ code: 2 });
    expect(await judged.verify()).toMatchObject({ code: 1 });
    expect(judged.isClosed()).toBe(false);
  });
});
