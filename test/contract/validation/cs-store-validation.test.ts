import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  criterion,
  type PromiseParts,
  promiseFile,
  validatorResponse,
} from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const TARGET = ['--promise', ID, '--ac-id', 'AC-1'];
const ANSWER = `validations/${ID}/AC-1-validation.json`;
const PASS = validatorResponse('PASS');

function projectWith(parts: PromiseParts = {}, folder = 'promises'): Project {
  const project = createProject();
  project.write(`${folder}/${ID}.json`, promiseFile(ID, SESSION, parts));
  return project;
}

function responding(response: unknown): readonly string[] {
  return [...TARGET, '--response', JSON.stringify(response)];
}

describe('cs-store-validation', () => {
  it('stores the whole response with what it belongs to, and sums it up', async () => {
    const project = projectWith();
    const response = validatorResponse('PARTIAL', {
      criteria_results: [
        { name: 'it works', status: 'PASS' },
        { name: 'it is fast', status: 'FAIL' },
      ],
      confidence: 0.85,
      of_the_validator: { kept: [1, null, 'x'] },
    });
    const { code, stdout, stderr } = await project.run('cs-store-validation', responding(response));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^STORED: Validation response for promise-0000aaaa \/ AC-1$/m);
    expect(stdout).toMatch(/verdict: PARTIAL/i);
    expect(stdout).toContain('Criteria: 1/2 passed');
    expect(stdout).toMatch(/confidence: 0\.85/i);
    expect(project.read(ANSWER)).toEqual({
      ...response,
      _metadata: {
        promise_id: ID,
        ac_id: 'AC-1',
        stored_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        stored_by: SESSION,
        session_id: SESSION,
        evidence_digest: expect.stringMatching(/^[0-9a-f]{14}$/),
      },
    });
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      ...promiseFile(ID, SESSION),
      acceptance_criteria: [criterion('AC-1')],
    });
  });

  it('warns of a PASS that its own results belie, and stores it', async () => {
    const project = projectWith();
    const response = validatorResponse('PASS', {
      criteria_results: [{ name: 'it works', status: 'FAIL' }],
    });
    const { code, stderr } = await project.run('cs-store-validation', responding(response));
    expect(code).toBe(0);
    expect(stderr).toBe('Warning: the verdict is PASS, but 1 of 1 results did not pass.\n');
  });

  it.each(['PASS', 'PARTIAL', 'FAIL', 'BLOCKED'])('takes the verdict %s', async (verdict) => {
    const project = projectWith();
    const response = validatorResponse(verdict);
    const { code, stdout } = await project.run('cs-store-validation', responding(response));
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`verdict: ${verdict}`, 'i'));
    expect(project.read(ANSWER)).toMatchObject({ verdict });
  });

  it('lists what failed on FAIL', async () => {
    const response = validatorResponse('FAIL', {
      criteria_results: [
        { name: 'it works', status: 'PASS' },
        { name: 'it is fast', status: 'FAIL', reasoning: 'Took 9 s' },
        { name: 'it is small', status: 'FAIL' },
      ],
    });
    const { stdout } = await projectWith().run('cs-store-validation', responding(response));
    expect(stdout).toContain('Criteria: 1/3 passed');
    const failures = stdout.slice(stdout.search(/fail(ure|ed)/i));
    expect(failures).toMatch(/it is fast.*Took 9 s/);
    expect(failures).toContain('it is small');
    expect(stdout).not.toContain('it works');
  });

  it('gives the reasoning on BLOCKED', async () => {
    const response = validatorResponse('BLOCKED', { reasoning: 'The server was down' });
    const { stdout } = await projectWith().run('cs-store-validation', responding(response));
    expect(stdout).toMatch(/verdict: BLOCKED/i);
    expect(stdout).toContain('The server was down');
  });

  it('lets a later answer take the place of an earlier one', async () => {
    const project = projectWith();
    await project.run('cs-store-validation', responding(validatorResponse('FAIL')));
    const { code } = await project.run('cs-store-validation', responding(PASS));
    expect(code).toBe(0);
    expect(project.read(ANSWER)).toMatchObject({ verdict: 'PASS' });
  });

  it('needs no session', async () => {
    const project = projectWith();
    const env = { CLAUDE_SESSION_ID: undefined };
    const { code } = await project.run('cs-store-validation', responding(PASS), { env });
    expect(code).toBe(0);
    expect(project.read(ANSWER)).toMatchObject(PASS);
  });

  it('warns of a promise that has ended, and stores all the same', async () => {
    const project = projectWith({ status: 'verified' }, 'history');
    const { code, stdout, stderr } = await project.run('cs-store-validation', responding(PASS));
    expect(code).toBe(0);
    expect(stdout).toContain(`STORED: Validation response for ${ID} / AC-1`);
    expect(stderr).toMatch(/^warning: .*history/im);
    expect(project.read(ANSWER)).toMatchObject(PASS);
  });
});

