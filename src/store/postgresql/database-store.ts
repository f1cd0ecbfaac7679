import type { Result } from '../../domain/base/result.ts';
import type { AskDatabase } from '../../ports.ts';
import { stateFolderOf } from '../files/state-folder.ts';
import type { PromisesReader } from '../fleet.ts';
import type { SharedPlace } from '../shared-store.ts';
import type { StateStore, StoreOwner, StoreWorld } from '../state-store.ts';
import { createAudits } from './audits.ts';
import { createCosts, createSpending } from './costs.ts';
import { openDatabase } from './database.ts';
import { createEventLog } from './event-log.ts';
import { createGateMemory } from './gate-memory.ts';
import { createHealth } from './health.ts';
import { createPromises } from './promises.ts';
import { createSessions } from './sessions.ts';
import type { StateWorld } from './unit.ts';
import { createValidations } from './validations.ts';
import { readPromises } from './whole-project.ts';

/** Where a project's state is kept in a database. */
interface DatabasePlace extends SharedPlace {
  /** What this machine is called, for the people of others; undefined where that is not told. */
  readonly machineName?: string | undefined;
}

/** A store that holds a connection until it is closed. */
interface DatabaseStore extends StateStore {
  /** As `FleetProject` has it. */
  readPromises(reader: PromisesReader): Promise<Result<undefined>>;
  /** Gives the connection up, unless it is used. */
  rest(): void;
  close(): Promise<void>;
}

/**
 * A project's state in a PostgreSQL database, by the rules of the file store: the same documents, the same ledger. The
 * user's register stays where it is. Connects when it is first used.
 */
export function openDatabaseStore(
  world: StoreWorld,
  { projectFolder, sessionId }: StoreOwner,
  { address, machineName: name, project }: DatabasePlace,
  ask: AskDatabase,
): DatabaseStore {
  const who = sessionId === null ? undefined : { session: sessionId, machine: name };
  const database = openDatabase(address, { ...world, who });
  const folder = stateFolderOf(projectFolder);
  const machine = { id: world.processes.self.place, name: name ?? '' };
  const beat =
    sessionId === null || name === undefined ? undefined : { session: sessionId, machine };
  const state: StateWorld = { ...world, database, project, folder, sessionId, beat };
  return {
    promises: createPromises(state),
    validations: createValidations(state),
    stopGate: createGateMemory(state),
    sessions: createSessions(state),
    costLog: createCosts(state),
    eventLog: createEventLog({ ...state, address, place: database.place }, ask),
    spending: createSpending(state),
    health: createHealth(state),
    audits: createAudits(state),
    readPromises: (reader) => readPromises(state, reader),
    rest: database.rest,
    close: () => database.close(),
  };
}
