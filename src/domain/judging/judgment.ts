import type { JudgeFeedback } from '../base/failure.ts';

/** What a judge says of a promise, in the shape in which the suite prints and stores it. */

export type Judgment = 'PASS' | 'FAIL';

/** WARN: it could not be judged. An outage is neither an acquittal nor a conviction. */
export type JudgeVerdict = Judgment | 'WARN';

export type JudgeStatus = 'success' | 'api_error' | 'parse_error' | 'error' | 'compromised';

export interface CriterionJudgment {
  readonly ac_id: string;
  readonly judgment: Judgment;
  /** The judge's own, 0 to 1; null where it gave none. It never decides anything. */
  readonly confidence: number | null;
  readonly reasoning: string;
}

/** What a rejected criterion needs. */
export type Feedback = JudgeFeedback;

/** What would satisfy a criterion whose judge did not say it. */
export const ANY_EVIDENCE = 'evidence that shows what the criterion requires';

export const SEVERITIES = ['critical', 'major', 'minor', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];

export interface ReviewFinding {
  readonly severity: Severity;
  readonly description: string;
  readonly location: string | null;
  readonly dimension: string | null;
  /** Null, or a criterion that the promise does not have: it counts against every criterion. */
  readonly ac_id: string | null;
  /** What would settle it, in the words of the model; missing where it said nothing. */
  readonly would_satisfy?: string;
}

/** Telemetry of a run that was no plain success, or a structured review; nothing is decided by it. */
export interface Diagnostics {
  readonly inner_verdict: string | null;
  readonly inner_confidence: number | null;
  readonly inner_confidence_calibrated: number | null;
  readonly verdict_evidence_mismatch: string | null;
  readonly findings_source: 'structured' | 'fallback';
  readonly fallback_reason: string | null;
  readonly verdict_source: 'mechanical' | 'legacy';
}

/** One vote of several, as it fell. */
export interface VoteResult
  extends Pick<
    JudgeResult,
    | 'model'
    | 'verdict'
    | 'reasoning'
    | 'criteria_judgments'
    | 'token_cost'
    | 'latency_ms'
    | 'cost_usd'
    | 'request_id'
    | 'error'
  > {
  /** Counted from 1. */
  readonly vote: number;
  /** What decided in which order it saw the criteria, as hexadecimal digits. */
  readonly seed: string;
  readonly status: JudgeStatus | 'cancelled';
}

/** What a vote says of a criterion that the whole judged otherwise. */
export interface Dissent extends Pick<CriterionJudgment, 'ac_id' | 'judgment' | 'reasoning'> {
  readonly vote: number;
  readonly model: string;
}

/** How several votes fell. */
export interface VoteTally {
  readonly asked: number;
  /** Votes for the promise, against it, unavailable, and cancelled since nothing hung on them. */
  readonly passed: number;
  readonly failed: number;
  readonly lost: number;
  readonly cancelled: number;
  /** Whether any two votes disagree; null where not all were heard, and those that were agree. */
  readonly divergent: boolean | null;
  /** The criteria on which they disagree. */
  readonly disputed: readonly string[];
  /** What those say who were overruled there. */
  readonly dissent: readonly Dissent[];
  /** How many votes of those that decided each model has. */
  readonly judges: Readonly<Record<string, number>>;
  /** How many independent votes those are worth at the most. */
  readonly independent_votes: number;
}

/** A whole run of the judge: what `cs judge --json` prints. */
export interface JudgeResult {
  readonly status: JudgeStatus;
  readonly verdict: JudgeVerdict;
  readonly overall_confidence: number;
  readonly reasoning: string;
  readonly criteria_judgments: readonly CriterionJudgment[];
  readonly token_cost: { readonly input_tokens: number; readonly output_tokens: number };
  readonly model: string;
  readonly latency_ms: number;
  readonly findings: readonly ReviewFinding[];
  /** The critical ones among the findings. */
  readonly blocking_issues: readonly ReviewFinding[];
  readonly feedback: readonly Feedback[];
  /** Empty where a plain review came to its end. */
  readonly diagnostics: Diagnostics | Readonly<Record<string, never>>;
  /** US dollars; null where the model's prices are not known. */
  readonly cost_usd: number | null;
  readonly request_id: string | null;
  /** Each vote, where several were asked for. */
  readonly votes: readonly VoteResult[];
  /** How they fell. */
  readonly tally?: VoteTally;
  /** Who was asked, and who pays for it. */
  readonly backend?: string;
  readonly paid_by?: string;
  /** The raw cause, where it failed. */
  readonly error?: string;
  /** What the model wrote, redacted and cut, where it could not be used. */
  readonly raw_response?: string;
  /** The gate that was shut before the judge could be asked. */
  readonly blocked_by?: 'gate-1' | 'gate-2' | 'tier-1';
  /** Whether it is a PASS of less confidence than the configuration wants: needs human review. */
  readonly for_person?: boolean;
  /** The owner of the promise, where another session asked: nothing was closed. Null where no session owns it. */
  readonly recorded_for?: string | null;
  /** The earlier run whose PASS on the same evidence served, where none was asked now. */
  readonly served_by?: { readonly at: string; readonly session_id: string };
}

/** The result of a run of which nothing more is known than this: nothing asked, nothing spent. */
export function resultWithoutAsking(
  parts: Pick<JudgeResult, 'status' | 'verdict' | 'reasoning' | 'model'> & Partial<JudgeResult>,
): JudgeResult {
  const { model, reasoning, status, verdict, ...rest } = parts;
  return {
    status,
    verdict,
    overall_confidence: 0,
    reasoning,
    criteria_judgments: [],
    token_cost: { input_tokens: 0, output_tokens: 0 },
    model,
    latency_ms: 0,
    cost_usd: 0,
    request_id: null,
    findings: [],
    blocking_issues: [],
    feedback: [],
    diagnostics: {},
    votes: [],
    ...rest,
  };
}

export function failedCriteria(judgments: readonly CriterionJudgment[]): readonly string[] {
  return judgments.filter(({ judgment }) => judgment === 'FAIL').map(({ ac_id }) => ac_id);
}
