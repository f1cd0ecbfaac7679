import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  criterion,
  metCriterion,
  promiseFile,
  validatorResponse,
} from '../../rig/values/promises.ts';
import { createBd, emptyPath } from '../../rig/worlds/programs.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';
const ARGS = ['--promise', ID, '--task-id', 'bd-42'];

// Node starts no scripts without a shell on Windows, so that a scripted `bd` cannot stand in there.
const itOnPosix = it.skipIf(process.platform === 'win32');

function projectWith(ac: object): Project {
  const project = createProject();
  const parts = { title: 'Login works', acceptance_criteria: [ac] };
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
  project.write(`validations/${ID}/AC-1-validation.json`, validatorResponse('PASS'));
  return project;
}

describe('cs-verify --task-id', () => {
  itOnPosix('adds a comment to the beads task', async () => {
    const project = projectWith(metCriterion('AC-1'));
    const bd = createBd(project);
    const { code, stdout, stderr } = await project.run('cs-verify', ARGS, {
      env: { PATH: bd.path },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`VERIFIED: ${ID}`);
    expect(bd.calls()).toEqual([['comments', 'add', 'bd-42', expect.stringContaining(ID)]]);
  });

  itOnPosix('only warns where bd fails', async () => {
    const project = projectWith(metCriterion('AC-1'));
    const bd = createBd(project, 3);
    const { code, stdout, stderr } = await project.run('cs-verify', ARGS, {
      env: { PATH: bd.path },
    });
    expect(code).toBe(0);
    expect(stdout).toContain(`VERIFIED: ${ID}`);
    expect(bd.calls()).toHaveLength(1);
    expect(stderr).toMatch(/^warning: .*bd-42.*bd: no such task/im);
    expect(stderr).not.toMatch(/^Error/m);
    expect(project.exists(`history/${ID}.json`)).toBe(true);
  });

  it('only warns where there is no bd', async () => {
    const project = projectWith(metCriterion('AC-1'));
    const env = { PATH: emptyPath(project) };
    const { code, stdout, stderr } = await project.run('cs-verify', ARGS, { env });
    expect(code).toBe(0);
    expect(stdout).toContain(`VERIFIED: ${ID}`);
    expect(stderr).toMatch(/^warning: .*bd/im);
    expect(stderr).not.toMatch(/^Error/m);
  });

  itOnPosix('leaves the task alone where the promise is not verified', async () => {
    const project = projectWith(criterion('AC-1'));
    const bd = createBd(project);
    const { code } = await project.run('cs-verify', ARGS, { env: { PATH: bd.path } });
    expect(code).toBe(1);
    expect(bd.calls()).toEqual([]);
  });

  itOnPosix('hands bd the title as one argument, whatever a shell would make of it', async () => {
    const project = createProject();
    const title = '$(touch pwned); `touch pwned` "quoted"';
    const parts = { title, acceptance_criteria: [metCriterion('AC-1')] };
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
    project.write(`validations/${ID}/AC-1-validation.json`, validatorResponse('PASS'));
    const bd = createBd(project);
    await project.run('cs-verify', ARGS, { env: { PATH: bd.path } });
    expect(bd.calls()).toEqual([['comments', 'add', 'bd-42', expect.stringContaining(title)]]);
    expect(readdirSync(project.folder)).toEqual(['.claude']);
  });

  itOnPosix.each(['--delete', '-f', '', 'a b', '../bd-42'])(
    'only warns of the task id "%s", which bd could take for something else',
    async (task) => {
      const project = projectWith(metCriterion('AC-1'));
      const bd = createBd(project);
      const args = ['--promise', ID, '--task-id', task];
      const { code, stderr } = await project.run('cs-verify', args, { env: { PATH: bd.path } });
      expect(code).toBe(0);
      expect(stderr).toMatch(/^warning: /im);
      expect(stderr).toContain(task);
      expect(bd.calls()).toEqual([]);
    },
  );
});
