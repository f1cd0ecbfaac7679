import type { Redacted } from '../domain/base/secrets.ts';
import { paymentText } from '../domain/judging/payment.ts';
import { dollars, UNKNOWN_PRICES } from './dollars.ts';
import { redactedText } from './judge-text.ts';
import { oneLine } from './printable.ts';

/** What the texts of all reviews that ask one question have in common. */

/** Who was asked, and what it took. */
interface SpentReview {
  readonly model: string;
  readonly backend: string;
  readonly paidBy: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where the model's prices are not known. */
  readonly costUsd: number | null;
  readonly latencyMs: number;
}

export function spentLines(review: SpentReview): readonly string[] {
  const { backend, costUsd, inputTokens, latencyMs, model, outputTokens, paidBy } = review;
  return [
    `Model: ${oneLine(model)}`,
    `Backend: ${backend}, ${paymentText(paidBy)}`,
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
      : [`Note: the judge was called at ${oneLine(endpoint)}.`]),
    ...(redacted.length === 0
      ? []
      : [`Note: secrets were redacted before sending: ${redactedText(redacted)}.`]),
  ];
}
