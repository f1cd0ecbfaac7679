import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headCommit } from '../../../src/adapters/git/base.ts';
import { changedTextsSince, firstOf } from '../../../src/adapters/git/text-changes.ts';
import type { Beginning } from '../../../src/domain/promise/beginning.ts';
import type { ChangedTexts, ChangeStart } from '../../../src/ports.ts';
import { runGit } from '../../rig/worlds/git-project.ts';
import {
  emptyRepository,
  filledRepository,
  type Repository,
  scratchFolder,
} from '../../rig/worlds/repository.ts';

function since(repository: Repository, start?: ChangeStart): ChangedTexts {
  const changed = changedTextsSince(repository.folder, start ?? { revision: 'HEAD' });
  if (!changed.ok) throw new Error(changed.reason);
  return changed.value;
}

/** What changed, as [path, before, after]. */
function changesIn(repository: Repository, start?: ChangeStart) {
  return since(repository, start).changes.map(({ after, before, path }) => [path, before, after]);
}

const SOME_LINES = ['one', 'two', 'three', 'four', 'five', 'six'];
const linesOf = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('the texts that changed since a commit', () => {
  it.each<[what: string, act: (repository: Repository) => void, expected: readonly unknown[]]>(
    [
    ['nothing', () => {}, []],
    ['a file that was changed', (r) => r.write('a.txt', 'other\n'), [['a.txt', 'one\n', 'other\n']]],
    ['one that is staged', (r) => {
      r.write('a.txt', 'other\n');
      r.git('add', 'a.txt');
    }, [['a.txt', 'one\n', 'other\n']]],
    ['one that is staged and put back below', (r) => {
      r.write('a.txt', 'other\n');
      r.git('add', 'a.txt');
      r.write('a.txt', 'one\n');
    }, []],
    ['one that is new', (r) => r.write('new.txt', 'new\n'), [['new.txt', undefined, 'new\n']]],
    ['a new one that is staged', (r) => {
      r.write('new.txt', 'new\n');
      r.git('add', 'new.txt');
    }, [['new.txt', undefined, 'new\n']]],
    ['one that is ignored', (r) => r.write('ignored/new.txt', 'new\n'), []],
    ['one that only `.git/info/exclude` ignores', (r) => {
      r.write('.git/info/exclude', 'new.txt\n');
      r.write('new.txt', 'new\n');
    }, [['new.txt', undefined, 'new\n']]],
    ['one that is gone', (r) => r.remove('a.txt'), [['a.txt', 'one\n', undefined]]],
    ['one that is untracked and ignored from now on, and another', (r) => {
      r.git('rm', '--quiet', '--cached', 'a.txt');
      r.write('.gitignore', 'ignored/\n*.log\na.txt\n');
      r.write('a.txt', 'other\n');
    }, [['.gitignore', 'ignored/\n*.log\n', 'ignored/\n*.log\na.txt\n'], ['a.txt', 'one\n', 'other\n']]],
    ['a folder in its place', (r) => {
      r.remove('a.txt');
      r.write('a.txt/b.js', 'b\n');
    }, [['a.txt', 'one\n', undefined], ['a.txt/b.js', undefined, 'b\n']]],
    ['names with a line break, quotes, and letters of other alphabets', (r) => {
      for (const name of ['a\nb.txt', 'it\'s "this".txt', 'größe-试验.txt', '-x']) r.write(name, 'new\n');
    }, [['-x', undefined, 'new\n'], ['a\nb.txt', undefined, 'new\n'], ['größe-试验.txt', undefined, 'new\n'], ['it\'s "this".txt', undefined, 'new\n']]],
    ['only the rights of a file', (r) => chmodSync(join(r.folder, 'a.txt'), 0o755), []],
    ['only its line ends', (r) => r.write('a.txt', 'one\r\n'), []],
    ['only its encoding', (r) => r.write('a.txt', Buffer.from('\ufeffone\n', 'utf16le')), []],
    ['a text in UTF-16 that does not say so', (r) => r.write('a.js', Buffer.from('const a = 1;\n', 'utf16le')), [['a.js', undefined, 'const a = 1;\n']]],
    ['one with the other order of bytes', (r) => r.write('a.js', Buffer.from('const a = 1;\n', 'utf16le').swap16()), [['a.js', undefined, 'const a = 1;\n']]],
    ['a mark of its byte order', (r) => r.write('a.txt', '\ufeffone\n'), []],
    ['the files of the state', (r) => r.write('.claude/completion-state/events.jsonl', 'x\n'), []],
    ['a binary file', (r) => r.write('a.png', Buffer.from([0, 1, 2])), []],
    ['a text that is made binary', (r) => r.write('a.txt', 'one\n\0'), [['a.txt', 'one\n', 'one\n\0']]],
    ['a file whose name is no UTF-8', (r) =>
      writeFileSync(Buffer.concat([Buffer.from(`${r.folder}/`), Buffer.from([0xff, 0x2e, 0x6a])]), 'x\n'),
    [['\ufffd.j', undefined, 'x\n']]],
  ] /* biome-ignore format: a table */,
  )('%s', (_what, act, expected) => {
    const repository = filledRepository();
    act(repository);
    expect(changesIn(repository)).toEqual(expected);
  });

  it('a name that was committed may hold a line break', () => {
    const repository = emptyRepository();
    repository.write('a\nb.txt', 'one\n');
    repository.commit();
    repository.write('a\nb.txt', 'two\n');
    expect(changesIn(repository)).toEqual([['a\nb.txt', 'one\n', 'two\n']]);
  });

  it('what was committed since', () => {
    const repository = filledRepository();
    const base = repository.git('rev-parse', 'HEAD').trim();
    repository.write('a.txt', 'other\n');
    repository.remove('run.sh');
    repository.commit();
    const { base: said, changes } = since(repository, { revision: 'HEAD~1' });
    expect(said).toBe(base);
    expect(changes.map(({ path }) => path)).toEqual(['a.txt', 'run.sh']);
    expect(changesIn(repository)).toEqual([]);
  });

  it('below the folder of the project alone', () => {
    const repository = filledRepository();
    repository.write('a.txt', 'other\n');
    repository.write('src/b.txt', 'other\n');
    const changed = changedTextsSince(join(repository.folder, 'src'), { revision: 'HEAD' });
    expect(changed).toMatchObject({
      ok: true,
      value: { changes: [{ path: 'b.txt', before: 'two\n', after: 'other\n' }] },
    });
  });
});

