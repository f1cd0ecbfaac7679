import { NODE_DIGESTS } from '../adapters/file-digest.ts';
import { createNodeChance } from '../adapters/node-chance.ts';
import { createNodeClock } from '../adapters/node-clock.ts';
import { machineName } from '../adapters/node-processes.ts';
import { keepHeapSmall } from '../adapters/small-heap.ts';
import {
  beforeStandingStill,
  createDatabaseAsker,
  databaseFile,
} from '../adapters/waiting-worker.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failed, success } from '../domain/base/result.ts';
import { timestamp } from '../domain/base/time.ts';
import { shownAddress } from '../domain/settings/store-address.ts';
import type { AskDatabase, AskedStatement, DatabaseRows, World } from '../ports.ts';
import { createLastKnownStates } from '../store/files/last-known.ts';
import type { Fleet } from '../store/fleet.ts';
import { keepingKnown } from '../store/known-promises.ts';
import { type CopyWorld, copyIntoDatabase } from '../store/postgresql/copy-into.ts';
import { copyIntoFolder } from '../store/postgresql/copy-out.ts';
import { type Database, openDatabase } from '../store/postgresql/database.ts';
import { openDatabaseStore } from '../store/postgresql/database-store.ts';
import { examineDatabase } from '../store/postgresql/examination.ts';
import { createFleet } from '../store/postgresql/fleet.ts';
import { migrate, tablesOf } from '../store/postgresql/migration.ts';
import { createDatabaseView } from '../store/postgresql/state-view.ts';
import type { CopiedState, SharedPlace, SharedStore } from '../store/shared-store.ts';
import type { Silence } from '../store/silence.ts';
import type { StateStore, StoreOwner, StoreWorld } from '../store/state-store.ts';
import { sharedView } from './postgresql-view.ts';

/** The longest wait for an answer of a database by those who cannot do anything else meanwhile, in milliseconds. */
const MOST_WAITING_MS = 10_000;

/**
 * The store in a PostgreSQL database, with the client that it takes: a file of `dist/` of its own, which is loaded only
 * where the settings name one.
 */
export const postgresqlStore: SharedStore = {
  openState,
  openFleet: (world, owner, place) =>
    openFleet(world, owner, place, askOf(mostWaiting, world.silence)),
  openView: ({ expected, files, mostMs, projectFolder, silence }, place) =>
    createDatabaseView(
      { digests: NODE_DIGESTS, files, ask: askOf(mostMs, silence) },
      { ...place, projectFolder },
      expected,
    ),
  readView: sharedView,
  examine: (world, address) => examineDatabase(openBare(world, address), address, world.clock),
  tables: (world, address) => tablesOf(openBare(world, address)),
  migrate: (world, address, role) => migrate(openBare(world, address), role),
  copyFromFolder: (world, state) => copyIntoDatabase(copyWorld(world, state)),
  copyIntoFolder: (world, state) => copyIntoFolder(copyWorld(world, state)),
};

/** A state, each change of which is kept on this machine for the time in which the database cannot be reached. */
function openState(world: StoreWorld, owner: StoreOwner, place: SharedPlace): StateStore {
  const named = { ...place, machineName: machineName() };
  const store = openDatabaseStore(world, owner, named, askOf(mostWaiting, world.silence));
  const audits: StateStore['audits'] = { audit: (id) => inSmallHeap(() => store.audits.audit(id)) };
  const opened = { ...store, audits };
  // Who holds one connection and waits for another would wait for others that do the same.
  beforeStandingStill(opened.rest);
  const { address, project } = place;
  if (!project.ok) return opened;
  const known = {
    states: createLastKnownStates(world),
    place: { store: shownAddress(address), project: project.value },
    sessions: owner.sessionId === null ? [] : [owner.sessionId],
    now: () => timestamp(world.clock.now()),
  };
  return { ...opened, promises: keepingKnown(opened.promises, known) };
}

/** The fleet of a store that machines share. Connects when it is first used. */
function openFleet(
  world: StoreWorld,
  owner: StoreOwner,
  { address, project }: SharedPlace,
  ask: AskDatabase,
): Fleet {
  const { clock, processes } = world;
  const reader = { ...owner, sessionId: null };
  return createFleet({
    address,
    project,
    clock,
    database: openDatabase(address, world),
    machine: { id: processes.self.place, name: machineName() },
    open(name) {
      const place = { address, project: success(name) };
      const { readPromises, ...store } = openDatabaseStore(world, reader, place, ask);
      return { ...store, readPromises: (by) => inSmallHeap(() => readPromises(by)) };
    },
  });
}

/** For what goes through all of a store. */
function inSmallHeap<Value>(act: () => Value): Value {
  keepHeapSmall();
  return act();
}

const mostWaiting = (): number => MOST_WAITING_MS;

/** Asks by a thread. A hook asks nothing more once a store was silent. */
function askOf(mostMs: () => number, silence: Silence | undefined): AskDatabase {
  if (silence === undefined) return createDatabaseAsker(databaseFile(), mostMs);
  const ask = createDatabaseAsker(databaseFile(), () => Math.min(mostMs(), silence.mostMs));
  return (statement) => {
    const met = silence.met();
    if (met !== undefined) return failed(met);
    const rows = ask(statement);
    if (!rows.ok) silence.meet(rows.failure);
    return rows;
  };
}

/** For those who ask whether there are tables, or make them. */
function openBare(world: World, address: string): Database {
  return openDatabase(address, world, undefined, true);
}

function copyWorld(world: World, { address, folder, project }: CopiedState): CopyWorld {
  const { files } = world;
  const database = openDatabase(address, world);
  return { files, digests: NODE_DIGESTS, database, project, folder };
}

const databases = new Map<string, Database>();

/** Runs one statement for the thread that waits for it, over a connection that is kept for the next. */
export async function runStatement({
  action,
  address,
  text,
  values,
}: AskedStatement): Promise<{ readonly rows: DatabaseRows } | { readonly failure: Failure }> {
  const database = databases.get(address) ?? opened(address);
  const rows = await database.read(action, text, values);
  return rows.ok ? { rows: rows.value } : { failure: rows.failure };
}

function opened(address: string): Database {
  const database = openDatabase(address, { chance: createNodeChance(), clock: createNodeClock() });
  databases.set(address, database);
  return database;
}
