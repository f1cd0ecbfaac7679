import type { CheckResult } from './check-result.ts';
import type { RetireFault } from './directive.ts';
import type { ProofStanding } from './proof.ts';

/** A file of the state folder that cannot be read as what it should be. */
export interface BrokenFile {
  readonly path: string;
  readonly reason: string;
}

/** A criterion that keeps Gate 1 closed: not met, or met with nothing to show for it. */
export interface OpenCriterion {
  readonly id: string;
  readonly description: string;
  readonly lacks: 'met' | 'evidence';
}

/** Why Gate 2 is closed for a criterion. */
export interface GateProblem {
  readonly criterion: string;
  readonly description: string;
  readonly why:
    | 'missing'
    | 'failed'
    | 'blocked'
    | 'unknown-verdict'
    | 'unreadable'
    | 'invalid-id'
    | 'shared-id';
  readonly reasoning: string;
  /** Who gave the answer that keeps it shut, where that is known. */
  readonly by?: string | undefined;
}

/** A criterion whose proof does not hold now. */
export interface UnprovedCriterion {
  readonly id: string;
  readonly description: string;
  readonly proof: ProofStanding;
}

/** What is wrong with a validator's response. */
export type ResponseFault =
  | { readonly fault: 'json'; readonly detail: string }
  | { readonly fault: 'missing'; readonly fields: readonly string[] }
  | { readonly fault: 'verdict'; readonly verdict: string };

/** Everything that is expected to go wrong. Text and exit codes are made of it in one place each. */
export type Failure =
  | { readonly kind: 'usage'; readonly message: string; readonly hint?: string | undefined }
  | { readonly kind: 'no-session' }
  | { readonly kind: 'invalid-id'; readonly what: string; readonly value: string }
  | { readonly kind: 'promise-not-found'; readonly id: string }
  | { readonly kind: 'not-owner'; readonly id: string; readonly owner: string | null }
  | { readonly kind: 'not-orphaned'; readonly owner: string }
  | {
      readonly kind: 'wrong-status';
      readonly id: string;
      readonly status: string;
      readonly attempted: string;
    }
  | {
      readonly kind: 'unknown-criterion';
      readonly id: string;
      readonly criterion: string;
      readonly known: readonly string[];
    }
  | { readonly kind: 'ambiguous-criterion'; readonly id: string; readonly criterion: string }
  /** `known`: the directives that could be retired. */
  | {
      readonly kind: 'no-such-directive';
      readonly id: string;
      readonly why: RetireFault;
      readonly known: readonly string[];
    }
  | {
      readonly kind: 'criteria-open';
      readonly id: string;
      readonly status: string;
      readonly open: readonly OpenCriterion[];
    }
  | { readonly kind: 'proof-missing'; readonly id: string }
  | {
      readonly kind: 'validation-blocked';
      readonly id: string;
      readonly problems: readonly GateProblem[];
    }
  /** Checks that did not pass, or proofs that no longer hold. */
  | {
      readonly kind: 'unproved';
      readonly id: string;
      readonly criteria: readonly UnprovedCriterion[];
    }
  /** Commands that this user has not recorded on this machine. */
  | {
      readonly kind: 'untrusted-checks';
      readonly id: string;
      readonly commands: readonly { readonly criterion: string; readonly command: string }[];
    }
  /** What was run to meet a criterion did not pass: the criterion is as it was. */
  | {
      readonly kind: 'check-failed';
      readonly id: string;
      readonly criterion: string;
      readonly troubles: readonly CheckResult[];
      readonly output: string;
    }
  | { readonly kind: 'nothing-to-prove'; readonly id: string; readonly criteria: readonly string[] }
  | {
      readonly kind: 'invalid-definition';
      readonly path: string;
      readonly problems: readonly string[];
    }
  | { readonly kind: 'invalid-response'; readonly fault: ResponseFault }
  | { readonly kind: 'broken-file'; readonly file: BrokenFile }
  | {
      readonly kind: 'busy';
      readonly id: string;
      /** What is held, where it is no promise. */
      readonly what?: string;
      readonly holder: string;
      readonly waitedMs: number;
    }
  | {
      readonly kind: 'not-storable';
      readonly id: string;
      readonly what?: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'file-system';
      readonly action: string;
      readonly path: string;
      readonly code: string;
    }
  | { readonly kind: 'already-archived'; readonly id: string; readonly path: string }
  | { readonly kind: 'person-needed'; readonly action: string; readonly reason: string }
  /** A FAIL of this run, or of an earlier run of a judge that nothing has lifted. */
  | {
      readonly kind: 'judge-rejected';
      readonly id: string;
      readonly by: 'judge' | 'rubric';
      readonly at: string;
      readonly failed: readonly string[];
      readonly feedback: readonly JudgeFeedback[];
    }
  /** The judge could not be had, and the configuration does not let that pass. */
  | {
      readonly kind: 'unjudged';
      readonly id: string;
      readonly reason: string;
      /** How many votes it takes, where fewer were asked for. */
      readonly votes?: number;
    }
  | { readonly kind: 'changed-while-judged'; readonly id: string }
  | { readonly kind: 'too-large-to-judge'; readonly reason: string }
  | {
      readonly kind: 'model-unusable';
      readonly model: string;
      readonly reason: string;
      readonly known: readonly string[];
    }
  | {
      readonly kind: 'spending-cap';
      readonly cap: SpendingCap;
      readonly limitUsd: number;
      readonly spentUsd: number;
      readonly neededUsd: number;
      /** How many calls were to be made at once, where there were several. */
      readonly calls?: number;
    }
  | { readonly kind: 'interrupted'; readonly action: string }
  | {
      readonly kind: 'invalid-configuration';
      readonly source: string;
      readonly problems: readonly string[];
    }
  | { readonly kind: 'unexpected'; readonly message: string };

