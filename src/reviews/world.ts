import type { Environment } from '../adapters/environment.ts';
import type { Chance, Clock } from '../ports.ts';
import type { Style } from '../report/style.ts';
import type { CostLog } from '../store/cost-log.ts';
import type { Spending } from '../store/spending.ts';
import type { StopGateStore } from '../store/stop-gate-store.ts';

/** What every review works with. The suite has all of it. */
export interface ReviewWorld {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly costLog: CostLog;
  readonly spending: Spending;
  readonly stopGate: StopGateStore;
  readonly style: Style;
}

/** What watches a question while it is asked. */
interface Watching {
  /** Aborted where the user interrupts. */
  readonly signal: AbortSignal;
  /** Tells of another state of the question. */
  onProgress(what: string): void;
  stop(): void;
}

/** Begins to watch; `what` says in a few words what is asked. */
export type Watch = (what: string) => Watching;
