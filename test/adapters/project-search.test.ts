import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolderProbe } from '../../src/adapters/project-search.ts';
import { runGit } from '../rig/worlds/git-project.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';

const looks = createFolderProbe(() => undefined);

/** A scratch folder by its real path, with these folders in it. */
function folderWith(...folders: readonly string[]): string {
  const folder = realpathSync(scratchFolder());
  for (const one of folders) mkdirSync(join(folder, one), { recursive: true });
  return folder;
}

/** A repository with a commit, in a folder of its own. */
function repository(): string {
  const folder = folderWith('main');
  const main = join(folder, 'main');
  runGit(main, ['init', '--quiet', '--template=', '--initial-branch=main']);
  runGit(main, ['commit', '--quiet', '--allow-empty', '-m', 'A commit']);
  return main;
}

const OWN = { isLinked: false, main: undefined };
const BROKEN = { repository: undefined, ...OWN };

describe('the top of a checkout', () => {
  it('of a repository', () => {
    const main = repository();
    expect(looks.checkoutAt(main)).toEqual({ repository: join(main, '.git'), ...OWN });
    expect(looks.checkoutAt(join(main, '.git'))).toBeUndefined();
  });

  it('of a linked worktree, with the main one', () => {
    const main = repository();
    const beside = join(dirname(main), 'beside');
    runGit(main, ['worktree', 'add', '--quiet', beside]);
    const mark = { repository: join(main, '.git'), isLinked: true, main };
    expect(looks.checkoutAt(beside)).toEqual(mark);
  });

  it('of a submodule', () => {
    const [main, other] = [repository(), repository()];
    runGit(main, ['submodule', '--quiet', 'add', other, 'sub']);
    const sub = join(main, '.git', 'modules', 'sub');
    expect(looks.checkoutAt(join(main, 'sub'))).toEqual({ repository: sub, ...OWN });
  });

  it('of a worktree of a bare repository, which has no main one', () => {
    const main = repository();
    const bare = join(dirname(main), 'bare.git');
    runGit(main, ['clone', '--quiet', '--bare', main, bare]);
    const beside = join(dirname(main), 'beside');
    runGit(bare, ['worktree', 'add', '--quiet', beside]);
    const mark = { repository: bare, isLinked: true, main: undefined };
    expect(looks.checkoutAt(beside)).toEqual(mark);
    expect(looks.checkoutAt(bare)).toBeUndefined();
  });

  it.each<[string, (entry: string) => void]>([
    ['an empty file', (entry) => writeFileSync(entry, '')],
    ['a file that leads nowhere', (entry) => writeFileSync(entry, 'gitdir: /nowhere/at/all\n')],
    ['a large file', (entry) => writeFileSync(entry, `gitdir: ${'x'.repeat(10_000)}`)],
    ['a link that leads nowhere', (entry) => symlinkSync('nowhere', entry)],
    ['a pipe', (entry) => void execFileSync('mkfifo', [entry])],
  ])('with a broken .git: %s', (_what, breakIt) => {
    const folder = folderWith();
    breakIt(join(folder, '.git'));
    expect(looks.checkoutAt(folder)).toEqual(BROKEN);
  });

  it('with a pipe as the file by which a worktree names its repository', () => {
    const main = repository();
    const beside = join(dirname(main), 'beside');
    runGit(main, ['worktree', 'add', '--quiet', beside]);
    const shared = join(main, '.git', 'worktrees', 'beside', 'commondir');
    execFileSync('sh', ['-c', 'rm "$0" && mkfifo "$0"', shared]);
    expect(looks.checkoutAt(beside)).toEqual(BROKEN);
  });
});

describe('what is there', () => {
  it.each<[string, (place: string) => void]>([
    ['a folder', (place) => mkdirSync(place)],
    ['a file', (place) => writeFileSync(place, '')],
    ['a link that leads nowhere', (place) => symlinkSync('nowhere', place)],
    ['a pipe', (place) => void execFileSync('mkfifo', [place])],
  ])('%s counts, so that no command goes past it', (_what, make) => {
    const folder = folderWith('.claude');
    expect([looks.hasState(folder), looks.hasConfiguration(folder)]).toEqual([false, false]);
    make(join(folder, '.claude', 'completion-state'));
    make(join(folder, '.claude', 'completion-promise.json'));
    expect([looks.hasState(folder), looks.hasConfiguration(folder)]).toEqual([true, true]);
  });

  it('nothing below a file', () => {
    const folder = folderWith();
    writeFileSync(join(folder, '.claude'), '');
    expect(looks.hasState(folder)).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('the user’s own folders', () => {
  it.each<[number, boolean]>([
    [0o755, true],
    [0o700, true],
    [0o775, false],
    [0o757, false],
    [0o1777, false],
  ])('with the rights %o: %s', (rights, isOwn) => {
    const folder = folderWith('a');
    chmodSync(join(folder, 'a'), rights);
    expect(looks.isUsersOwn(join(folder, 'a'))).toBe(isOwn);
  });

  it('not what is gone', () => {
    expect(looks.isUsersOwn(join(folderWith(), 'nothing'))).toBe(false);
  });
});

describe('paths', () => {
  it('the home is known by its real path', () => {
    const folder = folderWith('home');
    symlinkSync(join(folder, 'home'), join(folder, 'link'));
    const { isHome } = createFolderProbe(() => join(folder, 'link'));
    expect([isHome(join(folder, 'home')), isHome(folder)]).toEqual([true, false]);
  });

  it('no home at all is not a folder', () => {
    const { isHome } = createFolderProbe(() => {
      throw new Error('the system knows no such user');
    });
    expect(isHome('/')).toBe(false);
  });

  it('links are kept where a person named a folder, and followed where folders are compared', () => {
    const folder = folderWith('a');
    const link = join(folder, 'link');
    symlinkSync('a', link);
    expect([looks.folder(link), looks.realFolder(link)]).toEqual([link, join(folder, 'a')]);
  });

  it.each(['', 'nothing', 'file'])('%j is not a folder', (name) => {
    const folder = folderWith();
    writeFileSync(join(folder, 'file'), '');
    const path = name === '' ? '' : join(folder, name);
    expect([looks.folder(path), looks.realFolder(path || '/nowhere')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('the root lies in nothing', () => {
    expect(looks.above('/')).toBeUndefined();
  });

  it('a folder keeps its way from a folder that is taken for another', () => {
    expect(looks.moved('/a/b/c', '/a', '/d')).toBe(join('/d', 'b', 'c'));
    expect(looks.moved('/a', '/a', '/d')).toBe('/d');
  });
});
