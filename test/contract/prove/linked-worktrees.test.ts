import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, openGitProject, runGit } from '../../rig/worlds/git-project.ts';
import {
  addWorktree,
  createLinkedProject,
  type LinkedProject,
  mergeAndRemove,
  NEW_FILE,
} from '../../rig/worlds/linked-worktree.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';
import {
  answerOf,
  check,
  criterionOf,
  promiseOf,
  prove,
  startWith,
} from '../../rig/worlds/proving.ts';
import { hostedSession } from '../../rig/worlds/stop-gate.ts';

/** A promise whose check passes where the work is, and nowhere else. */
const DONE = ['--ac', 'It is done', '--command', `AC-1=grep done ${NEW_FILE}`];

/** A promise of the project that is proved in the linked worktree. */
async function provedThere(): Promise<{ readonly project: LinkedProject; readonly id: string }> {
  const project = createLinkedProject();
  const id = await startWith(project, ...DONE);
  expect(await prove(project, id)).toMatchObject({ code: 1 });
  expect(await prove(project, id, [], project.linked.there)).toMatchObject({ code: 0 });
  return { project, id };
}

const checkThere = (project: LinkedProject) =>
  project.run('cs-verify', ['--check'], project.linked.there);

describe('cs prove in a linked worktree', () => {
  it('runs there, keeps the state in the project, and the proof says where it was taken', async () => {
    const { id, project } = await provedThere();
    const { folder } = project.linked;
    expect(criterionOf(project, id).proof).toMatchObject({ checkout: folder });
    expect(answerOf(project, id)).toMatchObject({ verdict: 'PASS', checkout: folder });
    const again = await prove(project, id, [], project.linked.there);
    expect(again.stdout).toContain(`\n    in the checkout ${folder}\n`);
    const { stdout } = await prove(project, id, ['--json'], project.linked.there);
    expect(JSON.parse(stdout)).toMatchObject({ criteria: [{ checkout: folder }] });
  });

  it('is told by --show, by the list and by status', async () => {
    const { id, project } = await provedThere();
    const shown = await project.run('cs-promise', ['--show', id]);
    expect(shown.stdout).toContain(`, in the checkout ${project.linked.folder}\n`);
    for (const [bin, ...args] of [['cs-promise', '--list'], ['cs-status']] as const) {
      const { stdout } = await project.run(bin, args);
      expect(stdout).toContain('proved in another checkout: AC-1');
    }
  });

  it('takes the files of the worktree for checks of files', async () => {
    const project = createLinkedProject();
    const id = await startWith(project, '--ac', 'It is there', '--file', `AC-1=${NEW_FILE}`);
    expect(await prove(project, id)).toMatchObject({ code: 1 });
    expect(await prove(project, id, [], project.linked.there)).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it('takes the revisions of the worktree for a control', async () => {
    const project = createLinkedProject();
    project.linked.commit();
    const id = await startWith(project, ...DONE);
    const control = ['--control', 'HEAD~1'];
    const { code, stdout } = await prove(project, id, control, project.linked.there);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No test changed with this work.'),
    });
    const base = project.linked.git('rev-parse', 'HEAD~1').trim();
    expect(criterionOf(project, id).proof).toMatchObject({ shown: { base } });
  });

  it('parses the files that changed in the worktree', async () => {
    const project = createLinkedProject();
    const id = await startWith(project, '--ac', 'a', '--command', 'AC-1=true');
    project.linked.put('broken.json', '{');
    const there = await prove(project, id, [], project.linked.there);
    expect(there.stdout).toContain('\n    broken.json: not valid json');
    expect(await prove(project, id)).toMatchObject({ code: 0 });
  });

  it('needs no trust anew: it belongs to the project', async () => {
    const { id, project } = await provedThere();
    const path = `promises/${id}.json`;
    const [criterion] = promiseOf(project, id).acceptance_criteria ?? [];
    project.write(path, {
      ...project.read(path),
      acceptance_criteria: [{ ...criterion, checks: [{ kind: 'command', run: 'true' }] }],
    });
    const changed = await prove(project, id, [], project.linked.there);
    expect(changed).toMatchObject({ code: 1 });
    expect(changed.stderr).toContain('are not trusted by this user on this machine');
  });

  it('a project that lies in a folder is worked on in the same folder of the worktree', async () => {
    const project = createLinkedProject({ 'packages/web/b.txt': 'one\n' });
    const folder = join(project.folder, 'packages', 'web');
    const there = join(project.linked.folder, 'packages', 'web');
    const created = await project.run('cs-promise', ['--create', 'P', ...DONE], {
      env: { CLAUDE_PROJECT_DIR: folder },
    });
    const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? '';
    await project.run('cs-promise', ['--start', id], { cwd: folder });
    project.linked.put(`packages/web/${NEW_FILE}`, 'done\n');
    expect(await prove(project, id, [], { cwd: there })).toMatchObject({ code: 0 });
    const shown = await project.run('cs-promise', ['--show', id], { cwd: folder });
    expect(shown.stdout).toContain(`, in the checkout ${there}\n`);
    expect(await project.run('cs-verify', ['--check'], { cwd: folder })).toMatchObject({ code: 0 });
  });

  it.each([
    ['ignored', '.claude/\n'],
    ['not ignored', '.claude/completion-state/\n'],
  ])('a worktree inside the project folder, %s, is one like any other', async (_how, ignored) => {
    const project = createGitProject({ '.gitignore': ignored, 'a.txt': 'one\n' });
    const inside = addWorktree(project, join(project.folder, '.claude', 'worktrees', 'agent'));
    inside.put(NEW_FILE, 'done\n');
    const id = await startWith(project, ...DONE);
    expect(await prove(project, id, [], inside.there)).toMatchObject({ code: 0 });
    project.put('a.txt', 'two\n');
    expect(await check(project)).toMatchObject({ code: 0 });
    inside.put('a.txt', 'two\n');
    expect(await check(project)).toMatchObject({ code: 2 });
  });

  it('where the host names the project, the worktree that one stands in is still the checkout', async () => {
    const project = createLinkedProject();
    const id = await startWith(project, ...DONE);
    const env = { CLAUDE_PROJECT_DIR: project.folder };
    const options = { ...project.linked.there, env };
    expect(await prove(project, id, [], options)).toMatchObject({ code: 0 });
    expect(criterionOf(project, id).proof).toMatchObject({ checkout: project.linked.folder });
  });

  it('a worktree of a bare repository is one like any other', async () => {
    const project = createProject();
    const bare = join(project.folder, '..', 'bare.git');
    runGit(createGitProject({ 'a.txt': 'one\n' }).folder, [
      'clone',
      '--quiet',
      '--bare',
      '.',
      bare,
    ]);
    runGit(bare, ['worktree', 'add', '--quiet', project.folder, 'main']);
    const linked = addWorktree(openGitProject(project), join(bare, '..', 'linked'));
    linked.put(NEW_FILE, 'done\n');
    const id = await startWith(project, ...DONE);
    const env = { CS_PROJECT_DIR: project.folder };
    expect(await prove(project, id, [], { ...linked.there, env })).toMatchObject({ code: 0 });
    expect(criterionOf(project, id).proof).toMatchObject({ checkout: linked.folder });
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it('in another repository, what is looked at is the project folder', async () => {
    const project = createLinkedProject();
    const other = createGitProject({ [NEW_FILE]: 'done\n' }, createProject());
    const id = await startWith(project, ...DONE);
    const options = { cwd: other.folder, env: { CLAUDE_PROJECT_DIR: project.folder } };
    expect(await prove(project, id, [], options)).toMatchObject({ code: 1 });
    project.put(NEW_FILE, 'done\n');
    expect(await prove(project, id, [], options)).toMatchObject({ code: 0 });
    expect(criterionOf(project, id).proof).not.toHaveProperty('checkout');
  });
});

describe('a proof of a linked worktree', () => {
  it('holds, wherever the check is asked from', async () => {
    const { project } = await provedThere();
    expect(await check(project)).toMatchObject({ code: 0, stderr: '' });
    expect(await checkThere(project)).toMatchObject({ code: 0, stderr: '' });
  });

  it('is stale where the worktree is edited, and both outputs name the worktree', async () => {
    const { id, project } = await provedThere();
    project.linked.put('a.txt', 'two\n');
    const words = `its proof is stale, changed since: a.txt (in the checkout ${project.linked.folder})`;
    for (const { code, stderr, stdout } of [await check(project), await checkThere(project)]) {
      expect(code).toBe(2);
      expect(stdout).toContain(`Open: ${words}`);
      expect(stderr).toContain(words);
      expect(stderr).toContain(`Next: cd ${project.linked.folder}; cs prove ${id}\n`);
    }
    expect(await prove(project, id, [], project.linked.there)).toMatchObject({ code: 0 });
    expect(await check(project)).toMatchObject({ code: 0 });
  });

  it('keeps the promise from being verified where the worktree was edited', async () => {
    const { id, project } = await provedThere();
    project.linked.put('a.txt', 'two\n');
    const { code, stderr } = await project.run('cs-verify', ['--promise', id]);
    expect(code).toBe(1);
    expect(stderr).toContain(`(in the checkout ${project.linked.folder})`);
    expect(stderr).toContain(`Next: cd ${project.linked.folder}; cs prove ${id}\n`);
  });

  it('holds where only the project folder is edited, and verify notes the difference', async () => {
    const { id, project } = await provedThere();
    project.put('a.txt', 'two\n');
    expect(await check(project)).toMatchObject({ code: 0 });
    const { code, stderr, stdout } = await project.run('cs-verify', ['--promise', id, '--json']);
    expect(code).toBe(0);
    const { folder } = project.linked;
    expect(stderr).toContain(`Note: the proof of AC-1 is valid for the checkout ${folder};`);
    expect(JSON.parse(stdout)).toMatchObject({ elsewhere: [{ ac_id: 'AC-1', checkout: folder }] });
  });

  it('needs no note where the project folder has the same content', async () => {
    const { id, project } = await provedThere();
    project.put(NEW_FILE, 'done\n');
    const { code, stderr, stdout } = await project.run('cs-verify', ['--promise', id, '--json']);
    expect(code).toBe(0);
    expect(stderr).not.toContain('the checkout');
    expect(JSON.parse(stdout)).toMatchObject({ elsewhere: [] });
  });

  it('holds once the work was merged and the worktree is removed', async () => {
    const { id, project } = await provedThere();
    mergeAndRemove(project);
    expect(await check(project)).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await project.run('cs-verify', ['--promise', id]);
    expect(code).toBe(0);
    expect(stderr).not.toContain('the checkout');
  });

  it.each<[string, (project: LinkedProject) => void]>([
    ['removed', ({ git, linked }) => git('worktree', 'remove', '--force', linked.folder)],
    ['deleted', ({ linked }) => rmSync(linked.folder, { recursive: true })],
    [
      'replaced by something else',
      ({ linked }) => {
        rmSync(linked.folder, { recursive: true });
        mkdirSync(linked.folder);
        linked.put(NEW_FILE, 'done\n');
      },
    ],
  ])('is stale where the worktree was %s without its work', async (_how, act) => {
    const { id, project } = await provedThere();
    act(project);
    const { code, stderr } = await check(project);
    expect(code).toBe(2);
    expect(stderr).toContain(`Next: cs prove ${id}\n`);
    expect(stderr).toContain(
      `(compared with the project folder: its checkout ${project.linked.folder} is gone)`,
    );
  });

  it('is replaced by one of the project folder that is taken there', async () => {
    const { id, project } = await provedThere();
    mergeAndRemove(project);
    expect(await prove(project, id)).toMatchObject({ code: 0 });
    expect(criterionOf(project, id).proof).not.toHaveProperty('checkout');
  });

  it('stands beside one of the project folder, each held against its own', async () => {
    const project = createLinkedProject();
    const id = await startWith(project, ...DONE, '--ac', 'b', '--command', 'AC-2=test -f a.txt');
    await prove(project, id, ['--ac-id', 'AC-1'], project.linked.there);
    await prove(project, id, ['--ac-id', 'AC-2']);
    expect(await check(project)).toMatchObject({ code: 0 });
    project.put('a.txt', 'two\n');
    const { stdout } = await check(project, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      in_progress: [{ id, open: [{ ac_id: 'AC-2', proof: 'stale' }] }],
    });
  });
});

describe('cs meet in a linked worktree', () => {
  it.each<[string, readonly string[]]>([
    ['--run', ['--run', '--', 'grep', 'done', NEW_FILE]],
    ['--file', ['--file', NEW_FILE]],
  ])('%s looks there, and the proof is held against it', async (_option, how) => {
    const project = createLinkedProject();
    const id = await startWith(project, '--ac', 'It is done');
    const meet = ['meet', id, '--ac-id', 'AC-1', ...how];
    expect(await project.run('cs', meet)).toMatchObject({ code: 1 });
    const met = await project.run('cs', meet, project.linked.there);
    expect(met).toMatchObject({ code: 0 });
    expect(met.stdout).toContain(`\n    in the checkout ${project.linked.folder}\n`);
    project.put('a.txt', 'two\n');
    expect(await check(project)).toMatchObject({ code: 0 });
    project.linked.put(NEW_FILE, 'not done\n');
    expect(await check(project)).toMatchObject({ code: 2 });
  });
});

describe('hooks of the session hold a proof against its linked worktree', () => {
  const env = (project: LinkedProject) => ({ env: { CLAUDE_PROJECT_DIR: project.folder } });

  it('the stop gate names the worktree where the proof is stale', async () => {
    const { project } = await provedThere();
    const session = hostedSession(project);
    expect(await session.stop({}, env(project))).not.toHaveProperty('decision');
    project.linked.put('a.txt', 'two\n');
    const { decision, reason } = await session.stop({}, env(project));
    expect(decision).toBe('block');
    expect(reason).toContain(`(in the checkout ${project.linked.folder})`);
  });

  it('the stop gate counts the files that are not committed in the worktree', async () => {
    const { project } = await provedThere();
    const session = hostedSession(project);
    const here = await session.stop({}, env(project));
    const there = await session.stop({}, { ...env(project), ...project.linked.there });
    expect(JSON.stringify(here)).not.toContain('Not committed yet');
    expect(there.systemMessage).toContain('Not committed yet: 1 file of this checkout.');
  });

  it('a session that starts is told the same', async () => {
    const { project } = await provedThere();
    project.linked.put('a.txt', 'two\n');
    const input = JSON.stringify({ session_id: SESSION, source: 'resume' });
    const { code, stdout } = await project.run('cs', ['session-start'], { input, ...env(project) });
    expect(code).toBe(0);
    expect(stdout).toContain(`in the checkout ${project.linked.folder}`);
  });
});

describe('a checkout in a promise file that is no worktree of the project', () => {
  it.each<[string, (project: LinkedProject) => string]>([
    ['another repository', () => createGitProject({ [NEW_FILE]: 'done\n' }).folder],
    ['a relative path', () => '../linked'],
    ['a file', ({ folder }) => join(folder, 'a.txt')],
    ['a name that no file can have', () => '/\0'],
  ])('%s: the proof is held against the project folder', async (_what, checkout) => {
    const { id, project } = await provedThere();
    const path = `promises/${id}.json`;
    const [criterion] = promiseOf(project, id).acceptance_criteria ?? [];
    const proof = { ...criterion?.proof, checkout: checkout(project) };
    const acceptance_criteria = [{ ...criterion, proof }];
    project.write(path, { ...project.read(path), acceptance_criteria });
    // That the file was changed is told once, here by the status.
    await project.run('cs-status', []);
    expect(await check(project)).toMatchObject({ code: 2 });
    project.put(NEW_FILE, 'done\n');
    expect(await check(project)).toMatchObject({ code: 0 });
  });
});
