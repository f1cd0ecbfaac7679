import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proveIn } from '../../rig/worlds/proved-tree.ts';
import {
  emptyRepository,
  filledRepository,
  type Repository,
  scratchFolder,
} from '../../rig/worlds/repository.ts';

type Act = (repository: Repository) => void;

const nothing: Act = () => undefined;
const edit: Act = ({ write }) => write('a.txt', 'two\n');
const all =
  (...acts: readonly Act[]): Act =>
  (repository) => {
    for (const act of acts) act(repository);
  };
const git =
  (...args: readonly string[]): Act =>
  (repository) =>
    void repository.git(...args);
const config = (name: string, value: string): Act => git('config', name, value);
const commit: Act = (repository) => repository.commit();
const put =
  (path: string, content: string): Act =>
  ({ write }) =>
    write(path, content);

/** A folder with the files as they are now, in which git is told to look for them. */
const lookElsewhere: Act = ({ folder, git: ask }) => {
  const copy = scratchFolder();
  cpSync(folder, copy, { recursive: true });
  ask('config', 'core.worktree', copy);
};
/** A filter that gives the old content out for any. */
const lyingFilter = config('filter.old.clean', 'echo one');
const inner = ({ folder }: Repository): Repository => filledRepository(join(folder, 'nested'));
const withSubmodule =
  (path: string): Act =>
  (repository) => {
    const allow = ['-c', 'protocol.file.allow=always'];
    repository.git(...allow, 'submodule', '--quiet', 'add', filledRepository().folder, path);
    repository.commit();
  };
const withSeparateGit =
  (path: string): Act =>
  ({ folder }) => {
    const nested = join(folder, 'nested');
    const repository = filledRepository(nested);
    const place = join(scratchFolder(), path);
    mkdirSync(dirname(place), { recursive: true });
    repository.git('init', '--quiet', '--separate-git-dir', place);
  };

describe('an edit that a program sees makes the proof stale, whatever git was told', () => {
  it.each<[string, Act, Act]>([
    ['core.worktree leads elsewhere', lookElsewhere, edit],
    ['core.worktree leads elsewhere since', nothing, all(lookElsewhere, edit)],
    [
      'core.worktree of a repository inside leads elsewhere',
      (repository) => lookElsewhere(inner(repository)),
      put('nested/a.txt', 'two\n'),
    ],
    [
      'core.worktree of a submodule leads elsewhere',
      (repository) => {
        withSubmodule('sub')(repository);
        repository.git('-C', 'sub', 'config', 'core.worktree', filledRepository().folder);
      },
      put('sub/a.txt', 'two\n'),
    ],
    [
      'core.worktree of a separate git folder leads elsewhere',
      (repository) => {
        withSeparateGit('git')(repository);
        repository.git('-C', 'nested', 'config', 'core.worktree', filledRepository().folder);
      },
      put('nested/a.txt', 'two\n'),
    ],
    ['the repository says that it has no files', config('core.bare', 'true'), edit],
    [
      'attributes are in the index, and their file is gone',
      all(
        put('.gitattributes', 'a.txt filter=old\n'),
        git('add', '--all'),
        ({ remove }) => remove('.gitattributes'),
        lyingFilter,
      ),
      edit,
    ],
    [
      'attributes are ignored themselves',
      all(put('.gitignore', '.gitattributes\n'), commit, put('.gitattributes', '* filter=old\n')),
      all(lyingFilter, edit),
    ],
    [
      'attributes lie in .git/info',
      all(put('.git/info/attributes', 'a.txt filter=old\n'), lyingFilter),
      edit,
    ],
    [
      'attributes lie in a file beside the checkout',
      (repository) => {
        const path = join(scratchFolder(), 'attributes');
        writeFileSync(path, 'a.txt filter=old\n');
        all(config('core.attributesFile', path), lyingFilter)(repository);
      },
      edit,
    ],
    [
      'git took the file for unchanged while a filter was on',
      put('.git/info/attributes', 'a.txt filter=old\n'),
      all(lyingFilter, edit, git('status'), git('config', '--unset', 'filter.old.clean')),
    ],
    [
      'git took it for unchanged, and that was committed',
      all(put('.git/info/attributes', 'a.txt filter=old\n'), lyingFilter),
      all(edit, commit, ({ remove }) => remove('.git/info/attributes')),
    ],
    ['core.autocrlf', config('core.autocrlf', 'true'), put('a.txt', 'one\r\n')],
    [
      'core.autocrlf since',
      nothing,
      all(config('core.autocrlf', 'input'), put('a.txt', 'one\r\n')),
    ],
    [
      'line ends by attributes',
      all(put('.gitattributes', '*.txt text eol=lf\n'), commit),
      put('a.txt', 'one\r\n'),
    ],
    [
      'the ident attribute',
      all(put('.gitattributes', '*.txt ident\n'), put('a.txt', '$Id$\n'), commit),
      put('a.txt', '$Id: rm -rf $\n'),
    ],
    [
      'an encoding of the working tree',
      all(put('.gitattributes', '*.txt working-tree-encoding=UTF-16LE\n'), commit),
      put('src/b.txt', 'x'),
    ],
    [
      'a submodule lies below worktrees/',
      withSubmodule('worktrees/sub'),
      put('worktrees/sub/a.txt', 'two\n'),
    ],
    [
      'a separate git folder lies below worktrees/',
      withSeparateGit('worktrees/git'),
      put('nested/a.txt', 'two\n'),
    ],
    [
      'a repository inside calls itself a linked worktree',
      (repository) => {
        mkdirSync(join(repository.folder, '.git/worktrees/fake'), { recursive: true });
        const nested = inner(repository);
        nested.git(
          'init',
          '--quiet',
          '--separate-git-dir',
          join(repository.folder, '.git/worktrees/fake/git'),
        );
      },
      put('nested/a.txt', 'two\n'),
    ],
    ['assume-unchanged', git('update-index', '--assume-unchanged', 'a.txt'), edit],
    ['skip-worktree', git('update-index', '--skip-worktree', 'a.txt'), edit],
    [
      'core.ignoreStat',
      all(config('core.ignoreStat', 'true'), git('update-index', '--refresh')),
      edit,
    ],
    [
      'a link leads to a file that git ignores',
      ({ folder, write }) => {
        write('ignored/x', 'one');
        symlinkSync('ignored/x', join(folder, 'link'));
      },
      put('ignored/x', 'two'),
    ],
    [
      'a link led to nothing',
      ({ folder }) => symlinkSync('ignored/x', join(folder, 'link')),
      put('ignored/x', 'one'),
    ],
    [
      'a new file below a folder that looks like a repository',
      put('src/HEAD', 'ref: refs/heads/main\n'),
      put('src/new.txt', 'x'),
    ],
  ])('%s', (_what, before, after) => {
    const repository = filledRepository();
    before(repository);
    const standing = proveIn(repository.folder);
    expect(standing()).toBe('fresh');
    after(repository);
    expect(standing()).toBe('stale');
  });
});

