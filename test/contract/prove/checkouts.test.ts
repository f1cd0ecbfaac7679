import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject, runGit } from '../../rig/worlds/git-project.ts';
import { emptyPath } from '../../rig/worlds/programs.ts';
import { createProject, type RunOptions } from '../../rig/worlds/project.ts';
import { check, prove, startWith } from '../../rig/worlds/proving.ts';
import { hasTerminals, runOnTerminal } from '../../rig/worlds/pseudo-terminal.ts';

const TRUE = ['--ac', 'a', '--command', 'AC-1=true'];

/** A linked worktree of a repository that has a submodule, with the submodule filled in. */
function linkedWorktree(project: GitProject): {
  readonly folder: string;
  readonly options: RunOptions;
} {
  const library = join(project.folder, '..', 'library');
  runGit(project.folder, ['init', '--quiet', '--initial-branch=main', library]);
  runGit(library, ['commit', '--quiet', '--allow-empty', '-m', 'Empty']);
  project.git('submodule', '--quiet', 'add', library, 'module');
  project.commit();
  const folder = join(project.folder, '..', 'linked');
  project.git('worktree', 'add', '--quiet', '--detach', folder);
  runGit(folder, ['submodule', '--quiet', 'update', '--init']);
  return { folder, options: { cwd: folder, env: { CLAUDE_PROJECT_DIR: folder } } };
}

describe('a proof in a linked worktree is stale where', () => {
  it.each([
    ['a file of it is edited', 'a.txt'],
    ['a file of its submodule is edited', 'module/new.txt'],
  ])('%s', async (_what, path) => {
    const project = createGitProject({ 'a.txt': 'a\n' });
    const { folder, options } = linkedWorktree(project);
    const words = ['--create', 'P', ...TRUE];
    const created = await project.run('cs-promise', words, options);
    const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? '';
    await project.run('cs-promise', ['--start', id], options);
    expect(await prove(project, id, [], options)).toMatchObject({ code: 0 });
    expect(await project.run('cs-verify', ['--check'], options)).toMatchObject({ code: 0 });
    project.put(join('..', 'linked', path), 'changed\n');
    expect(folder).toContain('linked');
    expect(await project.run('cs-verify', ['--check'], options)).toMatchObject({ code: 2 });
  });
});

it('a worktree inside the project is another checkout: what changes there changes nothing here', async () => {
  const project = createGitProject({ 'a.txt': 'a\n' });
  const id = await startWith(project, ...TRUE);
  await prove(project, id);
  project.git('worktree', 'add', '--quiet', '--detach', '.claude/worktrees/other');
  project.put('.claude/worktrees/other/a.txt', 'b\n');
  expect(await check(project)).toMatchObject({ code: 0 });
});

it.each(['sha1', 'sha256'])('a repository of %s objects is like any other', async (format) => {
  const project = createGitProject();
  rmSync(join(project.folder, '.git'), { recursive: true });
  project.git('init', '--quiet', `--object-format=${format}`);
  project.put('a.json', '{}\n');
  symlinkSync('a.json', join(project.folder, 'link'));
  project.commit();
  const id = await startWith(project, ...TRUE);
  expect(await prove(project, id)).toMatchObject({ code: 0, stderr: '' });
  project.git('add', '--all');
  expect(await check(project)).toMatchObject({ code: 0 });
  project.put('a.json', '{"a": 1}\n');
  expect(await check(project)).toMatchObject({ code: 2 });
});

it.each(['sha1', 'sha256'])(
  'a repository of %s objects without a commit is parsed whole',
  async (format) => {
    const project = createProject();
    runGit(project.folder, ['init', '--quiet', `--object-format=${format}`]);
    const id = await startWith(project, ...TRUE);
    expect(await prove(project, id)).toMatchObject({ code: 0, stderr: '' });
  },
);

it('a machine that has lost its git opens no gate', async () => {
  const project = createGitProject({ 'a.txt': 'a\n' });
  const id = await startWith(project, ...TRUE);
  await prove(project, id);
  const options = { env: { PATH: emptyPath(project) } };
  const { code, stderr } = await project.run('cs-verify', ['--check'], options);
  expect(code).toBe(2);
  expect(stderr).toContain('git is not installed');
});

it('a merge that is not resolved is content like any other', async () => {
  const project = createGitProject({ 'a.txt': 'a\n' });
  project.git('checkout', '--quiet', '-b', 'other');
  project.put('a.txt', 'b\n');
  project.commit();
  project.git('checkout', '--quiet', 'main');
  project.put('a.txt', 'c\n');
  project.commit();
  expect(() => project.git('merge', '--quiet', 'other')).toThrow();
  const id = await startWith(project, ...TRUE);
  expect(await prove(project, id)).toMatchObject({ code: 0 });
  expect(await check(project)).toMatchObject({ code: 0 });
  project.put('a.txt', 'resolved\n');
  expect(await check(project)).toMatchObject({ code: 2 });
});

it.runIf(hasTerminals)('on a terminal it is shown what runs', async () => {
  const project = createGitProject({ 'a.txt': 'a\n' });
  const id = await startWith(project, ...TRUE);
  const { code, shown } = await runOnTerminal(project, 'cs', ['prove', id], {
    prompt: 'never',
    answer: '',
  });
  expect(code).toBe(0);
  expect(shown).toContain('Reading the checkout');
  expect(shown).toContain('0 done, running ');
  expect(shown).toMatch(/\[PROVED\].* AC-1: a/);
});

it('says a refusal as data too', async () => {
  const project = createGitProject();
  const { code, stdout } = await prove(project, 'promise-00000000', ['--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'promise-not-found' } });
});
