import type { Failure } from '../domain/base/failure.ts';
import type { Result } from '../domain/base/result.ts';
import type { FleetReading } from '../domain/session/fleet.ts';
import type { CostLog } from './cost-log.ts';
import type { EventLog } from './event-log.ts';
import type { PromiseStore } from './promise-store.ts';
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
  readonly promises: PromiseStore;
  readonly validations: ValidationStore;
  readonly stopGate: StopGateStore;
  readonly costLog: CostLog;
  readonly eventLog: EventLog;
  close(): Promise<void>;
}
