import { describe, expect, it } from 'vitest';
import { criterion, metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const ID = 'promise-0000aaaa';

describe('cs-promise --create', () => {
  it('prints the new promise and the command that comes next', async () => {
    const project = createProject();
    const args = ['--create', 'Login works', '--ac', 'Tests pass', '--ac', 'Docs updated'];
    const { code, stdout } = await project.run('cs-promise', args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Created promise: promise-[0-9a-f]{8}$/m);
    const id = /promise-[0-9a-f]{8}/.exec(stdout)?.[0] ?? 'none';
    expect(stdout).toContain('Login works');
    expect(stdout).toContain(SESSION);
    expect(stdout).toContain('pending');
    expect(stdout).toMatch(/AC-1: Tests pass/);
    expect(stdout).toMatch(/AC-2: Docs updated/);
    expect(stdout).toContain(`cs-promise --start ${id}`);
  });

  it('makes the missing folders and writes a promise in the shape that everybody reads', async () => {
    const project = createProject();
    const id = await project.promise('Tests pass', 'Docs updated');
    const unmet = {
      status: 'pending',
      evidence: null,
      evidence_type: null,
      met_at: null,
      met_by: null,
    };
    expect(project.list('promises')).toEqual([`${id}.json`]);
    expect(project.read(`promises/${id}.json`)).toMatchObject({
      id,
      title: 'A promise',
      summary: 'A promise',
      status: 'pending',
      acceptance_criteria: [
        { id: 'AC-1', description: 'Tests pass', ...unmet },
        { id: 'AC-2', description: 'Docs updated', ...unmet },
      ],
      ownership: {
        created_by: SESSION,
        created_at: expect.stringMatching(UTC_TIME),
        owned_by: SESSION,
        owned_since: expect.stringMatching(UTC_TIME),
      },
      verification: { verified_at: null, verified_by: null, type: null, proof: null },
      structure: { epics: [], goals: [] },
    });
  });

  it.each([
    { what: 'no criterion', args: ['--create', 'Login works'], names: '--ac' },
    { what: 'an empty criterion', args: ['--create', 'Login works', '--ac', ' '], names: '--ac' },
    { what: 'an empty title', args: ['--create', '', '--ac', 'Tests pass'], names: 'title' },
  ])('makes nothing with $what', async ({ args, names }) => {
    const project = createProject();
    const { code, stdout, stderr } = await project.run('cs-promise', args);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(names);
    expect(project.list('promises')).toEqual([]);
  });
});

describe('cs-promise --add-ac', () => {
  it.each([
    { numbers: ['AC-1', 'AC-2'], next: 'AC-3' },
    { numbers: ['AC-7', 'AC-3'], next: 'AC-8' },
    { numbers: [], next: 'AC-1' },
    { numbers: ['written-by-hand', 'AC-9'], next: 'AC-10' },
  ])('numbers the criterion after $numbers as $next', async ({ numbers, next }) => {
    const project = createProject();
    const parts = { acceptance_criteria: numbers.map((number) => criterion(number)) };
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
    const { code, stdout } = await project.run('cs-promise', ['--add-ac', ID, 'One more thing']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Added criterion to promise: ${ID}`);
    expect(stdout).toContain(next);
    expect(project.read(`promises/${ID}.json`)).toMatchObject({
      acceptance_criteria: [
        ...numbers.map((number) => ({ id: number })),
        { id: next, description: 'One more thing', status: 'pending' },
      ],
    });
  });

  it('refuses an empty text', async () => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    const { code, stderr } = await project.run('cs-promise', ['--add-ac', ID, '']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: /);
    expect(project.read(`promises/${ID}.json`)).toEqual(promiseFile(ID, SESSION));
  });
});

describe('cs-promise --start', () => {
  it('puts a pending promise in progress', async () => {
    const project = createProject();
    const id = await project.promise('Tests pass');
    const { code, stdout } = await project.run('cs-promise', ['--start', id]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Started promise: ${id}`);
    expect(project.read(`promises/${id}.json`)).toMatchObject({ status: 'in_progress' });
  });

  it.each([
    { folder: 'promises', status: 'in_progress' },
    { folder: 'history', status: 'verified' },
    { folder: 'history', status: 'cancelled' },
  ])('refuses a promise that is $status', async ({ folder, status }) => {
    const project = createProject();
    project.write(`${folder}/${ID}.json`, promiseFile(ID, SESSION, { status }));
    const { code, stdout, stderr } = await project.run('cs-promise', ['--start', ID]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(status);
    expect(project.read(`${folder}/${ID}.json`)).toMatchObject({ status });
  });
});

describe('cs-promise --adopt', () => {
  it.each(['pending', 'in_progress'])(
    'takes over an orphan that is %s, and leaves its status',
    async (status) => {
      const project = createProject();
      project.write(`promises/${ID}.json`, promiseFile(ID, null, { status }));
      const { code, stdout } = await project.run('cs-promise', ['--adopt', ID]);
      expect(code).toBe(0);
      expect(stdout).toContain(`Adopted promise: ${ID}`);
      expect(project.read(`promises/${ID}.json`)).toMatchObject({
        status,
        ownership: { owned_by: SESSION, owned_since: expect.stringMatching(UTC_TIME) },
      });
    },
  );

  it.each([SESSION, 'another-session'])('refuses a promise that %s owns', async (owner) => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, owner));
    const { code, stderr } = await project.run('cs-promise', ['--adopt', ID]);
    expect(code).toBe(1);
    expect(stderr).toContain(`Error: Promise is not orphaned. Current owner: ${owner}`);
    expect(project.read(`promises/${ID}.json`)).toEqual(promiseFile(ID, owner));
  });
});

describe('cs-promise --release', () => {
  it('leaves the promise open and without an owner', async () => {
    const project = createProject();
    const id = await project.startedPromise('Tests pass');
    const { code, stdout } = await project.run('cs-promise', ['--release', id]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Released promise: ${id}`);
    expect(project.read(`promises/${id}.json`)).toMatchObject({
      status: 'in_progress',
      ownership: { owned_by: null },
    });
  });
});

describe('cs-promise --cancel', () => {
  it.each(['pending', 'in_progress'])(
    'moves a promise that is %s to the history as cancelled',
    async (status) => {
      const project = createProject();
      project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { status }));
      const { code, stdout } = await project.run('cs-promise', ['--cancel', ID]);
      expect(code).toBe(0);
      expect(stdout).toContain(`Cancelled promise: ${ID}`);
      expect(project.exists(`promises/${ID}.json`)).toBe(false);
      expect(project.read(`history/${ID}.json`)).toEqual(
        promiseFile(ID, SESSION, { status: 'cancelled' }),
      );
    },
  );

  it('refuses a promise that has ended', async () => {
    const project = createProject();
    const ended = promiseFile(ID, SESSION, {
      status: 'verified',
      acceptance_criteria: [metCriterion('AC-1')],
    });
    project.write(`history/${ID}.json`, ended);
    const { code, stderr } = await project.run('cs-promise', ['--cancel', ID]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: /);
    expect(project.read(`history/${ID}.json`)).toEqual(ended);
  });
});

describe('cs-promise', () => {
  it.each([
    { what: 'nothing to do', args: [] },
    { what: 'two things to do', args: ['--list', '--mine'] },
  ])('is an error with $what', async ({ args }) => {
    const { code, stdout, stderr } = await createProject().run('cs-promise', args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
  });
});
