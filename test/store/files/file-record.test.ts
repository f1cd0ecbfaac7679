import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS, sha256 } from '../../../src/adapters/file-digest.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { fileRecordOf } from '../../../src/store/files/file-record.ts';
import { stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { CHANGES, type RecordedState, recordedState } from '../../rig/worlds/recorded-state.ts';

/** The file of a promise explains itself where the last line of the ledger on it ends in what it holds. */

interface World {
  readonly recorded: RecordedState;
  readonly id: string;
  readonly open: string;
  readonly closed: string;
}

/** A promise that has begun, and where its file is while it is open and once it has ended. */
async function begun(): Promise<World> {
  const recorded = recordedState();
  onTestFinished(() => rmSync(recorded.root, { recursive: true, force: true }));
  const id = await CHANGES.create(recorded.store);
  await CHANGES.start(recorded.store, id);
  const [open = '', closed = ''] = ['promises', 'history'].map((place) =>
    join(recorded.state, place, `${id}.json`),
  );
  return { recorded, id, open, closed };
}

const recordOf = ({ recorded }: World, id: string) =>
  fileRecordOf(id, {
    digests: NODE_DIGESTS,
    files: createNodeFiles(NO_DEADLINE),
    folder: stateFolderOf(recorded.folder),
  });

it.each<[string, boolean, 'open' | 'closed', (world: World) => unknown]>([
  ['as the suite left it', true, 'open', () => {}],
  ['that another change followed', true, 'open', ({ recorded }) => CHANGES.create(recorded.store)],
  ['that has ended', true, 'closed', ({ id, recorded }) => CHANGES.cancel(recorded.store, id)],
  ['that was edited', false, 'open', ({ open }) => writeFileSync(open, '{}')],
  [
    'put back as it was before the last change',
    false,
    'open',
    async ({ id, open, recorded }) => {
      copyFileSync(open, `${open}.kept`);
      await CHANGES.meet(recorded.store, id);
      copyFileSync(`${open}.kept`, open);
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
