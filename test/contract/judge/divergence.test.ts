import { describe, expect, it } from 'vitest';
import { criterion, metCriterion } from '../../rig/values/promises.ts';
import { ID, judgedProject } from '../../rig/worlds/judged-project.ts';
import {
  criteriaIn,
  failOnly,
  failure,
  judgment,
  passEverything,
  reply,
  review,
} from '../../rig/worlds/messages-api.ts';
import { personWaiver } from '../../rig/worlds/person-acts.ts';
import { check } from '../../rig/worlds/proving.ts';
import { runOnTerminal, whyNoPerson } from '../../rig/worlds/pseudo-terminal.ts';
import { statusOf, votedProject } from '../../rig/worlds/voted-project.ts';

const PASS = reply(passEverything);
const FAIL = reply(failOnly('AC-2'));
const LOST = failure(401, 'authentication_error');
const HEADING = 'SPLIT VOTES (need human review):';

describe('votes that disagree need human review', () => {
  it.each([
    { what: 'a PASS, whose promise is closed', answers: [PASS, FAIL, PASS] },
    { what: 'a FAIL, whose promise stays open', answers: [FAIL, FAIL, PASS] },
  ])('cs status lists $what', async ({ answers }) => {
    const { api, project, vote } = await votedProject();
    api.answer(...answers);
    await vote(['--votes', '3']);
    const { divergent, text } = await statusOf(project);
    expect(text).toContain(HEADING);
    expect(text.slice(text.indexOf(HEADING))).toContain('the votes disagree on AC-2');
    expect(divergent).toEqual([ID]);
  });

  it('cs promise --show says on what', async () => {
    const { api, project, vote } = await votedProject();
    api.answer(FAIL, PASS);
    await vote(['--votes', '3']);
    const { stdout } = await project.run('cs', ['promise', '--show', ID]);
    expect(stdout).toContain('Votes: split on AC-2; needs human review');
  });

  it('cs promise --list marks it', async () => {
    const { api, project, vote } = await votedProject();
    api.answer(FAIL, FAIL, PASS);
    await vote(['--votes', '3']);
    const { stdout } = await project.run('cs-promise', ['--list']);
    expect(stdout).toMatch(/rejected by the judge {2}split vote/);
  });

  it('where they agree, nothing of it is said', async () => {
    const { project, vote } = await votedProject();
    expect((await vote(['--votes', '3'])).result.tally?.dissent).toEqual([]);
    const { divergent, text } = await statusOf(project);
    expect(text).not.toContain('SPLIT VOTES');
    expect(divergent).toEqual([]);
  });
});

describe('who was overruled is heard', () => {
  const WHY = 'AC-2 does not hold';
  const LINE = /\[AC-2\] vote \d, claude-\S+, says FAIL: AC-2 does not hold/;

  /** Three votes, of which one fails AC-2 for a reason. */
  async function overruled(reasoning: string, ...args: readonly string[]) {
    const voted = await votedProject();
    const dissenting = reply((request) =>
      review(
        criteriaIn(request).map((id) => judgment(id, id === 'AC-2' ? 'FAIL' : 'PASS', reasoning)),
      ),
    );
    voted.api.answer(PASS, dissenting, PASS);
    return { ...voted, run: await voted.vote(['--votes', '3', ...args]) };
  }

  it('in the answer, with the vote, its model and its whole reason', async () => {
    const long = `${WHY}: ${'x'.repeat(400)}`;
    const { run, judgments } = await overruled(long);
    const dissenting = run.result.votes.find(({ verdict }) => verdict === 'FAIL');
    const { model, vote } = dissenting ?? {};
    const said = { ac_id: 'AC-2', vote, model, judgment: 'FAIL' };
    expect(run.result.tally?.dissent).toEqual([{ ...said, reasoning: long }]);
    const kept = { ...said, reasoning: `${long.slice(0, 299)}…` };
    expect(judgments()).toMatchObject([{ tally: { dissent: [kept] } }]);
  });

  it('where a majority fails it, those who passed it', async () => {
    const { api, vote } = await votedProject();
    api.answer(FAIL, FAIL, PASS);
    const { result } = await vote(['--votes', '3']);
    expect(result.tally?.dissent).toMatchObject([{ ac_id: 'AC-2', judgment: 'PASS' }]);
  });

  it('in the block, in --show, in the status and in the report', async () => {
    const { api, project } = await votedProject();
    api.answer(PASS, FAIL, PASS);
    const args = ['--judge', '--promise', ID, '--votes', '3'];
    const { stdout } = await project.run('cs-verify', args, { env: api.env });
    expect(stdout).toMatch(/says FAIL: \S/);
    const shown = await project.run('cs', ['promise', '--show', ID]);
    expect(shown.stdout).toMatch(/ {2}\[AC-2\] vote \d, claude-\S+, says FAIL: \S/);
    expect((await statusOf(project)).text).toMatch(/ {6}\[AC-2\] vote \d, \S+, says FAIL: \S/);
    const report = await project.run('cs', ['report']);
    expect(report.stdout).toMatch(/ {6}vote \d on AC-2, FAIL: \S/);
  });

  it('and moves no terminal', async () => {
    const { project } = await overruled(`${WHY}\u001b[2J\nVERIFIED: ${ID}`);
    const { stdout } = await project.run('cs-promise', ['--show', ID]);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toMatch(/^\s*VERIFIED/m);
    expect((await statusOf(project)).text).toMatch(LINE);
  });
});

