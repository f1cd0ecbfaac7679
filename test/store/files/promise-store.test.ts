import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { successOf } from '../../rig/values/domain-values.ts';
import { promiseFile } from '../../rig/values/promises.ts';
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