/** Which limit a call would break: that of the day, or that of this run. */
export type SpendingCap = 'day' | 'run';

/** What a judge found wrong with a criterion, and what would put it right. */
export interface JudgeFeedback {
  readonly ac_id: string;
  readonly finding: string;
  readonly would_satisfy: string;
}

/**
 * What a failure does to whoever met it.
 * - `usage`: the caller's mistake; nothing was tried. The stop gate reports it and does not block.
 * - `refuse`: the command declines and changes nothing.
 * - `block`: the state cannot be trusted; the stop gate stays shut (DESIGN, "a broken state never opens a gate").
 */
export type FailureEffect = 'usage' | 'refuse' | 'block';

export const EFFECT_OF_FAILURE: Readonly<Record<Failure['kind'], FailureEffect>> = {
  usage: 'usage',
  'no-session': 'usage',
  'invalid-id': 'usage',
  'invalid-response': 'usage',
  'promise-not-found': 'refuse',
  'not-owner': 'refuse',
  'not-orphaned': 'refuse',
  'wrong-status': 'refuse',
  'unknown-criterion': 'refuse',
  'ambiguous-criterion': 'refuse',
  'no-such-directive': 'refuse',
  'criteria-open': 'refuse',
  'proof-missing': 'refuse',
  'validation-blocked': 'refuse',
  unproved: 'refuse',
  'untrusted-checks': 'refuse',
  'check-failed': 'refuse',
  'nothing-to-prove': 'refuse',
  'invalid-definition': 'usage',
  'not-storable': 'refuse',
  'already-archived': 'refuse',
  'person-needed': 'refuse',
  'judge-rejected': 'refuse',
  unjudged: 'refuse',
  'changed-while-judged': 'refuse',
  'too-large-to-judge': 'refuse',
  'model-unusable': 'refuse',
  'spending-cap': 'refuse',
  interrupted: 'refuse',
  'invalid-configuration': 'block',
  'broken-file': 'block',
  busy: 'block',
  'file-system': 'block',
  unexpected: 'block',
};
