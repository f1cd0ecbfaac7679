import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeProgram } from '../../rig/worlds/hooked-project.ts';
import {
  createLinkedProject,
  type LinkedProject,
  NEW_FILE,
} from '../../rig/worlds/linked-worktree.ts';
import { SESSION } from '../../rig/worlds/project.ts';

/** The request of a reality check that is asked for in a folder of the repository. */
async function requestFrom(project: LinkedProject, cwd: string): Promise<string> {
  const { code, stdout } = await project.run('cs', ['judge', 'reality-check', '--dry-run'], {
    cwd,
  });
  expect(code).toBe(0);
  return stdout;
}

describe('a reality check in a linked worktree', () => {
  it('shows the changes of the worktree, and not those of the project folder', async () => {
    const project = createLinkedProject();
    await project.run('cs', ['session', 'directive', '--add', 'It is done']);
    project.put('elsewhere.txt', 'of the project\n');
    const there = await requestFrom(project, project.linked.folder);
    expect(there).toContain(NEW_FILE);
    expect(there).not.toContain('elsewhere.txt');
    const here = await requestFrom(project, project.folder);
    expect(here).toContain('elsewhere.txt');
    expect(here).not.toContain(NEW_FILE);
  });

  it.each<[string, (project: LinkedProject, content: string) => void]>([
    ['the worktree', ({ linked }, content) => linked.put('.env', content)],
    ['the project folder', ({ put }, content) => put('.env', content)],
  ])('sends no secret of the variables of %s', async (_whose, write) => {
    const project = createLinkedProject({ '.gitignore': '.claude/\n.env\n' });
    await project.run('cs', ['session', 'directive', '--add', 'It is done']);
    write(project, 'TOKEN=correct-horse-battery\n');
    project.linked.put(NEW_FILE, 'it says correct-horse-battery here\n');
    const sent = await requestFrom(project, project.linked.folder);
    expect(sent).toContain('it says');
    expect(sent).not.toContain('correct-horse-battery');
  });

  it('holds the changes against the commit of the worktree in which the directive was given', async () => {
    const project = createLinkedProject();
    project.linked.commit();
    const commit = project.linked.git('rev-parse', 'HEAD').trim();
    await project.run(
      'cs',
      ['session', 'directive', '--add', 'More is done'],
      project.linked.there,
    );
    expect(project.read(`stop-gate/${SESSION}.json`)).toMatchObject({ directives: [{ commit }] });
    project.linked.put('more.txt', 'more\n');
    const sent = await requestFrom(project, project.linked.folder);
    expect(sent).toContain('more.txt');
    expect(sent).not.toContain(NEW_FILE);
  });
});

describe('a judge that is a program, asked for in a linked worktree', () => {
  it.each<[string, (project: LinkedProject) => string, boolean]>([
    ['one of the worktree is not taken', ({ linked }) => linked.folder, false],
    ['one of the project folder is not taken', ({ folder }) => folder, false],
    ['one beside them is', ({ folder }) => join(folder, '..'), true],
  ])('%s', async (_where, placeOf, isTaken) => {
    const project = createLinkedProject();
    const programs = join(placeOf(project), 'node_modules', '.bin');
    mkdirSync(programs, { recursive: true });
    writeProgram(join(programs, 'claude'), 'exit 0');
    const id = await project.startedPromise('a');
    const judge = ['--judge', '--promise', id, '--backend', 'claude', '--dry-run'];
    const options = { ...project.linked.there, env: { PATH: programs } };
    const { code, stdout } = await project.run('cs-verify', judge, options);
    expect(code).toBe(0);
    expect(stdout.includes('claude is not installed')).toBe(!isTaken);
  });
});