describe('git is not believed that a file did not change', () => {
  it.each<[what: string, act: (repository: Repository) => void]>(
    [
    ['it was told to assume so', (r) => r.git('update-index', '--assume-unchanged', 'a.txt')],
    ['it was told to skip the file', (r) => r.git('update-index', '--skip-worktree', 'a.txt')],
    ['a filter makes the old content of it', (r) => {
      r.git('config', 'filter.old.clean', 'echo one');
      r.write('.git/info/attributes', 'a.txt filter=old\n');
    }],
  ] /* biome-ignore format: a table */,
  )('%s', (_what, act) => {
    const repository = filledRepository();
    act(repository);
    repository.write('a.txt', 'two\n');
    expect(changesIn(repository)).toEqual([['a.txt', 'one\n', 'two\n']]);
  });

  it('a file that is gone shows where git was told to skip it', () => {
    const repository = filledRepository();
    repository.git('update-index', '--skip-worktree', 'a.txt');
    repository.remove('a.txt');
    expect(changesIn(repository)).toEqual([['a.txt', 'one\n', undefined]]);
  });

  it('a commit that another stands in for is read as it is', () => {
    const repository = filledRepository();
    const base = repository.git('rev-parse', 'HEAD').trim();
    repository.write('a.txt', 'other\n');
    repository.commit();
    repository.git('replace', base, 'HEAD');
    expect(changesIn(repository, { revision: base })).toEqual([['a.txt', 'one\n', 'other\n']]);
  });

  it.each<[what: string, act: (repository: Repository) => void, left: number]>(
    [
    ['in cones', (r) => r.git('sparse-checkout', 'set', '--cone', 'src/deep'), 0],
    ['a cone of which nothing is there', (r) => r.git('sparse-checkout', 'set', '--cone', 'other'), 2],
    ['a folder', (r) => r.git('sparse-checkout', 'set', '--no-cone', '/*', '!/src/'), 2],
    ['a sort of files', (r) => r.git('sparse-checkout', 'set', '--no-cone', '/*', '!**/[a-c].*', '/src/[!x].?x*'), 2],
  ] /* biome-ignore format: a table */,
  )('what a sparse checkout leaves out is not gone, and counted: %s', (_what, act, left) => {
    const repository = filledRepository();
    act(repository);
    const { changes, notes } = since(repository);
    const note = `Not examined, left out by the sparse checkout: ${left} file${left === 1 ? '' : 's'}.`;
    expect([changes, notes]).toEqual([[], left === 0 ? [] : [note]]);
  });

  it.each<[what: string, patterns: string | undefined]>([
    ['no patterns', undefined],
    ['patterns that keep it', '/*\n!/src/\n'],
    ['a pattern that puts it back', '!/*\n/a.txt\n'],
  ])('a file that is gone shows where a sparse checkout is on with %s', (_what, patterns) => {
    const repository = filledRepository();
    repository.git('config', 'core.sparseCheckout', 'true');
    if (patterns !== undefined) repository.write('.git/info/sparse-checkout', patterns);
    repository.git('update-index', '--skip-worktree', 'a.txt');
    repository.remove('a.txt');
    expect(changesIn(repository)).toEqual([['a.txt', 'one\n', undefined]]);
  });

  it('repositories inside are named, and other checkouts of the same one are not', () => {
    const repository = filledRepository();
    repository.git('worktree', 'add', '--quiet', '--detach', 'other');
    repository.git('init', '--quiet', 'inner');
    runGit(join(repository.folder, 'inner'), ['commit', '--quiet', '--allow-empty', '-m', 'x']);
    const { isPartial, notes } = since(repository);
    expect([notes, isPartial]).toEqual([['Not examined, separate repositories: inner.'], true]);
  });
});

