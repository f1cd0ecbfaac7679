import type { ForgeCommit } from '../base/forge.ts';
import type { PromiseAccount } from './account.ts';
import type { FleetAccount } from './fleet-account.ts';
import type { ReportTotals } from './totals.ts';

/** A report on promises: what every format writes, and what the JSON output is. */
export interface ProjectReport {
  readonly made_at: string;
  /** The version of the suite that made it. */
  readonly version: string;
  /** The name of the project's folder; of a report over all projects of a store, the store. */
  readonly project: string;
  readonly selection: ReportSelection;
  /** What could not be read, and what was left out. */
  readonly gaps: readonly ReportGap[];
  readonly totals: ReportTotals;
  /** The commit whose files are those that the report tells places in; without an address where nobody could go there. */
  readonly pushed: ForgeCommit;
  /** The projects of a store that machines share; null in a report on one project. */
  readonly fleet: FleetAccount | null;
  /** Those that need a look first, then the latest first. */
  readonly promises: Accounts;
}

/** Accounts of promises, which may be more than memory holds. They can be gone through more than once. */
export interface Accounts extends Iterable<PromiseAccount> {
  readonly length: number;
}

/** Which promises a report is about. `by`: see `selection.ts`; `words`: what was asked for, in plain words. */
export interface ReportSelection {
  readonly by: 'ids' | 'session' | 'since' | 'all' | 'own' | 'recent';
  readonly words: string;
}

/** A part of the state that the report does not tell of, and why. */
export interface ReportGap {
  readonly what: 'promise' | 'ledger' | 'cost-log' | 'proofs';
  /** The file or place, from the project's folder where it lies there. */
  readonly place: string;
  readonly reason: string;
}
