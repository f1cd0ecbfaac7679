import { machineName } from '../adapters/node-processes.ts';
import { success } from '../domain/base/result.ts';
import type { AskDatabase } from '../ports.ts';
import type { Fleet } from '../store/fleet.ts';
import { openDatabase } from '../store/postgresql/database.ts';
import { openDatabaseStore } from '../store/postgresql/database-store.ts';
import { createFleet } from '../store/postgresql/fleet.ts';
import type { SharedPlace } from '../store/shared-store.ts';
import type { StoreOwner, StoreWorld } from '../store/state-store.ts';

/** The fleet of a store that machines share. Connects when it is first used. */
export function openFleet(
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
    open: (name) => openDatabaseStore(world, reader, { address, project: success(name) }, ask),
  });
}
