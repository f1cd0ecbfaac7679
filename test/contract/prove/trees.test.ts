import { describe, expect, it } from 'vitest';
import {
  createFilesProject,
  createGitProject,
  type FilesProject,
} from '../../rig/worlds/git-project.ts';
import { check, criterionOf, promiseOf, prove, startWith } from '../../rig/worlds/proving.ts';

const FILES = { 'src/app.js': '1;\n', 'src/deep/b.js': '2;\n', 'docs/a.md': 'a\n' };
const TRUE = ['--ac', 'Tests pass', '--command', 'AC-1=true'];

describe('--inputs narrows what a proof depends on', () => {
  type Change = (project: FilesProject) => void;
  it.each<[what: string, inputs: readonly string[], change: Change, code: number]>([
    ['an edit outside', ['src/**'], ({ put }) => void put('docs/a.md', 'b\n'), 0],
    ['a new file outside', ['src/**'], ({ put }) => void put('new.txt', 'b\n'), 0],
    ['an edit inside', ['src/**'], ({ put }) => void put('src/deep/b.js', '3;\n'), 2],
    ['a new file inside', ['src/**'], ({ put }) => void put('src/new.js', '3;\n'), 2],
    ['a hidden new file inside', ['src/**'], ({ put }) => void put('src/.new', '3;\n'), 2],
    ['an edit that a folder’s name takes', ['src'], ({ put }) => void put('src/deep/b.js', ''), 2],
    [
      'an edit that a star does not reach',
      ['src/*.js'],
      ({ put }) => void put('src/deep/b.js', ''),
      0,
    ],
    [
      'an edit that the second glob takes',
      ['docs', 'src/*.js'],
      ({ put }) => void put('src/app.js', ''),
      2,
    ],
    [
      'an edit that is taken out',
      ['src/**', '!src/deep/**'],
      ({ put }) => void put('src/deep/b.js', ''),
      0,
    ],
    ['an edit that braces take', ['{lib,docs}/**'], ({ put }) => void put('docs/a.md', 'b\n'), 2],
  ])('%s: %j', async (_what, inputs, change, code) => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...TRUE, ...inputs.flatMap((glob) => ['--inputs', glob]));
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    change(project);
    expect(await check(project)).toMatchObject({ code });
  });

  it.each([
    ['in a repository', createGitProject],
    ['in no repository', () => createFilesProject()],
  ])('what matches nothing is not proved, and nothing is run: %s', async (_what, create) => {
    const project = create({});
    const command = ['--ac', 'a', '--command', 'AC-1=touch ran'];
    const id = await startWith(project, ...command, '--inputs', 'source/**');
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toContain('[NOT PROVED] AC-1');
    expect(stdout).toContain('skipped inputs: these inputs match nothing: source/**');
    expect(project.list('../..')).not.toContain('ran');
    expect(await check(project)).toMatchObject({ code: 2 });
  });

  it('a proof whose inputs are gone does not hold', async () => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...TRUE, '--inputs', 'docs/**');
    await prove(project, id);
    project.git('rm', '--quiet', '-r', 'docs');
    const { code, stderr } = await check(project);
    expect(code).toBe(2);
    expect(stderr).toContain('match nothing');
  });
});

describe('without a git repository', () => {
  it('a file check depends on its own files and on nothing else', async () => {
    const project = createFilesProject();
    project.put('out/app.js', '1;\n');
    project.put('notes.txt', 'a\n');
    const id = await startWith(project, '--ac', 'a', '--file', 'AC-1=out/*.js');
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    project.put('notes.txt', 'b\n');
    expect(await check(project)).toMatchObject({ code: 0 });
    project.put('out/other.js', '2;\n');
    expect(await check(project)).toMatchObject({ code: 2 });
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    project.put('out/app.js', '3;\n');
    expect(await check(project)).toMatchObject({ code: 2 });
  });

  it('a command is bound to nothing, and that is said wherever it shows', async () => {
    const project = createFilesProject();
    const id = await startWith(project, ...TRUE);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(0);
    expect(stdout).toContain('not bound to the checkout: the project is not in a git repository');
    const shown = await project.run('cs-promise', ['--show', id]);
    expect(shown.stdout).toMatch(/Proof: .*, not bound to the checkout/);
    expect(criterionOf(project, id).proof).toMatchObject({
      tree: null,
      not_bound: 'the project is not in a git repository',
    });
    expect(await check(project)).toMatchObject({ code: 0 });
    expect(await project.run('cs-verify', ['--promise', id])).toMatchObject({ code: 0 });
    expect(promiseOf(project, id)).toMatchObject({
      verification: { gates: { proofs: 'not-bound' } },
    });
  });

  it('a command with inputs is bound to them', async () => {
    const project = createFilesProject();
    project.put('src/app.js', '1;\n');
    const id = await startWith(project, ...TRUE, '--inputs', 'src/**');
    expect((await prove(project, id)).stdout).not.toContain('not bound');
    project.put('other.txt', 'a\n');
    expect(await check(project)).toMatchObject({ code: 0 });
    project.put('src/app.js', '2;\n');
    expect(await check(project)).toMatchObject({ code: 2 });
  });
});

