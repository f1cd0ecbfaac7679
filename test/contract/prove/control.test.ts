import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBeacon } from '../../rig/worlds/beacon.ts';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { createProject, outcomeOf } from '../../rig/worlds/project.ts';
import { answerOf, check, criterionOf, prove, startWith } from '../../rig/worlds/proving.ts';

const CONTROL = ['--control', 'HEAD~1'];

/** A repository whose last commit brought the fix, and a folder for whatever is thrown away. */
function fixedProject(files: Readonly<Record<string, string>> = {}): GitProject {
  const project = createGitProject({
    'app.txt': 'broken\n',
    '.gitignore': 'node_modules/\nout/\n',
    ...files,
  });
  project.put('app.txt', 'fixed\n');
  project.commit('The fix');
  return project;
}

/** Where worktrees are made; each test has its own, so that none sees another's. */
function scratch(project: GitProject): {
  readonly env: { TMPDIR: string };
  left(): readonly string[];
} {
  const folder = join(project.folder, '..', 'tmp');
  mkdirSync(folder, { recursive: true });
  return { env: { TMPDIR: folder }, left: () => readdirSync(folder) };
}

/** A check that passed as it is, and begins in the worktree of the control. */
async function inControl() {
  const project = fixedProject();
  const beacon = await createBeacon(project);
  const id = await startWith(project, '--ac', 'a', '--command', `AC-1=${beacon.line('one')}`);
  const { env, left } = scratch(project);
  const child = project.start('cs', ['prove', id, ...CONTROL], { env });
  const outcome = outcomeOf(child);
  (await beacon.next()).release();
  return { beacon, child, left, outcome, project };
}

async function control(project: GitProject, run: string, args = CONTROL) {
  const id = await startWith(project, '--ac', 'It is fixed', '--command', `AC-1=${run}`);
  const { env, left } = scratch(project);
  const outcome = await prove(project, id, args, { env });
  // Whatever it came to: no worktree is left, neither in its place nor in git's books.
  expect(left()).toEqual([]);
  expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  return { id, ...outcome };
}

