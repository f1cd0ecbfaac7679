import type { Digests, World } from '../ports.ts';
import type { CostLog } from './cost-log.ts';
import type { EventLog } from './event-log.ts';
import type { Fleet } from './fleet.ts';
import type { PromiseStore } from './promise-store.ts';
import type { Register } from './register.ts';
import type { SessionStore } from './session-store.ts';
import type { Silence } from './silence.ts';
import type { Spending } from './spending.ts';
import type { StateAudit } from './state-audit.ts';
import type { StateHealth } from './state-health.ts';
import type { StopGateStore } from './stop-gate-store.ts';
import type { ValidationStore } from './validation-store.ts';

/** The whole state of one project. Every change is recorded as an event by the store itself. */
export interface StateStore {
  readonly promises: PromiseStore;
  readonly validations: ValidationStore;
  readonly stopGate: StopGateStore;
  readonly sessions: SessionStore;
  readonly costLog: CostLog;
  readonly eventLog: EventLog;
  readonly spending: Spending;
  readonly health: StateHealth;
  readonly audits: StateAudit;
  /** The sessions of all machines; only where the store is one that machines share. */
  readonly fleet?: Fleet | undefined;
}

/** What a store needs of the world. */
export interface StoreWorld extends World {
  /** The system's code of why a folder cannot be read and written; undefined where it can. */
  readonly folderRefusal: (folder: string) => string | undefined;
  /** Where the store says which session promised what, in its own project. */
  readonly register: Register;
  readonly digests: Digests;
  /** The folder of what the suite keeps for the user, outside of every project. */
  readonly userStateFolder: string;
  /** Where it is a hook that asks: how long it waits for a store that is silent. */
  readonly silence?: Silence | undefined;
  /** Is told who is waited for, where a change waits for long. */
  readonly waits?: ((waited: Waited) => void) | undefined;
}

/** Others that a change waits for. */
export interface Waited {
  readonly holder: string;
  /** How many more wait. */
  readonly others: number;
}

/** Whose state is opened, and for whom. */
export interface StoreOwner {
  readonly projectFolder: string;
  /** The session that acts, as events name it. */
  readonly sessionId: string | null;
  /** What this process does, for other processes that wait for it. */
  readonly activity: string;
}

export type OpenStore = (world: StoreWorld, owner: StoreOwner) => StateStore;
