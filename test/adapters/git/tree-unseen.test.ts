import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  changes,
  digestIn,
  filledRepository,
  type Repository,
  scratchFolder,
  scratchProject,
} from '../../rig/worlds/repository.ts';

const isRoot = process.getuid?.() === 0;

describe('files that git was told to overlook', () => {
  it.each(['--assume-unchanged', '--skip-worktree'])('%s: count by what they hold', (how) => {
    const repository = filledRepository();
    repository.git('update-index', how, 'a.txt');
    expect(changes(repository, () => repository.write('src/b.txt', 'x'))).toBe(true);
    expect(changes(repository, () => repository.write('a.txt', 'eno\n'))).toBe(true);
    expect(changes(repository, () => repository.remove('a.txt'))).toBe(true);
  });

  it('are none in a sparse checkout: what it leaves out is not there', () => {
    const repository = filledRepository();
    repository.git('sparse-checkout', 'set', '--no-cone', '/a.txt');
    expect(repository.tree().bound).toBe(true);
    expect(changes(repository, () => repository.write('a.txt', 'x'))).toBe(true);
    expect(changes(repository, () => repository.write('src/b.txt', 'all the same'))).toBe(true);
    expect(changes(repository, () => repository.write('src/b.txt', 'and again'))).toBe(true);
  });
});

describe('the environment misleads nobody', () => {
  it.each([
    ['GIT_DIR', '.git'],
    ['GIT_INDEX_FILE', '.git/index'],
    ['GIT_WORK_TREE', '.'],
    ['GIT_OBJECT_DIRECTORY', '.git/objects'],
    ['GIT_COMMON_DIR', '.git'],
    ['GIT_NAMESPACE', 'x'],
    ['GIT_CEILING_DIRECTORIES', '..'],
    ['GIT_LITERAL_PATHSPECS', '1'],
    ['GIT_CONFIG_COUNT', 'nonsense'],
    ['LC_ALL', 'de_DE.UTF-8'],
    ['LANGUAGE', 'de'],
  ])('%s of another repository', (name, path) => {
    const other = filledRepository();
    other.write('only-there.txt', 'x');
    const repository = filledRepository();
    const before = repository.tree();
    const isPath = path.startsWith('.');
    vi.stubEnv(name, isPath ? join(other.folder, path) : path);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(repository.tree()).toEqual(before);
    repository.write('a.txt', 'x');
    expect(repository.tree()).not.toEqual(before);
  });

  it.each([
    ['status.showUntrackedFiles', 'no'],
    ['core.quotePath', 'true'],
    ['core.checkStat', 'minimal'],
    ['core.trustctime', 'false'],
    ['core.untrackedCache', 'true'],
    ['core.precomposeUnicode', 'true'],
    ['diff.ignoreSubmodules', 'all'],
  ])("%s=%s of the project's own configuration hides no change", (key, value) => {
    const repository = filledRepository();
    repository.git('config', key, value);
    expect(changes(repository, () => repository.write('ünïcödé', 'x'))).toBe(true);
    expect(changes(repository, () => repository.write('a.txt', 'eno\n'))).toBe(true);
  });

  it('a file-system monitor of the configuration is not asked', () => {
    const repository = filledRepository();
    repository.write('monitor.sh', '#!/bin/sh\nprintf x > "$0.was-asked"\n', 0o755);
    repository.git('config', 'core.fsmonitor', join(repository.folder, 'monitor.sh'));
    expect(changes(repository, () => repository.write('a.txt', 'x'))).toBe(true);
    expect(scratchProject(repository.folder).tree({ inputs: ['*.was-asked'] }).bound).toBe(false);
  });
});

