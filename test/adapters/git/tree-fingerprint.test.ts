import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestIn, filledRepository, type Repository } from '../../rig/worlds/repository.ts';

type Act = (repository: Repository) => void;

/** What is done to a filled repository before the fingerprint is taken, and what between the two. */
function fingerprints(before: Act, act: Act): readonly [string, string] {
  const repository = filledRepository();
  before(repository);
  const first = digestIn(repository.tree());
  act(repository);
  return [first, digestIn(repository.tree())];
}

const nothing: Act = () => undefined;
const edit: Act = ({ write }) => write('a.txt', 'edited\n');
const addNew: Act = ({ write }) => write('new.txt', 'new\n');
const link =
  (target: string, path: string): Act =>
  ({ folder }) => {
    rmSync(join(folder, path), { force: true });
    symlinkSync(target, join(folder, path));
  };
const git =
  (...args: readonly string[]): Act =>
  (repository) => {
    repository.git(...args);
  };
const commit: Act = (repository) => repository.commit();
const all =
  (...acts: readonly Act[]): Act =>
  (repository) => {
    for (const act of acts) act(repository);
  };

describe('the fingerprint stays the same', () => {
  it.each<[string, Act, Act]>([
    ['where nothing happens', nothing, nothing],
    ['when a change is staged', edit, git('add', 'a.txt')],
    ['when a change is committed', edit, commit],
    ['when a new file is staged', addNew, git('add', 'new.txt')],
    ['when a new file is only announced', addNew, git('add', '--intent-to-add', 'new.txt')],
    ['when a new file is committed', addNew, commit],
    ['when a new program is committed', ({ write }) => write('new.sh', 'x', 0o755), commit],
    ['when a new link is committed', link('a.txt', 'link'), commit],
    ['when a link to nothing is committed', link('nowhere', 'link'), commit],
    ['when a link to a folder is committed', link('src', 'link'), commit],
    ['when a deletion is committed', ({ remove }) => remove('a.txt'), commit],
    ['when a deletion is staged', ({ remove }) => remove('a.txt'), git('rm', '--cached', 'a.txt')],
    ['when a renamed file is committed', git('mv', 'a.txt', 'z.txt'), commit],
    ['when a mode is committed', ({ folder }) => chmodSync(join(folder, 'a.txt'), 0o755), commit],
    ['when a file is no longer tracked, and still there', nothing, git('rm', '--cached', 'a.txt')],
    ['when a change is taken off the stage', all(edit, git('add', 'a.txt')), git('reset', '-q')],
    ['when HEAD moves and the files do not', all(edit, commit), git('reset', '--soft', 'HEAD~1')],
    ['when the commit is written anew', nothing, git('commit', '-q', '--amend', '-m', 'other')],
    ['on another branch with the same files', nothing, git('switch', '-q', '-c', 'other')],
    ['when the repository is packed', nothing, git('gc', '--quiet')],
    ['when a tag is made', nothing, git('tag', 'v1')],
    ['when an ignored file is written', nothing, ({ write }) => write('ignored/x', 'x')],
    ['when a log is written that is ignored', nothing, ({ write }) => write('src/x.log', 'x')],
    ['when an empty folder is made', nothing, ({ folder }) => mkdirSync(join(folder, 'empty'))],
    [
      "when the suite's state changes",
      nothing,
      ({ write }) => write('.claude/completion-state/promises/p.json', '{}'),
    ],
    [
      "when the suite's state of a project inside changes",
      nothing,
      ({ write }) => write('src/.claude/completion-state/events.jsonl', '{}'),
    ],
    [
      "when the suite's state is committed",
      ({ write }) => write('.claude/completion-state/promises/p.json', '{}'),
      commit,
    ],
    [
      'when a file is touched',
      nothing,
      ({ folder }) => utimesSync(join(folder, 'a.txt'), new Date(0), new Date(0)),
    ],
    ['when a change is undone', nothing, all(edit, ({ write }) => write('a.txt', 'one\n'))],
    ['when a linked worktree is made inside', nothing, git('worktree', 'add', '-q', 'inside')],
    [
      'when something changes in a linked worktree inside',
      git('worktree', 'add', '-q', 'inside'),
      ({ write }) => write('inside/a.txt', 'edited\n'),
    ],
    [
      'when the group may write to a file',
      nothing,
      ({ folder }) => chmodSync(join(folder, 'a.txt'), 0o664),
    ],
  ])('%s', (_name, before, act) => {
    const [first, second] = fingerprints(before, act);
    expect(second).toBe(first);
  });
});

