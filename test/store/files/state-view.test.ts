import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NODE_DIGESTS, sha256 } from '../../../src/adapters/file-digest.ts';
import { fileRecordOf } from '../../../src/store/files/file-record.ts';
import { recordsOfPromises } from '../../../src/store/files/promise-records.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { createFileView } from '../../../src/store/files/state-view.ts';
import { sessionValue } from '../../rig/values/domain-values.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { createMemoryFiles } from '../../rig/worlds/memory-files.ts';

const FOLDER = stateFolderOf('/work');

/** A state in memory, of texts by their paths in it, as the fast lanes read it. */
function viewOf(texts: Readonly<Record<string, unknown>>) {
  const files = createMemoryFiles();
  files.makeFolder(FOLDER.root);
  for (const [path, content] of Object.entries(texts)) {
    const place = `${FOLDER.root}/${path}`;
    files.makeFolder(dirname(place));
    files.writeNew(place, typeof content === 'string' ? content : JSON.stringify(content));
  }
  const world = { digests: NODE_DIGESTS, files, folder: FOLDER };
  return { world, view: createFileView(world, '/work') };
}

const OPEN = promiseFile('promise-1', 'session-a');

describe('where a promise is', () => {
  it.each<[string, string, Readonly<Record<string, unknown>>, object]>([
    ['nowhere', 'promise-1', {}, { place: 'nowhere' }],
    [
      'nowhere, by an id that is none',
      '../promise-1',
      { 'promise-1.json': OPEN },
      { place: 'nowhere' },
    ],
    [
      'among the open ones',
      'promise-1',
      { 'promises/promise-1.json': OPEN },
      { place: 'active', promise: { id: 'promise-1' } },
    ],
    [
      'in the history',
      'promise-1',
      { 'history/promise-1.json': OPEN },
      { place: 'history', promise: { id: 'promise-1' } },
    ],
    [
      'among the open ones, where it is in both',
      'promise-1',
      { 'promises/promise-1.json': OPEN, 'history/promise-1.json': '{' },
      { place: 'active' },
    ],
    [
      'broken among the open ones',
      'promise-1',
      { 'promises/promise-1.json': '{', 'history/promise-1.json': OPEN },
      { place: 'broken', among: 'active' },
    ],
    [
      'no promise in the history',
      'promise-1',
      { 'history/promise-1.json': {} },
      { place: 'broken', among: 'history' },
    ],
  ])('%s', (_what, id, texts, expected) => {
    expect(viewOf(texts).view.whereaboutsOf(id)).toMatchObject(expected);
  });
});

describe('what is kept of a session', () => {
  const file = `${FOLDER.stopGate}/session-a.json`;
  const broken = (reason: string) => ({
    ok: false,
    failure: { kind: 'broken-file', file: { path: file, reason } },
  });
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, { ok: true, value: {} }],
    ['something', { a: 1 }, { ok: true, value: { a: 1 } }],
    ['no JSON', '{', broken('it is not valid JSON')],
    ['no object', '[]', broken('it is not an object')],
    ['no state', { directives: 'x' }, broken('`directives` is not a list')],
  ])('%s', (_what, content, expected) => {
    const { view } = viewOf(content === undefined ? {} : { 'stop-gate/session-a.json': content });
    expect(view.stopGateState('session-a')).toEqual(expected);
  });

  it('is not read in a folder that leads out of the state', () => {
    const { world } = viewOf({ 'stop-gate/session-a.json': {} });
    const realPath = (path: string) => (path === FOLDER.stopGate ? '/elsewhere' : path);
    const view = createFileView({ ...world, files: { ...world.files, realPath } }, '/work');
    const reason = 'it is a link that leads outside the state folder';
    expect(view.stopGateState('session-a')).toEqual({
      ok: false,
      failure: { kind: 'broken-file', file: { path: FOLDER.stopGate, reason } },
    });
  });

  const ended = {
    by: 'person',
    at: '2026-01-01T00:00:00Z',
    reason: 'r',
    promises: [],
    unreadable: [],
  };
  it('has an end that no line is of, under any of its ids', () => {
    const { view } = viewOf({
      'stop-gate/session-a.json': '{',
      'stop-gate/session-c.json': { ended: { ...ended, event: { offset: 0, digest: 'x' } } },
    });
    const session = sessionValue('session-a', 'session-b', 'session-c');
    expect(view.unconfirmedEndOf(session)?.fault).toBe('no-line');
    expect(view.endOf(session)).toBeUndefined();
    expect(view.unconfirmedEndOf(sessionValue('session-a'))).toBeUndefined();
  });
});

