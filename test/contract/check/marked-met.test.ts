import { describe, expect, it } from 'vitest';
import { metCriterion, type PromiseParts, promiseFile } from '../../rig/values/promises.ts';
import { callHook } from '../../rig/worlds/hook-call.ts';
import { resultIn } from '../../rig/worlds/judged-project.ts';
import { personWaiver } from '../../rig/worlds/person-acts.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';
import { check, criterionOf, prove, startWith } from '../../rig/worlds/proving.ts';
import { hostedSession } from '../../rig/worlds/stop-gate.ts';

/** A criterion that a hand marked met, without a word of evidence, is open wherever somebody asks. */

const ID = 'promise-0000aaaa';

function markedMet(
  bare: PromiseParts = { evidence: '' },
  project: Project = createProject(),
): Project {
  const acceptance_criteria = [metCriterion('AC-1'), metCriterion('AC-2', bare)];
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
  return project;
}

describe('the check', () => {
  it.each<[string, PromiseParts]>([
    ['none', { evidence: null }],
    ['a key that is missing', { evidence: undefined }],
    ['an empty one', { evidence: '' }],
    ['a blank one', { evidence: ' \n\t' }],
    ['one that no one sees', { evidence: '\u200b\u00ad' }],
  ])('blocks for evidence that is %s, with the line that meets it', async (_what, bare) => {
    const { code, stderr, stdout } = await check(markedMet(bare));
    expect(code).toBe(2);
    for (const said of [stdout, stderr]) {
      expect(said).toContain(`cs-promise --meet ${ID} --ac-id AC-2 --evidence`);
    }
    expect(stdout).toContain('[MET] AC-2: What AC-2 asks for (no evidence)');
    expect(stdout).toContain('Progress: 1/2 criteria met');
  });

  it('says so as data', async () => {
    const { stdout } = await check(markedMet(), '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      may_end: false,
      in_progress: [
        { met: 1, total: 2, unmet: ['AC-2'], open: [{ ac_id: 'AC-2', lacks: 'evidence' }] },
      ],
    });
  });

  it('does not ask for what a person waived', async () => {
    const project = createProject();
    const waived = personWaiver(project, ID, 'AC-2');
    expect(await check(markedMet({ evidence: '', waived }, project))).toMatchObject({ code: 0 });
  });

  it('is content once it is met with evidence', async () => {
    const project = markedMet();
    const meet = ['--meet', ID, '--ac-id', 'AC-2', '--evidence', '42 passed'];
    expect(await project.run('cs-promise', meet)).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
  });
});

it('the stop gate blocks', async () => {
  const { decision, reason } = await hostedSession(markedMet()).stop();
  expect(decision).toBe('block');
  expect(reason).toContain(`Next: cs meet ${ID} AC-2`);
});

it('the start of a session tells the agent', async () => {
  const payload = { session_id: SESSION, source: 'startup' };
  const { stdout } = await callHook(markedMet(), 'session-start', payload);
  expect(stdout).toContain('1/2 criteria met');
  expect(stdout).toContain('Open: AC-2: What AC-2 asks for (marked met without evidence)');
});

it.each<[string, readonly string[], string]>([
  ['cs-status', [], '[1/2 AC met]'],
  ['cs-promise', ['--list'], '[1/2 AC met]'],
  ['cs-promise', ['--show', ID], 'Progress: 1/2 criteria met (50%)'],
])('%s %j counts it as open', async (bin, args, shown) => {
  expect((await markedMet().run(bin, args)).stdout).toContain(shown);
});

it('cs-status --json holds the file as it is', async () => {
  const { stdout } = await markedMet().run('cs-status', ['--json']);
  expect(JSON.parse(stdout).promises[0].acceptance_criteria[1]).toMatchObject({
    status: 'met',
    evidence: '',
  });
});

it('the judge lists it as FAIL, with what would satisfy it', async () => {
  const words = ['--judge', '--promise', ID, '--json'];
  const judged = await markedMet().run('cs-verify', words);
  expect(judged.code).toBe(1);
  const result = resultIn(judged);
  expect(result).toMatchObject({
    verdict: 'FAIL',
    blocked_by: 'gate-1',
    criteria_judgments: [{ ac_id: 'AC-2', judgment: 'FAIL' }],
    feedback: [{ ac_id: 'AC-2', finding: 'Met without evidence.' }],
  });
  expect(result.feedback[0]?.would_satisfy).not.toBe('');
});

it('one that is proved gets its evidence from another run, and not from words', async () => {
  const project = createProject();
  const id = await startWith(project, '--ac', 'It runs', '--command', 'AC-1=node --version');
  await prove(project, id);
  const file = project.read(`promises/${id}.json`);
  const [one] = [file['acceptance_criteria']].flat();
  const bare = { ...Object(one), evidence: '' };
  project.write(`promises/${id}.json`, { ...file, acceptance_criteria: [bare] });
  const { code, stderr } = await check(project);
  expect(code).toBe(2);
  expect(stderr).toContain(`Next: cs prove ${id}`);
  expect(stderr).not.toContain('--meet');
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  expect(criterionOf(project, id).evidence).toContain('exit code 0');
});

it('evidence that no one sees meets nothing', async () => {
  const project = createProject();
  const id = await startWith(project, '--ac', 'It runs');
  const meet = ['--meet', id, '--ac-id', 'AC-1', '--evidence', '\u200b'];
  const { code, stderr } = await project.run('cs-promise', meet);
  expect(code).toBe(1);
  expect(stderr).toContain('--evidence is required');
  expect(criterionOf(project, id).status).toBe('pending');
});