describe('what a program reads through a link', () => {
  const linked = (target: string) => {
    const repository = filledRepository();
    symlinkSync(target, join(repository.folder, 'src', 'link'));
    return repository;
  };

  it.each([
    [
      'to a file',
      () => {
        const path = join(scratchFolder(), 'beside.txt');
        writeFileSync(path, 'one');
        return path;
      },
    ],
    ['to a folder', scratchFolder],
    ['to a repository', () => filledRepository().folder],
    ['into git’s own folder of another checkout', () => join(emptyRepository().folder, '.git')],
  ])('that leads outside the checkout, %s: not bound', (_what, target) => {
    const repository = linked(target());
    expect(repository.tree()).toEqual({
      bound: false,
      why: 'overlooked',
      reason: 'the link src/link leads outside the checkout',
    });
    expect(proveIn(repository.folder)()).toBe('not-bound');
    expect(proveIn(repository.folder, ['*.txt'])()).toBe('fresh');
  });

  it('that leads out since: the proof cannot be held against the checkout', () => {
    const repository = filledRepository();
    const standing = proveIn(repository.folder);
    symlinkSync(scratchFolder(), join(repository.folder, 'link'));
    expect(standing()).toBe('unknown');
  });

  it.each([
    ['to a file beside the inputs', '../a.txt', 'a.txt'],
    ['to a folder beside the inputs', '../lib', 'lib/deep/x.txt'],
    ['over another link', '../over', 'lib/deep/x.txt'],
  ])('of narrow inputs, %s', (_what, target, path) => {
    const repository = linked(target);
    repository.write('lib/deep/x.txt', 'one');
    symlinkSync('lib', join(repository.folder, 'over'));
    repository.commit();
    const standing = proveIn(repository.folder, ['src/**']);
    repository.write('run.sh', 'of no account');
    expect(standing()).toBe('fresh');
    repository.write(path, 'two');
    expect(standing()).toBe('stale');
  });

  it('a folder that becomes a link counts as the link, before the commit and after it', () => {
    const repository = filledRepository();
    repository.write('lib/b.txt', 'two\n');
    repository.commit();
    rmSync(join(repository.folder, 'src'), { recursive: true });
    symlinkSync('lib', join(repository.folder, 'src'));
    const standing = proveIn(repository.folder);
    repository.commit();
    expect(standing()).toBe('fresh');
    repository.write('lib/b.txt', 'one\n');
    expect(standing()).toBe('stale');
  });
});

describe('a proof holds while its files are the same', () => {
  it.each<[string, Act]>([
    ['after a commit', commit],
    ['after git was told to look elsewhere', lookElsewhere],
    ['after a filter was set up', all(put('.git/info/attributes', '* filter=old\n'), lyingFilter)],
    ['after line ends were set up', config('core.autocrlf', 'true')],
    ['after its file was told to be overlooked', git('update-index', '--skip-worktree', 'a.txt')],
    ['after a linked worktree was made inside', git('worktree', 'add', '-q', 'nested/worktree')],
    ['after its index was thrown away', ({ remove }) => remove('.git/index')],
  ])('%s', (_what, act) => {
    const repository = filledRepository();
    repository.write('new.txt', 'not added yet');
    const standing = proveIn(repository.folder);
    act(repository);
    expect(standing()).toBe('fresh');
  });

  it('what only touches a file is told from an edit by reading it', () => {
    const repository = filledRepository();
    const standing = proveIn(repository.folder);
    repository.write('a.txt', 'one\n');
    expect(standing()).toBe('fresh');
  });
});

it('a project whose files are all ignored is bound to none of them', () => {
  const repository = emptyRepository();
  repository.write('.gitignore', '*\n');
  repository.write('a.txt', 'one\n');
  expect(repository.tree()).toMatchObject({ bound: false, why: 'overlooked' });
});

it('a folder that looks like a repository is read as the part of the checkout that it is', () => {
  const repository = filledRepository();
  const fake = join(repository.folder, 'src');
  emptyRepository(scratchFolder());
  for (const name of ['objects', 'refs']) mkdirSync(join(fake, name));
  repository.write('src/HEAD', 'ref: refs/heads/main\n');
  repository.write('src/config', `[core]\n\tbare = true\n\tworktree = ${scratchFolder()}\n`);
  const standing = proveIn(fake);
  expect(standing()).toBe('fresh');
  repository.write('a.txt', 'two\n');
  expect(standing()).toBe('stale');
});
