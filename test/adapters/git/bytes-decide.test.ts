import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proveIn } from '../../rig/worlds/proved-tree.ts';
import { emptyRepository, filledRepository, scratchFolder } from '../../rig/worlds/repository.ts';

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
