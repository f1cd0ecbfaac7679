import { describe, expect, it } from 'vitest';
import { createFilesProject, type FilesProject } from '../../rig/worlds/git-project.ts';
import { criterionOf } from '../../rig/worlds/proving.ts';

const TASKS = '# Tasks: Login\n\n- [x] T001 Add the form\n- [ ] T002 Test it\n  in two browsers\n';

function projectWith(tasks: string): FilesProject {
  const project = createFilesProject();
  project.put('specs/tasks.md', tasks);
  return project;
}

const idIn = (text: string): string => /promise-[0-9a-f]{8}/.exec(text)?.[0] ?? '';

async function promised(project: FilesProject, ...options: readonly string[]) {
  const done = await project.run('cs', ['do', '--from', 'specs/tasks.md', ...options]);
  return { ...done, id: idIn(done.stdout) };
}

describe('a checklist in Markdown', () => {
  it('becomes a promise with a criterion for each item, and where it came from', async () => {
    const project = projectWith(TASKS);
    const { code, id, stderr, stdout } = await promised(project);
    expect(code).toBe(0);
    expect(stdout).toContain('Title:  Tasks: Login');
    expect(stdout).toContain('[PENDING] AC-1: T001 Add the form');
    expect(stdout).toContain('[PENDING] AC-2: T002 Test it in two browsers');
    expect(stderr).toContain('Note: 1 item is ticked. A tick is a claim');
    const from = { file: 'specs/tasks.md', line: 4, sha256: expect.stringMatching(/^\w{64}$/) };
    expect(criterionOf(project, id, 'AC-2')).toMatchObject({ status: 'pending', source: from });
  });

  it('takes a title and checks beside it', async () => {
    const project = projectWith(TASKS);
    const { id, stdout } = await promised(
      project,
      'Mine',
      '--check',
      'true',
      '--check',
      'AC-2=true',
    );
    expect(stdout).toContain('Title:  Mine');
    expect(criterionOf(project, id, 'AC-2')).toMatchObject({ checks: [{ run: 'true' }] });
    const proved = await project.run('cs', ['prove', id]);
    expect(proved).toMatchObject({ code: 0 });
    expect(proved.stderr).not.toContain('tasks.md');
  });

  it.each([
    [
      'an item that was changed',
      TASKS.replace('two', 'three'),
      'the items of AC-2 are not there as they were; 1 item of it is no criterion',
    ],
    [
      'an item that is gone',
      TASKS.replace('- [x] T001 Add the form\n', ''),
      'the items of AC-1 are not there as they were.',
    ],
    [
      'items that are new',
      `${TASKS}- [ ] a\n- [ ] b\n`,
      'made of it: 2 items of it are no criterion.',
    ],
  ])('tells of %s when it is proved and closed', async (_name, tasks, says) => {
    const project = projectWith(TASKS);
    const { id } = await promised(project, '--check', 'true', '--check', 'true');
    project.put('specs/tasks.md', tasks);
    const proved = await project.run('cs', ['prove', id]);
    expect(proved).toMatchObject({ code: 0, stderr: expect.stringContaining(says) });
    const closed = await project.run('cs', ['verify', id]);
    expect(closed).toMatchObject({ code: 0, stderr: expect.stringContaining(says) });
  });

  it('is told of by status and report, criterion by criterion', async () => {
    const project = projectWith(TASKS);
    const { id } = await promised(project);
    const before = await project.run('cs', ['status']);
    expect(before.stdout).toContain('AC-2 (T002 Test it in two browsers, from specs/tasks.md:4)');
    expect(before.stderr).not.toContain('tasks.md');
    project.put('specs/tasks.md', `${TASKS.replace('two', 'three')}- [ ] another\n`);
    const says =
      'Note: specs/tasks.md changed since the promise was made of it: the items of AC-2 are not there as they were; 2 items of it are no criterion.';
    const told = await project.run('cs', ['status', id]);
    expect(told.stdout).toContain('      From: specs/tasks.md:4\n');
    for (const words of [[], [id]]) {
      const { stderr } = await project.run('cs', ['status', ...words]);
      expect(stderr).toContain(says);
    }
    const json = JSON.parse((await project.run('cs', ['status', '--json'])).stdout);
    const change = { file: 'specs/tasks.md', unreadable: false, criteria: ['AC-2'], added: 2 };
    expect(json.checklists).toEqual({ [id]: [change] });
    const report = JSON.parse((await project.run('cs', ['report', '--json'])).stdout).promises[0];
    expect(report.criteria[1].source).toEqual({ file: 'specs/tasks.md', line: 4 });
    expect(report.concerns).toEqual([
      { kind: 'checklist-changed', criteria: ['AC-2'], detail: 'specs/tasks.md' },
    ]);
    for (const format of [[], ['--md'], ['--html']]) {
      const { stdout } = await project.run('cs', ['report', ...format]);
      expect(stdout).toContain('specs/tasks.md:4');
      expect(stdout).toMatch(/Changed checklist/i);
    }
  });

  it('is not held against a promise that has ended', async () => {
    const project = projectWith(TASKS);
    const { id } = await promised(project);
    await project.run('cs', ['promise', 'cancel', id]);
    project.put('specs/tasks.md', 'gone');
    const { stdout } = await project.run('cs', ['report', id, '--json']);
    expect(JSON.parse(stdout).promises[0].concerns).toEqual([]);
    expect((await project.run('cs', ['status', id])).stderr).not.toContain('tasks.md');
  });

  it.each([
    ['ticked', TASKS.replace('[ ]', '[x]')],
    ['moved', TASKS.replace('\n- [x] T001 Add the form', '').concat('- [ ] T001  Add the form\n')],
  ])('says nothing of items that were %s', async (_name, tasks) => {
    const project = projectWith(TASKS);
    const { id } = await promised(project, '--check', 'true', '--check', 'true');
    project.put('specs/tasks.md', tasks);
    const { stderr } = await project.run('cs', ['prove', id]);
    expect(stderr).not.toContain('tasks.md');
  });

  it.each([
    ['text alone', 'it has no checklist'],
    ['', 'it has no checklist'],
  ])('that holds %j is refused', async (tasks, says) => {
    const { code, stderr } = await promised(projectWith(tasks));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(says) });
  });
});
