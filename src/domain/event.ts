/**
 * What happened to the state, as `events.jsonl` records it: one line per change, in the order in
 * which they were written down.
 */
export type PromiseEvent =
  | { readonly event: 'promise.created'; readonly criteria: number }
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
  /** `from`: the session that goes on as this one; missing where it was nobody's. */
  | { readonly event: 'promise.adopted'; readonly from?: string }
  | { readonly event: 'promise.released' }
  | { readonly event: 'promise.cancelled' }
  | { readonly event: 'criterion.waived'; readonly ac_id: string; readonly reason: string }
  | {
      readonly event: 'promise.judged';
      readonly status: string;
      readonly verdict: string;
      readonly failed: readonly string[];
      /** Of several votes: whether any two disagree; null where not all were heard. */
      readonly divergent?: boolean | null;
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
  | { readonly event: 'session.ended'; readonly session: string; readonly reason: string }
  | { readonly event: 'session.reopened'; readonly session: string }
  | { readonly event: 'file.quarantined'; readonly from: string; readonly to: string };

/** How a verified promise passed each gate, skips included. Only `judge: 'passed'` counts as judged. */
export interface VerificationGates {
  readonly self_report: 'passed' | 'proof';
  /** Whether what can be run was run: `not-bound` where a proof cannot be held against the checkout. */
  readonly proofs: 'passed' | 'not-bound' | 'none';
  readonly validation: 'passed' | 'skipped' | 'no-criteria' | 'when-present' | 'off';
  readonly judge: 'passed' | 'not-run' | 'skipped' | 'unavailable' | 'rubric' | 'no-criteria';
}

/** One line of `events.jsonl`. */
export type EventLine = StateEvent & {
  readonly timestamp: string;
  readonly session_id: string | null;
};
