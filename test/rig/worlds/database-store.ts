import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createNodeChance } from '../../../src/adapters/node-chance.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { createNodeProcesses } from '../../../src/adapters/node-processes.ts';
import { createDatabaseAsker } from '../../../src/adapters/waiting-worker.ts';
import { success } from '../../../src/domain/base/result.ts';
import type { AskDatabase } from '../../../src/ports.ts';
import { openDatabaseStore } from '../../../src/store/postgresql/database-store.ts';
import { createDatabaseView } from '../../../src/store/postgresql/state-view.ts';
import type { StateStore, StoreWorld } from '../../../src/store/state-store.ts';
import type { StateView } from '../../../src/store/state-view.ts';
import { createMemoryRegister } from './memory-register.ts';
import { builtFile } from './suite.ts';

const files = createNodeFiles(NO_DEADLINE);

/** Asks by the built suite, as the lanes do. */
export function askBuilt(): AskDatabase {
  return createDatabaseAsker(builtFile('postgresql.cjs'), () => 20_000);
}

/** The store in a database over a project's folder, with any part of its world replaced. */
export function createDatabaseStore(
  folder: string,
  address: string,
  project: string,
  replaced: Partial<StoreWorld> = {},
): StateStore {
  const world: StoreWorld = {
    files,
    clock: createNodeClock(),
    chance: createNodeChance(),
    processes: createNodeProcesses(),
    folderRefusal: () => undefined,
    register: createMemoryRegister(),
    digests: NODE_DIGESTS,
    userStateFolder: join(folder, 'state-of-the-user'),
    ...replaced,
  };
  const owner = { projectFolder: folder, sessionId: 'session-a', activity: 'a test' };
  const store = openDatabaseStore(world, owner, { address, project: success(project) }, askBuilt());
  onTestFinished(() => store.close());
  return store;
}

/** What the fast lanes would read at each moment: a view of its own for each question. */
export function createDatabaseViewNow(folder: string, address: string, project: string): StateView {
  const world = { digests: NODE_DIGESTS, files, ask: askBuilt() };
  const now = () =>
    createDatabaseView(world, { address, project: success(project), projectFolder: folder });
  return {
    isThere: () => now().isThere(),
    listActive: (...given) => now().listActive(...given),
    whereaboutsOf: (id) => now().whereaboutsOf(id),
    recordOf: (...given) => now().recordOf(...given),
    stopGateState: (session) => now().stopGateState(session),
    endOf: (session) => now().endOf(session),
    unconfirmedEndOf: (session) => now().unconfirmedEndOf(session),
  };
}

/** The events of a project, as its ledger has them. */
export function eventsIn(address: string, project: string): readonly unknown[] {
  const text = `SELECT l.text FROM completion_promise.ledger l
    JOIN completion_promise.project p ON p.id = l.project WHERE p.name = $1 ORDER BY l.line`;
  const rows = askBuilt()({ address, action: 'read the ledger', text, values: [project] });
  if (!rows.ok) throw new Error(JSON.stringify(rows.failure));
  return rows.value.map((row) => JSON.parse(String(row['text'])));
}
