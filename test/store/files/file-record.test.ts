import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS, sha256 } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { fileRecordOf } from '../../../src/store/files/file-record.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import type { StateStore } from '../../../src/store/state-store.ts';
import { createMemoryRegister, type MemoryRegister } from '../../rig/worlds/memory-register.ts';
import { CHANGES, type RecordedState, recordedState } from '../../rig/worlds/recorded-state.ts';
import { Killed, stepping } from '../../rig/worlds/stepping.ts';

/** The file of a promise explains itself where the last line of the ledger on it ends in what it holds. */

const NODE_FILES = createNodeFiles(NO_DEADLINE);

interface World {
  readonly recorded: RecordedState;
  readonly register: MemoryRegister;
  readonly store: StateStore;
  readonly id: string;
  readonly open: string;
  readonly closed: string;
}

/** A promise that has begun, and where its file is while it is open and once it has ended. */
async function begun(): Promise<World> {
  const recorded = recordedState();
  onTestFinished(() => rmSync(recorded.root, { recursive: true, force: true }));
  const register = createMemoryRegister();
  const store = recorded.open({ register });
  const id = await CHANGES.create(store);
  await CHANGES.start(store, id);
  const [open = '', closed = ''] = ['promises', 'history'].map((place) =>
    join(recorded.state, place, `${id}.json`),
  );
  return { recorded, register, store, id, open, closed };
}

const recordOf = ({ recorded, register }: World, id: string) => {
  const [registered] = register.read(['session-a']).promises;
  return fileRecordOf(id, registered?.made?.digest ?? '', {
    digests: NODE_DIGESTS,
    files: NODE_FILES,
    folder: stateFolderOf(recorded.folder),
  });
};

it.each<[string, boolean, 'open' | 'closed', (world: World) => unknown]>([
  ['as the suite left it', true, 'open', () => {}],
  ['that another change followed', true, 'open', ({ store }) => CHANGES.create(store)],
  ['that has ended', true, 'closed', ({ id, store }) => CHANGES.cancel(store, id)],
  ['that was edited', false, 'open', ({ open }) => writeFileSync(open, '{}')],
  [
    'put back as it was before the last change',
    false,
    'open',
    async ({ id, open, store }) => {
      copyFileSync(open, `${open}.kept`);
      await CHANGES.meet(store, id);
      copyFileSync(`${open}.kept`, open);
    },
  ],
  [
    'whose last change was cut off before it came',
    true,
    'open',
    async ({ id, recorded, register }) => {
      let hasLine = false;
      const files = stepping(NODE_FILES, (_step, operation) => {
        if (hasLine && operation === 'rename') throw new Killed();
        hasLine ||= operation === 'appendAt';
      });
      await expect(CHANGES.meet(recorded.open({ files, register }), id)).rejects.toThrow(Killed);
    },
  ],
  [
    'of which no ledger tells',
    false,
    'open',
    ({ recorded }) => rmSync(join(recorded.state, 'events.jsonl')),
  ],
])('a file %s: recorded is %s', async (_what, isRecorded, place, change) => {
  const world = await begun();
  await change(world);
  const digest = sha256(readFileSync(world[place]));
  expect(recordOf(world, world.id)).toEqual({ digest, isRecorded });
});

it('one that is gone has no digest, and no line tells of it', async () => {
  const world = await begun();
  rmSync(world.open);
  const nothing = { digest: undefined, isRecorded: false };
  expect(recordOf(world, world.id)).toEqual(nothing);
  expect(recordOf(world, 'promise-0000000f')).toEqual(nothing);
  expect(recordOf(world, '../events')).toEqual(nothing);
});
