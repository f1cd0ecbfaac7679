import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { check, prove, startWith } from '../../rig/worlds/proving.ts';

const FILES = { 'a.txt': 'one\n', 'run.sh': '#!/bin/sh\n' };

type Act = (project: GitProject, path: (name: string) => string) => void;

const nothing: Act = () => {};

/** Runs something on a repository, proves a promise, and tries to hide a change from the check. */
async function checkAfter(before: Act, after: Act): Promise<number | null> {
  const project = createGitProject(FILES);
  const path = (name: string) => join(project.folder, name);
  before(project, path);
  project.commit();
  const id = await startWith(project, '--ac', 'It is done', '--command', 'AC-1=true');
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  expect(await check(project)).toMatchObject({ code: 0 });
  after(project, path);
  return (await check(project)).code;
}

// Every way to hide one: test/adapters/git/tree-hidden-changes.test.ts.
describe('a change is seen, whatever git was told', () => {
  it.each<[string, Act, Act]>([
    [
      'a file is removed, and git told to skip it',
      nothing,
      ({ git }, path) => {
        git('update-index', '--skip-worktree', 'a.txt');
        rmSync(path('a.txt'));
      },
    ],
    [
      'a filter gives the old content out for the new',
      ({ put }) => void put('.gitattributes', 'a.txt filter=old\n'),
      ({ git, put }) => {
        git('config', 'filter.old.clean', 'echo one');
        put('a.txt', 'two\n');
      },
    ],
    [
      'a file that is too large to be read',
      (_project, path) => chmodSync(path('a.txt'), 0o644),
      ({ put }, path) => {
        put('large.bin', '');
        truncateSync(path('large.bin'), 300 * 1024 * 1024);
      },
    ],
  ])('%s', async (_what, before, after) => {
    expect(await checkAfter(before, after)).toBe(2);
  });
});

describe('what nothing can be told of is not bound, and it is said why', () => {
  it.each<[string, Act, string]>([
    [
      'files in the folder of a submodule that has no repository',
      ({ git, put }) => {
        const commit = git('rev-parse', 'HEAD').trim();
        git('update-index', '--add', '--cacheinfo', `160000,${commit},module`);
        git('commit', '--quiet', '-m', 'A module');
        put('module/a.txt', 'one\n');
      },
      'a submodule without its repository',
    ],
    [
      'a link that leads outside the checkout',
      ({ folder }, path) => symlinkSync(join(folder, '..'), path('out')),
      'the link out leads outside the checkout',
    ],
  ])('%s', async (_what, before, reason) => {
    const project = createGitProject(FILES);
    before(project, (name) => join(project.folder, name));
    const id = await startWith(project, '--ac', 'It is done', '--command', 'AC-1=true');
    const { code, stdout } = await prove(project, id);
    expect([code, stdout.includes('not bound'), stdout.includes(reason)]).toEqual([0, true, true]);
    const said = `AC-1 of ${id} is proved, but not bound to the checkout (`;
    expect((await check(project)).stdout).toBe('');
    const verbose = await project.run('cs-verify', ['--check', '--verbose']);
    expect([verbose.stdout.includes(said), verbose.stdout.includes(reason)]).toEqual([true, true]);
    const status = await project.run('cs-status', []);
    expect(status.stdout).toContain('not bound to the checkout: AC-1');
    const shown = await project.run('cs-promise', ['--show', id]);
    expect(shown.stdout).toContain(reason);
    const closed = await project.run('cs-verify', ['--promise', id, '--type', 'test', '--json']);
    expect(closed.stderr).toContain('Note: AC-1 is proved, but not bound to the checkout');
    expect(JSON.parse(closed.stdout)).toMatchObject({
      gates: { proofs: 'not-bound' },
      not_bound: [{ ac_id: 'AC-1', reason: expect.stringContaining(reason) }],
    });
  });

  it('a project in a folder that the repository around it ignores', async () => {
    const project = createGitProject({ ...FILES, '.gitignore': 'work/\n' });
    const work = join(project.folder, 'work');
    mkdirSync(work);
    const env = { CLAUDE_PROJECT_DIR: work };
    const options = ['--create', 'P', '--ac', 'It is done', '--command', 'AC-1=true', '--json'];
    const created = await project.run('cs-promise', options, { env });
    const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? '';
    const { stdout } = await project.run('cs', ['prove', id], { env });
    expect(stdout).toContain('not bound to the checkout: git ignores the project');
  });
});
