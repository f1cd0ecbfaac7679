import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject, runGit } from '../rig/worlds/git-project.ts';
import { SESSION } from '../rig/worlds/project.ts';

/** A project with a repository to push to. */
function pushingProject(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }): GitProject {
  const project = createGitProject(files);
  const other = join(project.folder, '..', 'other.git');
  runGit(project.folder, ['init', '--quiet', '--bare', '--template=', other]);
  project.git('remote', 'add', 'origin', other);
  return project;
}

const hookOf = ({ folder }: GitProject): string => join(folder, '.git', 'hooks', 'pre-push');

const install = (project: GitProject, ...options: readonly string[]) =>
  project.run('cs', ['hooks', 'install', '--git', ...options], { alone: true });

/** Pushes with the real git, whose hook starts the real program, as a session or as a person. */
function push(project: GitProject, session: string | undefined, ...words: readonly string[]) {
  const home = join(project.folder, '..', 'home');
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    ...(session === undefined ? {} : { CLAUDE_SESSION_ID: session }),
  };
  const { status, stderr, stdout } = spawnSync('git', ['push', 'origin', ...words], {
    cwd: project.folder,
    encoding: 'utf8',
    env,
  });
  return { status, said: stdout + stderr };
}

const HELD = 'Held: what is pushed was promised, and is not proved.';

/** A project whose session promised something, and committed since. */
async function promisedProject(check: string): Promise<GitProject> {
  const project = pushingProject();
  await install(project);
  await project.run('cs', ['do', 'Task', '--ac', 'It holds', '--check', check]);
  project.put('b.txt', 'b\n');
  project.commit();
  return project;
}

describe('the pre-push hook', () => {
  it('holds what the session that pushes promised and did not prove', async () => {
    const project = await promisedProject('test -f b.txt');
    const held = push(project, SESSION, 'HEAD:main');
    expect(held).toEqual({ status: 1, said: expect.stringContaining(HELD) });
    expect(held.said).toContain('is open: AC-1 (its checks have not passed)');
    expect(held.said).toContain('Next: completion-promise check');
    await project.run('cs', ['prove']);
    expect(push(project, SESSION, 'HEAD:main')).toMatchObject({ status: 0 });
  });

  it.each([
    ['a person', undefined],
    ['another session', 'session-b'],
  ])('tells %s of what a session promised, and lets it go', async (_name, session) => {
    const { status, said } = push(await promisedProject('false'), session, 'HEAD:main');
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('NOTE: ') });
    expect(said).toContain(`"Task" is open: AC-1`);
  });

  it('asks nothing of a commit that a promise was made at', async () => {
    const project = pushingProject();
    await install(project);
    await project.run('cs', ['do', 'Task', '--ac', 'It holds', '--check', 'false']);
    expect(push(project, SESSION, 'HEAD:main')).toMatchObject({ status: 0 });
  });

  it('says of another commit than the one here that nothing of it was checked', async () => {
    const project = await promisedProject('false');
    const { status, said } = push(project, SESSION, 'HEAD~1:refs/heads/old');
    expect(status).toBe(0);
    expect(said).toContain('NOTE: refs/heads/old: not what is checked out here');
    expect(push(project, SESSION, ':refs/heads/old')).toMatchObject({ status: 0 });
  });

  it('says which files here are not as pushed', async () => {
    const project = await promisedProject('true');
    await project.run('cs', ['prove']);
    project.put('new.txt', 'new\n');
    await project.run('cs', ['prove']);
    const { status, said } = push(project, SESSION, 'HEAD:main');
    expect({ status, said }).toEqual({ status: 0, said: expect.not.stringContaining(HELD) });
  });

  it('runs the standing checks that have not passed on these files, and holds what is red', async () => {
    const project = pushingProject();
    await install(project);
    const checks = { checks: { always: ['echo ran >> ../ran; test -f ok.txt'] } };
    project.put('.claude/completion-promise.json', JSON.stringify(checks));
    project.commit();
    const runs = () =>
      readFileSync(join(project.folder, '..', 'ran'), 'utf8').split('\n').length - 1;
    const red = push(project, undefined, 'HEAD:main');
    expect(red).toEqual({ status: 1, said: expect.stringContaining('[FAILED]') });
    project.put('ok.txt', 'ok\n');
    const green = push(project, undefined, 'HEAD:main');
    expect(green).toEqual({ status: 0, said: expect.stringContaining('[PASSED]') });
    expect(green.said).toContain('NOTE: 1 file here is not as pushed: ok.txt');
    expect(runs()).toBe(2);
    expect(push(project, undefined, 'HEAD:again')).toMatchObject({ status: 0 });
    const other = push(project, undefined, 'HEAD~1:refs/heads/old');
    expect(other.said).toContain('NOTE: refs/heads/old: not what is checked out here');
    expect(runs()).toBe(2);
  });

  it('tells who has no suite, and goes on', async () => {
    const project = await promisedProject('false');
    const text = readFileSync(hookOf(project), 'utf8');
    writeFileSync(
      hookOf(project),
      text.replace(/\|\| completion_promise=\S+/, '|| completion_promise=/none'),
    );
    const { status, said } = push(project, SESSION, 'HEAD:main');
    expect({ status, said }).toEqual({
      status: 0,
      said: expect.stringContaining('completion-promise is not installed here'),
    });
  });

  it('leaves what is pushed to the rest of the hook', async () => {
    const project = pushingProject();
    mkdirSync(dirname(hookOf(project)), { recursive: true });
    const own = '#!/bin/sh\ncat > ../seen\n';
    writeFileSync(hookOf(project), own, { mode: 0o755 });
    await install(project);
    expect(push(project, undefined, 'HEAD:main')).toMatchObject({ status: 0 });
    expect(readFileSync(join(project.folder, '..', 'seen'), 'utf8')).toMatch(
      /^HEAD \w{40} refs\/heads\/main 0+\n$/,
    );
    await project.run('cs', ['hooks', 'uninstall', '--git']);
    expect(readFileSync(hookOf(project), 'utf8')).toBe(own);
  });
});

