import type { AskedGates, KeptArtifactOf, TamperingFacts } from '../domain/account/facts.ts';
import type { ForgeCommit } from '../domain/base/forge.ts';
import type { KnownSecret } from '../domain/base/secrets.ts';
import type { ChecklistChange } from '../domain/promise/checklist-change.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import type { TakeTree } from '../domain/promise/tree.ts';
import type { Clock, Spool } from '../ports.ts';
import type { StateStore } from '../store/state-store.ts';
import type { CappedSession } from '../store/stop-gate-store.ts';

/** What a report is gathered from. Nothing of it is changed. */
export interface GatheringWorld
  extends Pick<StateStore, 'promises' | 'validations' | 'stopGate' | 'costLog' | 'eventLog'> {
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly projectFolder: string;
  /** The version of the suite. */
  readonly version: string;
  /** What closing a promise asks of validators and judges. */
  readonly gates: AskedGates;
  /** What no text of a report may hold. */
  readonly secrets: readonly KnownSecret[];
  /** The sessions that their stop gates let go with something left to do, and that still are. */
  readonly cappedSessions: () => Promise<readonly CappedSession[]>;
  /** The files that the promises are about; undefined where they are not on this machine. */
  readonly checkout: ReportedCheckout | undefined;
  readonly keptArtifact: KeptArtifactOf;
  /** The commit that is checked out, where its forge shows it. */
  readonly pushed: () => ForgeCommit;
  /** Where that goes which may be more than memory holds. */
  readonly openSpool: () => Spool;
  /** Is told what is being done, for a person who waits. */
  readonly says: (what: string) => void;
}

/** What a report is told of the files as they are now. */
interface ReportedCheckout {
  /** Takes fingerprints of the checkouts, for `leftMs` milliseconds. */
  readonly openTrees: (leftMs: () => number) => TakeTree;
  /** Looks for weakened tests since a promise was made. */
  readonly lookAtTests: (promise: CompletionPromise) => Promise<TamperingFacts>;
  /** The checklists that a promise was made of and that changed since. */
  readonly changedChecklists: (promise: CompletionPromise) => readonly ChecklistChange[];
}
