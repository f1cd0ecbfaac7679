import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NODE_DIGESTS, sha256 } from '../../../src/adapters/file-digest.ts';
import { LARGEST_DOCUMENT } from '../../../src/domain/base/document.ts';
import { memoryIdOf } from '../../../src/domain/session/gate-memory.ts';
import type { Files } from '../../../src/ports.ts';
import {
  endsThere,
  isAbout,
  lookAtFile,
  pathsThere,
} from '../../../src/store/files/audited-files.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { createMemoryFiles } from '../../rig/worlds/memory-files.ts';

const FOLDER = stateFolderOf('/work');

/** A state in memory, of texts by their paths in it. */
function worldOf(
  texts: Readonly<Record<string, unknown>>,
  replaced: (files: Files) => Partial<Files> = () => ({}),
) {
  const memory = createMemoryFiles();
  memory.makeFolder(FOLDER.root);
  for (const [path, content] of Object.entries(texts)) {
    const place = `${FOLDER.root}/${path}`;
    memory.makeFolder(dirname(place));
    memory.writeNew(place, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return { digests: NODE_DIGESTS, files: { ...memory, ...replaced(memory) }, folder: FOLDER };
}

const EVENT = { offset: 3, digest: 'of the line' };

describe('the files that are there', () => {
  const texts = {
    'promises/promise-1.json': '',
    'promises/.draft.json': '',
    'promises/notes.txt': '',
    'history/promise-2.json': '',
    'history/promise-1.json': '',
    'validations/promise-1/AC-1-validation.json': '',
    'validations/promise-1/AC-1-answers.jsonl': '',
    'validations/promise-1/other.json': '',
    'validations/promise-2/AC-1-answers.jsonl': '',
    'stop-gate/session-a.json': '',
    'events.jsonl': '',
  };
  const one = [
    'promises/promise-1.json',
    'validations/promise-1/AC-1-answers.jsonl',
    'validations/promise-1/AC-1-validation.json',
  ];
  const two = ['promises/promise-2.json', 'validations/promise-2/AC-1-answers.jsonl'];

  it.each<[string, string | undefined, readonly string[]]>([
    ['of all promises, each once', undefined, [...one, ...two].sort()],
    ['of the one that is asked for', 'promise-1', one],
    ['of one that has ended', 'promise-2', two],
    ['of one that is not there', 'promise-3', []],
  ])('%s', (_what, id, expected) => {
    expect([...pathsThere(worldOf(texts), id)].sort()).toEqual(expected);
  });

  it('are none in a folder that leads out of the state, or cannot be listed', () => {
    const out = worldOf(texts, (files) => ({
      realPath: (path) => (path === FOLDER.promises ? '/elsewhere' : files.realPath(path)),
    }));
    expect(pathsThere(out, 'promise-1')).toEqual([
      'promises/promise-1.json',
      ...one.slice(1).reverse(),
    ]);
    const unlisted = worldOf(texts, () => ({ list: () => ({ code: 'EACCES' }) }));
    expect(pathsThere(unlisted, undefined)).toEqual([]);
  });

  it.each([
    ['promises/promise-1.json', 'promise-1', true],
    ['validations/promise-1/AC-1-validation.json', 'promise-1', true],
    ['promises/promise-1.json', undefined, true],
    ['promises/promise-10.json', 'promise-1', false],
    ['validations/promise-10/AC-1-validation.json', 'promise-1', false],
    ['events.jsonl', 'promise-1', false],
  ])('%s is about %s: %s', (path, id, expected) => {
    expect(isAbout(path, id)).toBe(expected);
  });
});

describe('a promise that is looked at', () => {
  const PATH = 'promises/promise-1.json';
  const CLOSED = 'history/promise-1.json';
  const open = JSON.stringify({ id: 'promise-1', status: 'pending' });
  const ended = JSON.stringify({ id: 'promise-1', status: 'cancelled' });
  const fileOf = (text: string, place: string, hasEnded: boolean) => ({
    there: 'file',
    digest: sha256(text),
    place,
    hasEnded,
  });

  it.each<[string, Readonly<Record<string, unknown>>, unknown]>([
    ['is not there', {}, { there: 'nothing' }],
    ['is open', { [PATH]: open }, fileOf(open, 'open', false)],
    ['has ended', { [CLOSED]: ended }, fileOf(ended, 'history', true)],
    [
      'was verified',
      { [CLOSED]: '{"status":"verified"}' },
      fileOf('{"status":"verified"}', 'history', true),
    ],
    ['has ended and was not moved', { [PATH]: ended }, fileOf(ended, 'open', true)],
    ['is open in the history', { [CLOSED]: open }, fileOf(open, 'history', false)],
    [
      'is in both places, and the open one counts',
      { [PATH]: open, [CLOSED]: ended },
      fileOf(open, 'both', false),
    ],
    ['is no JSON', { [PATH]: '{' }, fileOf('{', 'open', false)],
    ['is no object', { [PATH]: '[]' }, fileOf('[]', 'open', false)],
  ])('%s', (_what, texts, now) => {
    expect(lookAtFile(worldOf(texts), PATH)).toEqual({ now, acts: [] });
  });

  it('cannot be read', () => {
    const world = worldOf({ [CLOSED]: ended }, (files) => ({
      read: (path, limit) =>
        path === `${FOLDER.root}/${PATH}`
          ? { found: 'too-large', size: LARGEST_DOCUMENT + 1 }
          : files.read(path, limit),
    }));
    const reason = 'it is too large (33 MB; at most 32 MB are read)';
    expect(lookAtFile(world, PATH)).toEqual({ now: { there: 'unread', reason }, acts: [] });
  });

  const waived = (waiver: unknown) => ({ acceptance_criteria: [{ id: 'AC-1', waived: waiver }] });
  const waiver = (reference: unknown) => ({
    path: PATH,
    act: { act: 'waived', promise: 'promise-1', criterion: 'AC-1' },
    reference,
  });
  const acceptance = (reference: unknown) => ({
    path: PATH,
    act: { act: 'accepted', promise: 'promise-1', finding: 'of it' },
    reference,
  });
  const NO_PLACE = { digest: 'undefined', offset: -1 };

  it.each<[string, object, readonly unknown[]]>([
    ['a waiver', waived({ event: EVENT }), [waiver(EVENT)]],
    ['a waiver that names no event', waived({ by: 'person' }), [waiver(undefined)]],
    ['a waiver whose event is none', waived({ event: 'x' }), [waiver(NO_PLACE)]],
    [
      'a waiver whose place is no number',
      waived({ event: { ...EVENT, offset: '3' } }),
      [waiver({ ...EVENT, offset: -1 })],
    ],
    ['a waiver that is none', waived(true), []],
    ['no waiver', { acceptance_criteria: [{ id: 'AC-1' }, 'x'] }, []],
    ['criteria that are no list', { acceptance_criteria: 'x' }, []],
    ['an acceptance', { accepted: [{ digest: 'of it', event: EVENT }] }, [acceptance(EVENT)]],
    [
      'an acceptance that names no event',
      { accepted: [{ digest: 'of it' }] },
      [acceptance(NO_PLACE)],
    ],
    ['an acceptance that is none', { accepted: ['x'] }, []],
    ['acceptances that are no list', { accepted: 'x' }, []],
    [
      'both, the waiver first',
      { accepted: [{ digest: 'of it', event: EVENT }], ...waived({ event: EVENT }) },
      [waiver(EVENT), acceptance(EVENT)],
    ],
  ])('holds the acts of persons: %s', (_what, parts, acts) => {
    expect(lookAtFile(worldOf({ [PATH]: parts }), PATH).acts).toEqual(acts);
  });
});

describe('another file that is looked at', () => {
  const LOG = 'validations/promise-1/AC-1-answers.jsonl';
  const ANSWER = 'validations/promise-1/AC-1-validation.json';
  const only = (text: string, parts: object = {}) => ({
    there: 'file',
    digest: sha256(text),
    place: 'only',
    ...parts,
  });

  it.each<[string, string, string | undefined, unknown]>([
    ['an answer', ANSWER, '{}', only('{}')],
    ['an empty answer', ANSWER, '', only('')],
    ['no answer', ANSWER, undefined, { there: 'nothing' }],
    ['a log', LOG, 'a\nb\n', only('a\nb\n')],
    ['a log that a writer left empty', LOG, '', { there: 'nothing' }],
    [
      'a log whose last line is cut off',
      LOG,
      'a\nb',
      only('a\nb', { digestBeforeTornEnd: sha256('a\n') }),
    ],
    ['a log of a line that is cut off', LOG, 'b', only('b', { digestBeforeTornEnd: sha256('') })],
    ['one whose name is no id', 'promises/-.json', '{}', only('{}')],
  ])('%s', (_what, path, text, now) => {
    const world = worldOf(text === undefined ? {} : { [path]: text });
    expect(lookAtFile(world, path)).toEqual({ now, acts: [] });
  });

  it.each<[string, (files: Files) => Partial<Files>, string]>([
    ['is no text', () => ({ read: () => ({ found: 'not-utf-8' }) }), 'it is not valid UTF-8'],
    [
      'is too large',
      () => ({ read: () => ({ found: 'too-large', size: LARGEST_DOCUMENT + 1 }) }),
      'it is too large (33 MB; at most 32 MB are read)',
    ],
    [
      'lies in a folder that leads out',
      (files) => ({
        realPath: (path) => (path.endsWith('/promise-1') ? '/elsewhere' : files.realPath(path)),
      }),
      'it is a link that leads outside the state folder',
    ],
  ])('that %s is not read', (_what, replaced, reason) => {
    const { now } = lookAtFile(worldOf({ [ANSWER]: '{}' }, replaced), ANSWER);
    expect(now).toEqual({ there: 'unread', reason });
  });
});

describe('the ends of sessions', () => {
  const end = (parts: object = {}) => ({ by: 'person', event: EVENT, ...parts });
  const found = (name: string, memory: string, parts: object = {}) => ({
    path: `stop-gate/${name}.json`,
    act: { act: 'ended', memory },
    reference: EVENT,
    ...parts,
  });
  const inherited = (by: string, reference: object) => ({ inherited: { by, reference } });

  it.each<[string, string, unknown, readonly unknown[]]>([
    ['its own', 'session-a', { ended: end() }, [found('session-a', 'session-a')]],
    [
      'its own, by name',
      'session-a',
      { ended: end({ session: 'session-a' }) },
      [found('session-a', 'session-a')],
    ],
    [
      'that of another, which it has by an event',
      'session-a',
      { ended: end({ session: 'session-b', inherited: { offset: 9, digest: 'x' } }) },
      [found('session-a', 'session-b', inherited('session-a', { offset: 9, digest: 'x' }))],
    ],
    [
      'that of another, which it has by none',
      'session-a',
      { ended: end({ session: 'session-b' }) },
      [
        found(
          'session-a',
          'session-b',
          inherited('session-a', { digest: 'undefined', offset: -1 }),
        ),
      ],
    ],
    [
      'one of a version that named no event',
      'session-a',
      { ended: { by: 'person', session: 'session-b' } },
      [found('session-a', 'session-b', { reference: undefined })],
    ],
    [
      'one of a session with an odd id',
      memoryIdOf('a / b'),
      { ended: end({ session: 'a / b' }) },
      [found(memoryIdOf('a / b'), memoryIdOf('a / b'))],
    ],
    ['none', 'session-a', {}, []],
    ['what is no end', 'session-a', { ended: true }, []],
    ['what is no object', 'session-a', '[]', []],
    ['what cannot be read', 'session-a', '{', []],
    ['a file that is hidden', '.session-a', { ended: end() }, []],
  ])('%s', (_what, name, content, expected) => {
    expect(endsThere(worldOf({ [`stop-gate/${name}.json`]: content }))).toEqual(expected);
  });
});
