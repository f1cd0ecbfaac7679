import type { Redacted } from '../domain/secrets.ts';
import { dollars } from './dollars.ts';
import { redactedText } from './judge-text.ts';
import { oneLine } from './printable.ts';

/** What the texts of all reviews that ask one question have in common. */

/** Who was asked, and what it took. */
export interface SpentReview {
  readonly model: string;
  readonly backend: string;
  readonly paidBy: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where the model's prices are not known. */
  readonly costUsd: number | null;
  readonly latencyMs: number;
}

const UNKNOWN_PRICES = 'unknown (the prices of this model are not known)';

export function spentLines(review: SpentReview): readonly string[] {
  const { backend, costUsd, inputTokens, latencyMs, model, outputTokens, paidBy } = review;
  return [
    `Model: ${oneLine(model)}`,
    `Backend: ${backend}, paid by ${paidBy}`,
    `Tokens: ${inputTokens} in / ${outputTokens} out`,
    `Cost: ${costUsd === null ? UNKNOWN_PRICES : dollars(costUsd)}`,
    `Latency: ${latencyMs}ms`,
  ];
}

/** What is worth a note of what was sent, and where. `usualEndpoint`: the address that needs no mention. */
export function sentNotes(
  {
    endpoint,
    redacted,
  }: { readonly endpoint: string | null; readonly redacted: readonly Redacted[] },
  usualEndpoint: string,
): readonly string[] {
  return [
    ...(endpoint === null || endpoint === usualEndpoint
      ? []
      : [`Note: the judge was asked at ${oneLine(endpoint)}.`]),
    ...(redacted.length === 0
      ? []
      : [`Note: secrets were taken out before anything was sent: ${redactedText(redacted)}.`]),
  ];
}

/** What a question would send, and what that would cost. */
export interface PlannedReview {
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
  readonly promptTokens: number;
  readonly redacted: readonly Redacted[];
  /** US dollars: for the prompt and a reply of usual length, and at the most. */
  readonly estimatedUsd: number | undefined;
  readonly highestUsd: number;
  /** The model may think first, which the estimate leaves out. */
  readonly mayThink: boolean;
}

export function plannedLines({ backend, paidBy, request }: PlannedReview): readonly string[] {
  return [
    'DRY RUN: nothing is sent, nothing is written.',
    `Model: ${oneLine(request.model)}`,
    `Backend: ${backend}, paid by ${paidBy}`,
  ];
}

export function estimateLines(plan: PlannedReview): readonly string[] {
  const { estimatedUsd, highestUsd, mayThink, promptTokens, redacted, request } = plan;
  const estimate =
    estimatedUsd === undefined
      ? UNKNOWN_PRICES
      : `about ${dollars(estimatedUsd)}${mayThink ? ' and what the model thinks' : ''}`;
  return [
    `Estimated tokens: ${promptTokens} in, at most ${request.maxTokens} out`,
    `Estimated cost: ${estimate}; reserved for the call: ${dollars(highestUsd)}`,
    ...(redacted.length > 0 ? [`Redacted: ${redactedText(redacted)}`] : []),
  ];
}
