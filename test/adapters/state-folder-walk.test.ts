import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NO_DEADLINE } from '../../src/adapters/bounded-files.ts';
import { type StateFolderWalk, stateFoldersAround } from '../../src/adapters/state-folder-walk.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';

/** The walk around a folder, without what this machine has above its temporary folder. */
function walkAround(folder: string, limits: typeof LIMITS): StateFolderWalk {
  const { folders, isWhole } = stateFoldersAround(folder, limits);
  const temporary = realpathSync(tmpdir());
  return { folders: folders.filter((one) => one.startsWith(`${temporary}/`)), isWhole };
}

const LIMITS = { leftMs: NO_DEADLINE, mostFolders: 100 };

/** A project with state folders in these folders of it. */
function projectWith(...folders: readonly string[]): string {
  const project = realpathSync(scratchFolder());
  for (const one of folders) {
    mkdirSync(join(project, one, '.claude', 'completion-state'), { recursive: true });
  }
  return project;
}

it('finds state folders at any depth, the upper ones first', () => {
  const project = projectWith('.', 'a/b/c', 'd');
  expect(walkAround(project, LIMITS)).toEqual({
    folders: [join(project, 'd'), join(project, 'a/b/c')],
    isWhole: true,
  });
});

it('finds those above', () => {
  const top = projectWith('.', 'a');
  mkdirSync(join(top, 'a/b'));
  const { folders } = walkAround(join(top, 'a/b'), LIMITS);
  expect(folders).toEqual([join(top, 'a'), top]);
});

it('follows no link, not even one in a circle', () => {
  const project = projectWith('a');
  symlinkSync(project, join(project, 'circle'));
  symlinkSync(join(project, 'a'), join(project, 'link'));
  expect(walkAround(project, LIMITS).folders).toEqual([join(project, 'a')]);
});

it.each([
  ['after so many folders', { ...LIMITS, mostFolders: 2 }],
  ['when the time is over', { ...LIMITS, leftMs: () => 0 }],
])('ends %s, and says so', (_when, limits) => {
  const project = projectWith('a/b/c/d');
  expect(walkAround(project, limits)).toEqual({ folders: [], isWhole: false });
});
