import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../../src/adapters/git/checkout.ts';
import { createTrees } from '../../../src/adapters/git/trees.ts';
import type { TakenTree } from '../../../src/domain/promise/tree.ts';
import {
  emptyRepository,
  filledRepository,
  type Repository,
  scratchFolder,
  scratchProject,
} from '../../rig/worlds/repository.ts';

const WHOLE = { inputs: null, files: [] };

/** A repository with a linked worktree beside it. */
function twoCheckouts() {
  const place = scratchFolder();
  const main = filledRepository(join(place, 'main'));
  const linked = join(place, 'linked');
  main.git('worktree', 'add', '--quiet', '-b', 'side', linked);
  return { main, linked, other: scratchProject(linked) };
}

/** The fingerprint that a proof of some checkout is held against, and which folders were looked at. */
function taken(project: string, checkout: string | undefined) {
  const opened: string[] = [];
  const { takeTree } = createTrees(project, (folder) => {
    opened.push(folder);
    return createNodeCheckout(folder, NO_DEADLINE);
  });
  const take = () => fingerprint(takeTree(WHOLE, checkout));
  const tree = take();
  expect(take()).toEqual(tree);
  return { tree, opened };
}

/** What is taken, without the way to ask which files changed. */
function fingerprint({ changedSince: _ask, ...tree }: TakenTree): TakenTree {
  return tree;
}

describe('a proof is held against', () => {
  it('the project folder where it names no checkout', () => {
    const { linked, main } = twoCheckouts();
    scratchProject(linked).write('a.txt', 'edited\n');
    expect(taken(main.folder, undefined)).toEqual({ tree: main.tree(), opened: [main.folder] });
  });

  it('the linked worktree that it names, and not the project folder', () => {
    const { linked, main, other } = twoCheckouts();
    other.write('a.txt', 'edited\n');
    expect(other.tree()).not.toEqual(main.tree());
    expect(taken(main.folder, linked)).toEqual({ tree: other.tree(), opened: [linked] });
  });

  it('a folder of the linked worktree', () => {
    const { linked, main } = twoCheckouts();
    const place = join(linked, 'src');
    const { tree } = taken(join(main.folder, 'src'), place);
    expect(tree).toEqual(scratchProject(place).tree());
  });

  it('the main worktree, where the project lies in a linked one', () => {
    const { linked, main } = twoCheckouts();
    main.write('a.txt', 'edited\n');
    expect(taken(linked, main.folder).tree).toEqual(main.tree());
  });
});

describe('a proof is held against the project folder instead where', () => {
  type Places = ReturnType<typeof twoCheckouts>;
  it.each<[string, (places: Places) => string]>([
    [
      'its worktree was removed',
      ({ linked, main }) => {
        main.git('worktree', 'remove', linked);
        return linked;
      },
    ],
    [
      'the folder of its worktree was deleted',
      ({ linked }) => {
        rmSync(linked, { recursive: true });
        return linked;
      },
    ],
    [
      'git forgot its worktree, whose files are still there',
      ({ linked, main }) => {
        rmSync(join(main.folder, '.git', 'worktrees'), { recursive: true });
        return linked;
      },
    ],
    [
      'another repository lies there now',
      ({ linked, main }) => {
        main.git('worktree', 'remove', linked);
        emptyRepository(linked);
        return linked;
      },
    ],
    [
      'only a folder of the project is left of it',
      ({ main }) => {
        const left = join(main.folder, 'worktrees', 'side');
        mkdirSync(left, { recursive: true });
        return left;
      },
    ],
    ['its path is not absolute', () => '../linked'],
    ['its path cannot be one', () => '/\0'],
    ['its path is a file', ({ main }) => join(main.folder, 'a.txt')],
  ])('%s', (_why, act) => {
    const places = twoCheckouts();
    const checkout = act(places);
    const { opened, tree } = taken(places.main.folder, checkout);
    expect(tree).toEqual({ ...places.main.tree(), isInstead: true });
    expect(opened).toEqual([places.main.folder]);
  });

  it('the project is in no repository', () => {
    const { linked } = twoCheckouts();
    const project = scratchProject();
    const { tree } = taken(project.folder, linked);
    expect(tree).toMatchObject({ bound: false, why: 'no-repository', isInstead: true });
  });
});

it('a worktree that git cannot read is not taken for one that is gone', () => {
  const { linked, main, other } = twoCheckouts();
  other.remove('.git');
  other.write('.git/HEAD', 'ref: refs/heads/side\n');
  other.write('.git/commondir', `${join(main.folder, '.git')}\n`);
  rmSync(join(linked, '.git', 'HEAD'));
  expect(taken(main.folder, linked).tree).toMatchObject({ bound: false, why: 'unreadable' });
});

it('equal content in the worktree and in the project has one fingerprint', () => {
  const { linked, main, other } = twoCheckouts();
  const edit = (checkout: Pick<Repository, 'write'>) => checkout.write('src/b.txt', 'merged\n');
  edit(other);
  const proved = taken(main.folder, linked).tree;
  edit(main);
  main.git('worktree', 'remove', '--force', linked);
  expect(taken(main.folder, linked).tree).toEqual({ ...proved, isInstead: true });
});
