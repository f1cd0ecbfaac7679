import { describe, expect, it } from 'vitest';
import { MOST_CONTAINERS, parseDocument } from '../../../src/domain/base/document.ts';
import type { Files } from '../../../src/ports.ts';
import {
  faultOfFolder,
  idsIn,
  readObject,
  readPromises,
  reasonUnread,
  textRead,
} from '../../../src/store/files/reading.ts';
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

describe('why a file gives no text', () => {
  it.each<[Parameters<typeof reasonUnread>[0], string]>([
    [{ found: 'link' }, 'it is a link, and links to files are not followed'],
    [{ found: 'folder' }, 'it is a folder'],
    [{ found: 'not-utf-8' }, 'it is not valid UTF-8'],
    [
      { found: 'too-large', size: 40 * 1024 * 1024 + 1 },
      'it is too large (41 MB; at most 2 MB are read)',
    ],
    [{ found: 'too-late' }, 'it could not be read in time'],
    [{ found: 'error', code: 'EACCES' }, 'there is no permission to read it'],
    [{ found: 'error', code: 'EPERM' }, 'there is no permission to read it'],
    [{ found: 'error', code: 'ENXIO' }, 'it is not a regular file'],
    [{ found: 'error', code: 'ESPIPE' }, 'it is not a regular file'],
    [{ found: 'error', code: 'EIO' }, 'the operating system reported EIO'],
  ])('%j', (reading, reason) => {
    expect(reasonUnread(reading, 2 * 1024 * 1024)).toBe(reason);
    expect(textRead(reading, 2 * 1024 * 1024)).toEqual({ ok: false, reason });
  });

  it('is none where it gives one, and that it is not there', () => {
    expect(textRead({ found: 'text', text: '' }, 1)).toEqual({ ok: true, text: '' });
    expect(textRead({ found: 'nothing' }, 1)).toEqual({
      ok: false,
      reason: 'there is no such file',
    });
  });
});

describe('a state file that must hold an object', () => {
  it.each<[string, string | undefined, unknown]>([
    ['holds one', '{"a":1}', { found: 'object', value: { a: 1 } }],
    ['holds a list', '[]', { found: 'broken', reason: 'it is not an object' }],
    ['holds no JSON', '{', { found: 'broken', reason: 'it is not valid JSON' }],
    ['is not there', undefined, { found: 'nothing' }],
  ])('%s', (_what, text, expected) => {
    const files = filesWith(text === undefined ? {} : { 'a.json': text });
    expect(readObject(files, `${PROMISES}/a.json`)).toEqual(expected);
  });
});

it.each<[string, string, string]>([
  ['a name that is no id', '-.json', 'its name is not a valid promise id'],
  ['no promise in it', 'promise-1.json', 'it is not a promise: `id` is not a non-empty string'],
])('a file with %s is broken', (_what, name, reason) => {
  const files = filesWith({ [name]: '{}' });
  const broken = [{ path: `${PROMISES}/${name}`, reason }];
  expect(readPromises(files, ROOT, PROMISES)).toEqual({ promises: [], broken });
});

it('broken files are listed in the order of their paths, and those wanted by promise and id', () => {
  const files = filesWith({
    'b.json': '{',
    'a.json': '{',
    'promise-1.json': promise('promise-1'),
    'promise-2.json': promise('promise-1'),
  });
  const { broken, promises } = readPromises(
    files,
    ROOT,
    PROMISES,
    ({ id: says }, id) => says === id,
  );
  expect(broken.map(({ path }) => path)).toEqual([`${PROMISES}/a.json`, `${PROMISES}/b.json`]);
  expect(promises.map(({ id }) => id)).toEqual(['promise-1']);
});

describe('a folder of the state', () => {
  /** Files of which some paths lead elsewhere; undefined: nowhere. */
  function leading(links: Readonly<Record<string, string | undefined>>, there = PROMISES): Files {
    const files = createMemoryFiles();
    files.makeFolder(there);
    const isLink = (path: string) => Object.hasOwn(links, path);
    return {
      ...files,
      exists: (path) => isLink(path) || files.exists(path),
      realPath: (path) => (isLink(path) ? links[path] : files.realPath(path)),
    };
  }

  const outside = 'it is a link that leads outside the state folder';
  const dangling = 'it is a broken link';
  it.each<[string, Files, string, unknown]>([
    ['that is there', leading({}), PROMISES, undefined],
    ['that is not there yet', leading({}), `${ROOT}/history`, undefined],
    ['that is the state itself', leading({}), ROOT, undefined],
    [
      'that leads to another in the state',
      leading({ [PROMISES]: `${ROOT}/other` }),
      PROMISES,
      undefined,
    ],
    [
      'that leads out',
      leading({ [PROMISES]: '/elsewhere' }),
      PROMISES,
      { path: PROMISES, reason: outside },
    ],
    [
      'that leads to one whose name begins as that of the state',
      leading({ [PROMISES]: `${ROOT}-2/promises` }),
      PROMISES,
      { path: PROMISES, reason: outside },
    ],
    [
      'in a state that lies elsewhere',
      leading({ [ROOT]: '/real', [PROMISES]: '/real/promises' }),
      PROMISES,
      undefined,
    ],
    ['in a state whose place cannot be told', leading({ [ROOT]: undefined }), PROMISES, undefined],
    [
      'that leads nowhere',
      leading({ [PROMISES]: undefined }),
      PROMISES,
      { path: PROMISES, reason: dangling },
    ],
    [
      'in a state that leads nowhere',
      leading({ [ROOT]: undefined }, '/project'),
      PROMISES,
      { path: ROOT, reason: dangling },
    ],
    [
      'in a folder that leads nowhere',
      leading({ '/project/.claude': undefined }, '/project'),
      PROMISES,
      { path: '/project/.claude', reason: dangling },
    ],
    [
      'in a project that leads nowhere',
      leading({ '/project': undefined }, '/'),
      PROMISES,
      { path: '/project', reason: dangling },
    ],
    [
      'in a project that is not there',
      leading({}, '/'),
      PROMISES,
      { path: '/project', reason: 'the project folder does not exist' },
    ],
    ['in a project where nothing is yet', leading({}, '/project'), PROMISES, undefined],
  ])('%s', (_what, files, folder, fault) => {
    expect(faultOfFolder(files, ROOT, folder)).toEqual(fault);
  });
});

it('broken files are in the order of their whole paths, which is not that of their ids', () => {
  const { broken } = readPromises(filesWith({ 'a.json': '{', 'a-b.json': '{' }), ROOT, PROMISES);
  expect(broken.map(({ path }) => path)).toEqual([`${PROMISES}/a-b.json`, `${PROMISES}/a.json`]);
});
