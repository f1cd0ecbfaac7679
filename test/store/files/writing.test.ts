import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import type { Files } from '../../../src/ports.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import {
  fileSystemFailure,
  prepareFolders,
  replaceByDraft,
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
