import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const EVIDENCE = ['--evidence', '42 tests passed'];

function projectWith(...criteria: readonly object[]): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria: criteria }));
  return project;
}

describe('cs-promise --meet', () => {
  it('records the evidence and prints it with the progress', async () => {
    const project = projectWith(criterion('AC-1'), criterion('AC-2'));
    const args = ['--meet', ID, '--ac-id', 'AC-1', ...EVIDENCE, '--type', 'test'];
    const { code, stdout, stderr } = await project.run('cs-promise', args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Met criterion: AC-1$/m);
    expect(stdout).toContain('42 tests passed');
    expect(stdout).toMatch(/type: test/i);
    expect(stdout).toMatch(/^Progress: 1\/2 criteria met$/m);
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      status: 'in_progress',
      acceptance_criteria: [
        {
          id: 'AC-1',
          status: 'met',
          evidence: '42 tests passed',
          evidence_type: 'test',
          met_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          met_by: SESSION,
        },
        criterion('AC-2'),
      ],
    });
  });

  it.each(['test', 'manual', 'api', 'browser', 'log', 'review'])(
    'takes evidence of the type %s without a word',
    async (type) => {
      const project = projectWith(criterion('AC-1'));
      const args = ['--meet', ID, '--ac-id', 'AC-1', ...EVIDENCE, '--type', type];
      const { code, stderr } = await project.run('cs-promise', args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(project.read(`promises/${ID}.json`)).toMatchObject({
        acceptance_criteria: [{ evidence_type: type }],
      });
    },
  );

  it('takes the type for manual where none is given', async () => {
    const project = projectWith(criterion('AC-1'));
    const { stdout } = await project.run('cs-promise', [
      ...['--meet', ID, '--ac-id', 'AC-1'],
      ...EVIDENCE,
    ]);
    expect(stdout).toMatch(/type: manual/i);
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [{ evidence_type: 'manual' }],
    });
  });

  it('keeps another word for the type, with a warning that names the known ones', async () => {
    const project = projectWith(criterion('AC-1'));
    const args = ['--meet', ID, '--ac-id', 'AC-1', ...EVIDENCE, '--type', 'screenshot'];
    const { code, stderr } = await project.run('cs-promise', args);
    expect(code).toBe(0);
    expect(stderr).toMatch(/warning.*screenshot.*test, manual, api, browser, log, review/i);
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [{ evidence_type: 'screenshot' }],
    });
  });

  it.each([
    { what: 'empty evidence', args: ['--ac-id', 'AC-1', '--evidence', ''], names: '--evidence' },
    {
      what: 'evidence that is the blank of the line that was told',
      args: ['--ac-id', 'AC-1', '--evidence', ' [what shows it]'],
      names: '--evidence',
    },
    {
      what: 'blank evidence',
      args: ['--ac-id', 'AC-1', '--evidence', ' \n '],
      names: '--evidence',
    },
    { what: 'no evidence', args: ['--ac-id', 'AC-1'], names: '--evidence' },
    { what: 'no criterion', args: EVIDENCE, names: '--ac-id' },
  ])('is an error with $what', async ({ args, names }) => {
    const project = projectWith(criterion('AC-1'));
    const { code, stdout, stderr } = await project.run('cs-promise', ['--meet', ID, ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(names);
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [criterion('AC-1')],
    });
  });

  it('lists the criteria that there are where the one named is not among them', async () => {
    const project = projectWith(criterion('AC-1'), criterion('AC-4'));
    const args = ['--meet', ID, '--ac-id', 'AC-9', ...EVIDENCE];
    const { code, stdout, stderr } = await project.run('cs-promise', args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: .*AC-9/);
    expect(stderr).toMatch(/AC-1\W+AC-4/);
  });

  it('replaces the evidence of a criterion that is met already, with a warning', async () => {
    const project = projectWith(metCriterion('AC-1', { evidence: 'What was seen first' }));
    const args = ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'What was seen next'];
    const { code, stdout, stderr } = await project.run('cs-promise', args);
    expect(code).toBe(0);
    expect(stdout).toContain('Met criterion: AC-1');
    expect(stderr).toMatch(/warning.*AC-1.*already met/i);
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [
        { status: 'met', evidence: 'What was seen next', evidence_type: 'manual', met_by: SESSION },
      ],
    });
  });

  it('keeps evidence of many lines and of any script as it was given', async () => {
    const project = projectWith(criterion('AC-1'));
    const evidence = 'first line\n  second line\n\n\tGrüße, 你好, 👍, "quoted" \\ $HOME `id`';
    const args = ['--meet', ID, '--ac-id', 'AC-1', '--evidence', evidence];
    const { code, stdout } = await project.run('cs-promise', args);
    expect(code).toBe(0);
    expect(stdout).toContain('Grüße, 你好, 👍');
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [{ evidence }],
    });
  });
});

describe('cs meet', () => {
  it('does what cs-promise --meet does, and names what is next in its own spelling', async () => {
    const options = ['--ac-id', 'AC-1', ...EVIDENCE, '--type', 'log'];
    const [long, short] = [projectWith(criterion('AC-1')), projectWith(criterion('AC-1'))];
    const outcomeOfLong = await long.run('cs-promise', ['--meet', ID, ...options]);
    const outcomeOfShort = await short.run('cs', ['meet', ID, ...options]);
    const stdout = outcomeOfLong.stdout.replace('cs-verify --promise', 'cs verify');
    expect(outcomeOfShort).toEqual({ ...outcomeOfLong, stdout });
    expect(outcomeOfShort.stdout).toContain('Met criterion: AC-1');
    expect(short.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [
        { status: 'met', evidence: '42 tests passed', evidence_type: 'log', met_by: SESSION },
      ],
    });
  });

  it.each([
    { what: 'no criterion', args: [ID, ...EVIDENCE] },
    { what: 'no evidence', args: [ID, '--ac-id', 'AC-1'] },
    {
      what: 'a promise that does not exist',
      args: ['promise-00000000', '--ac-id', 'AC-1', ...EVIDENCE],
    },
  ])('is an error with $what', async ({ args }) => {
    const project = projectWith(criterion('AC-1'));
    const { code, stderr } = await project.run('cs', ['meet', ...args]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: /);
  });
});

describe('evidence that is only a claim', () => {
  const CLAIM = ['--ac-id', 'AC-1', '--evidence', 'done, it works', '--type', 'api'];

  it.each<readonly [string, string, readonly string[]]>([
    ['cs meet', 'cs', ['meet', ID]],
    ['cs promise --meet', 'cs', ['promise', '--meet', ID]],
  ])('is refused by %s, with what is wanted', async (_name, bin, words) => {
    const project = projectWith(criterion('AC-1'));
    const before = project.read(`promises/${ID}.json`);
    const { code, stderr, stdout } = await project.run(bin, [...words, ...CLAIM]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: The evidence for AC-1 of \S+ is only a claim/);
    expect(stderr).toContain('the response status code, and the response content');
    expect(stderr).toContain(`cs meet ${ID} AC-1 --evidence "[what shows it]" --type api`);
    expect(project.read(`promises/${ID}.json`)).toEqual(before);
  });

  it('is kept by cs-promise --meet, with a warning', async () => {
    const project = projectWith(criterion('AC-1'));
    const { code, stderr, stdout } = await project.run('cs-promise', ['--meet', ID, ...CLAIM]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Met criterion: AC-1$/m);
    expect(stderr).toBe(
      'Warning: the evidence is only a claim: it does not say the response status code, and the response content.\n',
    );
  });
});
