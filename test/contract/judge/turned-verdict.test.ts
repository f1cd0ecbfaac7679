import { describe, expect, it } from 'vitest';
import { metCriterion } from '../../rig/values/promises.ts';
import { ID, judgedProject } from '../../rig/worlds/judged-project.ts';
import { failOnly, failure, passEverything, reply } from '../../rig/worlds/messages-api.ts';
import { SESSION } from '../../rig/worlds/project.ts';

const CRITERIA = ['AC-1', 'AC-2'].map((id) => metCriterion(id));
const WHEN = '\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z';

/** Both runs, each on its line: the FAIL of the owner, and the PASS of whoever asked for it. */
const bothRuns = (asker: string) =>
  new RegExp(
    [
      'Judged: passed after a FAIL',
      ` +FAIL {2}${WHEN} {2}claude-sonnet-\\S+, asked by ${SESSION}: AC-2`,
      ` +PASS {2}${WHEN} {2}claude-opus-\\S+, asked by ${asker}\\n?$`,
    ].join('\\n'),
    'm',
  );

/** A promise that a judge failed, and whose evidence is another now. */
async function failedOnce() {
  const judged = await judgedProject(CRITERIA);
  judged.api.answer(reply(failOnly('AC-2')));
  await judged.judge();
  await judged.showMore('AC-2');
  judged.api.answer(reply(passEverything));
  const show = async () => (await judged.project.run('cs-promise', ['--show', ID])).stdout;
  const list = async (bin: string, ...args: string[]) =>
    (await judged.project.run(bin, args)).stdout;
  return { ...judged, show, list };
}

describe('a promise that failed and passed later shows both runs', () => {
  it('when it closes, in --show, and as a mark in lists', async () => {
    const { list, show, verify } = await failedOnce();
    const { stdout } = await verify(['--judge', '--model', 'opus']);
    expect(stdout.slice(stdout.indexOf('VERIFIED:'))).toMatch(bothRuns(SESSION));
    expect(await show()).toMatch(bothRuns(SESSION));
    expect(await list('cs-status', '--history')).toContain('passed after a FAIL');
  });

  it('where another session asked for the PASS, that session is named', async () => {
    const { judge, list, show, verify } = await failedOnce();
    await judge(['--model', 'opus'], { CLAUDE_SESSION_ID: 'orchestrator-1' });
    expect(await show()).toMatch(bothRuns('orchestrator-1'));
    expect(await list('cs-promise', '--list')).toContain('passed after a FAIL');
    expect((await verify()).stdout).toMatch(bothRuns('orchestrator-1'));
  });

  it('an outage in between is no run of either kind', async () => {
    const { api, judge, show } = await failedOnce();
    api.answer(failure(401, 'authentication_error'));
    await judge();
    expect(await show()).not.toContain('Judged:');
    api.answer(reply(passEverything));
    await judge(['--model', 'opus']);
    expect(await show()).toMatch(bothRuns(SESSION));
  });

  it('a promise that passed at once says nothing of it', async () => {
    const { api, project, verify } = await judgedProject(CRITERIA);
    api.answer(reply(passEverything));
    const { stdout } = await verify(['--judge']);
    const shown = await project.run('cs-promise', ['--show', ID]);
    expect(stdout + shown.stdout).not.toContain('after a FAIL');
  });

  it('where the PASS lifts only a part, that is said, and no list calls it passed', async () => {
    const judged = await judgedProject(CRITERIA);
    const run = (verdict: string, failed: readonly string[]) => ({
      status: 'success',
      verdict,
      failed,
      timestamp: '2026-02-18T10:30:00Z',
      evidence: { criteria: [{ ac_id: 'AC-2', digest: 'same' }], rest: 'r' },
    });
    const judgments = [run('FAIL', ['AC-2']), run('PASS', [])];
    judged.project.write(`promises/${ID}.json`, { ...judged.promise(), judgments });
    const shown = await judged.project.run('cs-promise', ['--show', ID]);
    expect(shown.stdout).toContain('Judged: failed, and a later PASS does not clear all of it');
    const listed = await judged.project.run('cs-promise', ['--list']);
    expect(listed.stdout).toContain('rejected by the judge');
    expect(listed.stdout).not.toContain('passed after a FAIL');
  });
});
