import type { ContinuationOutcome } from '../domain/continuation.ts';
import { requestLines } from './dry-run-text.ts';
import { indented, oneLine } from './printable.ts';
import {
  estimateLines,
  type PlannedReview,
  plannedLines,
  sentNotes,
  spentLines,
} from './review-text.ts';
import type { Style } from './style.ts';

/** A finished continuation review, and who was asked. */
export interface ShownContinuation extends ContinuationOutcome {
  readonly backend: string;
  readonly paidBy: string;
}

export function continuationText(review: ShownContinuation, style: Style): string {
  const { reason, suggestion } = review.verdict;
  return [
    `Continuation review: ${headingOf(review, style)}`,
    `Reason: ${indented(reason, 8)}`,
    ...(suggestion === '' ? [] : [`Suggestion: ${indented(suggestion, 12)}`]),
    ...(review.status === 'not-asked'
      ? ['Nobody was asked.']
      : [`Turns shown: ${review.turns}`, ...spentLines(review)]),
  ].join('\n');
}

function headingOf({ status, verdict }: ShownContinuation, style: Style): string {
  if (status !== 'success') return style.caution('MAY END (not judged)');
  return verdict.should_continue ? style.bad('SHOULD CONTINUE') : style.good('MAY END');
}

/** The lines for stderr. `usualEndpoint`: the address that needs no mention. */
export function continuationNotes(
  review: ShownContinuation,
  usualEndpoint: string,
): readonly string[] {
  return [
    ...(review.error === undefined
      ? []
      : [`WARNING: the continuation review did not judge the session: ${oneLine(review.error)}`]),
    ...sentNotes(review, usualEndpoint),
  ];
}

/** The three keys of the seed, and what else is known of the run under one key more. */
export function continuationJson(review: ShownContinuation): object {
  return {
    ...review.verdict,
    review: {
      status: review.status,
      model: review.model,
      backend: review.backend,
      paid_by: review.paidBy,
      turns: review.turns,
      token_cost: { input_tokens: review.inputTokens, output_tokens: review.outputTokens },
      cost_usd: review.costUsd,
      latency_ms: review.latencyMs,
      request_id: review.requestId,
      redacted: review.redacted,
      ...(review.error === undefined ? {} : { error: review.error }),
    },
  };
}

/** What a continuation review would send. */
export interface ContinuationDryRun extends PlannedReview {
  readonly turns: number;
  /** False where the rubric is asked, or where there is nothing to show. */
  readonly wouldAsk: boolean;
}

/** The whole request for people. Nothing was sent, and nothing written. */
export function continuationDryRunText(run: ContinuationDryRun): string {
  const { command, request, turns } = run;
  const unasked =
    turns === 0
      ? 'No transcript of this session is found: no call would be made.'
      : 'judge.backend is the rubric, which asks no model: no call would be made.';
  return [
    ...plannedLines(run),
    `Turns: ${turns}`,
    ...(run.wouldAsk
      ? [...estimateLines(run), ...requestLines({ ...request, command })]
      : [unasked]),
  ].join('\n');
}