describe('cs-store-validation --response-file', () => {
  it.each([
    { what: 'a path from where it is called', bytes: JSON.stringify(PASS) },
    { what: 'a file that begins with a byte order mark', bytes: `\ufeff${JSON.stringify(PASS)}` },
  ])('reads $what', async ({ bytes }) => {
    const project = projectWith();
    writeFileSync(join(project.folder, '..', 'answer.json'), bytes);
    const { code, stderr } = await project.run(
      'cs-store-validation',
      [...TARGET, '--response-file', 'answer.json'],
      { cwd: join(project.folder, '..'), env: { CLAUDE_PROJECT_DIR: project.folder } },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(project.read(ANSWER)).toMatchObject(PASS);
  });

  it.each(['missing.json', '.'])('is an error where %s cannot be read', async (path) => {
    const project = projectWith();
    const args = [...TARGET, '--response-file', path];
    const { code, stdout, stderr } = await project.run('cs-store-validation', args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(path);
  });
});

describe('cs-store-validation refuses', () => {
  const json = JSON.stringify(PASS);

  it.each([
    { what: 'nothing at all', args: [], error: '--promise is required' },
    {
      what: 'no promise',
      args: ['--ac-id', 'AC-1', '--response', json],
      error: '--promise is required',
    },
    {
      what: 'an empty promise',
      args: ['--promise', '', '--ac-id', 'AC-1', '--response', json],
      error: '--promise is required',
    },
    {
      what: 'no criterion',
      args: ['--promise', ID, '--response', json],
      error: '--ac-id is required',
    },
    {
      what: 'an empty criterion',
      args: ['--promise', ID, '--ac-id', '', '--response', json],
      error: '--ac-id is required',
    },
    { what: 'no response', args: TARGET, error: '--response or --response-file is required' },
    {
      what: 'half of JSON',
      args: [...TARGET, '--response', '{"a":'],
      error: 'Invalid JSON in response',
    },
    {
      what: 'words',
      args: [...TARGET, '--response', 'it works'],
      error: 'Invalid JSON in response',
    },
    {
      what: 'an object without anything',
      args: responding({}),
      error: 'Response JSON missing required fields: task_id, verdict, criteria_results, timestamp',
    },
    {
      what: 'a response that lacks two fields',
      args: responding({ task_id: 'task-1', verdict: 'PASS' }),
      error: 'Response JSON missing required fields: criteria_results, timestamp',
    },
    {
      what: 'a verdict that nobody knows',
      args: responding(validatorResponse('MAYBE')),
      error: 'Invalid verdict: MAYBE',
    },
    {
      what: 'a verdict that is no text',
      args: responding({ ...PASS, verdict: true }),
      error: 'Invalid verdict: ',
    },
    {
      what: 'a promise that does not exist',
      args: ['--promise', 'promise-00000000', '--ac-id', 'AC-1', '--response', json],
      error: 'Promise not found: promise-00000000',
    },
  ])('$what', async ({ args, error }) => {
    const project = projectWith({ acceptance_criteria: [criterion('AC-1')] });
    const { code, stdout, stderr } = await project.run('cs-store-validation', args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')[0]).toContain(`Error: ${error}`);
    expect(project.list('validations')).toEqual([]);
  });

  it.each(['null', '[]', '"PASS"', '7'])('the JSON %s, which is no response', async (response) => {
    const project = projectWith();
    const args = [...TARGET, '--response', response];
    const { code, stderr } = await project.run('cs-store-validation', args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: (Invalid JSON in response|Response JSON missing)/);
    expect(project.list('validations')).toEqual([]);
  });

  it.each(['../../outside', '/tmp/outside', '..', 'AC-1/../../x', 'AC\\1', 'x'.repeat(200)])(
    '%s as the id of a criterion, which would be a path',
    async (ac) => {
      const project = projectWith();
      const args = ['--promise', ID, '--ac-id', ac, '--response', json];
      const { code, stdout, stderr } = await project.run('cs-store-validation', args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^Error: /);
      expect(project.list('validations')).toEqual([]);
    },
  );
});
