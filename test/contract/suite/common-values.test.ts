import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';

/** Texts that a reader of command lines might take for something else than themselves. */
const TEXTS = [
  '- x',
  '-',
  '--',
  '-1',
  '--json',
  '--help',
  '-h',
  '--version',
  '--weird',
  '--no-evidence',
  '--ac=x',
  '--check',
  '007',
  '0x10',
  '1e3',
  'true',
  'null',
  'a=b',
  '"quoted"',
  "'quoted'",
  '$HOME `id` %PATH%',
  'line one\nline two',
];

/** One of each kind, where each needs a run of its own. */
const ODD_TEXTS = ['- x', '--json', '--help', '--', '--weird', '007', '"quoted"'];

const ID = 'promise-0000aaaa';

describe('a value is kept as it was typed', () => {
  it('as criterion', async () => {
    const project = createProject();
    const args = ['--create', 'Title', ...TEXTS.flatMap((text) => ['--ac', text])];
    expect(await project.run('cs-promise', args)).toMatchObject({ code: 0, stderr: '' });
    const [name = ''] = project.list('promises');
    expect(project.read(`promises/${name}`)).toMatchObject({
      title: 'Title',
      acceptance_criteria: TEXTS.map((description) => ({ description })),
    });
  });

  // Every text: test/cli/parse.test.ts.
  it.each(ODD_TEXTS)('as evidence: %j', async (evidence) => {
    const project = createProject();
    const acceptance_criteria = [criterion('AC-1')];
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
    const args = ['--meet', ID, '--evidence', evidence, '--ac-id', 'AC-1'];
    expect(await project.run('cs-promise', args)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Met criterion: AC-1/),
    });
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [{ evidence }],
    });
  });

  it.each(ODD_TEXTS)('as title: %j', async (title) => {
    const project = createProject();
    const args = ['--create', title, '--ac', 'Tests pass'];
    expect(await project.run('cs-promise', args)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Created promise: promise-/),
    });
    const [name = ''] = project.list('promises');
    expect(project.read(`promises/${name}`)).toMatchObject({ title });
  });

  it.each(ODD_TEXTS)('as added criterion: %j', async (description) => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    expect(await project.run('cs-promise', ['--add-ac', ID, description])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Added criterion to promise: /),
    });
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [{ id: 'AC-1' }, { id: 'AC-2', description }],
    });
  });

  it.each(ODD_TEXTS)('as proof: %j', async (proof) => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria: [] }));
    const { code, stdout } = await project.run('cs-verify', ['--promise', ID, '--proof', proof]);
    expect(code).toBe(0);
    expect(stdout).toContain(`VERIFIED: ${ID}`);
    expect(project.read(`history/${ID}.json`)).toMatchObject({ verification: { proof } });
  });

  it.each(ODD_TEXTS)('as initiative: %j', async (initiative) => {
    const project = createProject();
    const { code, stdout } = await project.run('cs-init', ['--initiative', initiative]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^export CLAUDE_SESSION_ID=/);
    const [folder = ''] = project.list('sessions');
    expect(project.read(`sessions/${folder}/session-state.json`)).toMatchObject({ initiative });
  });

  it('with an equals sign between option and value', async () => {
    const project = createProject();
    const args = ['--create=--weird', '--ac=- x', '--ac=a=b'];
    expect(await project.run('cs-promise', args)).toMatchObject({ code: 0 });
    const [name = ''] = project.list('promises');
    expect(project.read(`promises/${name}`)).toMatchObject({
      title: '--weird',
      acceptance_criteria: [{ description: '- x' }, { description: 'a=b' }],
    });
  });
});

describe('a value that looks like an option is none', () => {
  it.each([
    { what: 'evidence', args: ['--meet', ID, '--ac-id', 'AC-9', '--evidence', '--json'] },
    { what: 'evidence before a mistake', args: ['--meet', ID, '--evidence', '--json', '--bogus'] },
    { what: 'a title without criteria', args: ['--create', '--json'] },
  ])('$what of --json asks for no JSON', async ({ args }) => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    const { code, stdout, stderr } = await project.run('cs-promise', args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
  });

  it('a proof of --check does not ask the question of the stop gate', async () => {
    const project = createProject();
    const acceptance_criteria = [metCriterion('AC-1')];
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
    const args = ['--promise', ID, '--skip-validation-check', '--proof', '--check'];
    const { code, stdout } = await project.run('cs-verify', args);
    expect(code).toBe(0);
    expect(stdout).toContain(`VERIFIED: ${ID}`);
  });
});
