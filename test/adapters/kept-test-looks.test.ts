import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../src/adapters/git/checkout.ts';
import { createKeptTestLooks } from '../../src/adapters/kept-test-looks.ts';
import { createUserSeals } from '../../src/adapters/user-seals.ts';
import type { KeptTestLook } from '../../src/ports.ts';
import { createGitProject, type GitProject } from '../rig/worlds/git-project.ts';
import { scratchFolder } from '../rig/worlds/repository.ts';

interface World {
  readonly project: GitProject;
  /** The file of what is kept. */
  readonly file: () => string;
  readonly open: (about?: string, keyFolder?: string) => KeptTestLook;
}

function world(): World {
  const project = createGitProject({ 'sum.test.js': 'one\n', '.gitignore': 'out/\n' });
  const folder = scratchFolder();
  const keys = scratchFolder();
  const open: World['open'] = (about = 'since', keyFolder = keys) =>
    createKeptTestLooks({
      folder,
      place: project.folder,
      checkout: createNodeCheckout(project.folder, NO_DEADLINE),
      seals: createUserSeals(keyFolder),
    }).open(about);
  const [name] = [() => readdirSync(folder).find((one) => one.startsWith('tests-')) ?? ''];
  return { project, file: () => join(folder, name()), open };
}

const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

describe('what a look found', () => {
  it.each<[string, (world: World) => void]>([
    ['nothing changed', () => undefined],
    ['an ignored file came', ({ project }) => project.put('out/log.txt', 'x\n')],
    [
      'a file was written again with the same content',
      ({ project }) => project.put('sum.test.js', 'one\n'),
    ],
  ])('is recalled where %s', (_what, change) => {
    const one = world();
    one.open().remember('{"found":"\nthis"}');
    change(one);
    expect(one.open().recall()).toBe('{"found":"\nthis"}');
  });

  it.each<[string, (world: World) => void]>([
    ['a file changed', ({ project }) => project.put('sum.test.js', 'two\n')],
    ['a file came', ({ project }) => project.put('more.test.js', 'two\n')],
    [
      'another commit is checked out',
      ({ project }) => project.git('commit', '--quiet', '--allow-empty', '-m', 'more'),
    ],
    ['its text was edited', ({ file }) => edit(file(), (text) => text.replace('this', 'that'))],
    ['its seal is cut off', ({ file }) => edit(file(), (text) => text.slice(text.indexOf('\n')))],
    ['there is nothing in its file', ({ file }) => writeFileSync(file(), '')],
  ])('is not recalled where %s', (_what, change) => {
    const one = world();
    one.open().remember('this');
    change(one);
    expect(one.open().recall()).toBeUndefined();
  });

  it('is not that of another question, nor of another user', () => {
    const one = world();
    one.open().remember('this');
    expect(one.open('since another commit').recall()).toBeUndefined();
    expect(one.open('since', scratchFolder()).recall()).toBeUndefined();
  });

  it('is not kept where a file changed meanwhile, nor outside of git', () => {
    const one = world();
    const look = one.open();
    expect(look.recall()).toBeUndefined();
    one.open().remember('before');
    one.project.put('sum.test.js', 'two\n');
    const later = one.open();
    expect(later.recall()).toBeUndefined();
    one.project.put('sum.test.js', 'three\n');
    later.remember('of two');
    expect(one.open().recall()).toBeUndefined();
    const folder = scratchFolder();
    const checkout = createNodeCheckout(folder, NO_DEADLINE);
    const seals = createUserSeals(scratchFolder());
    const outside = createKeptTestLooks({ folder, place: folder, checkout, seals });
    outside.open('since').remember('this');
    expect(outside.open('since').recall()).toBeUndefined();
  });
});

it.each([
  [true, 1],
  [false, 2],
])(
  'where all are taken at once (%s), the state of the checkout is asked for %i times',
  (atOnce, times) => {
    const { folder } = createGitProject({ 'sum.test.js': 'one\n' });
    const checkout = createNodeCheckout(folder, NO_DEADLINE);
    let asked = 0;
    const counting = {
      snapshot() {
        asked += 1;
        return checkout.snapshot();
      },
    };
    const seals = createUserSeals(scratchFolder());
    const parts = { folder: scratchFolder(), place: folder, checkout, seals };
    for (const about of ['one', 'other']) createKeptTestLooks(parts).open(about).remember('text');
    const looks = createKeptTestLooks({ ...parts, checkout: counting, atOnce });
    const recalled = ['one', 'other'].map((about) => looks.open(about).recall());
    expect([recalled, asked]).toEqual([['text', 'text'], times]);
  },
);
