/** How the project's test commands came out when setting up ran them once. */
export interface Trial {
  readonly verdict: 'passed' | 'failed' | 'could-not-run';
  readonly milliseconds: number;
}

/** How long a session can be made to wait for its checks, in milliseconds; beyond that its user is told alone. */
const LONGEST_HELD_MS = 120_000;

/**
 * What a trial speaks for, as a value of `stopGate.standing`. Tests that fail are held to as well: what fails already
 * holds no session for long. Undefined: a command that cannot run is no check.
 */
export function standingAfter({ milliseconds, verdict }: Trial): 'block' | 'tell' | undefined {
  if (verdict === 'could-not-run') return undefined;
  return milliseconds > LONGEST_HELD_MS ? 'tell' : 'block';
}
