import { failed, type Result, success } from '../../domain/base/result.ts';
import { createFilePromiseStore } from '../files/promise-store.ts';
import { NO_QUEUE } from '../files/queue.ts';
import type { PromiseListing, PromiseRecords, PromiseStore } from '../promise-store.ts';
import { type Choice, choosingEnded } from './documents.ts';
import {
  changeDocuments,
  lookAtDocuments,
  placed,
  type StateWorld,
  shownPlace,
  type Unit,
} from './unit.ts';

/** Promises as documents of a database, by the rules that the files have. */
export function createPromises(world: StateWorld): PromiseStore {
  const look = <Value>(
    action: string,
    choices: readonly Choice[],
    ask: (store: PromiseStore) => Promise<Value>,
  ): Promise<Result<Value>> =>
    lookAtDocuments(world, action, choices, (files) =>
      ask(storeOver({ ...world, files }, NO_UNIT)),
    );

  /** What is asked of the documents, with the places in it as people are told of them. */
  const answered = <Value>(looked: Result<Result<Value>>): Result<Value> => {
    const result = looked.ok ? looked.value : looked;
    return result.ok ? result : failed(placed(result.failure, world));
  };

  const shown = (listing: Result<PromiseListing>): Result<PromiseListing> => {
    if (!listing.ok) return listing;
    const broken = listing.value.broken.map(({ path, reason }) => ({
      path: shownPlace(world, path),
      reason,
    }));
    return success({ ...listing.value, broken });
  };

  return {
    async listActive() {
      return shown(
        answered(await look('list the promises', [{ of: 'open' }], (store) => store.listActive())),
      );
    },
    async endedIds(order) {
      const { database, project } = world;
      if (!project.ok) return project;
      const { text, values } = choosingEnded(project.value, order);
      const rows = await database.read('list the promises', text, values);
      if (!rows.ok) return failed(placed(rows.failure, world));
      return success([...new Set(rows.value.map(({ id }) => String(id)))]);
    },
    async listHistory(ids) {
      const needs = ids === undefined ? { of: 'ended' as const } : { of: 'promises' as const, ids };
      return shown(
        answered(await look('list the promises', [needs], (store) => store.listHistory(ids))),
      );
    },
    async find(id) {
      return answered(
        await look('read a promise', [{ of: 'promises', ids: [id] }], (store) => store.find(id)),
      );
    },
    async records(ids) {
      const looked = await look('read the ledger', [{ of: 'promises', ids }], (store) =>
        store.records(ids),
      );
      if (looked.ok) return looked.value;
      const reason =
        looked.failure.kind === 'store-unreachable' ? looked.failure.reason : 'it cannot be read';
      return { states: new Map(), broken: { path: world.database.place, reason } };
    },
    async untold(id) {
      const looked = await look('read a promise', [{ of: 'promises', ids: [id] }], (store) =>
        store.untold(id),
      );
      return looked.ok ? looked.value : looked.failure;
    },
    create: (draft) =>
      changeDocuments(world, 'create a promise', [], (unit) =>
        storeOver({ ...world, ...unit }, unit).create(draft),
      ),
    change: (id, decide) =>
      changeDocuments(world, 'change a promise', [{ of: 'promise', id }], (unit) =>
        storeOver({ ...world, ...unit }, unit).change(id, decide),
      ),
  };
}

/** Promises of a page of documents that was read, with how they stand to what was recorded of them. */
export async function listingOf(
  world: StateWorld,
  ids: readonly string[],
): Promise<PromiseListing & { readonly records: PromiseRecords }> {
  const store = storeOver(world, NO_UNIT);
  const listings = [await store.listActive(), await store.listHistory()];
  const read = listings.flatMap((one) => (one.ok ? [one.value] : []));
  const broken = read.flatMap((one) => one.broken);
  return {
    promises: read.flatMap(({ promises }) => promises),
    broken: broken.map(({ path, reason }) => ({ path: shownPlace(world, path), reason })),
    records: await store.records(ids),
  };
}

type Changing = Pick<Unit, 'commits' | 'ledger'>;

/** For those who only read: a change is a bug. */
const NO_UNIT: Changing = {
  ledger: {
    hold() {
      throw new RangeError('nothing is changed by reading');
    },
    progress: () => undefined,
  },
  commits: {
    replace() {
      throw new RangeError('nothing is changed by reading');
    },
    draftName: () => '',
    sweep: () => undefined,
  },
};

function storeOver(world: StateWorld, { commits, ledger }: Changing): PromiseStore {
  const { database, project } = world;
  const store = project.ok ? { address: database.place, project: project.value } : undefined;
  return createFilePromiseStore({ ...world, commits, ledger, queue: NO_QUEUE, store });
}
