import { describe, expect, it } from 'vitest';
import { metCriterion, promiseFile, validatorResponse } from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const ANSWER = `validations/${ID}/AC-1-validation.json`;
const MET = promiseFile(ID, SESSION, {
  acceptance_criteria: [metCriterion('AC-1', { description: 'Login works' })],
});

function metProject(answer?: unknown): Project {
  const project = createProject();
  project.write(`promises/${ID}.json`, MET);
  if (answer !== undefined) project.write(ANSWER, answer);
  return project;
}

describe('Gate 2 of cs-verify', () => {
  it.each(['PASS', 'pass', 'PARTIAL', 'Partial'])('opens on the verdict %s', async (verdict) => {
    const project = metProject(validatorResponse(verdict));
    const { code, stdout, stderr } = await project.run('cs-verify', ['--promise', ID]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Gate 2: All validation responses verified (PASS)');
    expect(stdout).toContain(`VERIFIED: ${ID}`);
  });

  it.each([
    { what: 'no answer', answer: undefined, says: '' },
    {
      what: 'FAIL',
      answer: validatorResponse('FAIL', { reasoning: 'The button does nothing' }),
      says: 'The button does nothing',
    },
    {
      what: 'fail in small letters',
      answer: validatorResponse('fail', { reasoning: 'The button does nothing' }),
      says: 'The button does nothing',
    },
    {
      what: 'BLOCKED',
      answer: validatorResponse('BLOCKED', { reasoning: 'The server was down' }),
      says: 'The server was down',
    },
    { what: 'a verdict that nobody knows', answer: validatorResponse('MAYBE'), says: 'MAYBE' },
    {
      what: 'a verdict that begins like PASS',
      answer: validatorResponse('PASSED?'),
      says: 'PASSED',
    },
    { what: 'no verdict', answer: { task_id: 'task-1' }, says: '' },
    { what: 'a verdict that is no text', answer: { verdict: ['PASS'] }, says: '' },
    { what: 'half a file', answer: '{"verdict": "PASS"', says: '' },
    { what: 'an empty file', answer: '', says: '' },
    { what: 'a list', answer: [validatorResponse('PASS')], says: '' },
  ])('stays shut on $what, and says what to do', async ({ answer, says }) => {
    const project = metProject(answer);
    const { code, stdout, stderr } = await project.run('cs-verify', ['--promise', ID]);
    expect(code).toBe(1);
    expect(stdout).not.toContain('VERIFIED');
    expect(stderr).toMatch(/^Gate 2 BLOCKED: /m);
    expect(stderr).toContain('AC-1');
    expect(stderr).toContain('Login works');
    expect(stderr).toContain(says);
    expect(stderr).toContain(`cs-store-validation --promise ${ID} --ac-id AC-1`);
    expect(project.read(`promises/${ID}.json`)).toEqual(MET);
  });

  it('names every criterion that lacks an answer, and none that has one', async () => {
    const project = metProject(validatorResponse('PASS'));
    const acceptance_criteria = [1, 2, 3].map((number) => metCriterion(`AC-${number}`));
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
    const { code, stderr } = await project.run('cs-verify', ['--promise', ID]);
    expect(code).toBe(1);
    expect(stderr).toContain('AC-2');
    expect(stderr).toContain('AC-3');
    expect(stderr).not.toContain('AC-1');
  });

  it('never suggests to skip it', async () => {
    const { stdout, stderr } = await metProject().run('cs-verify', ['--promise', ID]);
    expect(stdout + stderr).not.toContain('--skip');
  });

  it('opens on what cs-store-validation stored', async () => {
    const project = metProject();
    const response = JSON.stringify(validatorResponse('PASS'));
    const store = ['--promise', ID, '--ac-id', 'AC-1', '--response', response];
    expect(await project.run('cs-store-validation', store)).toMatchObject({ code: 0 });
    expect(await project.run('cs-verify', ['--promise', ID])).toMatchObject({ code: 0 });
  });

  it('can be skipped, with a warning', async () => {
    const project = metProject(validatorResponse('FAIL'));
    const args = ['--promise', ID, '--skip-validation-check'];
    const { code, stdout, stderr } = await project.run('cs-verify', args);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^WARNING: Skipping Gate 2/m);
    expect(stdout).not.toContain('All validation responses verified');
    expect(stdout).toContain(`VERIFIED: ${ID}`);
  });

  it('does not let a criterion that is not met pass when it is skipped', async () => {
    const project = createProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION));
    const args = ['--promise', ID, '--skip-validation-check', '--skip-llm-gate'];
    const { code, stdout } = await project.run('cs-verify', args);
    expect(code).toBe(1);
    expect(stdout).not.toContain('VERIFIED');
  });
});

describe('Gate 3 of cs-verify', () => {
  it('says in one line that it did not run, and how to run it', async () => {
    const project = metProject(validatorResponse('PASS'));
    const { stdout } = await project.run('cs-verify', ['--promise', ID]);
    const lines = stdout.split('\n').filter((line) => line.includes('Gate 3'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('--judge');
    expect(lines[0]).toContain(ID);
  });

  it.each([
    { where: 'as it comes', configuration: {} },
    { where: 'where configuration asks for it', configuration: { tier: 2 } },
  ])('can be skipped $where, with a warning', async ({ configuration }) => {
    const project = metProject(validatorResponse('PASS'));
    project.write('../completion-promise.json', configuration);
    const args = ['--promise', ID, '--skip-llm-gate'];
    const { code, stdout, stderr } = await project.run('cs-verify', args);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^WARNING: Skipping Gate 3/m);
    expect(stdout).toContain(`VERIFIED: ${ID}`);
  });
});
