/** What the command of `notify` is told: one JSON object on its standard input. */
export interface Notice {
  /** A session waits for its user, its stop gate let it go unfinished, or a promise was verified; `test`: nothing was. */
  readonly event: 'waits' | 'capped' | 'verified' | 'test';
  /** A timestamp. */
  readonly at: string;
  readonly project: string;
  readonly session_id: string | null;
  readonly promise_id: string | null;
  /** The question, why it was let go, or what was promised. */
  readonly text: string;
}