describe('cs hooks install --git', () => {
  it('is written once, can be tried before, and goes without a trace', async () => {
    const project = pushingProject();
    expect((await install(project, '--dry-run')).stdout).toContain('dry run');
    expect(existsSync(hookOf(project))).toBe(false);
    expect((await install(project)).stdout).toContain('[WRITTEN]');
    expect(statSync(hookOf(project)).mode & 0o111).toBe(0o111);
    expect((await install(project)).stdout).toContain('[UNCHANGED]');
    const doctor = await project.run('cs', ['doctor', '--json']);
    expect(doctor.stdout).toMatch(/"git.pre-push",\s+"status": "ok"/);
    const gone = await project.run('cs', ['uninstall']);
    expect(gone.stdout).toContain(hookOf(project));
    expect(existsSync(hookOf(project))).toBe(false);
    expect((await project.run('cs', ['hooks', 'uninstall', '--git'])).code).toBe(0);
  });

  it.each([
    ['husky', '.husky/_', '.husky/pre-push'],
    ['a folder of hooks', '.githooks', '.githooks/pre-push'],
  ])('goes through %s', async (_name, path, file) => {
    const project = pushingProject();
    project.git('config', 'core.hooksPath', path);
    await install(project);
    expect(readFileSync(join(project.folder, file), 'utf8')).toContain(
      'node_modules/.bin/completion-promise',
    );
    expect(existsSync(hookOf(project))).toBe(false);
  });

  it.each([
    ['lefthook.yml', 'pre-commit:\n  jobs: []\n', 'lefthook install'],
    ['.pre-commit-config.yaml', 'repos:\n-   repo: meta\n    hooks: []\n', 'pre-commit install'],
  ])('goes through %s, and says what else its user runs', async (file, text, activation) => {
    const project = pushingProject({ [file]: text });
    const { stderr } = await install(project);
    expect(stderr).toContain(`each user runs once: ${activation}`);
    expect(readFileSync(join(project.folder, file), 'utf8')).toContain('hooks pre-push');
    const doctor = await project.run('cs', ['doctor', '--json']);
    expect(doctor.stdout).toMatch(/"git.pre-push",\s+"status": "fail"/);
  });

  it('leaves what it cannot change safely, and says what to add', async () => {
    const text = 'pre-push:\n  jobs: []\n';
    const project = pushingProject({ 'lefthook.yml': text });
    const { code, stdout } = await install(project);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('by hand:') });
    expect(readFileSync(join(project.folder, 'lefthook.yml'), 'utf8')).toBe(text);
  });

  it('writes into no folder of hooks that other repositories share', async () => {
    const project = pushingProject();
    project.git('config', 'core.hooksPath', join(project.folder, '..', 'home', 'hooks'));
    const { code, stdout } = await install(project);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('share it') });
  });
});
