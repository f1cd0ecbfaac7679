import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitProject, type GitProject } from '../../rig/worlds/git-project.ts';
import { callHook } from '../../rig/worlds/hook-call.ts';
import { createProject, type Project } from '../../rig/worlds/project.ts';

/** What the state folder holds is its user's, and no part of what an agent commits. */

describe('the state folder', () => {
  it('is made with a .gitignore, which its user may change', async () => {
    const project = createProject();
    await project.promise('first');
    const path = join(project.state, '.gitignore');
    expect(readFileSync(path, 'utf8')).toBe('*\n');
    rmSync(path);
    await project.promise('second');
    expect(() => statSync(path)).toThrow('ENOENT');
  });

  it.each<[string, (project: GitProject) => Promise<unknown>]>([
    ['a promise', (project) => project.promise('first')],
    ['a session', (project) => project.run('cs-init', [])],
    [
      'a directive',
      (project) => project.run('cs', ['session', 'directive', '--add', 'my password is 1234']),
    ],
    [
      'a hook',
      (project) => {
        project.put('.claude/settings.json', '{"hooks": {"x": "cs-hook user-prompt"}}');
        return callHook(project, 'session-start', { session_id: 'a', source: 'resume' });
      },
    ],
    [
      'a promise in a folder that a process left empty',
      async (project) => {
        mkdirSync(project.state, { recursive: true });
        await project.promise('first');
      },
    ],
  ])('keeps out of git what %s writes', async (_what, write) => {
    const project = createGitProject({ 'a.txt': 'a' });
    await write(project);
    expect(project.list('.')).not.toEqual([]);
    project.git('add', '--all');
    expect(project.git('diff', '--cached', '--name-only')).not.toContain('completion-state');
  });
});

describe('what cs doctor says of git and the state', () => {
  const noteIn = async (project: Project) =>
    (await project.run('cs', ['doctor'])).stdout
      .split('\n')
      .filter((line) => line.startsWith('[NOTE] state.git'));

  it.each<[string, (project: GitProject) => void, RegExp | undefined]>([
    ['nothing of one that is as it was made', () => {}, undefined],
    [
      'that git would take one without its .gitignore',
      ({ state }) => rmSync(join(state, '.gitignore')),
      /git does not ignore the state, in .*completion-state: .* the single line \*$/,
    ],
    [
      'nothing of one that the project ignores',
      ({ put, state }) => {
        rmSync(join(state, '.gitignore'));
        put('.gitignore', '.claude/completion-state/\n');
      },
      undefined,
    ],
    [
      'that files of one are kept, whatever is ignored',
      ({ git, state }) => void git('add', '--force', join(state, 'events.jsonl')),
      /git tracks state files, in .*git rm -r --cached /,
    ],
    [
      'nothing outside of a repository',
      ({ folder, state }) => {
        rmSync(join(state, '.gitignore'));
        rmSync(join(folder, '.git'), { recursive: true });
      },
      undefined,
    ],
  ])('is %s', async (_what, prepare, said) => {
    const project = createGitProject({ 'a.txt': 'a' });
    await project.promise('first');
    prepare(project);
    const notes = await noteIn(project);
    expect(notes).toEqual(said === undefined ? [] : [expect.stringMatching(said)]);
  });
});
