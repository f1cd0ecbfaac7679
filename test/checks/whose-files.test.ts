import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeGit } from '../../src/adapters/git/node-git.ts';
import { parseChangedFiles } from '../../src/checks/changed-files.ts';
import type { ChangedFiles } from '../../src/domain/closing/tier-one.ts';
import type { Beginning } from '../../src/domain/promise/beginning.ts';
import { checkWorld } from '../rig/worlds/check-world.ts';
import { emptyRepository, type Repository, scratchFolder } from '../rig/worlds/repository.ts';

const BROKEN = '{"a": \n';
const OTHERWISE = '{"a": 2, \n';
const WHOLE = '{"a": 1}\n';
/** Before every file that a test writes, and after. */
const LONG_AGO = '2020-01-01T00:00:00Z';
const LATER = '2099-01-01T00:00:00Z';

/** A repository with a commit, at which the work begins. */
function begun(at = LONG_AGO): { readonly repository: Repository; readonly since: Beginning } {
  const repository = emptyRepository();
  repository.write('whole.json', WHOLE);
  repository.write('old.json', BROKEN);
  repository.commit();
  const commit = repository.git('rev-parse', 'HEAD').trim();
  return { repository, since: { at, commit } };
}

function look({ folder }: Pick<Repository, 'folder'>, since: Beginning): Promise<ChangedFiles> {
  return parseChangedFiles(since, createNodeGit(folder, 60_000), checkWorld({ folder }));
}

async function sortedOut(repository: Pick<Repository, 'folder'>, since: Beginning) {
  const { broken, excused } = await look(repository, since);
  return [
    ...broken.map(({ path }) => path),
    ...excused.map(({ path, why }) => `${path} (${why})`),
  ].sort();
}

/** Makes everything that was done so far a thing of the year 2001. */
function ageReflogs({ folder, git }: Repository): void {
  const branches = git('for-each-ref', '--format=%(refname)', 'refs/heads').trim().split('\n');
  for (const ref of ['HEAD', ...branches]) {
    const path = join(folder, '.git', 'logs', ref);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/> \d+ /g, '> 1000000000 '));
  }
}

/** Commits a broken file in a linked worktree; gives the commit. */
function committedBeside({ git }: Repository, branch: readonly string[]): string {
  const beside = join(scratchFolder(), 'beside');
  git('worktree', 'add', '--quiet', ...branch, beside);
  writeFileSync(join(beside, 'new.json'), BROKEN);
  git('-C', beside, 'add', '--all');
  git('-C', beside, 'commit', '--quiet', '--message', 'beside');
  return git('-C', beside, 'rev-parse', 'HEAD').trim();
}

/** Has somebody else commit a broken file in a clone, and push it to where the repository can pull it from. */
function theirsIsPushed({ git }: Repository, content = BROKEN): void {
  const remote = scratchFolder();
  const clone = scratchFolder();
  git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  git('push', '--quiet', remote, 'HEAD:main');
  git('clone', '--quiet', remote, clone);
  writeFileSync(join(clone, 'theirs.json'), content);
  git('-C', clone, 'add', '--all');
  git('-C', clone, 'commit', '--quiet', '--message', 'theirs');
  git('-C', clone, 'push', '--quiet', 'origin', 'HEAD:main');
  git('remote', 'add', 'origin', remote);
}

