import type { Environment } from '../adapters/environment.ts';
import { createNodeChance } from '../adapters/node-chance.ts';
import { createNodeClock } from '../adapters/node-clock.ts';
import { createNodeFiles } from '../adapters/node-files.ts';
import { createNodeProcesses } from '../adapters/node-processes.ts';
import type { Actor } from '../domain/promise-changes.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { timestamp } from '../domain/time.ts';
import type { Chance, Clock, Files, Processes } from '../ports.ts';
import type { Style } from '../report/style.ts';
import { LONGEST_WAIT_MS } from '../store/change-in-turn.ts';
import { createCommits } from '../store/commit.ts';
import { type CostLog, createCostLog } from '../store/cost-log.ts';
import { createEventLog, type EventLog } from '../store/event-log.ts';
import { createFilePromiseStore } from '../store/file-promise-store.ts';
import { createPromiseFiles } from '../store/promise-files.ts';
import type { PromiseStore } from '../store/promise-store.ts';
import { createQueue } from '../store/queue.ts';
import { createSpendingLedger, type SpendingLedger } from '../store/spending-ledger.ts';
import { type StateFolder, stateFolderOf } from '../store/state-folder.ts';
import { createStopGateStore, type StopGateStore } from '../store/stop-gate-store.ts';
import { createValidationStore, type ValidationStore } from '../store/validation-store.ts';

/** Everything that the commands work with, wired once. */
export interface Suite {
  readonly environment: Environment;
  readonly files: Files;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly processes: Processes;
  readonly folder: StateFolder;
  readonly promises: PromiseStore;
  readonly validations: ValidationStore;
  readonly stopGate: StopGateStore;
  readonly events: EventLog;
  readonly costLog: CostLog;
  readonly ledger: SpendingLedger;
  /** A name for a file that is prepared before it replaces another. */
  readonly draftName: () => string;
  readonly style: Style;
}

/** `activity` is what other processes are told when they find this one holding a lock. */
export function createSuite(environment: Environment, style: Style, activity: string): Suite {
  const files = createNodeFiles();
  const clock = createNodeClock();
  const chance = createNodeChance();
  const processes = createNodeProcesses();
  const world = { files, clock, chance, processes };
  const folder = stateFolderOf(environment.projectFolder);
  const events = createEventLog(world, folder, environment.session?.id ?? null);
  const commits = createCommits(world, folder.commits, () => chance.hex(6));
  const { draftName } = commits;
  const shared = {
    ...world,
    folder,
    events,
    commits,
    queue: createQueue(world, folder.commits, activity),
  };
  const promises = createFilePromiseStore({ ...shared, reader: createPromiseFiles(files, folder) });
  const stopGate = createStopGateStore({ ...shared, longestWaitMs: () => LONGEST_WAIT_MS });
  const validations = createValidationStore({ ...world, events, draftName }, folder);
  const costLog = createCostLog(files, folder);
  const ledger = createSpendingLedger({ ...world, folder, costLog });
  return {
    environment,
    files,
    clock,
    chance,
    processes,
    folder,
    promises,
    validations,
    stopGate,
    events,
    costLog,
    ledger,
    draftName,
    style,
  };
}

/** Who acts, for what needs a session. Fails where none is set. */
export function actorOf({ environment, clock }: Suite): Result<Actor> {
  const { session } = environment;
  return session === undefined
    ? failed({ kind: 'no-session' })
    : success({ session, at: timestamp(clock.now()) });
}
