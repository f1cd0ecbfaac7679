import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { DEEPEST_NESTING, LARGEST_DOCUMENT } from '../../../src/domain/base/document.ts';
import { failed, success } from '../../../src/domain/base/result.ts';
import type { Files } from '../../../src/ports.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import {
  fileSystemFailure,
  guarded,
  prepareFolders,
  replaceByDraft,
  replaceFile,
  storableText,
} from '../../../src/store/files/writing.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';
import { scratchFolder } from '../../rig/worlds/repository.ts';

it.each<[string, object, string]>([
  ['that it names', { path: '/state/history' }, '/state/history'],
  [
    'that a rename leads to',
    { path: '/state/.commits/a', dest: '/state/promises/a' },
    '/state/promises/a',
  ],
  ['that was asked for, where it names none', {}, '/state/promises'],
])('a failure of the system is about the place %s', (_what, places, path) => {
  const error = Object.assign(new Error('no'), { code: 'EACCES', ...places });
  expect(fileSystemFailure(error, 'change a promise', '/state/promises')).toMatchObject({ path });
});

it.each<[string, unknown]>([
  ['a bug', new TypeError('a bug')],
  ['what is no error', 'a text'],
])('%s is no failure of the system', (_what, thrown) => {
  expect(() => fileSystemFailure(thrown, 'change a promise', '/state')).toThrow();
});

describe('what is done with files', () => {
  const act = (error: unknown) =>
    guarded('change a promise', '/state', async () => {
      if (error !== undefined) throw error;
      return success('done');
    });

  it('gives what it comes to, or what the system refused, and a bug is thrown on', async () => {
    expect(await act(undefined)).toEqual(success('done'));
    expect(await act(systemError('EACCES', '/state/file'))).toEqual(
      failed({
        kind: 'file-system',
        action: 'change a promise',
        path: '/state/file',
        code: 'EACCES',
      }),
    );
    await expect(act(new TypeError('a bug'))).rejects.toThrow('a bug');
  });
});

describe('the text of a value', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);
  const thing = { id: 'session-a', what: 'Session' };
  const large = 'it would become too large to read again';

  it('is JSON that a person can read, with a line end', () => {
    expect(storableText(thing, { a: [1] })).toEqual(success('{\n  "a": [\n    1\n  ]\n}\n'));
  });

  it.each<[string, unknown, string | undefined]>([
    ['as deep as is read again', nested(DEEPEST_NESTING), undefined],
    ['deeper than that', nested(DEEPEST_NESTING + 1), 'it is nested too deeply'],
    ['as large as is read again', 'x'.repeat(LARGEST_DOCUMENT - 3), undefined],
    ['larger than that', 'x'.repeat(LARGEST_DOCUMENT - 2), large],
    ['larger by its bytes alone', 'ä'.repeat(LARGEST_DOCUMENT / 2), large],
  ])('%s', (_what, value, reason) => {
    const text = storableText(thing, value);
    const failure = text.ok ? undefined : text.failure;
    expect(failure).toEqual(reason && { kind: 'not-storable', ...thing, reason });
  });
});

describe('the folders of a new state', () => {
  const folder = stateFolderOf('/work');
  const around = '/work/.claude';

  /** Prepares folders where these are there, and gives which folders were forced to the disk. */
  function prepared(
    there: readonly string[],
    replaced: (files: Files) => Partial<Files> = () => ({}),
  ) {
    const memory = createMemoryFiles();
    for (const path of there) {
      memory.makeFolder(path.endsWith('/') ? path.slice(0, -1) : dirname(path));
      if (!path.endsWith('/')) memory.writeNew(path, 'there before');
    }
    const flushed: string[] = [];
    const flushFolder = (path: string) => void flushed.push(path);
    const files = { ...memory, flushFolder, ...replaced(memory) };
    const prepare = () => prepareFolders(files, folder, [folder.commits, folder.promises]);
    return { memory, prepare, flushed };
  }

  const ignored = join(folder.root, '.gitignore');
  it.each<[string, readonly string[], readonly string[], string | undefined]>([
    [
      'where nothing is there',
      ['/work/'],
      [around, '/work', around, '/work', folder.root, folder.root],
      '*\n',
    ],
    [
      'where the one around it is there',
      [`${around}/`],
      [around, around, '/work', folder.root, folder.root],
      '*\n',
    ],
    [
      'where it is there and empty',
      [`${folder.root}/`],
      [around, '/work', folder.root, folder.root],
      '*\n',
    ],
    ['where something is in it', [folder.events], [folder.root, folder.root], undefined],
    ['where a part of it is there', [`${folder.commits}/`], [folder.root], undefined],
  ])('are made and forced to the disk %s', (_what, there, expected, text) => {
    const { flushed, memory, prepare } = prepared(there);
    expect(prepare()).toBeUndefined();
    expect(flushed).toEqual(expected);
    expect(memory.files.get(ignored)).toBe(text);
    for (const path of [folder.commits, folder.promises]) expect(memory.folders).toContain(path);
  });

  it.each<[string, string, boolean]>([
    ['that another process has made at the same time', 'EEXIST', true],
    ['that cannot be written', 'EACCES', false],
  ])('go on with what keeps them out of git, %s', (_what, code, goesOn) => {
    const { prepare } = prepared(['/work/'], () => ({
      writeNew(path) {
        throw systemError(code, path);
      },
    }));
    if (goesOn) expect(prepare()).toBeUndefined();
    else expect(prepare).toThrow(code);
  });

  it.each<[string, readonly string[], (files: Files) => Partial<Files>, string]>([
    ['the project is not there', [], () => ({}), '/work'],
    [
      'the state leads elsewhere',
      [`${folder.root}/`],
      (files) => ({
        realPath: (path) => (path === folder.commits ? '/elsewhere' : files.realPath(path)),
      }),
      folder.commits,
    ],
    [
      'what was made leads elsewhere',
      [`${folder.root}/`],
      (files) => ({
        realPath: (path) =>
          path === folder.commits && files.exists(path) ? '/elsewhere' : files.realPath(path),
      }),
      folder.commits,
    ],
  ])('are not made where %s', (_what, there, replaced, path) => {
    const { memory, prepare } = prepared(there, replaced);
    expect(prepare()).toMatchObject({ kind: 'broken-file', file: { path } });
    expect(memory.folders).not.toContain(folder.promises);
  });
});

