import { describe, expect, it } from 'vitest';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { LARGEST_DOCUMENT } from '../../../src/domain/base/document.ts';
import type { Failure } from '../../../src/domain/base/failure.ts';
import { success } from '../../../src/domain/base/result.ts';
import { memoryIdOf } from '../../../src/domain/session/gate-memory.ts';
import type { StopGateState } from '../../../src/domain/session/stop-gate-state.ts';
import type { Files } from '../../../src/ports.ts';
import { revisionOf } from '../../../src/store/files/commit.ts';
import { idFile, stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { openFileGateMemory } from '../../../src/store/files/stop-gate-store.ts';
import { failureOf } from '../../rig/values/domain-values.ts';
import { fakeClock } from '../../rig/values/judge-values.ts';
import { createMemoryFiles, systemError } from '../../rig/worlds/memory-files.ts';

const SESSION = 'session-a';
const FOLDER = stateFolderOf('/work');
const FILE = idFile(FOLDER.stopGate, memoryIdOf(SESSION));

/** What the stop gate keeps, in memory; `text`: what the file of the session holds. */
function memoryOf(
  text: string | undefined,
  replaced: (files: Files) => Partial<Files> = () => ({}),
) {
  const memory = createMemoryFiles();
  memory.makeFolder(FOLDER.stopGate);
  if (text !== undefined) memory.writeNew(FILE, text);
  let names = 0;
  const hex = () => {
    names += 1;
    return `name${names}`;
  };
  const store = openFileGateMemory(
    {
      files: { ...memory, ...replaced(memory) },
      clock: fakeClock(),
      chance: { hex, fraction: () => 0 },
      processes: { self: { pid: 1, started: '1', place: 'here' }, fate: () => 'running' },
      digests: NODE_DIGESTS,
      timeLeft: () => 1000,
    },
    '/work',
  );
  const change = (state: StopGateState) =>
    store.change(SESSION, () => success({ state, value: undefined }));
  return { memory, store, change, text: () => memory.files.get(FILE) };
}

const broken = (path: string, reason = 'it is not valid JSON'): Failure => ({
  kind: 'broken-file',
  file: { path, reason },
});

describe('a change of what is kept of a session', () => {
  it('is refused where its file is broken, which stays as it is', async () => {
    const { change, text } = memoryOf('{');
    expect(await change({ a: 1 })).toEqual({ ok: false, failure: broken(FILE) });
    expect(text()).toBe('{');
  });

  it.each<[string, StopGateState]>([
    ['too large', { a: 'x'.repeat(LARGEST_DOCUMENT) }],
    ['nested too deeply', JSON.parse(`{"a":${'['.repeat(300)}${']'.repeat(300)}}`)],
  ])('is refused where it would be %s to be read again', async (_what, state) => {
    const { change, text } = memoryOf('{"b":2}');
    expect(failureOf(await change(state)).kind).toBe('not-storable');
    expect(text()).toBe('{"b":2}');
  });
});

describe('what is kept of a session and cannot be read', () => {
  const quarantined = ({ memory }: ReturnType<typeof memoryOf>) =>
    [...memory.files.keys()].filter(
      (path) => path.startsWith(FOLDER.quarantine) && !path.endsWith('.note.json'),
    );

  it('is set aside, and the session goes on with nothing', async () => {
    const world = memoryOf('{');
    const to = await world.store.setAside(SESSION, broken(FILE));
    expect(quarantined(world)).toEqual([to]);
    expect(world.text()).toBeUndefined();
    expect(await world.store.read(SESSION)).toEqual({ ok: true, value: {} });
  });

  it.each<[string, string, Failure]>([
    ['the failure is about another file', '{', broken(FOLDER.stopGate)],
    ['the failure is about no file', '{', { kind: 'unexpected', message: 'x' }],
    ['it is sound by now', '{}', broken(FILE)],
  ])('stays where %s', async (_what, text, failure) => {
    const world = memoryOf(text);
    expect(await world.store.setAside(SESSION, failure)).toBeUndefined();
    expect([world.text(), quarantined(world)]).toEqual([text, []]);
  });

  it('stays where it could not be read in time', async () => {
    const world = memoryOf('{', (files) => ({
      read: (path, limit) => (path === FILE ? { found: 'too-late' } : files.read(path, limit)),
    }));
    expect(await world.store.setAside(SESSION, broken(FILE))).toBeUndefined();
    expect(world.text()).toBe('{');
  });

  it('stays where it cannot be moved', async () => {
    const world = memoryOf('{', () => ({
      rename: (_from, to) => {
        throw systemError('EACCES', to);
      },
    }));
    expect(await world.store.setAside(SESSION, broken(FILE))).toBeUndefined();
    expect(world.text()).toBe('{');
  });

  it.each<[string, string, string | undefined, string]>([
    ['is put back where it is sound by the time it is moved', '{"a":1}', undefined, '{"a":1}'],
    ['is not put over one that was written since', '{"a":1}', '{"b":2}', '{"b":2}'],
  ])('%s', async (_what, moved, written, expected) => {
    const world = memoryOf('{', (files) => ({
      rename(from, to) {
        if (from !== FILE) return files.rename(from, to);
        files.remove(FILE);
        files.writeNew(to, moved);
        if (written !== undefined) files.writeNew(FILE, written);
      },
    }));
    expect(await world.store.setAside(SESSION, broken(FILE))).toMatch(/quarantine/);
    expect(world.text()).toBe(expected);
  });
});

describe('the sessions that are listed', () => {
  /** What is kept of several sessions, by their names. */
  function keptOf(states: Readonly<Record<string, unknown>>) {
    const { memory, store } = memoryOf(undefined);
    for (const [name, state] of Object.entries(states)) {
      const text = typeof state === 'string' ? state : JSON.stringify(state);
      memory.writeNew(`${FOLDER.stopGate}/${name}`, text);
    }
    return store;
  }
  const waiting = (at: string, parts: object = {}) => ({
    waiting: { question: 'which?', needs: 'decision', at, kind: 'asked', used: false, ...parts },
  });
  const EARLY = '2026-01-01T00:00:00Z';
  const LATE = '2026-02-01T00:00:00Z';

  it('as waiting are those that wait, the longest first', async () => {
    const store = keptOf({
      'session-a.json': waiting(LATE),
      'session-b.json': waiting(EARLY),
      'session-c.json': {},
      'session-d.json': waiting(EARLY, { over: true }),
      'session-e.json': '{',
      '.session-f.json': waiting(EARLY),
      'notes.txt': waiting(EARLY),
    });
    expect(
      (await store.listWaiting()).map(({ at, question, session }) => [session, at, question]),
    ).toEqual([
      ['session-b', EARLY, 'which?'],
      ['session-a', LATE, 'which?'],
    ]);
  });

  const capped = (at: string, last = 'cap') => ({
    liveness: { last },
    open_folders: ['/work/b'],
    capped: [{ at, why: 'blocks', checker: 'c' }],
  });

  it('as let go with something left are those, the latest first', async () => {
    const store = keptOf({
      'session-a.json': capped(EARLY),
      'session-b.json': capped(LATE),
      'session-c.json': {},
      'session-d.json': '{',
    });
    const listed = { why: 'blocks', checker: 'c', folders: ['/work/b'] };
    expect(await store.listCapped()).toEqual([
      { session: 'session-b', at: LATE, ...listed },
      { session: 'session-a', at: EARLY, ...listed },
    ]);
  });

  it('are none where nothing was ever kept', async () => {
    const { memory, store } = memoryOf(undefined);
    memory.removeFolder(FOLDER.stopGate);
    expect([await store.listWaiting(), await store.listCapped()]).toEqual([[], []]);
  });

  it('are each read, in the order in which they are asked for', async () => {
    const store = keptOf({
      'session-a.json': { a: 1 },
      'session-b.json': '{',
      'session-d.json': '[]',
    });
    const read = await store.readEach(['session-c', 'session-b', 'session-a', 'session-d']);
    expect(read).toMatchObject([
      { ok: true, value: {} },
      { ok: false, failure: broken(`${FOLDER.stopGate}/session-b.json`) },
      { ok: true, value: { a: 1 } },
      { ok: false, failure: broken(`${FOLDER.stopGate}/session-d.json`, 'it is not an object') },
    ]);
  });
});

describe('a change in the lane of the stop gate', () => {
  it('is made, and leaves nothing but the state', async () => {
    const { change, memory, store, text } = memoryOf(undefined);
    expect(await change({ a: 1 })).toEqual(success({ value: undefined, warnings: [] }));
    expect(text()).toBe('{\n  "a": 1\n}\n');
    expect(await store.read(SESSION)).toEqual(success({ a: 1 }));
    expect(memory.list(FOLDER.commits)).toEqual({ names: [] });
    expect(memory.exists(FOLDER.events)).toBe(false);
  });

  it('that is refused makes no folder', async () => {
    const { memory, store } = memoryOf(undefined);
    const failure: Failure = { kind: 'unexpected', message: 'no' };
    expect(await store.change(SESSION, () => ({ ok: false, failure }))).toEqual({
      ok: false,
      failure,
    });
    expect(memory.exists(FOLDER.commits)).toBe(false);
  });

  it('waits no longer than the gate has time, and says for whom', async () => {
    const { change, memory, text } = memoryOf('{}');
    const claim = `${FOLDER.commits}/session-a.json.${revisionOf('{}')}`;
    memory.makeFolder(claim);
    memory.writeNew(`${claim}/7-1-here-x`, '');
    expect(failureOf(await change({ a: 1 }))).toEqual({
      kind: 'busy',
      id: SESSION,
      what: 'Session',
      holder: 'other writers',
      waitedMs: 1008,
    });
    expect(text()).toBe('{}');
  });

  it('is refused by the system, and says what it was', async () => {
    const { change } = memoryOf('{}', () => ({
      makeFolder(path) {
        throw systemError('ENOSPC', path);
      },
    }));
    expect(failureOf(await change({ a: 1 }))).toMatchObject({
      kind: 'file-system',
      action: "change a session's state",
      code: 'ENOSPC',
    });
  });

  it('that is refused at its second look leaves the state as it was', async () => {
    const { store, text } = memoryOf('{}');
    let looks = 0;
    const failure: Failure = { kind: 'unexpected', message: 'no' };
    const changed = await store.change(SESSION, () => {
      looks += 1;
      return looks === 1 ? success({ state: { a: 1 }, value: undefined }) : { ok: false, failure };
    });
    expect([changed, text()]).toEqual([{ ok: false, failure }, '{}']);
  });

  it('is made, though what it leaves cannot be swept up', async () => {
    const { change, text } = memoryOf('{}', (files) => ({
      list: (path) => (path === FOLDER.commits ? { names: ['file-x'] } : files.list(path)),
    }));
    expect(await change({ a: 1 })).toMatchObject({ ok: true, value: { warnings: [] } });
    expect(text()).toContain('"a": 1');
  });
});
