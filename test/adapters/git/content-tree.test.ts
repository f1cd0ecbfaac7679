import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../../src/adapters/git/checkout.ts';
import { contentTree } from '../../../src/adapters/git/content-tree.ts';
import { emptyRepository, filledRepository, type Repository } from '../../rig/worlds/repository.ts';

const WHOLE = { inputs: null, files: [] };

/** What git calls the files of a folder, as the suite computes it. */
function contentOf(folder: string) {
  const entries = createNodeCheckout(folder, NO_DEADLINE).snapshot().entries(WHOLE);
  return contentTree(folder, entries);
}

/** The tree that git itself makes of everything that is there. */
function treeByGit({ git }: Repository): string {
  git('add', '--all');
  return git('write-tree').trim();
}

const idOf = ({ git }: Repository, revision: string): string => git('rev-parse', revision).trim();

describe('the tree of what lies in a checkout', () => {
  it('is that of the commit that is checked out, which is named', () => {
    const repository = filledRepository();
    expect(contentOf(repository.folder)).toEqual({
      ok: true,
      value: { tree: idOf(repository, 'HEAD^{tree}'), commit: idOf(repository, 'HEAD') },
    });
  });

  it.each<[string, (repository: Repository) => void]>([
    ['a changed file', ({ write }) => write('a.txt', 'other\n')],
    ['a new file', ({ write }) => write('new.txt', 'new\n')],
    ['a file that is gone', ({ remove }) => remove('src/b.txt')],
    ['a file that can be run', ({ folder }) => chmodSync(join(folder, 'a.txt'), 0o755)],
    ['a link', ({ folder }) => symlinkSync('a.txt', join(folder, 'link'))],
    ['a link to a folder', ({ folder }) => symlinkSync('src', join(folder, 'link'))],
    [
      'names that sort by bytes',
      ({ write }) => {
        for (const name of ['src.txt', 'src-a/x', 'src0', 'ü', '\u{1f600}', '\ufb01', 'Z', 'z z'])
          write(name, name);
      },
    ],
    ['an empty file, deep down', ({ write }) => write('a/b/c/d/e/f', '')],
    ['bytes that are no text', ({ write }) => write('bytes', Uint8Array.of(0, 255, 10, 13))],
  ])('with %s is the one that git makes, without a commit', (_what, change) => {
    const repository = filledRepository();
    change(repository);
    const content = contentOf(repository.folder);
    expect(content).toEqual({ ok: true, value: { tree: treeByGit(repository), commit: null } });
    repository.commit();
    expect(contentOf(repository.folder)).toMatchObject({
      value: { commit: idOf(repository, 'HEAD') },
    });
  });

  it('is that of the whole checkout, seen from a folder in it', () => {
    const repository = filledRepository();
    expect(contentOf(join(repository.folder, 'src', 'deep'))).toMatchObject({
      value: { tree: idOf(repository, 'HEAD^{tree}'), commit: idOf(repository, 'HEAD') },
    });
  });

  it('names no commit that git checks out in other bytes', () => {
    const repository = emptyRepository();
    repository.write('.gitattributes', '*.txt text eol=crlf\n');
    repository.write('a.txt', 'one\r\n');
    repository.commit();
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(contentOf(repository.folder)).toMatchObject({ value: { commit: null } });
  });

  it.each<[string, (repository: Repository) => void]>([
    [
      'the index is told not to look',
      ({ git, write }) => {
        git('update-index', '--assume-unchanged', 'a.txt');
        write('a.txt', 'other\n');
      },
    ],
    [
      'another tree is put in the place of the commit',
      (repository) => {
        const { git, write } = repository;
        const before = idOf(repository, 'HEAD');
        write('a.txt', 'other\n');
        repository.commit();
        const after = idOf(repository, 'HEAD');
        git('reset', '--quiet', '--soft', before);
        git('replace', before, after);
      },
    ],
  ])('names no commit where %s', (_what, deceive) => {
    const repository = filledRepository();
    deceive(repository);
    expect(contentOf(repository.folder)).toMatchObject({ ok: true, value: { commit: null } });
  });

  it('names no commit where a file changed after its fingerprint was taken', () => {
    const repository = filledRepository();
    const entries = createNodeCheckout(repository.folder, NO_DEADLINE).snapshot().entries(WHOLE);
    repository.write('a.txt', 'other\n');
    expect(contentTree(repository.folder, entries)).toEqual({
      ok: false,
      reason: 'a.txt changed meanwhile',
    });
  });

  it('is not told without a commit', () => {
    const repository = emptyRepository();
    repository.write('a.txt', 'one\n');
    expect(contentOf(repository.folder)).toMatchObject({ ok: false });
  });

  it('is one of SHA-256 in a repository of it', () => {
    const repository = emptyRepository();
    const folder = join(repository.folder, 'inside');
    mkdirSync(folder);
    repository.git('init', '--quiet', '--object-format=sha256', '--template=', folder);
    const inner = emptyRepository(folder);
    inner.write('a.txt', 'one\n');
    inner.commit();
    expect(contentOf(folder)).toMatchObject({
      value: { tree: idOf(inner, 'HEAD^{tree}'), commit: idOf(inner, 'HEAD') },
    });
  });
});
