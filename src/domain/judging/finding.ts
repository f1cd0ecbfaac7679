import type { BrokenFile, Failure } from '../base/failure.ts';

/** Something in the state folder that is not as it should be. */
export type Finding =
  /** A file that cannot be read; one of the open promises keeps every session's gate shut. */
  | { readonly kind: 'broken'; readonly file: BrokenFile; readonly blocksGates: boolean }
  /** A folder of the state that cannot be read, which nothing here can put right. */
  | { readonly kind: 'broken-folder'; readonly file: BrokenFile; readonly blocksGates: boolean }
  /** A promise that ended, but whose writer was stopped before it moved to the history. */
  | { readonly kind: 'not-archived'; readonly id: string; readonly path: string }
  /** A promise whose file is named otherwise than it says itself. Commands go by the file's name. */
  | { readonly kind: 'other-id'; readonly id: string; readonly says: string };

/** What a repair did about one finding. */
export interface Repair {
  readonly from: string;
  readonly to: string;
  /** What could not be done beside it, such as writing the event log. */
  readonly warnings: readonly Failure[];
}

/** What moving a file puts right. The rest is a note, or wants a person's hands. */
export type RepairableFinding = Extract<Finding, { readonly kind: 'broken' | 'not-archived' }>;

export function isRepairable(finding: Finding): finding is RepairableFinding {
  return finding.kind === 'broken' || finding.kind === 'not-archived';
}
