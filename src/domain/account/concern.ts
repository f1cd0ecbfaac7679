/**
 * What a reader of a report should look at: where less was asked of a promise than could have been, or where it does
 * not stand as it looks. The order is that of their weight.
 */
export const CONCERNS = [
  'rejected',
  'changed-outside',
  'unrecorded',
  'weakened-tests',
  'cancel-requested',
  'checklist-changed',
  'stale',
  'not-shown',
  'failed',
  'divergent',
  'unjudged',
  'skipped',
  'waived',
  'self-validated',
  'not-bound',
  'capped',
  'waiting',
  'doubtful',
  'unconfirmed',
] as const;

export type ConcernKind = (typeof CONCERNS)[number];

/** One of them, of a promise or of some of its criteria. */
export interface Concern {
  readonly kind: ConcernKind;
  /** The criteria that it is about; empty where it is the promise as a whole. */
  readonly criteria: readonly string[];
  /** What there is to say beyond its kind; empty where there is nothing. */
  readonly detail: string;
}
