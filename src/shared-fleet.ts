import { createNodeChance } from './adapters/node-chance.ts';
import { createNodeClock } from './adapters/node-clock.ts';
import { createNodeProcesses, machineName } from './adapters/node-processes.ts';
import type { Result } from './domain/base/result.ts';
import type { Fleet } from './store/fleet.ts';
import { openDatabase } from './store/postgresql/database.ts';
import { createFleet } from './store/postgresql/fleet.ts';

/** The fleet of a store that machines share. Connects when it is first used. */
export function openFleet(address: string, project: Result<string>): Fleet {
  const clock = createNodeClock();
  const database = openDatabase(address, { chance: createNodeChance(), clock });
  const machine = { id: createNodeProcesses().self.place, name: machineName() };
  return createFleet({ address, project, database, clock, machine });
}