describe('a broken file is the work of the promise', () => {
  it.each<[what: string, act: (repository: Repository) => void]>([
    ['untracked', ({ write }) => write('whole.json.json', BROKEN)],
    ['changed', ({ write }) => write('whole.json', BROKEN)],
    [
      'staged',
      ({ git, write }) => {
        write('whole.json', BROKEN);
        git('add', '--all');
      },
    ],
    [
      'staged, and whole in the checkout before',
      ({ git, write }) => {
        write('new.json', WHOLE);
        git('add', '--all');
        write('new.json', BROKEN);
      },
    ],
    [
      'committed',
      ({ commit, write }) => {
        write('whole.json', BROKEN);
        commit();
      },
    ],
    [
      'committed, and git told to overlook it',
      ({ git, write }) => {
        git('update-index', '--assume-unchanged', 'whole.json');
        write('whole.json', BROKEN);
      },
    ],
    [
      'left out of the checkout by git’s word alone',
      ({ git, write }) => {
        git('update-index', '--skip-worktree', 'whole.json');
        write('whole.json', BROKEN);
      },
    ],
    [
      'hidden by rules that no checkout has',
      ({ write }) => {
        write('new.json', BROKEN);
        write('.git/info/exclude', 'new.json\n');
      },
    ],
    [
      'while git is shown another folder',
      ({ git, write }) => {
        write('new.json', BROKEN);
        git('config', 'core.worktree', scratchFolder());
      },
    ],
    [
      'merged from a branch that was made here',
      ({ commit, git, write }) => {
        git('checkout', '--quiet', '-b', 'feature');
        write('new.json', BROKEN);
        commit();
        git('checkout', '--quiet', 'main');
        git('merge', '--quiet', '--no-ff', '--no-edit', 'feature');
      },
    ],
    [
      'fast-forwarded from a branch that was made here',
      ({ commit, git, write }) => {
        git('checkout', '--quiet', '-b', 'feature');
        write('new.json', BROKEN);
        commit();
        git('checkout', '--quiet', 'main');
        git('merge', '--quiet', '--ff-only', 'feature');
      },
    ],
    [
      'committed in a linked worktree, and merged',
      (repository) => {
        committedBeside(repository, ['-b', 'beside']);
        repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'beside');
      },
    ],
    [
      'committed in a linked worktree without a branch, and fast-forwarded',
      (repository) => {
        const commit = committedBeside(repository, ['--detach']);
        repository.git('merge', '--quiet', '--ff-only', commit);
      },
    ],
    [
      'committed in a linked worktree that is gone, and merged',
      (repository) => {
        committedBeside(repository, ['-b', 'beside']);
        const [, path = ''] =
          /^worktree (.*beside)$/m.exec(repository.git('worktree', 'list', '--porcelain')) ?? [];
        repository.git('worktree', 'remove', '--force', path);
        repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'beside');
      },
    ],
    [
      'amended',
      ({ commit, git, write }) => {
        write('new.json', WHOLE);
        commit();
        write('new.json', BROKEN);
        git('commit', '--quiet', '--all', '--amend', '--no-edit');
      },
    ],
    [
      'the commit that the work began from amended',
      ({ git, write }) => {
        write('new.json', BROKEN);
        git('add', '--all');
        git('commit', '--quiet', '--amend', '--no-edit');
      },
    ],
    [
      'picked from another branch',
      ({ commit, git, write }) => {
        git('checkout', '--quiet', '-b', 'feature');
        write('new.json', BROKEN);
        commit();
        git('checkout', '--quiet', '-b', 'third', 'main');
        git('cherry-pick', 'feature');
      },
    ],
  ])('%s', async (_what, act) => {
    const { repository, since } = begun();
    act(repository);
    expect(await sortedOut(repository, since)).toEqual([expect.stringMatching(/\.json$/)]);
  });
});