it('a file that its last writer wins is replaced by a draft that a sweep finds', () => {
  const folder = stateFolderOf('/work');
  const memory = createMemoryFiles();
  memory.makeFolder(folder.commits);
  const moves: unknown[] = [];
  const rename = (from: string, to: string) => {
    moves.push([from, to]);
    memory.rename(from, to);
  };
  const world = { files: { ...memory, rename }, draftName: () => 'draft' };
  replaceFile(world, folder, folder.events, 'text');
  expect(moves).toEqual([[join(folder.commits, 'draft'), folder.events]]);
  expect(memory.files.get(folder.events)).toBe('text');
});

describe('a file that is replaced by a draft', () => {
  function replaced(parts: (files: Files) => Partial<Files>) {
    const memory = createMemoryFiles();
    memory.makeFolder('/state');
    memory.writeNew('/state/file', 'before');
    const files = { ...memory, ...parts(memory) };
    const replace = () => replaceByDraft(files, '/state/draft', '/state/file', 'after');
    return { replace, texts: () => Object.fromEntries(memory.files) };
  }
  const refuse = (_from: string, path: string) => {
    throw systemError('EACCES', path);
  };

  it('holds the new text, and the draft is gone', () => {
    const { replace, texts } = replaced(() => ({}));
    replace();
    expect(texts()).toEqual({ '/state/file': 'after' });
  });

  it.each<[string, (files: Files) => Partial<Files>]>([
    ['it cannot be replaced', () => ({ rename: refuse })],
    ['the draft cannot be written', () => ({ writeNew: (path) => refuse('', path) })],
    [
      'the draft cannot be written to its end',
      (files) => ({
        writeNew(path, content) {
          files.writeNew(path, content.slice(0, 2));
          refuse('', path);
        },
      }),
    ],
  ])('stays as it is where %s, and the draft is gone', (_what, parts) => {
    const { replace, texts } = replaced(parts);
    expect(replace).toThrow('EACCES');
    expect(texts()).toEqual({ '/state/file': 'before' });
  });
});

describe.skipIf(process.platform === 'win32')('the folders of a state', () => {
  /** Prepares folders in a state where a link stands at a place. */
  function prepared(place: string, leadsTo: string, wanted: readonly string[]) {
    const project = scratchFolder();
    const elsewhere = join(project, 'elsewhere');
    mkdirSync(elsewhere);
    const folder = stateFolderOf(project);
    mkdirSync(folder.root, { recursive: true });
    symlinkSync(join(project, leadsTo), join(folder.root, place));
    const fault = prepareFolders(
      createNodeFiles(NO_DEADLINE),
      folder,
      wanted.map((path) => join(folder.root, path)),
    );
    const path = join(folder.root, place);
    return { fault, path, made: readdirSync(elsewhere) };
  }

  const outside = 'it is a link that leads outside the state folder';
  it.each<[string, string, readonly string[], string]>([
    ['that lead out of it', 'elsewhere', ['validations'], outside],
    ['in one that leads out of it', 'elsewhere', ['validations/promise-1'], outside],
    ['that lead nowhere', 'nowhere', ['validations'], 'it is a broken link'],
  ])('are not made %s', (_what, leadsTo, wanted, reason) => {
    const { fault, made, path } = prepared('validations', leadsTo, wanted);
    expect(fault).toEqual({ kind: 'broken-file', file: { path, reason } });
    expect(made).toEqual([]);
  });
});
