import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/adapters/file-digest.ts';
import type { StandingRun } from '../../../src/domain/session/standing-log.ts';
import type { Files, Seals } from '../../../src/ports.ts';
import { openStandingLog } from '../../../src/store/files/standing-log.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const PATH = stateFolderOf('/work').standing;

const sealsOf = (key: string): Seals => ({
  seal: (text) => sha256(key + text),
  isSealed: (text, seal) => sha256(key + text) === seal,
});

const run = (tree: string, parts: Partial<StandingRun> = {}): StandingRun => ({
  kind: 'run',
  at: '2026-03-04T05:06:07Z',
  session: 'session-a',
  checkout: '/work',
  check: 'c',
  tree,
  outcome: 'failed',
  detail: '',
  failed: [],
  wrote: [],
  again: false,
  ...parts,
});

function world(replaced: Partial<Files> = {}) {
  const memory = createMemoryFiles();
  for (const project of ['/work', '/elsewhere']) memory.makeFolder(project);
  let names = 0;
  const uniqueName = () => {
    names += 1;
    return `name${names}`;
  };
  const files = { ...memory, ...replaced };
  const open = (project = '/work', seals = sealsOf('key')) =>
    openStandingLog({ files, uniqueName }, project, seals);
  const trees = () =>
    open()
      .read()
      .map((line) => (line.kind === 'run' ? line.tree : line.at));
  const text = () => memory.files.get(PATH) ?? '';
  const put = (content: string, path = PATH) => {
    memory.makeFolder(dirname(path));
    if (memory.files.has(path)) memory.remove(path);
    memory.writeNew(path, content);
  };
  return { memory, open, trees, text, put };
}

it('gives the lines that were added, the oldest first', () => {
  const { open, trees } = world();
  expect(open().read()).toEqual([]);
  for (const tree of ['one', 'two']) expect(open().append(run(tree))).toBeUndefined();
  expect(trees()).toEqual(['one', 'two']);
  expect(open().read()[0]).toEqual(run('one'));
});

describe('a line counts with the seal of the user only:', () => {
  it.each<[string, (text: string) => string, readonly string[]]>([
    ['as it was written', (text) => text, ['one', 'two']],
    ['one whose outcome was edited', (text) => text.replace('failed', 'passed'), ['two']],
    ['one whose files were edited', (text) => text.replace('"one"', '"three"'), ['two']],
    ['one without a seal', (text) => text.replace('"seal"', '"seel"'), ['two']],
    ['one with the seal of another', (text) => swapSeals(text), []],
    ['one that is none', (text) => `{}\nno line\n${text}`, ['one', 'two']],
  ])('%s', (_what, edit, expected) => {
    const { open, put, text, trees } = world();
    for (const tree of ['one', 'two']) open().append(run(tree));
    put(edit(text()));
    expect(trees()).toEqual(expected);
  });

  /** Two lines, each with the seal of the other. */
  function swapSeals(text: string): string {
    const [first = '', second = ''] = [...text.matchAll(/"seal":"([^"]+)"/g)].map(([, one]) => one);
    return text.replace(first, 'x').replace(second, first).replace('"x"', `"${second}"`);
  }

  it('one of another project, or of another user, does not', () => {
    const { open, put, text } = world();
    open().append(run('one'));
    put(text(), stateFolderOf('/elsewhere').standing);
    expect(open('/elsewhere').read()).toEqual([]);
    expect(open('/work', sealsOf('of another')).read()).toEqual([]);
  });

  it('none does where the key cannot be read', () => {
    const { open } = world();
    open().append(run('one'));
    const isSealed = () => {
      throw systemError('EACCES', '/key');
    };
    expect(open('/work', { ...sealsOf('key'), isSealed }).read()).toEqual([]);
  });
});

describe('a log that grows', () => {
  const line = (tree: string) => run(tree, { detail: 'x'.repeat(64 * 1024) });

  it('is read from its end, by whole lines', () => {
    const { open, trees } = world();
    for (const tree of ['1', '2', '3', '4', '5', '6']) open().append(line(tree));
    expect(trees()).toEqual(['4', '5', '6']);
  });

  it('is cut down to what is read of it, where it is four times that', () => {
    const { memory, open, text, trees } = world();
    const sizes: number[] = [];
    for (let tree = 0; tree < 40; tree += 1) {
      open().append(line(`${tree}`));
      sizes.push(text().length);
    }
    expect(Math.max(...sizes)).toBeGreaterThan(1024 * 1024);
    expect(Math.max(...sizes)).toBeLessThan(1100 * 1024);
    expect(trees()).toEqual(['37', '38', '39']);
    expect([...memory.files.keys()].filter((path) => path.startsWith(PATH))).toEqual([PATH]);
  });
});

it.each<[string, Partial<Files>]>([
  [
    'the file',
    {
      appendLine: (path) => {
        throw systemError('EACCES', path);
      },
    },
  ],
  [
    'the folder of the state',
    {
      makeFolder: (path) => {
        throw systemError('EACCES', path);
      },
    },
  ],
])('says where a line cannot be kept, as where %s cannot be written', (_what, replaced) => {
  expect(world(replaced).open().append(run('one'))).toMatchObject({
    kind: 'file-system',
    code: 'EACCES',
  });
});