describe('links', () => {
  it('one that leads out is not followed, and what it stands for is gone', () => {
    const repository = filledRepository();
    const outside = join(scratchFolder(), 'outside.txt');
    writeFileSync(outside, 'one\n');
    repository.remove('a.txt');
    symlinkSync(outside, join(repository.folder, 'a.txt'));
    const { changes, notes } = since(repository);
    expect(changes).toEqual([{ path: 'a.txt', before: 'one\n', after: undefined }]);
    expect(notes).toEqual(['Links that lead outside the project, counted as deleted: a.txt.']);
  });

  it('nor is one of a folder on the way', () => {
    const repository = filledRepository();
    const outside = scratchFolder();
    renameSync(join(repository.folder, 'src'), join(outside, 'src'));
    symlinkSync(join(outside, 'src'), join(repository.folder, 'src'));
    expect(changesIn(repository)).toEqual([
      ['src/b.txt', 'two\n', undefined],
      ['src/deep/c.txt', 'three\n', undefined],
    ]);
  });

  it('one that stays inside is read', () => {
    const repository = filledRepository();
    repository.remove('a.txt');
    symlinkSync('src/b.txt', join(repository.folder, 'a.txt'));
    expect(changesIn(repository)).toEqual([['a.txt', 'one\n', 'two\n']]);
  });

  it('one that leads nowhere holds nothing', () => {
    const repository = filledRepository();
    symlinkSync('nowhere', join(repository.folder, 'new.txt'));
    expect(changesIn(repository)).toEqual([]);
  });
});