/** A ledger of one line, which says what became of the file of a promise. */
function ledgerOf(before: string | null, after: string | null): string {
  const file = { path: 'promises/promise-1.json', before, after };
  return `${JSON.stringify({ event: 'promise.started', file, prev: null })}\n`;
}

describe('a file that is held against the ledger', () => {
  const was = sha256('was');
  const is = sha256('is');
  it.each<[string, Readonly<Record<string, unknown>>, string, boolean]>([
    [
      'is as it says',
      { 'promises/promise-1.json': 'is', 'events.jsonl': ledgerOf(was, is) },
      '',
      true,
    ],
    [
      'is as it says, in the history',
      { 'history/promise-1.json': 'is', 'events.jsonl': ledgerOf(was, is) },
      '',
      true,
    ],
    [
      'is as it was, since the change was cut off',
      { 'promises/promise-1.json': 'was', 'events.jsonl': ledgerOf(was, is) },
      '',
      true,
    ],
    [
      'is as it was, though the change was made',
      { 'promises/promise-1.json': 'was', 'events.jsonl': ledgerOf(was, is) },
      is,
      false,
    ],
    [
      'is another one',
      { 'promises/promise-1.json': 'other', 'events.jsonl': ledgerOf(was, is) },
      '',
      false,
    ],
    ['is one of which it does not tell', { 'promises/promise-1.json': 'is' }, '', false],
    ['is gone', { 'events.jsonl': ledgerOf(was, is) }, '', false],
    ['is gone, as it says', { 'events.jsonl': ledgerOf(was, null) }, '', true],
  ])('%s', (_what, texts, made, isRecorded) => {
    const { view, world } = viewOf(texts);
    const text = texts['promises/promise-1.json'] ?? texts['history/promise-1.json'];
    const digest = typeof text === 'string' ? sha256(text) : undefined;
    expect(fileRecordOf('promise-1', made, world)).toEqual({ digest, isRecorded });
    expect(view.recordOf('promise-1', made)).toEqual({ digest, isRecorded });
  });

  it.each<[string, Readonly<Record<string, unknown>>, readonly (readonly [string, string])[]]>([
    [
      'recorded',
      { 'promises/promise-1.json': 'is', 'events.jsonl': ledgerOf(was, is) },
      [['promise-1', 'recorded']],
    ],
    [
      'changed',
      { 'history/promise-1.json': 'other', 'events.jsonl': ledgerOf(was, is) },
      [['promise-1', 'changed-outside']],
    ],
    ['unrecorded', { 'promises/promise-1.json': 'is' }, [['promise-1', 'unrecorded']]],
    ['not there', { 'events.jsonl': ledgerOf(was, is) }, []],
  ])('is told as %s', (_what, texts, states) => {
    const records = recordsOfPromises(viewOf(texts).world, ['promise-1', '../x']);
    expect([[...records.states], records.broken]).toEqual([states, undefined]);
  });

  it('that cannot be read is looked for nowhere else', () => {
    const { world } = viewOf({ 'history/promise-1.json': 'is', 'events.jsonl': ledgerOf(was, is) });
    world.files.makeFolder(`${FOLDER.promises}/promise-1.json`);
    expect([...recordsOfPromises(world, ['promise-1']).states]).toEqual([]);
  });

  it('is told of no promise where the ledger cannot be read', () => {
    const { world } = viewOf({ 'promises/promise-1.json': 'is' });
    world.files.makeFolder(FOLDER.events);
    const { broken, states } = recordsOfPromises(world, ['promise-1']);
    expect([states.size, broken]).toEqual([0, { path: FOLDER.events, reason: 'it is a folder' }]);
  });

  it('is looked at again where it was another one meanwhile, five times at the most', () => {
    const { world } = viewOf({ 'promises/promise-1.json': 'is' });
    let looks = 0;
    const told = (stays: number) => {
      looks = 0;
      const read = () => {
        looks += 1;
        return { found: 'text' as const, text: looks < stays ? `look ${looks}` : 'is' };
      };
      const files = { ...world.files, read };
      return [...recordsOfPromises({ ...world, files }, ['promise-1']).states];
    };
    expect([told(100), looks]).toEqual([[], 10]);
    expect([told(3), looks]).toEqual([[['promise-1', 'unrecorded']], 4]);
  });
});
