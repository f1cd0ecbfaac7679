import type { BrokenFile } from '../base/failure.ts';

/** What a look over all of the user's register shows. */
export interface RegisterSurvey {
  /** Where it is, as a text for people. */
  readonly place: string;
  /**
   * Why it is not used; undefined where it is. `not-own`: a link, or a folder of another user; else the system's
   * code of why it cannot be read and written.
   */
  readonly refusal: 'not-own' | { readonly code: string } | undefined;
  /** How many sessions have something in it. */
  readonly sessions: number;
  readonly broken: readonly BrokenFile[];
  /** Project folders that are named there and are not there any more. */
  readonly gone: readonly GoneFolder[];
}

export interface GoneFolder {
  readonly project: string;
  /** The sessions that have promises there, and the ids of those. */
  readonly sessions: readonly string[];
  readonly promises: readonly string[];
}
