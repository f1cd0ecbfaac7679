/**
 * The changes of the state, as `events.jsonl` records them: one line per change, in the order of
 * writing.
 */
export type PromiseEvent =
  /** `settings`: those in force by which a gate could be weakened, by their keys; missing where they cannot be read. */
  | {
      readonly event: 'promise.created';
      readonly criteria: number;
      readonly settings?: KeptSettings;
    }
  | { readonly event: 'criterion.added'; readonly ac_id: string }
  | { readonly event: 'criterion.met'; readonly ac_id: string; readonly evidence_type: string }
  | { readonly event: 'check.added'; readonly ac_id: string; readonly kind: string }
  | {
      readonly event: 'criterion.answered';
      readonly ac_id: string;
      readonly by: string;
      readonly verdict: string;
    }
  | { readonly event: 'checks.trusted'; readonly ac_id: string }
  | {
      readonly event: 'criterion.proved';
      readonly ac_id: string;
      readonly source: string;
      readonly verdict: string;
    }
  | { readonly event: 'promise.started' }
  /** `from`: the session that goes on as this one; missing where the promise had no owner. */
  | { readonly event: 'promise.adopted'; readonly from?: string }
  /** `by`: a person gave it up for its session, which did not run any more or could not do it. */
  | { readonly event: 'promise.released' | 'promise.cancelled'; readonly by?: 'person' }
  /** Its session wants that, and only a person can do it, since a judge's FAIL stands. */
  | { readonly event: 'promise.give-up-requested'; readonly what: 'cancel' | 'release' }
  | { readonly event: 'criterion.waived'; readonly ac_id: string; readonly reason: string }
  /** `digests`: of the findings in the tests that may stand. */
  | {
      readonly event: 'tampering.accepted';
      readonly digests: readonly string[];
      readonly by: string;
      readonly reason: string;
    }
  | {
      readonly event: 'promise.judged';
      readonly status: string;
      readonly verdict: string;
      readonly failed: readonly string[];
      /** For several votes: whether any two of them disagree; null where a vote is missing. */
      readonly divergent?: boolean | null;
      /** The names of the findings in the tests that were shown, where there were any. */
      readonly tampering?: readonly string[];
    }
  | { readonly event: 'promise.verified'; readonly gates: VerificationGates }
  | {
      readonly event: 'validation.stored';
      readonly ac_id: string;
      readonly verdict: string;
      readonly stored_by: string;
    };

export type StateEvent =
  | (PromiseEvent & { readonly promise_id: string })
  | { readonly event: 'directive.added'; readonly directive: string; readonly type: string }
  | { readonly event: 'directive.retired'; readonly directive: string }
  | { readonly event: 'session.initialized'; readonly initiative: string | null }
  /** `covers`: the digest of the promises and files that the end covers. */
  | {
      readonly event: 'session.ended';
      readonly session: string;
      readonly reason: string;
      readonly covers: string;
    }
  | { readonly event: 'session.reopened'; readonly session: string }
  /** It goes on in the place of `from`, with the end that a person gave; `end`: the digest that its line has as an act. */
  | {
      readonly event: 'session.continued';
      readonly session: string;
      readonly from: string;
      readonly end: string;
    }
  /** It asked its user, by `cs session ask`. */
  | {
      readonly event: 'session.waits';
      readonly session: string;
      readonly needs: string;
      readonly question: string;
    }
  /** Its wait ended: the user's next prompt came, or it took its question back. */
  | {
      readonly event: 'session.waited';
      readonly session: string;
      readonly until: 'prompt' | 'withdrawn';
    }
  /** Its user interrupted the turn before a prompt, so the first stop after it is let through. */
  | { readonly event: 'session.interrupted'; readonly session: string }
  /** A person has the stop gate off for all sessions of the project. */
  | { readonly event: 'gate.paused'; readonly until: string }
  | { readonly event: 'gate.resumed' }
  | { readonly event: 'file.quarantined'; readonly from: string; readonly to: string }
  /** A log without a chain was taken over: how many bytes it had, and their SHA-256. */
  | {
      readonly event: 'ledger.started';
      readonly taken_over: { readonly bytes: number; readonly sha256: string };
    };

/** Settings by their keys, as a promise keeps them of its making: each a value of JSON. */
export type KeptSettings = Readonly<Record<string, unknown>>;

/**
 * How a verified promise passed each gate that keeps a word of it, or skipped it. Only `judge: 'passed'` counts as judged.
 */
export interface VerificationGates {
  readonly self_report?: 'passed' | 'proof';
  /** How the proofs stood: `not-bound` where one cannot be compared with the checkout. */
  readonly proofs?: 'passed' | 'not-bound' | 'none';
  /** Whether the files that changed were parsed; `not-examined` where git could not say which did. */
  readonly changed_files?: 'passed' | 'off' | 'not-examined';
  /** Whether the project's own commands were run; `none` where it has none. */
  readonly always?: 'passed' | 'none';
  /**
   * What a look for weakened tests came to: nothing found, all of it accepted, or shown and let stand; `not-examined`
   * where nothing says what changed.
   */
  readonly tampering?: 'none' | 'accepted' | 'warned' | 'not-examined';
  /** How validators answered: `partial` where at least one of the answers that opened it says PARTIAL. */
  readonly validation?: 'passed' | 'partial' | 'skipped' | 'no-criteria' | 'when-present' | 'off';
  readonly judge?: 'passed' | 'not-run' | 'skipped' | 'unavailable' | 'rubric' | 'no-criteria';
}

/** The gates of that record, in the order in which reports name them. */
export const RECORDED_GATES = [
  'self_report',
  'proofs',
  'changed_files',
  'always',
  'tampering',
  'validation',
  'judge',
] as const satisfies readonly (keyof VerificationGates)[];

/** An event with when it was and whose: what a line of `events.jsonl` says of the change itself. */
export type EventLine = StateEvent & {
  readonly timestamp: string;
  readonly session_id: string | null;
};
