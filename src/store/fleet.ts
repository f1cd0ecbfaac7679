import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';
import type { FleetReading } from '../domain/session/fleet.ts';
import type { EventReading } from './event-log.ts';
import type { PromiseListing, PromiseRecords } from './promise-store.ts';
import type { StopGateStore } from './stop-gate-store.ts';
import type { ValidationStore } from './validation-store.ts';

/** The sessions of all machines that share a store. */
export interface Fleet {
  /** Records that a session is at work on this machine, at most once in a while. Gives what failed. */
  seen(session: string): Promise<Failure | undefined>;
  /** Records that a session has ended. Gives what failed. */
  ended(session: string): Promise<Failure | undefined>;
  /** What the sessions of this project do; `isOfAll`: of all projects in the store. */
  read(isOfAll: boolean): Promise<Result<FleetReading>>;
  /** All projects that the store holds, and the name of the one of this folder, where it has one. */
  projects(): Promise<Result<FleetProjects>>;
  /** The state of any project of the store, to be read. */
  open(project: string): Promise<FleetProject>;
  /**
   * Waits until something may have changed, at the most so many milliseconds. The store tells it where it can be
   * reached; a connection that broke is made again. Never fails.
   */
  change(mostMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

interface FleetProjects {
  /** In their order. */
  readonly names: readonly string[];
  readonly own: string | undefined;
}

/** What is read of a project by those who report on it. */
export interface FleetProject {
  readonly stopGate: StopGateStore;
  /**
   * Reads all that was promised as it was at one moment, and gives it part by part: first the ledger and the costs, in
   * their order, and then the promises. Fails as reading does.
   */
  readPromises(reader: PromisesReader): Promise<Result<undefined>>;
  close(): Promise<void>;
}

export interface PromisesReader {
  onLine(line: EventReading): void;
  /** Undefined: one that cannot be read. */
  onCall(call: CostLine | undefined): void;
  onPage(page: PromisePage): Promise<void>;
}

/** Some promises with all that is known of them, in the order of their ids. */
export interface PromisePage extends PromiseListing {
  readonly records: PromiseRecords;
  readonly answersTo: ValidationStore['answersTo'];
  /** The lines of the ledger and the calls of models that name them. */
  readonly lines: readonly EventReading[];
  readonly calls: readonly CostLine[];
}
