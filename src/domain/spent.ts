import { roundedDollars } from './cost-summary.ts';
import type { Failure } from './failure.ts';
import type { TokenUsage } from './model.ts';
import type { Redacted } from './secrets.ts';

/** What several calls used together. */

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** US dollars of all; null where those of any are not known. */
export function totalCost(costs: readonly (number | null)[]): number | null {
  const known = costs.filter((cost) => cost !== null);
  return known.length === costs.length ? roundedDollars(sum(known)) : null;
}

/** The tokens of a prompt, cached ones included. */
export function promptTokens(usage: TokenUsage): number {
  return usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens;
}

/** What a question used and left, whatever it came to. */
export interface QuestionSpent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where the model's prices are not known. */
  readonly costUsd: number | null;
  readonly latencyMs: number;
  readonly requestId: string | null;
  readonly endpoint: string | null;
  readonly redacted: readonly Redacted[];
  /** What could not be done beside it, such as writing the cost log. */
  readonly warnings: readonly Failure[];
}
