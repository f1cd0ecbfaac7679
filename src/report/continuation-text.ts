import type { ContinuationOutcome } from '../domain/continuation.ts';
import type { Redacted } from '../domain/secrets.ts';
import { dollars } from './dollars.ts';
import { requestLines } from './dry-run-text.ts';
import { redactedText } from './judge-text.ts';
import { indented, oneLine } from './printable.ts';
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
    ...(review.status === 'not-asked' ? ['Nobody was asked.'] : spentLines(review)),
  ].join('\n');
}

function headingOf({ status, verdict }: ShownContinuation, style: Style): string {
  if (status !== 'success') return style.caution('MAY END (not judged)');
  return verdict.should_continue ? style.bad('SHOULD CONTINUE') : style.good('MAY END');
}

function spentLines(review: ShownContinuation): readonly string[] {
  const { costUsd, inputTokens, latencyMs, model, outputTokens, turns } = review;
  return [
    `Turns shown: ${turns}`,
    `Model: ${oneLine(model)}`,
    `Backend: ${review.backend}, paid by ${review.paidBy}`,
    `Tokens: ${inputTokens} in / ${outputTokens} out`,
    `Cost: ${costUsd === null ? 'unknown (the prices of this model are not known)' : dollars(costUsd)}`,
    `Latency: ${latencyMs}ms`,
  ];
}

/** The lines for stderr. `usualEndpoint`: the address that needs no mention. */
export function continuationNotes(
  { endpoint, error, redacted }: ShownContinuation,
  usualEndpoint: string,
): readonly string[] {
  return [
    ...(error === undefined
      ? []
      : [`WARNING: the continuation review did not judge the session: ${oneLine(error)}`]),
    ...(endpoint === null || endpoint === usualEndpoint
      ? []
      : [`Note: the judge was asked at ${oneLine(endpoint)}.`]),
    ...(redacted.length === 0
      ? []
      : [`Note: secrets were taken out before anything was sent: ${redactedText(redacted)}.`]),
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
export interface ContinuationDryRun {
  readonly request: {
    readonly model: string;
    readonly system: string;
    readonly user: string;
    readonly schema: unknown;
    readonly maxTokens: number;
  };
  readonly backend: string;
  readonly paidBy: string;
  /** What would be started, where a program is asked. */
  readonly command: readonly string[] | null;
  readonly turns: number;
  /** False where the rubric is asked, or where there is nothing to show. */
  readonly wouldAsk: boolean;
  readonly promptTokens: number;
  readonly redacted: readonly Redacted[];
  /** US dollars: for the prompt and a reply of usual length, and at the most. */
  readonly estimatedUsd: number | undefined;
  readonly highestUsd: number;
  /** The model may think first, which the estimate leaves out. */
  readonly mayThink: boolean;
}

/** The whole request for people. Nothing was sent, and nothing written. */
export function continuationDryRunText(run: ContinuationDryRun): string {
  const { estimatedUsd, highestUsd, promptTokens, redacted, request, turns } = run;
  const estimate =
    estimatedUsd === undefined
      ? 'unknown (the prices of this model are not known)'
      : `about ${dollars(estimatedUsd)}${run.mayThink ? ' and what the model thinks' : ''}`;
  return [
    'DRY RUN: nothing is sent, nothing is written.',
    `Model: ${oneLine(request.model)}`,
    `Backend: ${run.backend}, paid by ${run.paidBy}`,
    `Turns: ${turns}`,
    ...(run.wouldAsk
      ? [
          `Estimated tokens: ${promptTokens} in, at most ${request.maxTokens} out`,
          `Estimated cost: ${estimate}; reserved for the call: ${dollars(highestUsd)}`,
          ...(redacted.length > 0 ? [`Redacted: ${redactedText(redacted)}`] : []),
          ...requestLines({ ...request, command: run.command }),
        ]
      : [
          turns === 0
            ? 'No transcript of this session is found: no call would be made.'
            : 'judge.backend is the rubric, which asks no model: no call would be made.',
        ]),
  ].join('\n');
}
