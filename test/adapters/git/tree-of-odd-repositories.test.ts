import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  changes,
  digestIn,
  emptyRepository,
  filledRepository,
  type Repository,
  scratchFolder,
  scratchProject,
} from '../../rig/worlds/repository.ts';

describe('a repository without commits', () => {
  it('has a fingerprint, which the first commit does not change', () => {
    const repository = emptyRepository();
    const empty = digestIn(repository.tree());
    repository.write('a.txt', 'one\n');
    const filled = digestIn(repository.tree());
    expect(filled).not.toBe(empty);
    repository.git('add', 'a.txt');
    expect(digestIn(repository.tree())).toBe(filled);
    repository.commit();
    expect(digestIn(repository.tree())).toBe(filled);
  });
});

describe('line ends that git translates', () => {
  const withAutocrlf = (): Repository => {
    const repository = emptyRepository();
    repository.git('config', 'core.autocrlf', 'true');
    repository.write('a.txt', 'one\r\ntwo\r\n');
    return repository;
  };

  it('are the same before and after the commit', () => {
    const repository = withAutocrlf();
    expect(changes(repository, repository.commit)).toBe(false);
  });

  it('count as a program reads them: LF for CRLF is a change', () => {
    const repository = withAutocrlf();
    repository.commit();
    expect(changes(repository, () => repository.write('a.txt', 'one\ntwo\n'))).toBe(true);
    expect(changes(repository, repository.commit)).toBe(false);
  });

  it('count byte by byte where git stores them so', () => {
    const repository = filledRepository();
    expect(changes(repository, () => repository.write('a.txt', 'one\r\n'))).toBe(true);
    expect(changes(repository, repository.commit)).toBe(false);
  });
});

it('a repository that ignores modes keeps its fingerprint when a new program is committed', () => {
  const repository = filledRepository();
  repository.git('config', 'core.fileMode', 'false');
  repository.write('new.sh', '#!/bin/sh\n', 0o755);
  expect(changes(repository, repository.commit)).toBe(false);
});

it('a repository of SHA-256 objects: committing a link changes nothing', () => {
  const folder = scratchFolder();
  const plain = emptyRepository(join(folder, 'plain'));
  plain.git('init', '-q', '--object-format=sha256', join(folder, 'long'));
  const repository = emptyRepository(join(folder, 'long'));
  repository.write('a.txt', 'one\n');
  symlinkSync('a.txt', join(repository.folder, 'link'));
  expect(changes(repository, repository.commit)).toBe(false);
});

describe('a subfolder as the project', () => {
  const inSubfolder = () => {
    const repository = filledRepository();
    return { repository, project: scratchProject(join(repository.folder, 'src')) };
  };

  it.each<[string, (repository: Repository) => void, boolean]>([
    ['sees a change inside', ({ write }) => write('src/b.txt', 'x'), true],
    ['sees a change beside it', ({ write }) => write('a.txt', 'x'), true],
    ['sees a new file inside', ({ write }) => write('src/new.txt', 'x'), true],
    ['sees a new file beside it', ({ write }) => write('new.txt', 'x'), true],
    ['sees nothing in a commit', (repository) => repository.commit(), false],
    [
      "leaves the suite's state out, of the whole as well",
      ({ write }) => {
        write('src/.claude/completion-state/promises/x.json', 'x');
        write('.claude/completion-state/events.jsonl', 'x');
      },
      false,
    ],
  ])('%s', (_name, act, isChanged) => {
    const { project, repository } = inSubfolder();
    expect(changes(project, () => act(repository))).toBe(isChanged);
  });

  it('tells an edit of a new file from another: its content is looked up where it lies', () => {
    const { project, repository } = inSubfolder();
    repository.write('src/new.txt', '1');
    repository.write('new.txt', 'the one above');
    expect(changes(project, () => repository.write('src/new.txt', '2'))).toBe(true);
    expect(changes(project, repository.commit)).toBe(false);
  });

  it('sees edits of a file whose name another one has at the top', () => {
    const { project, repository } = inSubfolder();
    repository.write('b.txt', 'the one at the top');
    repository.commit();
    repository.write('src/b.txt', 'first edit');
    expect(changes(project, () => repository.write('src/b.txt', 'second edit'))).toBe(true);
  });

  it('takes inputs from its own folder', () => {
    const { project, repository } = inSubfolder();
    const scope = { inputs: ['b.txt'] };
    const before = digestIn(project.tree(scope));
    repository.write('a.txt', 'x');
    expect(digestIn(project.tree(scope))).toBe(before);
    repository.write('src/b.txt', 'x');
    expect(digestIn(project.tree(scope))).not.toBe(before);
  });
});

describe('repositories inside', () => {
  const withNested = () => {
    const repository = filledRepository();
    return { repository, nested: filledRepository(join(repository.folder, 'nested')) };
  };
  const withSubmodule = () => {
    const other = filledRepository();
    const repository = filledRepository();
    const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add'];
    repository.git(...add, other.folder, 'sub');
    repository.commit();
    return { repository, nested: emptyRepository(join(repository.folder, 'sub')) };
  };

  describe.each([
    ['one that git does not track', withNested],
    ['a submodule', withSubmodule],
  ])('%s', (_kind, make) => {
    it.each<[string, (nested: Repository) => void, boolean]>([
      ['a change in it', ({ write }) => write('a.txt', 'x'), true],
      ['a new file in it', ({ write }) => write('deep/new.txt', 'x'), true],
      ['a deletion in it', ({ remove }) => remove('a.txt'), true],
      ['an ignored file in it', ({ write }) => write('ignored/x', 'x'), false],
      ['a commit in it that changes no file', (nested) => nested.commit(), false],
    ])('%s counts as content does', (_name, act, isChanged) => {
      const { nested, repository } = make();
      expect(changes(repository, () => act(nested))).toBe(isChanged);
    });

    it('committing what was edited in it, and then outside, changes nothing', () => {
      const { nested, repository } = make();
      nested.write('a.txt', 'edited');
      nested.write('new.txt', 'x');
      expect(changes(repository, nested.commit)).toBe(false);
    });

    it('a file in it that git was told to overlook counts by what it holds', () => {
      const { nested, repository } = make();
      nested.git('update-index', '--assume-unchanged', 'a.txt');
      const edit = () => nested.write('a.txt', 'edited behind its back');
      expect(changes(repository, edit)).toBe(true);
    });
  });

  it('a submodule whose new commit is recorded outside keeps the fingerprint', () => {
    const { nested, repository } = withSubmodule();
    nested.write('a.txt', 'edited');
    nested.commit();
    expect(changes(repository, repository.commit)).toBe(false);
  });

  it('one without commits counts like any folder', () => {
    const repository = filledRepository();
    const nested = emptyRepository(join(repository.folder, 'nested'));
    nested.write('a.txt', 'one');
    expect(changes(repository, () => nested.write('a.txt', 'two'))).toBe(true);
  });

  it('one in an ignored folder counts for nothing', () => {
    const repository = filledRepository();
    const nested = filledRepository(join(repository.folder, 'ignored', 'nested'));
    expect(changes(repository, () => nested.write('a.txt', 'x'))).toBe(false);
  });

  it('one whose index is broken leaves the whole unreadable', () => {
    const { repository } = withNested();
    repository.write('nested/.git/index', 'not an index');
    expect(repository.tree()).toMatchObject({ bound: false, why: 'unreadable' });
  });
});
