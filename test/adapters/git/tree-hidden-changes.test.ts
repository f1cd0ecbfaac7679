import { chmodSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filledRepository, type Repository } from '../../rig/worlds/repository.ts';

type Act = (repository: Repository, path: (name: string) => string) => void;

const nothing: Act = () => {};

/** Changes that git was told to overlook, or cannot see: the fingerprint is another one, or is none. */
it.each<[string, Act, Act]>([
  [
    'a file is removed, and git told to skip it',
    nothing,
    ({ git }, path) => {
      git('update-index', '--skip-worktree', 'a.txt');
      rmSync(path('a.txt'));
    },
  ],
  [
    'a filter gives the old content out for the new',
    ({ write }) => write('.gitattributes', 'a.txt filter=old\n'),
    ({ git, write }) => {
      git('config', 'filter.old.clean', 'echo one');
      write('a.txt', 'two\n');
    },
  ],
  [
    'a filter that was there before is asked for by attributes that are no content',
    ({ git }) => void git('config', 'filter.old.clean', 'echo one'),
    ({ write }) => {
      write('.git/info/attributes', 'a.txt filter=old\n');
      write('a.txt', 'two\n');
    },
  ],
  [
    'a filter that bears the name of the one for large files',
    ({ write }) => write('.gitattributes', 'a.txt filter=lfs\n'),
    ({ git, write }) => {
      git('config', 'filter.lfs.clean', 'echo one');
      write('a.txt', 'two\n');
    },
  ],
  [
    'modes count for nothing',
    nothing,
    ({ git }, path) => {
      git('config', 'core.fileMode', 'false');
      chmodSync(path('run.sh'), 0o644);
    },
  ],
  [
    'a link becomes a file',
    (_repository, path) => symlinkSync('a.txt', path('link')),
    ({ git, write }, path) => {
      git('config', 'core.symlinks', 'false');
      rmSync(path('link'));
      write('link', 'a.txt');
    },
  ],
  [
    'a new file differs from another by capitals',
    nothing,
    ({ git, write }) => {
      git('config', 'core.ignoreCase', 'true');
      write('A.TXT', 'new\n');
    },
  ],
  [
    "a folder that is called like another project's state",
    ({ write }) => write('sub/.claude/completion-state/code.js', '1;\n'),
    ({ write }) => write('sub/.claude/completion-state/code.js', '2;\n'),
  ],
  [
    'a file that is too large to be read',
    nothing,
    ({ write }, path) => {
      write('large.bin', '');
      truncateSync(path('large.bin'), 300 * 1024 * 1024);
    },
  ],
])('a change is seen, whatever git was told: %s', (_what, before, after) => {
  const repository = filledRepository();
  const path = (name: string) => join(repository.folder, name);
  before(repository, path);
  repository.commit();
  const first = repository.tree();
  expect(first.bound).toBe(true);
  after(repository, path);
  expect(repository.tree()).not.toEqual(first);
});