describe('cs prove --control', () => {
  it('a check that fails there and passes here is proved, and the record says so', async () => {
    const project = fixedProject();
    const { code, id, stdout } = await control(project, 'grep fixed app.txt');
    expect(code).toBe(0);
    expect(stdout).toContain('control at HEAD~1: conclusive: it fails there: exit code 1');
    expect(criterionOf(project, id).proof).toMatchObject({
      control: { revision: 'HEAD~1', outcome: 'conclusive' },
    });
    expect(answerOf(project, id)).toMatchObject({ control: { outcome: 'conclusive' } });
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it.each(['true', 'test -f app.txt', 'echo 42 passed'])(
    'a check that passes there too shows nothing, and is refused: %s',
    async (run) => {
      const project = fixedProject();
      const { code, id, stdout } = await control(project, run);
      expect(code).toBe(1);
      expect(stdout).toContain('[FAILED] AC-1');
      expect(stdout).toContain(
        'FAIL control: vacuous: it also passes at HEAD~1, so it proves nothing',
      );
      expect(criterionOf(project, id)).toMatchObject({ status: 'pending', proof: null });
      expect(answerOf(project, id)).toMatchObject({ verdict: 'FAIL' });
      expect(await check(project)).toMatchObject({ code: 2 });
    },
  );

  it.each([
    {
      what: 'a program that is not there at that revision',
      run: './tool.sh',
      says: 'it could not run there',
      prepare: (project: GitProject) => {
        chmodSync(project.put('tool.sh', '#!/bin/sh\n'), 0o755);
      },
    },
    {
      what: 'something that git ignores and that no worktree has',
      run: 'cat out/built.txt',
      says: 'it does not pass in a worktree of the current files',
      prepare: (project: GitProject) => void project.put('out/built.txt', 'built\n'),
    },
  ])('is inconclusive where it takes $what, and passes', async ({ prepare, run, says }) => {
    const project = fixedProject();
    prepare(project);
    const { code, id, stdout } = await control(project, run);
    expect(code).toBe(0);
    expect(stdout).toContain(`control at HEAD~1: inconclusive: ${says}`);
    expect(criterionOf(project, id).proof).toMatchObject({ control: { outcome: 'inconclusive' } });
  });

  it('npm test is conclusive: the dependencies are linked in', async () => {
    const scripts = { test: 'node test.js' };
    const project = createGitProject({
      '.gitignore': 'node_modules/\n',
      '.npmrc': 'update-notifier=false\n',
      'package.json': JSON.stringify({ name: 'scratch', version: '1.0.0', scripts }),
      'answer.js': 'module.exports = 41;\n',
      'test.js': "require('assert').strictEqual(require('./answer.js'), require('forty-two'));\n",
    });
    project.put('node_modules/forty-two/index.js', 'module.exports = 42;\n');
    project.put('answer.js', 'module.exports = 42;\n');
    project.commit('The fix');
    const { code, stdout } = await control(project, 'npm test');
    expect(stdout).toContain('control at HEAD~1: conclusive');
    expect(code).toBe(0);
    expect(readdirSync(join(project.folder, 'node_modules', 'forty-two'))).toEqual(['index.js']);
  });

  it('is held against what is here, changes and untracked files among it', async () => {
    const project = fixedProject();
    project.put('app.txt', 'better\n');
    project.put('new/file.txt', 'new\n');
    project.git('rm', '--quiet', '.gitignore');
    const run = 'grep better app.txt && test -f new/file.txt && test ! -f .gitignore';
    const { stdout } = await control(project, run, ['--control', 'HEAD']);
    expect(stdout).toContain('control at HEAD: conclusive');
  });

  it('runs no hook of the repository', async () => {
    const project = fixedProject();
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
      const path = project.put(
        `.git/hooks/${hook}`,
        `#!/bin/sh\ntouch '${project.folder}/out-of-hook'\n`,
      );
      chmodSync(path, 0o755);
    }
    await control(project, 'grep fixed app.txt');
    expect(readdirSync(project.folder)).not.toContain('out-of-hook');
  });

  it('leaves the checkout, its branch and its index as they were', async () => {
    const project = fixedProject();
    project.put('staged.txt', 'staged\n');
    project.git('add', 'staged.txt');
    project.put('app.txt', 'fixed more\n');
    const look = () => [
      project.git('status', '--porcelain=v2', '--branch', ':!.claude'),
      project.git('stash', 'list'),
    ];
    const before = look();
    await control(project, 'grep fixed app.txt');
    expect(look()).toEqual(before);
  });

  it('works in a project that is a folder of the repository', async () => {
    const whole = fixedProject({ 'part/app.txt': 'broken\n' });
    whole.put('part/app.txt', 'fixed\n');
    whole.commit('The fix of the part');
    const options = { env: { CLAUDE_PROJECT_DIR: join(whole.folder, 'part') } };
    const words = ['--create', 'P', '--ac', 'a', '--command', 'AC-1=grep fixed app.txt'];
    const created = await whole.run('cs-promise', words, options);
    const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? '';
    const { stdout } = await prove(whole, id, CONTROL, options);
    expect(stdout).toContain('control at HEAD~1: conclusive');
  });

  it('is asked only about commands', async () => {
    const project = fixedProject();
    const id = await startWith(project, '--ac', 'a', '--file', 'AC-1=app.txt');
    const { code, stdout } = await prove(project, id, CONTROL);
    expect(code).toBe(0);
    expect(stdout).not.toContain('control');
  });

  it('says where there is no repository', async () => {
    const project = createProject();
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=true');
    const { code, stderr } = await prove(project, id, CONTROL);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: --control: /);
  });

  it('leaves no worktree behind where it is interrupted', async () => {
    const { beacon, child, left, outcome, project } = await inControl();
    const inWorktree = await beacon.next();
    expect(left()).toHaveLength(1);
    child.kill('SIGINT');
    expect(await outcome).toMatchObject({ code: 130 });
    await inWorktree.gone;
    expect(left()).toEqual([]);
    expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it('sweeps away what a killed run left behind', async () => {
    const { beacon, child, left, outcome, project } = await inControl();
    const orphan = await beacon.next();
    child.kill('SIGKILL');
    await outcome;
    await orphan.gone;
    expect(left()).toHaveLength(1);
    await control(project, 'grep fixed app.txt');
  });
});

describe('cs meet --run --control', () => {
  it.each([
    ['is met where the command fails there', 'fixed', 0, 'met'],
    ['is refused where it passes there too', '.', 1, 'pending'],
  ])('%s', async (_what, pattern, code, status) => {
    const project = fixedProject();
    const id = await startWith(project, '--ac', 'a');
    const words = [
      'meet',
      id,
      '--ac-id',
      'AC-1',
      '--run',
      ...CONTROL,
      '--',
      'grep',
      pattern,
      'app.txt',
    ];
    expect(await project.run('cs', words)).toMatchObject({ code });
    expect(criterionOf(project, id)).toMatchObject({ status });
  });
});