describe('limits', () => {
  it('a text of more than 1 MB is named and not read', () => {
    const repository = filledRepository();
    repository.write('c.txt', 'x'.repeat(1024 * 1024 + 1));
    repository.write('b.txt', 'y'.repeat(1024 * 1024));
    const { changes, notes } = since(repository);
    expect(changes.map(({ path }) => path)).toEqual(['b.txt']);
    expect(notes).toEqual(['Not examined, too large: c.txt.']);
  });

  it.each<[what: string, act: (repository: Repository) => void, note: string]>(
    [
    ['of more than 1 MB by now', (r) => r.write('a.txt', 'x'.repeat(1024 * 1024 + 1)), 'Not examined, too large: a.txt.'],
    ['a pipe by now', (r) => {
      r.remove('a.txt');
      execFileSync('mkfifo', [join(r.folder, 'a.txt')]);
    }, 'Not examined, unreadable: a.txt.'],
    ['a link to a pipe by now', (r) => {
      r.remove('a.txt');
      execFileSync('mkfifo', [join(r.folder, '.git', 'pipe')]);
      symlinkSync('.git/pipe', join(r.folder, 'a.txt'));
    }, 'Not examined, unreadable: a.txt.'],
  ] /* biome-ignore format: a table */,
  )('a text that was read counts as gone, and as not moved, where it is %s', (_what, act, note) => {
    const repository = filledRepository();
    act(repository);
    repository.write('b.txt', 'one\n');
    const { changes, notes } = since(repository);
    expect(changes).toEqual([
      { path: 'a.txt', before: 'one\n', after: undefined },
      { path: 'b.txt', before: undefined, after: 'one\n' },
    ]);
    expect(notes).toEqual([note]);
  });

  it('of more than 2,000 files what was there before hides behind no new tests', () => {
    const repository = emptyRepository();
    for (const path of ['package.json', 'zoo/z.js']) repository.write(path, '1\n');
    repository.commit();
    for (const path of ['package.json', 'zoo/z.js', 'vitest.config.js']) {
      repository.write(path, '2\n');
    }
    for (let number = 0; number < 2005; number += 1) repository.write(`a/test${number}.js`, 'x\n');
    const paths = since(repository).changes.map(({ path }) => path);
    expect(paths).toHaveLength(2000);
    expect(paths.slice(-3)).toEqual(['package.json', 'vitest.config.js', 'zoo/z.js']);
  });

  it('of more than 2,000 files tests and what was there before come first', () => {
    const repository = emptyRepository();
    repository.write('zoo/z.test.js', 'z\n');
    repository.write('zoo/z.js', 'z\n');
    repository.commit();
    mkdirSync(join(repository.folder, 'a'));
    for (let number = 0; number < 2005; number += 1) {
      repository.write(`a/${String(number).padStart(4, '0')}.js`, `${number}\n`);
    }
    repository.remove('zoo/z.test.js');
    repository.remove('zoo/z.js');
    const { changes, notes } = since(repository);
    expect(changes).toHaveLength(2000);
    expect(changes.slice(-2).map(({ path }) => path)).toEqual(['zoo/z.js', 'zoo/z.test.js']);
    expect(notes).toEqual([
      'Not examined, too many changed files: a/1998.js, a/1999.js, a/2000.js, a/2001.js, a/2002.js and 2 more.',
    ]);
  });

  it('binary files are counted', () => {
    const repository = filledRepository();
    repository.write('a.png', Buffer.from([0, 1]));
    repository.write('b.png', Buffer.from([0, 1]));
    expect(since(repository).notes).toEqual(['Not examined, not text: 2 files.']);
  });
});

describe('files that were moved', () => {
  const moved = (before: string, after: string, from = 'a.test.js', to = 'b/a.test.js') => {
    const repository = emptyRepository();
    repository.write(from, before);
    repository.commit();
    repository.remove(from);
    repository.write(to, after);
    return since(repository).changes;
  };

  it.each<
    [what: string, before: string, after: string, isMoved: boolean, from?: string, to?: string]
  >(
    [
    ['as they were', linesOf('one'), linesOf('one'), true],
    ['and changed a little', linesOf(...SOME_LINES), linesOf(...SOME_LINES, 'seven'), true],
    ['and indented', linesOf(...SOME_LINES), linesOf(...SOME_LINES.map((line) => `  ${line}`)), true],
    ['with half of their lines', linesOf(...SOME_LINES), linesOf('one', 'two', 'three', 'x', 'y', 'z'), true],
    ['with fewer', linesOf(...SOME_LINES), linesOf('one', 'two', 'w', 'x', 'y', 'z'), false],
    ['of which few are left', linesOf(...SOME_LINES), linesOf('one'), false],
    ['of too few lines to tell', linesOf('one', 'two'), linesOf('one', 'two', 'three'), false],
    ['that hold nothing', '\n', '\n', false],
    ['as they were, to another sort', linesOf('one'), linesOf('one'), true, 'a.test.js', 'a.test.js.bak'],
    ['and changed, to another sort', linesOf(...SOME_LINES), linesOf(...SOME_LINES, 'x'), false, 'a.js', 'a.py'],
  ] /* biome-ignore format: a table */,
  )('%s', (_what, before, after, isMoved, from = 'a.test.js', to = 'b/a.test.js') => {
    const changes = moved(before, after, from, to);
    const one = [{ path: to, earlierPath: from, before, after }];
    const two = [
      { path: from, before, after: undefined },
      { path: to, before: undefined, after },
    ];
    expect(changes).toEqual(isMoved ? one : two);
  });

  it('that of the same name is taken, and no file twice', () => {
    const repository = emptyRepository();
    repository.write('a/x.js', 'same\n');
    repository.write('a/y.js', 'same\n');
    repository.commit();
    repository.remove('a');
    for (const path of ['b/other.js', 'b/x.js', 'b/y.js']) repository.write(path, 'same\n');
    expect(since(repository).changes).toEqual([
      { path: 'b/other.js', before: undefined, after: 'same\n' },
      { path: 'b/x.js', earlierPath: 'a/x.js', before: 'same\n', after: 'same\n' },
      { path: 'b/y.js', earlierPath: 'a/y.js', before: 'same\n', after: 'same\n' },
    ]);
  });

  it('that of the most equal lines is taken', () => {
    const repository = emptyRepository();
    repository.write('a.js', linesOf(...SOME_LINES));
    repository.commit();
    repository.remove('a.js');
    repository.write('b.js', linesOf(...SOME_LINES.slice(2), 'x', 'y'));
    repository.write('c.js', linesOf(...SOME_LINES, 'x'));
    const [, other] = since(repository).changes;
    expect(other).toMatchObject({ path: 'c.js', earlierPath: 'a.js' });
  });

  it('a copy of a file that is still there is new', () => {
    const repository = filledRepository();
    repository.write('b.txt', 'one\n');
    expect(since(repository).changes).toEqual([
      { path: 'b.txt', before: undefined, after: 'one\n' },
    ]);
  });
});