describe('a broken file that somebody else made is named, and blocks nothing', () => {
  const THEIRS = ['theirs.json (brought-in)'];
  it.each<[what: string, act: (repository: Repository) => void, expected: readonly string[]]>([
    [
      'broken before, and changed since',
      ({ write }) => write('old.json', OTHERWISE),
      ['old.json (broken-before)'],
    ],
    [
      'broken before, changed and committed since',
      ({ commit, write }) => {
        write('old.json', OTHERWISE);
        commit();
      },
      ['old.json (broken-before)'],
    ],
    ['broken before and as it was', () => undefined, []],
    ['gone', ({ remove }) => remove('whole.json'), []],
    [
      'pulled by a fast-forward',
      (repository) => {
        theirsIsPushed(repository);
        repository.git('pull', '--quiet', '--ff-only', 'origin', 'main');
      },
      THEIRS,
    ],
    [
      'pulled by a merge',
      (repository) => {
        theirsIsPushed(repository);
        repository.write('mine.json', WHOLE);
        repository.commit();
        repository.git('pull', '--quiet', '--no-rebase', '--no-edit', 'origin', 'main');
      },
      THEIRS,
    ],
    [
      'pulled by a rebase',
      (repository) => {
        theirsIsPushed(repository);
        repository.write('mine.json', WHOLE);
        repository.commit();
        repository.git('pull', '--quiet', '--rebase', 'origin', 'main');
      },
      THEIRS,
    ],
    [
      'fetched, and merged',
      (repository) => {
        theirsIsPushed(repository);
        repository.git('fetch', '--quiet', 'origin');
        repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'origin/main');
      },
      THEIRS,
    ],
    [
      'fetched, and the branch reset to it',
      (repository) => {
        theirsIsPushed(repository);
        repository.git('fetch', '--quiet', 'origin');
        repository.git('reset', '--quiet', '--hard', 'origin/main');
      },
      THEIRS,
    ],
    [
      'committed here before the work began, and merged since',
      (repository) => {
        const { commit, git, write } = repository;
        git('checkout', '--quiet', '-b', 'other');
        write('theirs.json', BROKEN);
        commit();
        git('checkout', '--quiet', 'main');
        ageReflogs(repository);
        git('merge', '--quiet', '--no-ff', '--no-edit', 'other');
      },
      THEIRS,
    ],
    [
      'merged, beside one of the promise',
      (repository) => {
        theirsIsPushed(repository);
        repository.write('mine.json', BROKEN);
        repository.commit();
        repository.git('pull', '--quiet', '--no-rebase', '--no-edit', 'origin', 'main');
      },
      ['mine.json', ...THEIRS],
    ],
    [
      'merged, and broken otherwise since',
      (repository) => {
        theirsIsPushed(repository);
        repository.git('pull', '--quiet', '--ff-only', 'origin', 'main');
        repository.write('theirs.json', OTHERWISE);
      },
      ['theirs.json'],
    ],
    [
      'merged whole, and broken since',
      (repository) => {
        theirsIsPushed(repository, WHOLE);
        repository.git('pull', '--quiet', '--ff-only', 'origin', 'main');
        repository.write('theirs.json', BROKEN);
        repository.commit();
      },
      ['theirs.json'],
    ],
  ])('%s', async (_what, act, expected) => {
    const { repository, since } = begun();
    act(repository);
    expect(await sortedOut(repository, since)).toEqual(expected);
  });

  it('one that nobody touched since, whatever times it was given', async () => {
    const { repository, since } = begun(LATER);
    repository.write('new.json', BROKEN);
    expect(await sortedOut(repository, since)).toEqual(['new.json (broken-before)']);
  });

  it('but a file that was given an old time is a new one', async () => {
    const { repository, since } = begun(new Date().toISOString());
    repository.write('new.json', BROKEN);
    utimesSync(join(repository.folder, 'new.json'), 0, 0);
    expect(await sortedOut(repository, since)).toEqual(['new.json']);
  });
});

describe('the commit that the work began from', () => {
  it('decides, whatever dates commits were given', async () => {
    const { repository, since } = begun(LATER);
    repository.write('whole.json', BROKEN);
    repository.commit();
    const looked = await look(repository, { ...since, at: new Date().toISOString() });
    expect(looked).toMatchObject({ broken: [{ path: 'whole.json' }], notes: [] });
  });

  it('where it is not there any more, the time decides, and that is said', async () => {
    const { repository } = begun();
    repository.write('new.json', BROKEN);
    const gone = { at: LONG_AGO, commit: '0'.repeat(39).concat('1') };
    const { broken, notes } = await look(repository, gone);
    expect(broken.map(({ path }) => path)).toContain('new.json');
    expect(notes.join('\n')).toContain(
      '000000000000, at which the promise was created, no longer exists',
    );
  });

  it('where there was none yet, every file is new', async () => {
    const repository = emptyRepository();
    repository.write('a.json', BROKEN);
    const since = { at: LONG_AGO, commit: null };
    expect(await sortedOut(repository, since)).toEqual(['a.json']);
    repository.commit();
    expect(await sortedOut(repository, since)).toEqual(['a.json']);
    rmSync(join(repository.folder, 'a.json'));
    expect(await sortedOut(repository, since)).toEqual([]);
  });

  it('is that of the whole repository, for a project below its top', async () => {
    const { repository, since } = begun();
    repository.write('below/a.json', BROKEN);
    repository.write('b.json', BROKEN);
    const folder = join(repository.folder, 'below');
    expect(await sortedOut({ folder }, since)).toEqual(['a.json']);
    repository.commit();
    expect(await sortedOut({ folder }, since)).toEqual(['a.json']);
  });
});
