import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  criterion,
  metCriterion,
  type PromiseParts,
  promiseFile,
} from '../../rig/values/promises.ts';
import { createProject, type Project, SESSION } from '../../rig/worlds/project.ts';

const ID = 'promise-0000aaaa';

/** Keys of others, of every kind, and two that an object inherits where nobody took care. */
const OF_OTHERS: PromiseParts = JSON.parse(
  '{"x_text":"kept","x_list":[1,{"deep":null}],"x_flag":false,"__proto__":{"own":1},"constructor":7}',
);

/** A promise with keys of others at every level. */
function extendedPromise(owner: string | null, parts: PromiseParts): PromiseParts {
  const promise = promiseFile(ID, owner, parts);
  const verification = { verified_at: null, verified_by: null, type: null, proof: null };
  return {
    ...promise,
    ...OF_OTHERS,
    ownership: {
      created_by: 'somebody',
      created_at: '2026-02-17T10:30:00Z',
      owned_by: owner,
      owned_since: null,
      ...OF_OTHERS,
    },
    verification: { ...verification, ...OF_OTHERS },
    structure: { epics: ['e1'], goals: ['g1'], ...OF_OTHERS },
  };
}

const UNMET = { acceptance_criteria: [criterion('AC-1', OF_OTHERS), criterion('AC-2', OF_OTHERS)] };
const MET = { acceptance_criteria: [metCriterion('AC-1', OF_OTHERS)] };
const MEET = ['--meet', ID, '--ac-id', 'AC-1', '--evidence', 'Seen to work'];

describe('keys that the suite does not know survive', () => {
  it.each<{
    bin: string;
    args: readonly string[];
    owner?: null;
    parts?: PromiseParts;
    to?: string;
  }>([
    { bin: 'cs-promise', args: ['--add-ac', ID, 'One more thing'] },
    { bin: 'cs-promise', args: MEET },
    { bin: 'cs', args: ['meet', ID, ...MEET.slice(2)] },
    { bin: 'cs-promise', args: ['--start', ID], parts: { ...UNMET, status: 'pending' } },
    { bin: 'cs-promise', args: ['--release', ID] },
    { bin: 'cs-promise', args: ['--adopt', ID], owner: null },
    { bin: 'cs-promise', args: ['--cancel', ID], to: 'history' },
    {
      bin: 'cs-verify',
      args: ['--promise', ID, '--skip-validation-check', '--proof', 'x'],
      parts: MET,
      to: 'history',
    },
  ])('$bin $args', async ({ bin, args, owner = SESSION, parts = UNMET, to = 'promises' }) => {
    const project = createProject();
    const before = extendedPromise(owner, parts);
    project.write(`promises/${ID}.json`, before);
    expect(await project.run(bin, args)).toMatchObject({ code: 0 });
    const after = project.read(`${to}/${ID}.json`);
    expect(after).not.toEqual(before);
    const criteria = Array.isArray(after['acceptance_criteria'])
      ? after['acceptance_criteria']
      : [];
    expect(ofOthersIn(after)).toEqual(Object.entries(OF_OTHERS));
    expect(ofOthersIn(after['ownership'])).toEqual(Object.entries(OF_OTHERS));
    expect(ofOthersIn(after['verification'])).toEqual(Object.entries(OF_OTHERS));
    expect(after['structure']).toEqual(before['structure']);
    for (const ac of criteria.filter(({ description }) => description !== 'One more thing')) {
      expect(ofOthersIn(ac)).toEqual(Object.entries(OF_OTHERS));
    }
  });

  function ofOthersIn(holder: unknown): unknown {
    const entries = typeof holder === 'object' && holder !== null ? Object.entries(holder) : [];
    return entries.filter(([key]) => Object.hasOwn(OF_OTHERS, key));
  }
});