/** Before every commit that a test makes. */
const LONG_AGO = '2020-01-01T00:00:00Z';

/** A repository with a remote, and the work in it that begins now. */
function begun() {
  const repository = filledRepository();
  const remote = scratchFolder();
  repository.git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  repository.git('remote', 'add', 'origin', remote);
  repository.git('push', '--quiet', 'origin', 'main');
  const start = { at: LONG_AGO, commit: headCommit(repository.folder) };
  return { repository, remote, start };
}

/** Somebody else changes `a.txt`, removes `run.sh` and pushes that. */
function theirsIsPushed(remote: string): void {
  const clone = join(scratchFolder(), 'clone');
  runGit(scratchFolder(), ['clone', '--quiet', remote, clone]);
  writeFileSync(join(clone, 'a.txt'), 'theirs\n');
  runGit(clone, ['rm', '--quiet', 'run.sh']);
  runGit(clone, ['commit', '--quiet', '--all', '--message', 'theirs']);
  runGit(clone, ['push', '--quiet', 'origin', 'main']);
}

const BOTH = ['a.txt', 'run.sh'];

describe('what others brought', () => {
  it.each<[what: string, act: (repository: Repository) => void, brought: readonly string[]]>(
    [
    ['pulled by a fast-forward', (r) => r.git('pull', '--quiet', '--ff-only', 'origin', 'main'), BOTH],
    ['merged', (r) => {
      r.write('own.txt', 'x\n');
      r.commit();
      r.git('pull', '--quiet', '--no-rebase', '--no-edit', 'origin', 'main');
    }, BOTH],
    ['rebased upon', (r) => {
      r.write('own.txt', 'x\n');
      r.commit();
      r.git('pull', '--quiet', '--rebase', 'origin', 'main');
    }, BOTH],
    ['merged, and one changed since', (r) => {
      r.git('pull', '--quiet', '--ff-only', 'origin', 'main');
      r.write('a.txt', 'own\n');
    }, ['run.sh']],
    ['fetched, and done again by hand', (r) => {
      r.git('fetch', '--quiet', 'origin');
      r.write('a.txt', 'theirs\n');
      r.remove('run.sh');
    }, []],
    ['made on another branch and merged', (r) => {
      r.git('switch', '--quiet', '--create', 'other');
      r.write('a.txt', 'own\n');
      r.remove('run.sh');
      r.commit();
      r.git('switch', '--quiet', 'main');
      r.git('merge', '--quiet', '--no-ff', '--no-edit', 'other');
    }, []],
  ] /* biome-ignore format: a table */,
  )('%s', (_what, act, brought) => {
    const { remote, repository, start } = begun();
    theirsIsPushed(remote);
    act(repository);
    const { changes, origins } = since(repository, start);
    expect(changes.map(({ path }) => path)).toEqual(expect.arrayContaining(BOTH));
    expect([...origins(BOTH)]).toEqual(brought.map((path) => [path, 'brought-in']));
  });

  it('what a file held in an earlier commit that was gone back to is not brought', () => {
    const repository = filledRepository();
    repository.write('a.txt', 'later\n');
    repository.commit();
    const start = { at: LONG_AGO, commit: headCommit(repository.folder) };
    repository.git('checkout', '--quiet', '--detach', 'HEAD~1');
    repository.git('switch', '--quiet', 'main');
    repository.write('a.txt', 'one\n');
    const { changes, origins } = since(repository, start);
    expect(changes).toEqual([{ path: 'a.txt', before: 'later\n', after: 'one\n' }]);
    expect([...origins(['a.txt'])]).toEqual([]);
  });

  it('nothing where only a commit is named', () => {
    const { remote, repository } = begun();
    theirsIsPushed(remote);
    repository.git('pull', '--quiet', '--ff-only', 'origin', 'main');
    expect([...since(repository, { revision: 'HEAD~1' }).origins(BOTH)]).toEqual([]);
  });
});

