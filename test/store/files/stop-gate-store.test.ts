import { describe, expect, it } from 'vitest';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { LARGEST_DOCUMENT } from '../../../src/domain/base/document.ts';
import type { Failure } from '../../../src/domain/base/failure.ts';
import { success } from '../../../src/domain/base/result.ts';
import { memoryIdOf } from '../../../src/domain/session/gate-memory.ts';
import type { StopGateState } from '../../../src/domain/session/stop-gate-state.ts';
import type { Files } from '../../../src/ports.ts';
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