describe('a promise file with nothing but id, status and owner', () => {
  function projectWith(status: string, owner: string | null = SESSION): Project {
    const project = createProject();
    project.write(`promises/${ID}.json`, { id: ID, status, ownership: { owned_by: owner } });
    return project;
  }

  it('is shown by every command that reports', async () => {
    const project = projectWith('in_progress');
    const lines: readonly (readonly [bin: string, ...args: string[]])[] = [
      ['cs-promise', '--list'],
      ['cs-promise', '--mine'],
      ['cs-promise', '--show', ID],
      ['cs-status'],
      ['cs-status', '--mine'],
    ];
    for (const [bin, ...args] of lines) {
      const { code, stdout, stderr } = await project.run(bin, args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(ID);
      expect(stdout).not.toMatch(/undefined|NaN|\[object/);
    }
    expect(await project.run('cs-verify', ['--check'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('holds its session while it is pending', async () => {
    const { code, stdout, stderr } = await projectWith('pending').run('cs-verify', ['--check']);
    expect(code).toBe(2);
    expect(stdout + stderr).not.toMatch(/undefined|NaN/);
  });

  it('can be started, given a criterion, met and verified', async () => {
    const project = projectWith('pending');
    for (const args of [['--start', ID], ['--add-ac', ID, 'Tests pass'], MEET]) {
      expect(await project.run('cs-promise', args)).toMatchObject({ code: 0, stderr: '' });
    }
    const verify = ['--promise', ID, '--skip-validation-check'];
    expect(await project.run('cs-verify', verify)).toMatchObject({ code: 0 });
    expect(project.read(`history/${ID}.json`)).toMatchObject({
      id: ID,
      status: 'verified',
      acceptance_criteria: [{ id: 'AC-1', description: 'Tests pass', status: 'met' }],
      ownership: { owned_by: SESSION },
      verification: { verified_by: SESSION },
    });
  });

  it('can be released, adopted and cancelled', async () => {
    const project = projectWith('in_progress');
    for (const option of ['--release', '--adopt', '--cancel']) {
      expect(await project.run('cs-promise', [option, ID])).toMatchObject({ code: 0, stderr: '' });
    }
    expect(project.read(`history/${ID}.json`)).toMatchObject({ id: ID, status: 'cancelled' });
  });

  it('is listed among the orphans where it has no owner', async () => {
    const { stdout } = await projectWith('pending', null).run('cs-init', ['--check-orphans']);
    expect(stdout).toMatch(/^\[ORPHANED\] promise-0000aaaa: (?!.*undefined)/);
  });
});

describe('a promise with a summary and no title', () => {
  it('is called by its summary', async () => {
    const project = createProject();
    const parts = { title: undefined, summary: 'Only a summary', status: 'pending' };
    project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, parts));
    for (const args of [['--list'], ['--show', ID]]) {
      const { stdout } = await project.run('cs-promise', args);
      expect(stdout).toContain('Only a summary');
    }
    const { stdout } = await project.run('cs-verify', ['--check']);
    expect(stdout).toContain('Only a summary');
  });
});

describe('the state', () => {
  it.each([
    {
      variable: 'the folder that CLAUDE_PROJECT_DIR names',
      value: '../elsewhere',
      at: 'elsewhere',
    },
    { variable: 'the current folder where it is empty', value: '', at: 'project' },
    { variable: 'the current folder where it is not set', value: undefined, at: 'project' },
  ])('lies under $variable', async ({ value, at }) => {
    const project = createProject();
    mkdirSync(join(project.folder, '..', 'elsewhere'));
    const env = { CLAUDE_PROJECT_DIR: value };
    const create = ['--create', 'Title', '--ac', 'Tests pass'];
    expect(await project.run('cs-promise', create, { env })).toMatchObject({ code: 0 });
    const state = join(project.folder, '..', at, '.claude', 'completion-state');
    expect(readdirSync(join(state, 'promises'))).toEqual([expect.stringMatching(/^promise-/)]);
    expect(await project.run('cs-verify', ['--check'], { env })).toMatchObject({ code: 2 });
  });
});