describe('what cannot be seen', () => {
  it('no repository at all', () => {
    const project = scratchProject();
    project.write('a.txt', 'one');
    expect(project.tree()).toMatchObject({ bound: false, why: 'no-repository' });
  });

  it.each<[string, (repository: Repository) => void]>([
    ['an index that is broken', ({ write }) => write('.git/index', 'not an index')],
    ['a configuration that is broken', ({ write }) => write('.git/config', '[core')],
    ['a HEAD that is empty', ({ write }) => write('.git/HEAD', '')],
    ['a HEAD that is gone', ({ remove }) => remove('.git/HEAD')],
    [
      'a .git file that leads nowhere',
      ({ folder }) => {
        rmSync(join(folder, '.git'), { recursive: true });
        writeFileSync(join(folder, '.git'), 'gitdir: /nowhere/at/all\n');
      },
    ],
    [
      'a .git file that says nothing',
      ({ folder }) => {
        rmSync(join(folder, '.git'), { recursive: true });
        writeFileSync(join(folder, '.git'), 'nonsense\n');
      },
    ],
  ])('%s is unreadable, and not the same as no repository', (_name, act) => {
    const repository = filledRepository();
    act(repository);
    expect(repository.tree()).toMatchObject({ bound: false, why: 'unreadable' });
  });

  it.runIf(isRoot)("another owner's repository is unreadable, and not the same as none", () => {
    const repository = filledRepository();
    for (const place of ['.', '.git']) chownSync(join(repository.folder, place), 12345, 12345);
    expect(repository.tree()).toMatchObject({ bound: false, why: 'unreadable' });
  });

  it('a repository without git on the PATH is unreadable', () => {
    const repository = filledRepository();
    vi.stubEnv('PATH', scratchFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(repository.tree()).toMatchObject({ bound: false, why: 'unreadable' });
  });

  it.skipIf(isRoot)('a changed file that cannot be read', () => {
    const repository = filledRepository();
    repository.write('a.txt', 'edited');
    chmodSync(join(repository.folder, 'a.txt'), 0);
    expect(repository.tree()).toMatchObject({ bound: false, why: 'unreadable' });
  });
});

describe('scopes', () => {
  it.each<[readonly string[], string, boolean]>([
    [['src/**'], 'src/b.txt', true],
    [['src/**'], 'src/new/x.txt', true],
    [['src/**'], 'a.txt', false],
    [['src'], 'src/deep/c.txt', true],
    [['*.txt'], 'a.txt', true],
    [['*.txt'], 'src/b.txt', false],
    [['**/*.txt'], 'src/b.txt', true],
    [['**', '!src/**'], 'src/b.txt', false],
    [['**', '!src/**'], 'a.txt', true],
    [['a.txt', 'src/b.txt'], 'src/deep/c.txt', false],
  ])('inputs %j: a change of %s counts: %s', (inputs, path, isChanged) => {
    const repository = filledRepository();
    const before = digestIn(repository.tree({ inputs }));
    repository.write(path, 'edited');
    expect(digestIn(repository.tree({ inputs })) !== before).toBe(isChanged);
  });

  it('inputs that match nothing are not bound', () => {
    expect(filledRepository().tree({ inputs: ['lib/**'] })).toEqual({
      bound: false,
      why: 'no-match',
      reason: 'these inputs match nothing: lib/**',
    });
  });

  it('a file that git ignores counts where a check looks at it', () => {
    const repository = filledRepository();
    repository.write('ignored/app.js', '1');
    const scope = { files: ['ignored/app.js'] };
    const before = digestIn(repository.tree(scope));
    repository.write('ignored/other.js', '1');
    expect(digestIn(repository.tree(scope))).toBe(before);
    repository.write('ignored/app.js', '2');
    expect(digestIn(repository.tree(scope))).not.toBe(before);
    repository.remove('ignored/app.js');
    expect(digestIn(repository.tree(scope))).not.toBe(before);
  });

  it('without a repository inputs count by the content of their files', () => {
    const project = scratchProject();
    project.write('src/a.txt', 'one');
    project.write('b.txt', 'one');
    const scope = { inputs: ['src/**'] };
    const before = digestIn(project.tree(scope));
    project.write('b.txt', 'two');
    expect(digestIn(project.tree(scope))).toBe(before);
    project.write('src/a.txt', 'two');
    expect(digestIn(project.tree(scope))).not.toBe(before);
    mkdirSync(join(project.folder, 'empty'));
    expect(project.tree({ inputs: ['empty/**'] })).toMatchObject({ why: 'no-match' });
  });
});