describe('what git was told to overlook', () => {
  const FLAGS = ['assume-unchanged', 'skip-worktree'] as const;

  it.each(FLAGS)('%s: a proof is bound to what the file holds', async (flag) => {
    const project = createGitProject(FILES);
    project.git('update-index', `--${flag}`, 'src/app.js');
    const id = await startWith(project, ...TRUE);
    const { code, stdout } = await prove(project, id);
    expect([code, stdout.includes('not bound')]).toEqual([0, false]);
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it.each(FLAGS)('%s, once something was proved: the proof no longer holds', async (flag) => {
    const project = createGitProject(FILES);
    const id = await startWith(project, ...TRUE);
    await prove(project, id);
    project.git('update-index', `--${flag}`, 'src/app.js');
    project.put('src/app.js', 'hidden;\n');
    const { code, stderr } = await check(project);
    expect([code, stderr.includes('stale')]).toEqual([2, true]);
  });

  it('is no matter to a check that does not depend on it', async () => {
    const project = createGitProject(FILES);
    project.git('update-index', '--assume-unchanged', 'src/app.js');
    const id = await startWith(project, ...TRUE, '--inputs', 'docs/**');
    expect((await prove(project, id)).stdout).not.toContain('not bound');
  });

  it('nor is what a sparse checkout leaves out', async () => {
    const project = createGitProject(FILES);
    project.git('sparse-checkout', 'set', 'src');
    const id = await startWith(project, ...TRUE);
    expect((await prove(project, id)).stdout).not.toContain('not bound');
  });
});

describe('a check that changes what it depends on', () => {
  it.each([
    ['a tracked file', 'echo more >> src/app.js', 'src/app.js'],
    ['a new file', 'echo more > made.txt', 'made.txt'],
    ['the mode of a file', 'chmod +x docs/a.md', 'docs/a.md'],
  ])('says so, names it, and proves nothing: %s', async (_what, run, path) => {
    const project = createGitProject(FILES);
    const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${run}`);
    const { code, stdout } = await prove(project, id);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ {4}ok /m);
    expect(stdout).toContain(`skipped inputs_unchanged: its inputs changed while it ran: ${path}.`);
    expect(criterionOf(project, id)).toMatchObject({ status: 'pending', proof: null });
  });

  it.each([
    ['what it writes is ignored', 'mkdir out; echo a > out/a.txt', []],
    ['it is narrowed to other files', 'echo a > docs/a.md', ['--inputs', 'src/**']],
    ['it writes the same again', 'cp docs/a.md /dev/stdout > copy; mv copy docs/a.md', []],
  ])('is fine where %s', async (_what, run, inputs) => {
    const project = createGitProject({ ...FILES, '.gitignore': 'out/\n' });
    const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${run}`, ...inputs);
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
  });
});

it('a file that git ignores counts for the file check that looks at it', async () => {
  const project = createGitProject({ ...FILES, '.gitignore': 'dist/\n' });
  project.put('dist/app.js', '1;\n');
  project.put('dist/other.js', '1;\n');
  const id = await startWith(project, '--ac', 'a', '--file', 'AC-1=dist/app.js');
  await prove(project, id);
  project.put('dist/other.js', '2;\n');
  expect(await check(project)).toMatchObject({ code: 0 });
  project.put('dist/app.js', '2;\n');
  expect(await check(project)).toMatchObject({ code: 2 });
});

it('a repository that cannot be read opens no gate', async () => {
  const project = createGitProject(FILES);
  const id = await startWith(project, ...TRUE);
  await prove(project, id);
  project.put('.git/index', 'no index\n');
  const { code, stderr } = await check(project);
  expect(code).toBe(2);
  expect(stderr).toContain('its proof cannot be compared with the checkout');
  expect(await project.run('cs-verify', ['--promise', id])).toMatchObject({ code: 1 });
});

it('a session with no proof asks git nothing', async () => {
  const project = createGitProject(FILES);
  await startWith(project, '--ac', 'a');
  project.put('.git/index', 'no index\n');
  const { code, stderr } = await check(project);
  expect(code).toBe(2);
  expect(stderr).not.toContain('checkout');
});
