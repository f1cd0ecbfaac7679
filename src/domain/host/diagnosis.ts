/** What the user can do: in words, or by a command of the suite between words. */
export type Advice =
  | string
  | { readonly words: string; readonly command: string; readonly more?: string };

/** One thing that was examined, as doctor tells of it. */
export interface Diagnosis {
  /** What was examined, as a name for programs: `hooks.stop`. */
  readonly check: string;
  /**
   * `fail`: it leaves the gate open, or makes it impossible to get through. `note`: it does neither, but the
   * user should know of it.
   */
  readonly status: 'ok' | 'fail' | 'note';
  readonly detail: string;
  /** The file or program that it is about, where the detail does not name it. */
  readonly where?: string | undefined;
  /** What follows from it, where the detail does not say so. */
  readonly follows?: string | undefined;
  /** What the user can do about it; left out where all is well. */
  readonly advice?: Advice | undefined;
  /** How long a program ran that was started for it. */
  readonly durationMs?: number | undefined;
}
