/** What a look at the installation found, one line for each thing that was looked at. */
export interface Diagnosis {
  /** What was looked at, for programs: `hooks.stop`. */
  readonly check: string;
  /**
   * `fail`: it leaves the gate open, or makes it impossible to get through. `note`: it does neither, and
   * somebody should know of it.
   */
  readonly status: 'ok' | 'fail' | 'note';
  readonly detail: string;
  /** What to do about it; nothing where it is as it should be. */
  readonly advice?: string;
  /** How long it took to find out, where something was run for it. */
  readonly durationMs?: number;
}

export const ok = (check: string, detail: string): Diagnosis => ({ check, status: 'ok', detail });

export const note = (check: string, detail: string, advice: string): Diagnosis => ({
  check,
  status: 'note',
  detail,
  advice,
});

export const fail = (check: string, detail: string, advice: string): Diagnosis => ({
  check,
  status: 'fail',
  detail,
  advice,
});
