import type { Failure } from '../base/failure.ts';

/** What a look at a store that machines share has shown. */
export type StoreExamination =
  | { readonly reached: false; readonly failure: Failure }
  | ReachedStore;

export interface ReachedStore {
  readonly reached: true;
  /** What answers there, with its version, as people call it. */
  readonly server: string;
  /** Whether that is older than what the suite works with. */
  readonly isTooOld: boolean;
  /** The role by which this machine is known there. */
  readonly role: string;
  /** How the connection is protected. */
  readonly protection: Protection;
  /** The version of the tables, null where there are none; and the one that this suite works with. */
  readonly found: number | null;
  readonly wanted: number;
  /** The rights that the suite needs and the role lacks, each as the store calls it. */
  readonly missingRights: readonly string[];
  /** Whether the role could change the tables, which agents need not. */
  readonly mayChangeTables: boolean;
  /** By how many milliseconds the clock there is ahead of this machine's. */
  readonly clockAheadMs: number;
}

/** `unchecked`: encrypted, and nobody looked at whose certificate that is. `local`: it does not leave the machine. */
export type Protection = 'checked' | 'unchecked' | 'none' | 'local';