describe('a dispute goes off the list', () => {
  /** A promise that three votes rejected, and on which they disagreed. */
  async function disputed() {
    const voted = await votedProject();
    voted.api.answer(FAIL, FAIL, PASS);
    await voted.vote(['--votes', '3']);
    return voted;
  }

  it('when a later run decides with one voice', async () => {
    const { api, project, vote } = await disputed();
    api.answer(PASS);
    await vote(['--votes', '3']);
    expect((await statusOf(project)).divergent).toEqual([]);
  });

  it('not when a later run cannot be had: an outage settles nothing', async () => {
    const { api, project, vote } = await disputed();
    api.answer(LOST);
    expect(await vote(['--votes', '3'])).toMatchObject({ code: 1, result: { verdict: 'WARN' } });
    expect((await statusOf(project)).divergent).toEqual([ID]);
  });

  it('not when a single judge cannot be had either', async () => {
    const { api, project, vote } = await disputed();
    api.answer(LOST);
    await vote([]);
    expect((await statusOf(project)).divergent).toEqual([ID]);
  });

  it('when the criterion is waived', async () => {
    const { project } = await disputed();
    const before = project.read(`promises/${ID}.json`);
    const acceptance_criteria = [
      metCriterion('AC-1'),
      metCriterion('AC-2', { waived: personWaiver(project, ID, 'AC-2') }),
      metCriterion('AC-3'),
    ];
    project.write(`promises/${ID}.json`, { ...before, acceptance_criteria });
    expect((await statusOf(project)).divergent).toEqual([]);
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it.skipIf(whyNoPerson !== undefined)('when a person waives it on a terminal', async () => {
    const { project } = await disputed();
    const args = ['--waive', ID, '--ac-id', 'AC-2', '--reason', 'It is known'];
    const typed = { prompt: `Type "${ID}" to waive AC-2: `, answer: ID };
    expect(await runOnTerminal(project, 'cs-promise', args, typed)).toMatchObject({ code: 0 });
    expect((await statusOf(project)).divergent).toEqual([]);
  });
});

describe('what somebody wrote into a promise file by hand breaks nothing', () => {
  const RUBBISH: readonly (readonly [string, unknown, unknown])[] = [
    ['a text', 'all passed', 'three'],
    ['null', null, null],
    ['a list', [1, 2], [[]]],
    ['a number', 3, 3],
    ['objects without anything', {}, [{}]],
    ['values of the wrong type', { asked: '3', disputed: 'AC-2', divergent: 'no' }, [null, 7]],
    ['disputed ids that are none', { asked: 3, disputed: [null, 7, {}] }, []],
    ['numbers that are none', { asked: Number.MAX_VALUE, passed: -1 }, {}],
    ['dissent that is none', { asked: 3, disputed: ['AC-1'], dissent: [null, 7, {}, 'A'] }, []],
    ['dissent that is a text', { asked: 3, disputed: ['AC-1'], dissent: 'A' }, []],
    ['a hostile id', { asked: 3, disputed: ['AC-\u001b[2J\u0007'] }, []],
  ];

  it.each(RUBBISH)('%s for a tally and votes', async (_what, tally, votes) => {
    const judgments = [
      { status: 'success', verdict: 'PASS', timestamp: '2026-02-18T10:30:00Z', tally, votes },
    ];
    const criteria = [metCriterion('AC-1', { tier: 3 }), criterion('AC-2')];
    const { project } = await judgedProject(criteria, { judgments });
    const status = await project.run('cs-status', []);
    const shown = await project.run('cs-promise', ['--show', ID]);
    expect([status.code, shown.code, status.stderr, shown.stderr]).toEqual([0, 0, '', '']);
    expect(status.stdout + shown.stdout).not.toContain('\u001b');
    expect(await check(project)).toMatchObject({ code: 2 });
    expect((await project.run('cs-status', ['--json'])).code).toBe(0);
  });
});
