import { roundedDollars } from './cost-summary.ts';
import type { TokenUsage } from './model.ts';

/** Sums over calls. */

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