describe('the fingerprint changes', () => {
  it.each<[string, Act, Act]>([
    ['with the content of a file', nothing, edit],
    ['with the content of a staged file', git('add', '-A'), edit],
    [
      'with what is staged, and then edited again',
      all(edit, git('add', 'a.txt')),
      ({ write }) => write('a.txt', 'again\n'),
    ],
    ['with a file deep in a folder', nothing, ({ write }) => write('src/deep/c.txt', 'x')],
    ['with a new file', nothing, addNew],
    ['with a new file that is empty', nothing, ({ write }) => write('new.txt', '')],
    ['with a new hidden file', nothing, ({ write }) => write('.hidden', 'x')],
    ['with a new file in a hidden folder', nothing, ({ write }) => write('.cache/x/y', 'x')],
    ['with the content of a new file', addNew, ({ write }) => write('new.txt', 'edited\n')],
    [
      'with what is announced and edited',
      all(addNew, git('add', '-N', 'new.txt')),
      ({ write }) => write('new.txt', 'x'),
    ],
    ['with a deletion', nothing, ({ remove }) => remove('a.txt')],
    ['with a staged deletion', nothing, git('rm', '-q', 'a.txt')],
    ['with the deletion of a new file', addNew, ({ remove }) => remove('new.txt')],
    [
      'with a rename',
      nothing,
      ({ folder }) => renameSync(join(folder, 'a.txt'), join(folder, 'z.txt')),
    ],
    ['with a move between folders', nothing, git('mv', 'a.txt', 'src/a.txt')],
    [
      'when a file becomes a program',
      nothing,
      ({ folder }) => chmodSync(join(folder, 'a.txt'), 0o755),
    ],
    [
      'when a program becomes a file',
      nothing,
      ({ folder }) => chmodSync(join(folder, 'run.sh'), 0o644),
    ],
    [
      'when a new file becomes a program',
      addNew,
      ({ folder }) => chmodSync(join(folder, 'new.txt'), 0o755),
    ],
    [
      'with the target of a tracked link',
      all(link('a.txt', 'link'), commit),
      link('run.sh', 'link'),
    ],
    ['with the target of a new link', link('a.txt', 'link'), link('run.sh', 'link')],
    [
      'when a file becomes a link to the same content',
      all(({ write }) => write('b', 'one\n'), commit),
      link('a.txt', 'b'),
    ],
    [
      'when a link becomes a file with its target as content',
      all(link('a.txt', 'link'), commit),
      ({ folder, write }) => {
        rmSync(join(folder, 'link'));
        write('link', 'a.txt');
      },
    ],
    [
      'when a file becomes a folder',
      nothing,
      ({ remove, write }) => {
        remove('a.txt');
        write('a.txt/inner', 'one\n');
      },
    ],
    [
      'when two files change places',
      nothing,
      ({ write }) => {
        write('a.txt', 'two\n');
        write('src/b.txt', 'one\n');
      },
    ],
    [
      'with a tracked file that an ignore rule names',
      all(({ write }) => write('kept.log', 'x'), git('add', '-f', 'kept.log')),
      ({ write }) => write('kept.log', 'y'),
    ],
    [
      'with a file that only .git/info/exclude hides',
      ({ write }) => write('.git/info/exclude', 'secret.txt\n'),
      ({ write }) => write('secret.txt', 'x'),
    ],
    ['with the ignore rules', nothing, ({ write }) => write('.gitignore', 'ignored/\n')],
    ['with what git stashes away', edit, git('stash', '-q')],
    ['with another commit checked out', all(edit, commit), git('checkout', '-q', 'HEAD~1')],
    [
      'with a file of the same size and age',
      nothing,
      ({ folder, write }) => {
        const { atime, mtime } = statSync(join(folder, 'a.txt'));
        write('a.txt', 'eno\n');
        utimesSync(join(folder, 'a.txt'), atime, mtime);
      },
    ],
    [
      'with a folder whose name only begins like that of the state',
      nothing,
      ({ write }) => write('.claude/completion-state-old/x', 'x'),
    ],
  ])('%s', (_name, before, act) => {
    const [first, second] = fingerprints(before, act);
    expect(second).not.toBe(first);
  });
});

describe('a merge conflict', () => {
  const conflict: Act = (repository) => {
    repository.git('switch', '-q', '-c', 'other');
    repository.write('a.txt', 'theirs\n');
    repository.commit();
    repository.git('switch', '-q', 'main');
    repository.write('a.txt', 'ours\n');
    repository.commit();
    expect(() => repository.git('merge', '-q', 'other')).toThrow();
  };

  it.each<[string, Act, boolean]>([
    ['stays as it is', nothing, true],
    ['is the same once its markers are committed', commit, true],
    ['changes when it is edited', ({ write }) => write('a.txt', 'both\n'), false],
    ['changes when its file is deleted', ({ remove }) => remove('a.txt'), false],
  ])('%s', (_name, act, isSame) => {
    const [first, second] = fingerprints(conflict, act);
    expect(second === first).toBe(isSame);
  });
});

describe('names that are hard to write', () => {
  it.each([
    ' leading space',
    'trailing space ',
    'tab\there',
    'new\nline',
    'carriage\rreturn',
    '"quoted"',
    "it's",
    'back\\slash',
    'back\\nslash-n',
    '-dash',
    '--stdin',
    ':colon',
    'ünïcödé',
    '日本語.txt',
    '💥',
    '\u0301combining',
    '$HOME',
    '*',
    '[a]',
    '#hash',
    '!bang',
    'C a.txt',
  ])('%j: content counts, and committing changes nothing', (name) => {
    const repository = filledRepository();
    const without = digestIn(repository.tree());
    repository.write(name, 'one\n');
    const first = digestIn(repository.tree());
    repository.write(name, 'two\n');
    const second = digestIn(repository.tree());
    repository.commit();
    expect(digestIn(repository.tree())).toBe(second);
    repository.write(name, 'one\n');
    expect(digestIn(repository.tree())).toBe(first);
    repository.commit();
    repository.remove(name);
    expect(digestIn(repository.tree())).toBe(without);
    expect(new Set([without, first, second]).size).toBe(3);
  });
});
