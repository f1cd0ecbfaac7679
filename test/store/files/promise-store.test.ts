import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { success } from '../../../src/domain/base/result.ts';
import type { CompletionPromise } from '../../../src/domain/promise/promise.ts';
import {
  adoptPromise,
  cancelPromise,
  draftPromise,
  startPromise,
} from '../../../src/domain/promise/promise-changes.ts';
import type { Files } from '../../../src/ports.ts';
import {
  actorValue,
  definitionValue,
  failureOf,
  successOf,
} from '../../rig/values/domain-values.ts';
import { promiseFile } from '../../rig/values/promises.ts';
import { systemError } from '../../rig/worlds/memory-files.ts';
import { createMemoryRegister } from '../../rig/worlds/memory-register.ts';
import { CHANGES, type RecordedState, recordedState } from '../../rig/worlds/recorded-state.ts';

function scratchState(): RecordedState {
  const recorded = recordedState();
  onTestFinished(() => rmSync(recorded.root, { recursive: true, force: true, maxRetries: 5 }));
  return recorded;
}

const fileOf = ({ state }: RecordedState, place: 'promises' | 'history', id: string) =>
  join(state, place, `${id}.json`);

/** A state with so many promises that were cancelled. */
async function withEnded(count: number) {
  const recorded = scratchState();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await CHANGES.create(recorded.store);
    await CHANGES.cancel(recorded.store, id);
    ids.push(id);
  }
  return { recorded, ids };
}

/** Puts a promise that ended back among the open ones, as where its writer was killed before it moved it. */
const unmove = (recorded: RecordedState, id: string) =>
  renameSync(fileOf(recorded, 'history', id), fileOf(recorded, 'promises', id));

describe('the promises that have ended', () => {
  it('are given the last changed first, also where one was not moved', async () => {
    const { ids, recorded } = await withEnded(3);
    const [first = '', second = '', third = ''] = ids;
    unmove(recorded, second);
    for (const [id, place, at] of [
      [first, 'history', 1000],
      [second, 'promises', 3000],
      [third, 'history', 2000],
    ] as const) {
      utimesSync(fileOf(recorded, place, id), at, at);
    }
    const { promises } = recorded.store;
    expect(await promises.endedIds('newest')).toEqual({ ok: true, value: [second, third, first] });
    const any = successOf(await promises.endedIds());
    expect([...any].sort()).toEqual([...ids].sort());
  });

  it('are each given once, where one stands in both places', async () => {
    const { ids, recorded } = await withEnded(2);
    const [first = ''] = ids;
    copyFileSync(fileOf(recorded, 'history', first), fileOf(recorded, 'promises', first));
    const { promises } = recorded.store;
    expect(successOf(await promises.endedIds('newest'))).toHaveLength(2);
    const listed = successOf(await promises.listHistory(ids)).promises;
    expect(listed.map(({ id }) => id)).toEqual(ids);
  });

  it('are read by their ids, wherever they lie', async () => {
    const { ids, recorded } = await withEnded(2);
    unmove(recorded, ids[1] ?? '');
    const listed = successOf(await recorded.store.promises.listHistory(ids)).promises;
    expect(listed.map(({ id }) => id)).toEqual(ids);
  });

  it('cannot be told where the open ones cannot be listed', async () => {
    const { recorded } = await withEnded(1);
    const place = join(recorded.state, 'promises');
    rmSync(place, { recursive: true });
    writeFileSync(place, '');
    const failure = { kind: 'broken-file', file: { path: place, reason: 'it is not a folder' } };
    const { promises } = recorded.store;
    expect(await promises.endedIds('newest')).toEqual({ ok: false, failure });
    expect(await promises.listHistory()).toEqual({ ok: false, failure });
  });
});

