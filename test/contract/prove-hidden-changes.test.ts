import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject } from '../rig/git-project.ts';
import { check, prove, startWith } from '../rig/proving.ts';

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
      'a filter that was there before is asked for by attributes that are no content',
      ({ git }) => void git('config', 'filter.old.clean', 'echo one'),
      ({ put }) => {
        put('.git/info/attributes', 'a.txt filter=old\n');
        put('a.txt', 'two\n');
      },
    ],
    [
      'a filter that bears the name of the one for large files',
      ({ put }) => void put('.gitattributes', 'a.txt filter=lfs\n'),
      ({ git, put }) => {
        git('config', 'filter.lfs.clean', 'echo one');
        put('a.txt', 'two\n');
      },
    ],
    [
      'modes count for nothing',
      (_project, path) => chmodSync(path('run.sh'), 0o755),
      ({ git }, path) => {
        git('config', 'core.fileMode', 'false');
        chmodSync(path('run.sh'), 0o644);
      },
    ],
    [
      'a link becomes a file',
      (_project, path) => symlinkSync('a.txt', path('link')),
      ({ git, put }, path) => {
        git('config', 'core.symlinks', 'false');
        rmSync(path('link'));
        put('link', 'a.txt');
      },
    ],
    [
      'a new file differs from another by capitals',
      nothing,
      ({ git, put }) => {
        git('config', 'core.ignoreCase', 'true');
        put('A.TXT', 'new\n');
      },
    ],
    [
      "a folder that is called like another project's state",
      ({ put }) => void put('sub/.claude/completion-state/code.js', '1;\n'),
      ({ put }) => void put('sub/.claude/completion-state/code.js', '2;\n'),
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
      'attributes that are no content of the checkout',
      ({ put }) => void put('.git/info/attributes', '* text\n'),
      '.git/info/attributes',
    ],
  ])('%s', async (_what, before, reason) => {
    const project = createGitProject(FILES);
    before(project, (name) => join(project.folder, name));
    const id = await startWith(project, '--ac', 'It is done', '--command', 'AC-1=true');
    const { code, stdout } = await prove(project, id);
    expect([code, stdout.includes('not bound'), stdout.includes(reason)]).toEqual([0, true, true]);
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
    expect(stdout).toContain('not bound to the checkout: git was told to overlook files');
  });
});