describe('where a change begins', () => {
  it('a branch that went on by itself counts from where both were one', () => {
    const repository = filledRepository();
    const base = repository.git('rev-parse', 'HEAD').trim();
    repository.git('switch', '--quiet', '--create', 'work');
    repository.write('a.txt', 'work\n');
    repository.commit();
    repository.git('switch', '--quiet', 'main');
    repository.write('src/b.txt', 'main\n');
    repository.commit();
    repository.git('switch', '--quiet', 'work');
    const { base: said, changes, notes } = since(repository, { revision: 'main' });
    expect([said, changes.map(({ path }) => path)]).toEqual([base, ['a.txt']]);
    expect(notes).toEqual([
      `main has diverged: the change since the merge base ${base.slice(0, 12)} was examined.`,
    ]);
  });

  it('a commit that is left aside is said to be', () => {
    const repository = filledRepository();
    repository.write('a.txt', 'later\n');
    repository.commit();
    const commit = headCommit(repository.folder);
    repository.git('reset', '--quiet', '--hard', 'HEAD~1');
    const { changes, notes } = since(repository, { at: LONG_AGO, commit });
    expect(changes).toEqual([{ path: 'a.txt', before: 'later\n', after: 'one\n' }]);
    expect(notes.join()).toContain('is not an ancestor of the checkout');
  });

  it('of several it is the first, and of one second that whose commit the others follow', () => {
    const repository = filledRepository();
    const early = { at: LONG_AGO, commit: headCommit(repository.folder) };
    repository.write('a.txt', 'later\n');
    repository.commit();
    const late = { at: LONG_AGO, commit: headCommit(repository.folder) };
    const none = { at: LONG_AGO, commit: null };
    const before = { at: '2019-01-01T00:00:00Z', commit: headCommit(repository.folder) };
    const first = (...all: readonly Beginning[]) => firstOf(repository.folder, all);
    expect(first(late, early)).toBe(early);
    expect(first(early, late)).toBe(early);
    expect(first(early, none, late)).toBe(none);
    expect(first(early, before, none)).toBe(before);
    expect(first()).toBeUndefined();
  });

  it('all is new where there was no commit', () => {
    const repository = emptyRepository();
    repository.write('a.txt', 'one\n');
    const { base, changes } = since(repository, { at: LONG_AGO, commit: null });
    expect([base, changes]).toEqual(['', [{ path: 'a.txt', before: undefined, after: 'one\n' }]]);
  });

  it.each<[what: string, start: ChangeStart, reason: RegExp]>([
    ['a revision that is none', { revision: 'nowhere' }, /^there is no commit nowhere$/],
    ['an empty one', { revision: '' }, /^the revision is empty$/],
    ['one that looks like an option', { revision: '--all' }, /^there is no commit --all$/],
    ['a tree', { revision: 'HEAD:src' }, /^there is no commit HEAD:src$/],
    [
      'a beginning that is not known',
      { at: '', commit: undefined },
      /^the creation time of the promise is unknown/,
    ],
  ])('%s is none', (_what, start, reason) => {
    const changed = changedTextsSince(filledRepository().folder, start);
    expect(changed).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('there is none in a bare repository', () => {
    const folder = scratchFolder();
    runGit(folder, ['init', '--quiet', '--bare']);
    expect(changedTextsSince(folder, { revision: 'HEAD' })).toEqual({
      ok: false,
      reason: 'the project is in a bare repository, which has no checkout',
    });
  });

  it('there is none outside of git', () => {
    expect(changedTextsSince(scratchFolder(), { revision: 'HEAD' })).toEqual({
      ok: false,
      reason: 'the project is not in a git repository',
    });
  });
});
