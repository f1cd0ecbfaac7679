import { describe, expect, it } from 'vitest';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  promiseFile,
  validatorResponse,
} from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const MET = { acceptance_criteria: [metCriterion('AC-1'), metCriterion('AC-2')] };

/** A project with one promise of this session and a passing answer for AC-1 and AC-2. */
function validatedProject(parts: PromiseParts): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
  for (const ac of ['AC-1', 'AC-2']) {
    project.write(`validations/${ID}/${ac}-validation.json`, validatorResponse('PASS'));
  }
  return project;
}

describe('cs-verify --promise', () => {
  it('closes a promise whose criteria are met and validated', async () => {
    const project = validatedProject(MET);
    const args = ['--promise', ID, '--proof', 'CI run 77 is green', '--type', 'test'];
    const { code, stdout, stderr } = await project.run('cs-verify', args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Gate 2: All validation responses verified (PASS)');
    expect(stdout).toMatch(/^VERIFIED: promise-0000aaaa$/m);
    expect(stdout).toContain(`Title of ${ID}`);
    expect(stdout).toMatch(/type: test/i);
    expect(stdout).toContain('CI run 77 is green');
    expect(stdout).toContain('Acceptance Criteria: 2/2 met');
    expect(stdout).toContain(SESSION);
    expect(stdout).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    expect(project.exists(`promises/${ID}.json`)).toBe(false);
    expect(project.read(`history/${ID}.json`)).toMatchObject({
      ...promiseFile(ID, SESSION, MET),
      status: 'verified',
      verification: {
        verified_at: expect.stringMatching(UTC_TIME),
        verified_by: SESSION,
        type: 'test',
        proof: 'CI run 77 is green',
      },
    });
  });

  it.each([
    { args: [], type: 'manual' },
    { args: ['--type', 'manual'], type: 'manual' },
    { args: ['--type', 'test'], type: 'test' },
    { args: ['--type', 'browser'], type: 'browser' },
    { args: ['--type', 'api'], type: 'api' },
  ])('records the type $type for $args', async ({ args, type }) => {
    const project = validatedProject(MET);
    const { code } = await project.run('cs-verify', ['--promise', ID, ...args]);
    expect(code).toBe(0);
    expect(project.read(`history/${ID}.json`)).toMatchObject({ verification: { type } });
  });

  it('refuses a type that it does not know', async () => {
    const project = validatedProject(MET);
    const args = ['--promise', ID, '--type', 'hearsay'];
    const { code, stdout, stderr } = await project.run('cs-verify', args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: .*hearsay/);
    expect(stderr).toMatch(/test\W+browser\W+api\W+manual/);
    expect(project.exists(`promises/${ID}.json`)).toBe(true);
  });

  it('lists the criteria that are pending, with the command that meets the first', async () => {
    const acceptance_criteria = [
      metCriterion('AC-1'),
      criterion('AC-2', { description: 'Docs updated' }),
      criterion('AC-3', { description: 'Changelog written' }),
    ];
    const project = validatedProject({ acceptance_criteria });
    const { code, stdout, stderr } = await project.run('cs-verify', ['--promise', ID]);
    expect(code).toBe(1);
    expect(stdout).not.toContain('VERIFIED');
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toMatch(/AC-2: Docs updated/);
    expect(stderr).toMatch(/AC-3: Changelog written/);
    expect(stderr).not.toMatch(/AC-1/);
    expect(stderr).toContain(`cs-promise --meet ${ID} --ac-id AC-2 --evidence`);
    expect(project.read(`promises/${ID}.json`)).toEqual(
      promiseFile(ID, SESSION, { acceptance_criteria }),
    );
  });

  it('verifies a pending promise, with a note', async () => {
    const project = validatedProject({ ...MET, status: 'pending' });
    const { code, stdout, stderr } = await project.run('cs-verify', ['--promise', ID]);
    expect(code).toBe(0);
    expect(stdout).toContain(`VERIFIED: ${ID}`);
    expect(stderr).toMatch(/note/i);
  });

  it.each([
    { what: 'has no criteria key', parts: { acceptance_criteria: undefined } },
    { what: 'has an empty list', parts: { acceptance_criteria: [] } },
  ])('goes by --proof alone where the promise $what', async ({ parts }) => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
    for (const args of [[], ['--proof', ''], ['--proof', '  ']]) {
      const refused = await project.run('cs-verify', ['--promise', ID, ...args]);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/^Error: .*--proof/);
    }
    const args = ['--promise', ID, '--proof', 'Released as 1.2.0'];
    const { code, stdout } = await project.run('cs-verify', args);
    expect(code).toBe(0);
    expect(stdout).toContain('Gate 2: Skipped');
    expect(stdout).toContain(`VERIFIED: ${ID}`);
    expect(stdout).toContain('Released as 1.2.0');
    expect(stdout).toContain('Acceptance Criteria: 0/0 met');
    expect(project.read(`history/${ID}.json`)).toMatchObject({ status: 'verified' });
  });

  it.each([
    { what: 'neither --check nor --promise', args: [], names: /--check.*--promise/ },
    { what: 'only a proof', args: ['--proof', 'x'], names: /--check.*--promise/ },
    { what: 'both of them', args: ['--check', '--promise', ID], names: /--check.*--promise/ },
  ])('is an error with $what', async ({ args, names }) => {
    const project = validatedProject(MET);
    const { code, stdout, stderr } = await project.run('cs-verify', args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toMatch(names);
    expect(project.exists(`promises/${ID}.json`)).toBe(true);
  });

  it('changes nothing of a promise that has ended', async () => {
    const project = createProject();
    const ended = promiseFile(ID, SESSION, { status: 'cancelled', ...MET });
    project.write(`history/${ID}.json`, ended);
    const { code, stdout, stderr } = await project.run('cs-verify', ['--promise', ID]);
    expect(code).toBe(1);
    expect(stdout).not.toContain('VERIFIED');
    expect(stderr).toMatch(/^Error: /);
    expect(project.read(`history/${ID}.json`)).toEqual(ended);
  });
});
