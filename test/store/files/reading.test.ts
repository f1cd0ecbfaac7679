import { describe, expect, it } from 'vitest';
import { MOST_CONTAINERS, parseDocument } from '../../../src/domain/base/document.ts';
import type { Files } from '../../../src/ports.ts';
import { faultOfFolder, idsIn, readPromises } from '../../../src/store/files/reading.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { createMemoryFiles } from '../../rig/worlds/memory-files.ts';

const ROOT = '/project/.claude/completion-state';
const PROMISES = `${ROOT}/promises`;

function filesWith(texts: Readonly<Record<string, string>>): Files {
  const files = createMemoryFiles();
  files.makeFolder(PROMISES);
  for (const [name, text] of Object.entries(texts)) files.writeNew(`${PROMISES}/${name}`, text);
  return files;
}

const promise = (id: string, parts = {}) => JSON.stringify(promiseFile(id, 'session-a', parts));

it('lists promises in the order of their ids, and nothing else', () => {
  const files = filesWith({
    'promise-2.json': promise('promise-2'),
    'promise-1.json': promise('promise-1'),
    '.promise-3.json': 'hidden',
    'promise-4.json~': 'an editor’s',
  });
  const { promises, broken } = readPromises(files, ROOT, PROMISES);
  expect([promises.map(({ id }) => id), broken]).toEqual([['promise-1', 'promise-2'], []]);
});

it('reads every promise, however much they are together, and keeps those that are wanted', () => {
  const large = promise('promise-large', { notes: 'x'.repeat(30 * 1024 * 1024) });
  const names = Array.from({ length: 7 }, (_, index) => `promise-${index}.json`);
  const files = filesWith(Object.fromEntries(names.map((name) => [name, large])));
  let read = 0;
  const isWanted = () => {
    read += 1;
    return false;
  };
  expect(readPromises(files, ROOT, PROMISES, isWanted)).toEqual({ promises: [], broken: [] });
  expect(read).toBe(7);
});

it('reads the promises of some ids in their order, and passes over what is not there', () => {
  const files = filesWith({
    'promise-1.json': promise('promise-1'),
    'promise-2.json': promise('promise-2'),
    'promise-3.json': '{',
  });
  const some = ['promise-3', 'promise-9', 'promise-2', 'promise-1'];
  const { promises, broken } = readPromises(files, ROOT, PROMISES, undefined, some);
  expect(promises.map(({ id }) => id)).toEqual(['promise-2', 'promise-1']);
  expect(broken.map(({ path }) => path)).toEqual([expect.stringContaining('promise-3.json')]);
});

it.each<[string, string, string]>([
  ['is a file', 'ENOTDIR', 'it is not a folder'],
  ['may not be read', 'EACCES', 'there is no permission to read it'],
  ['holds too much', 'EMANYFILES', 'it contains too many files'],
  ['is not listed in time', 'TOO_LATE', 'it could not be listed in time'],
  ['cannot be read at all', 'EIO', 'the operating system reported EIO'],
])('a folder that %s is broken, and not empty', (_what, code, reason) => {
  const files = {
    ...filesWith({ 'promise-1.json': promise('promise-1') }),
    list: () => ({ code }),
  };
  const fault = { path: PROMISES, reason };
  expect(readPromises(files, ROOT, PROMISES)).toEqual({ promises: [], broken: [fault] });
  expect(idsIn(files, ROOT, PROMISES)).toEqual({ fault });
});

it('a folder that is not there is empty', () => {
  const files = createMemoryFiles();
  files.makeFolder('/project');
  expect(readPromises(files, ROOT, PROMISES)).toEqual({ promises: [], broken: [] });
  expect(idsIn(files, ROOT, PROMISES)).toEqual({ ids: [] });
});

it.each([
  ['lists', '[]'],
  ['objects', '{}'],
])('refuses more than half a million %s before it builds any', (_what, one) => {
  const fill = (count: number) => `[${Array(count).fill(one).join()}]`;
  expect(parseDocument(fill(MOST_CONTAINERS - 1)).ok).toBe(true);
  expect(parseDocument(fill(MOST_CONTAINERS))).toEqual({
    ok: false,
    reason: `it contains more than ${MOST_CONTAINERS} objects and lists`,
  });
});

it('finds deep nesting in a list of a million numbers without walking each by its name', () => {
  const numbers = Array(1_000_000).fill(1).join();
  const deep = `${'['.repeat(201)}${numbers}${']'.repeat(201)}`;
  expect(parseDocument(deep)).toMatchObject({ ok: false });
  expect(parseDocument(`[${numbers}]`)).toMatchObject({ ok: true });
});

describe('a folder that another process makes while it is looked for', () => {
  const FOLDER = `${ROOT}/.commits`;

  /** The folder is made just after the first so many looks at it. */
  function madeAfter(looks: number): Files {
    const files = createMemoryFiles();
    files.makeFolder(ROOT);
    let seen = 0;
    const look = <Answer>(path: string, answer: () => Answer): Answer => {
      const given = answer();
      if (path === FOLDER) {
        seen += 1;
        if (seen === looks) files.makeFolder(FOLDER);
      }
      return given;
    };
    return {
      ...files,
      exists: (path) => look(path, () => files.exists(path)),
      realPath: (path) => look(path, () => files.realPath(path)),
    };
  }

  it.each([1, 2, 3])('after %d look(s) at it is no link that leads nowhere', (looks) => {
    expect(faultOfFolder(madeAfter(looks), ROOT, FOLDER)).toBeUndefined();
  });
});
