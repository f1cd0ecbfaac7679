import { describe, expect, it } from 'vitest';
import {
  criterion,
  metCriterion,
  promiseFile,
  validatorResponse,
} from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

const OPEN = 'promise-000000a1';
const MET = 'promise-000000a2';
const PENDING = 'promise-000000a3';
const ORPHAN = 'promise-000000a4';
const NONE = 'promise-00000000';
const RESPONSE = JSON.stringify(validatorResponse('PASS'));

function populatedProject(): Project {
  const project = createProject();
  const open = { acceptance_criteria: [metCriterion('AC-1'), criterion('AC-2')] };
  const met = { acceptance_criteria: [metCriterion('AC-1')] };
  project.write(`promises/${OPEN}.json`, promiseFile(OPEN, SESSION, open));
  project.write(`promises/${MET}.json`, promiseFile(MET, SESSION, met));
  project.write(`promises/${PENDING}.json`, promiseFile(PENDING, SESSION, { status: 'pending' }));
  project.write(`promises/${ORPHAN}.json`, promiseFile(ORPHAN, null));
  project.write(`validations/${MET}/AC-1-validation.json`, validatorResponse('PASS'));
  return project;
}

describe('--json prints one document and nothing else on stdout', () => {
  it.each([
    { bin: 'cs-promise', args: ['--list'], code: 0 },
    { bin: 'cs-promise', args: ['--mine'], code: 0 },
    { bin: 'cs-promise', args: ['--show', OPEN], code: 0 },
    { bin: 'cs-promise', args: ['--create', 'Title', '--ac', 'Tests pass'], code: 0 },
    { bin: 'cs-promise', args: ['--add-ac', OPEN, 'One more'], code: 0 },
    { bin: 'cs-promise', args: ['--start', PENDING], code: 0 },
    { bin: 'cs-promise', args: ['--release', OPEN], code: 0 },
    { bin: 'cs-promise', args: ['--adopt', ORPHAN], code: 0 },
    { bin: 'cs-promise', args: ['--cancel', OPEN], code: 0 },
    { bin: 'cs', args: ['meet', OPEN, '--ac-id', 'AC-1', '--evidence', 'seen'], code: 0 },
    { bin: 'cs-promise', args: ['--add-check', OPEN, '--ac-id', 'AC-1', '--file', 'a'], code: 0 },
    { bin: 'cs-verify', args: ['--promise', MET], code: 0 },
    { bin: 'cs-verify', args: ['--check'], code: 2 },
    { bin: 'cs-verify', args: ['--check', '-v'], code: 2 },
    { bin: 'cs-status', args: [], code: 0 },
    { bin: 'cs-status', args: ['--mine'], code: 0 },
    { bin: 'cs-status', args: ['--orphans'], code: 0 },
    { bin: 'cs-status', args: ['--history'], code: 0 },
    { bin: 'cs-init', args: [], code: 0 },
    { bin: 'cs-init', args: ['--show'], code: 0 },
    { bin: 'cs-init', args: ['--check-orphans'], code: 0 },
    {
      bin: 'cs-store-validation',
      args: ['--promise', OPEN, '--ac-id', 'AC-1', '--response', RESPONSE],
      code: 0,
    },
    { bin: 'cs', args: ['hooks'], code: 0 },
    { bin: 'cs', args: ['doctor'], code: 1 },
  ])('$bin $args', async ({ bin, args, code }) => {
    const outcome = await populatedProject().run(bin, [...args, '--json']);
    expect(outcome.code).toBe(code);
    expect(JSON.parse(outcome.stdout)).toEqual(expect.any(Object));
  });

  it.each([
    { bin: 'cs-promise', args: ['--show', NONE], says: 'Promise not found' },
    { bin: 'cs-promise', args: ['--start', OPEN], says: OPEN },
    { bin: 'cs-promise', args: ['--create', 'Title'], says: '--ac' },
    { bin: 'cs-promise', args: ['--bogus'], says: '--bogus' },
    { bin: 'cs-promise', args: [], says: '' },
    { bin: 'cs', args: ['meet', OPEN, '--ac-id', 'AC-9', '--evidence', 'seen'], says: 'AC-9' },
    { bin: 'cs', args: ['prove', OPEN], says: 'no checks to run' },
    { bin: 'cs', args: ['meet', OPEN, '--ac-id', 'AC-2', '--file', 'nothing'], says: 'not met' },
    { bin: 'cs-promise', args: ['--create', '--from', 'nothing.yaml'], says: 'no such file' },
    { bin: 'cs-verify', args: ['--promise', OPEN], says: OPEN },
    { bin: 'cs-verify', args: ['--promise', NONE], says: 'Promise not found' },
    { bin: 'cs-verify', args: ['--check', '--bogus'], says: '--bogus' },
    { bin: 'cs-status', args: ['--bogus'], says: '--bogus' },
    { bin: 'cs-init', args: ['--bogus'], says: '--bogus' },
    { bin: 'cs-store-validation', args: ['--promise', OPEN], says: '--ac-id is required' },
    {
      bin: 'cs-store-validation',
      args: ['--promise', OPEN, '--ac-id', 'AC-1', '--response', '{'],
      says: 'Invalid JSON in response',
    },
    { bin: 'cs', args: ['frobnicate'], says: 'frobnicate' },
  ])('on failure too, beside the error on stderr: $bin $args', async ({ bin, args, says }) => {
    const { code, stdout, stderr } = await populatedProject().run(bin, [...args, '--json']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: /);
    expect(stderr).toContain(says);
    expect(JSON.parse(stdout)).toMatchObject({ error: { message: expect.stringContaining(says) } });
  });

  it('where Gate 2 is shut and where no session is set', async () => {
    const project = populatedProject();
    project.write(`validations/${MET}/AC-1-validation.json`, validatorResponse('FAIL'));
    const shut = await project.run('cs-verify', ['--promise', MET, '--json']);
    expect(shut).toMatchObject({ code: 1, stderr: expect.stringContaining('Gate 2 BLOCKED: ') });
    expect(JSON.parse(shut.stdout)).toMatchObject({ error: expect.any(Object) });
    const env = { CLAUDE_SESSION_ID: undefined };
    for (const args of [['--check'], ['--promise', MET]]) {
      const outcome = await project.run('cs-verify', [...args, '--json'], { env });
      expect(outcome).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Error: CLAUDE_/) });
      expect(JSON.parse(outcome.stdout)).toMatchObject({ error: expect.any(Object) });
    }
  });

  it('with warnings on stderr', async () => {
    const project = populatedProject();
    const args = ['meet', OPEN, '--ac-id', 'AC-1', '--evidence', 'seen', '--type', 'odd', '--json'];
    const { code, stdout, stderr } = await project.run('cs', args);
    expect(code).toBe(0);
    expect(stderr).toMatch(/already met/);
    expect(JSON.parse(stdout)).toMatchObject({ id: OPEN });
  });

  it('and says with --check whether the session may end, and what comes next', async () => {
    const project = populatedProject();
    const { stdout } = await project.run('cs-verify', ['--check', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      may_end: false,
      session_id: SESSION,
      next_actions: [
        expect.stringContaining(`cs-promise --meet ${OPEN} --ac-id AC-2`),
        `cs-promise --start ${PENDING}`,
      ],
    });
    const env = { CLAUDE_SESSION_ID: 'another-session' };
    const free = await project.run('cs-verify', ['--check', '--json'], { env });
    expect(JSON.parse(free.stdout)).toMatchObject({ may_end: true });
  });
});
