import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutSeenFrom, projectSeenFrom } from '../../src/adapters/environment.ts';
import { createGitProject, type GitProject } from '../rig/worlds/git-project.ts';

/** A repository with a folder in it, a linked worktree beside it, and a folder that is no part of it. */
function world() {
  const project: GitProject = createGitProject({ 'packages/web/a.txt': 'a' });
  const folder = realpathSync(project.folder);
  const beside = join(dirname(folder), 'beside');
  project.git('worktree', 'add', '--quiet', beside);
  const place = join(dirname(folder), 'place');
  mkdirSync(place);
  const link = join(dirname(folder), 'link');
  symlinkSync(folder, link);
  return { folder, beside, place, link, web: join(folder, 'packages', 'web') };
}

type Folders = ReturnType<typeof world>;

const stateIn = (folder: string) =>
  mkdirSync(join(folder, '.claude', 'completion-state'), { recursive: true });

describe('the project that a shell of the agent sees from a folder', () => {
  it.each<[string, (at: Folders) => string, (at: Folders) => string, (at: Folders) => string]>([
    ['the session’s own', (at) => at.web, (at) => at.folder, (at) => at.folder],
    ['the same, as the host names it', (at) => at.web, (at) => at.link, (at) => at.link],
    ['the same, from a linked worktree', (at) => at.beside, (at) => at.link, (at) => at.link],
    ['the package of the session', (at) => at.folder, (at) => at.web, (at) => at.web],
    ['another, outside', (at) => at.place, (at) => at.folder, (at) => at.place],
  ])('%s', (_what, from, session, expected) => {
    const at = world();
    expect(projectSeenFrom(from(at), session(at))).toBe(expected(at));
  });

  it('the nearest state, whatever the session’s project is', () => {
    const { folder, web } = world();
    stateIn(web);
    expect(projectSeenFrom(web, folder)).toBe(web);
  });

  it('none from a folder that is gone', () => {
    const { folder, place } = world();
    expect(projectSeenFrom(join(place, 'gone'), folder)).toBeUndefined();
  });
});

describe('the checkout of a project, for work in a folder', () => {
  it.each<[string, (at: Folders) => string, (at: Folders) => string, (at: Folders) => string]>([
    ['the project', (at) => at.web, (at) => at.folder, (at) => at.folder],
    ['the linked worktree', (at) => at.beside, (at) => at.link, (at) => at.beside],
    [
      'its like in the linked worktree',
      (at) => at.beside,
      (at) => at.web,
      (at) => join(at.beside, 'packages', 'web'),
    ],
    ['the project, from outside', (at) => at.place, (at) => at.folder, (at) => at.folder],
    [
      'the project, from a folder that is gone',
      (at) => join(at.place, 'gone'),
      (at) => at.folder,
      (at) => at.folder,
    ],
  ])('%s', (_what, from, project, expected) => {
    const at = world();
    expect(checkoutSeenFrom(from(at), project(at))).toBe(expected(at));
  });
});
