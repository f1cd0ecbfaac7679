import type { BrokenFile } from '../domain/base/failure.ts';

/** The recorded changes of a project's state, as text: for those who show them. */
export interface EventLog {
  /** Where the record is, for people who watch it; null where it lies in no folder. */
  readonly folder: string | null;
  /** A reader that begins with the oldest line, once what reads it is loaded. */
  open(): Promise<EventReader>;
}

/** Reads on where it stopped. */
export interface EventReader {
  /**
   * What came since the last call, oldest first. `isLast`: nothing is waited for, so a last line without an end is
   * given as it is; else it is held back until its end comes. Never throws.
   */
  read(isLast: boolean): Iterable<EventReading>;
}

export type EventReading =
  /** A line that is not blank. `number`: from 1. */
  | {
      readonly read: 'line';
      readonly number: number;
      readonly text: string;
      /** The digest of the line before it: null where there is none, undefined where it is not known. */
      readonly before: string | null | undefined;
      /** Whether its end is there; without, its writer may have been killed. */
      readonly isWhole: boolean;
    }
  /** A line that no version of the suite can have written: it is longer than any. */
  | { readonly read: 'too-long'; readonly number: number }
  /** The record was replaced or cut down: what follows begins with its oldest line again. */
  | { readonly read: 'begins-anew' }
  | { readonly read: 'broken'; readonly file: BrokenFile };