it('a new promise takes no id that a file has, be it broken or in the history', async () => {
  const recorded = scratchState();
  const taken: readonly (readonly [string, 'promises' | 'history', string])[] = [
    ['00000001', 'promises', '{'],
    ['00000002', 'history', '{'],
    ['00000003', 'history', JSON.stringify(promiseFile('promise-00000003', null))],
  ];
  for (const [hex, place, text] of taken) {
    const path = fileOf(recorded, place, `promise-${hex}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const given = [...taken.map(([hex]) => hex), '00000004'];
  const chance = { hex: (bytes: number) => (bytes === 4 ? given.shift() : undefined) ?? 'ff' };
  const store = recorded.open({ chance: { ...chance, fraction: () => 0 } });
  expect(await CHANGES.create(store)).toBe('promise-00000004');
  expect(readdirSync(join(recorded.state, 'promises')).sort()).toEqual([
    'promise-00000001.json',
    'promise-00000004.json',
  ]);
});

describe('how promises stand to the ledger', () => {
  it('is told of those in the history as well, and not of what cannot be read', async () => {
    const { ids, recorded } = await withEnded(2);
    const [first = '', second = ''] = ids;
    const open = await CHANGES.create(recorded.store);
    mkdirSync(fileOf(recorded, 'promises', second));
    const all = [first, second, open, 'promise-of-nobody', '../x'];
    const { broken, states } = await recorded.store.promises.records(all);
    expect(broken).toBeUndefined();
    expect([...states]).toEqual([
      [first, 'recorded'],
      [open, 'recorded'],
    ]);
  });

  it('is not told of a promise that is another one at every look', async () => {
    const recorded = scratchState();
    const [id, still] = [
      await CHANGES.create(recorded.store),
      await CHANGES.create(recorded.store),
    ];
    const files = createNodeFiles(NO_DEADLINE);
    let looks = 0;
    const read = (path: string, limit: number) => {
      if (path !== fileOf(recorded, 'promises', id)) return files.read(path, limit);
      looks += 1;
      if (looks > 1000) throw new Error('it is looked at without end');
      return { found: 'text' as const, text: `look ${looks}` };
    };
    const { promises } = recorded.open({ files: { ...files, read } });
    expect([...(await promises.records([id, still])).states]).toEqual([[still, 'recorded']]);
  });
});

const ACTOR = actorValue('session-a');

/** More levels than are read again. */
function nested(depth: number): unknown {
  return depth === 0 ? 'x' : [nested(depth - 1)];
}

/** Files to which no line can be added. */
function fullDisk(): Files {
  const appendAt = () => {
    throw systemError('ENOSPC', '/ledger');
  };
  return { ...createNodeFiles(NO_DEADLINE), appendAt };
}

describe('a promise that cannot be made', () => {
  it.each<[string, string, object]>([
    [
      'has no free id',
      JSON.stringify(promiseFile('promise-00000001', null)),
      { kind: 'unexpected', message: 'no free promise id was found' },
    ],
    [
      'has no id whose file can be read',
      '{',
      { kind: 'broken-file', file: { reason: 'it is not valid JSON' } },
    ],
  ])('%s, after eight tries', async (_what, text, failure) => {
    const recorded = scratchState();
    const path = fileOf(recorded, 'promises', 'promise-00000001');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    let tries = 0;
    const hex = (bytes: number) => {
      if (bytes !== 4) return 'ff';
      tries += 1;
      return '00000001';
    };
    const { promises } = recorded.open({ chance: { hex, fraction: () => 0 } });
    const made = await promises.create((id) =>
      draftPromise(id, definitionValue('T', ['a']), ACTOR),
    );
    expect(failureOf(made)).toMatchObject(failure);
    expect(tries).toBe(8);
  });

  it('is nested too deeply', async () => {
    const { store } = scratchState();
    let made = '';
    const failure = failureOf(
      await store.promises.create((id) => {
        made = id;
        const change = draftPromise(id, definitionValue('T', ['a']), ACTOR);
        return { ...change, promise: { ...change.promise, notes: nested(300) } };
      }),
    );
    expect(failure).toEqual({ kind: 'not-storable', id: made, reason: 'it is nested too deeply' });
  });

  it('is missed by nobody', async () => {
    const recorded = scratchState();
    const register = createMemoryRegister();
    const { promises } = recorded.open({ register, files: fullDisk() });
    const made = await promises.create((id) =>
      draftPromise(id, definitionValue('T', ['a']), ACTOR),
    );
    expect(failureOf(made)).toMatchObject({ kind: 'file-system', code: 'ENOSPC' });
    expect(register.linesOf('session-a').map(({ state }) => state)).toEqual(['intended', 'left']);
  });

  it('is so for a reason of the system, which is told', async () => {
    const recorded = scratchState();
    const makeFolder = (path: string) => {
      throw systemError('EROFS', path);
    };
    const { promises } = recorded.open({ files: { ...createNodeFiles(NO_DEADLINE), makeFolder } });
    const made = await promises.create((id) =>
      draftPromise(id, definitionValue('T', ['a']), ACTOR),
    );
    expect(failureOf(made)).toMatchObject({ action: 'create a promise', code: 'EROFS' });
  });
});

describe('a change that is refused', () => {
  it('for what it would become leaves the promise as it is', async () => {
    const { store } = scratchState();
    const id = await CHANGES.create(store);
    const changed = await store.promises.change(id, (promise) => {
      const change = successOf(startPromise(id, promise, ACTOR));
      return success({ ...change, promise: { ...change.promise, notes: nested(300) } });
    });
    expect(failureOf(changed)).toEqual({
      kind: 'not-storable',
      id,
      reason: 'it is nested too deeply',
    });
    expect(successOf(await store.promises.find(id)).promise.status).toBe('pending');
  });

  it('since one of its id is in the history already', async () => {
    const recorded = scratchState();
    const id = await CHANGES.create(recorded.store);
    copyFileSync(fileOf(recorded, 'promises', id), fileOf(recorded, 'history', id));
    const cancel = (promise: CompletionPromise) => cancelPromise(id, promise, ACTOR);
    expect(failureOf(await recorded.store.promises.change(id, cancel))).toEqual({
      kind: 'already-archived',
      id,
      path: fileOf(recorded, 'history', id),
    });
    await CHANGES.start(recorded.store, id);
  });

  it('since it has ended, wherever it lies', async () => {
    const { ids, recorded } = await withEnded(2);
    unmove(recorded, ids[1] ?? '');
    for (const id of ids) {
      const { promises } = recorded.store;
      const found = successOf(await promises.find(id));
      expect(found).toMatchObject({ id, ended: true });
      const changed = await promises.change(id, () =>
        success({ promise: found.promise, event: { event: 'promise.started' } }),
      );
      expect(failureOf(changed)).toEqual({
        kind: 'wrong-status',
        id,
        status: 'cancelled',
        attempted: 'be changed',
      });
    }
  });

  it('of its owner is taken back in the register', async () => {
    const recorded = scratchState();
    const id = await CHANGES.create(recorded.store);
    await CHANGES.release(recorded.store, id);
    const register = createMemoryRegister();
    const { promises } = recorded.open({ register, files: fullDisk() });
    const changed = await promises.change(id, (promise) => adoptPromise(id, promise, ACTOR));
    expect(failureOf(changed)).toMatchObject({ kind: 'file-system', code: 'ENOSPC' });
    expect(register.linesOf('session-a').map(({ state }) => state)).toEqual(['intended', 'left']);
  });
});

describe('a change that is made', () => {
  it('is told with the promise and all that came before it in the same act', async () => {
    const recorded = scratchState();
    const id = await CHANGES.create(recorded.store);
    successOf(
      await recorded.store.promises.change(id, (promise) => {
        const change = successOf(startPromise(id, promise, ACTOR));
        const earlier = { event: 'criterion.added', ac_id: 'AC-1' } as const;
        return success({ ...change, earlierEvents: [earlier] });
      }),
    );
    const lines = readFileSync(join(recorded.state, 'events.jsonl'), 'utf8').trim().split('\n');
    expect(lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
      { event: 'criterion.added', promise_id: id },
      { event: 'promise.started', promise_id: id, file: { path: `promises/${id}.json` } },
    ]);
  });

  it('is announced to the register before, and confirmed then', async () => {
    const recorded = scratchState();
    const register = createMemoryRegister();
    const store = recorded.open({ register });
    const id = await CHANGES.create(store);
    await CHANGES.release(store, id);
    successOf(await store.promises.change(id, (promise) => adoptPromise(id, promise, ACTOR)));
    const states = register.linesOf('session-a').map(({ state }) => state);
    expect(states).toEqual(['intended', 'made', 'left', 'intended', 'made']);
  });

  it('and ends the promise is on the disk in both folders', async () => {
    const recorded = scratchState();
    const id = await CHANGES.create(recorded.store);
    const flushed: string[] = [];
    const files = createNodeFiles(NO_DEADLINE);
    const flushFolder = (path: string) => {
      flushed.push(path);
      files.flushFolder(path);
    };
    await CHANGES.cancel(recorded.open({ files: { ...files, flushFolder } }), id);
    const places = ['history', 'promises'].map((place) => join(recorded.state, place));
    expect(flushed.slice(-2)).toEqual(places);
  });
});

describe('a promise that is looked for', () => {
  it.each<[string, string, (path: string) => void, object]>([
    ['by no id', '../x', () => undefined, { kind: 'invalid-id' }],
    [
      'and is not there',
      'promise-1',
      () => undefined,
      { kind: 'promise-not-found', id: 'promise-1' },
    ],
    [
      'and is no JSON',
      'promise-1',
      (path) => writeFileSync(path, '{'),
      { kind: 'broken-file', file: { reason: 'it is not valid JSON' } },
    ],
    [
      'and is none',
      'promise-1',
      (path) => writeFileSync(path, '{}'),
      {
        kind: 'broken-file',
        file: { reason: 'it is not a promise: `id` is not a non-empty string' },
      },
    ],
  ])('%s', async (_what, id, make, failure) => {
    const recorded = scratchState();
    mkdirSync(join(recorded.state, 'promises'), { recursive: true });
    make(fileOf(recorded, 'promises', 'promise-1'));
    expect(failureOf(await recorded.store.promises.find(id))).toMatchObject(failure);
  });

  it.each(['promises', 'history'])('in a folder that is none of the state: %s', async (place) => {
    const recorded = scratchState();
    const path = join(recorded.state, place);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(recorded.folder, path);
    const reason = 'it is a link that leads outside the state folder';
    const failure = { ok: false, failure: { kind: 'broken-file', file: { path, reason } } };
    const { promises } = recorded.store;
    expect(await promises.find('promise-1')).toEqual(failure);
    expect(await promises.endedIds()).toEqual(failure);
    expect(await promises.listHistory()).toEqual(failure);
  });

  it('is one that nobody is to be told of, unless something else changed it', async () => {
    const recorded = scratchState();
    const register = createMemoryRegister();
    const { promises } = recorded.open({ register });
    const id = await CHANGES.create(recorded.open({ register }));
    expect(await promises.untold(id)).toBeUndefined();
    expect(await promises.untold('promise-of-nobody')).toBeUndefined();
    const path = fileOf(recorded, 'promises', id);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"second"', '"another"'));
    expect(await promises.untold(id)).toEqual({ kind: 'changed-outside', id });
  });
});

it('the open promises are those that have not ended, and those that ended are in no order', async () => {
  const { ids, recorded } = await withEnded(3);
  const open = await CHANGES.create(recorded.store);
  unmove(recorded, ids[0] ?? '');
  const listed = successOf(await recorded.store.promises.listActive()).promises;
  expect(listed.map(({ id }) => id)).toEqual([open]);
  const [unmoved, ...moved] = ids;
  expect(await recorded.store.promises.endedIds()).toEqual({
    ok: true,
    value: [...moved.sort(), unmoved],
  });
});

it('an open promise that was moved to the history by hand is not changed there', async () => {
  const recorded = scratchState();
  const id = await CHANGES.create(recorded.store);
  renameSync(fileOf(recorded, 'promises', id), fileOf(recorded, 'history', id));
  const before = readFileSync(fileOf(recorded, 'history', id), 'utf8');
  await expect(CHANGES.meet(recorded.store, id)).rejects.toThrow();
  expect(readFileSync(fileOf(recorded, 'history', id), 'utf8')).toBe(before);
});
