import { isAmount, isObject } from '../base/document.ts';
import type { Failure } from '../base/failure.ts';
import type { CostLine } from './cost-line.ts';

/**
 * What may still be spent on a day. A call is reserved for before it is made, by a line
 * that every process appends to one file: the order of the lines is the order in which they are
 * served, the same for all, and no lock is needed. What is never settled, since the process died or the
 * API never said what the call used, counts whole until the day ends.
 */
export type SpendingLine =
  | {
      readonly event: 'reserve';
      readonly id: string;
      readonly usd: number;
      /** When its calls are over at the latest, in milliseconds since the epoch. */
      readonly until?: number;
    }
  /**
   * A call is over and its cost, if any, is in the cost log; or it was not made. `usd`: its share of a
   * reservation for several; without it, all of it.
   */
  | { readonly event: 'settle'; readonly id: string; readonly usd?: number };

/** Reads one such line; nothing where it is torn. */
export function readSpendingLine(line: string): SpendingLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return undefined;
    const { event, id, until, usd } = value;
    if (typeof id !== 'string') return undefined;
    if (event === 'settle') return isAmount(usd) ? { event, id, usd } : { event, id };
    if (event !== 'reserve' || !isAmount(usd)) return undefined;
    return isAmount(until) ? { event, id, usd, until } : { event, id, usd };
  } catch {
    return undefined;
  }
}

interface SpendingFacts {
  /** All lines of the day, this reservation's line included. */
  readonly lines: readonly SpendingLine[];
  /** The reservation that is asked about. */
  readonly own: { readonly id: string; readonly usd: number };
  /** What the cost log says was spent on the day. Read after the lines, never before it. */
  readonly spentUsd: number;
  readonly limitUsd: number;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Why a reservation cannot be had, or nothing where it can: what was spent, what others reserved before
 * it and may still spend, and itself must stay within the limit. A call that ends while this is read
 * counts twice, which errs on the side of the limit. It may be had later where calls under way hold what is lacking.
 */
export function spendingFault(facts: SpendingFacts): Failure | undefined {
  const { limitUsd, own } = facts;
  const { reservedUsd, underWayUsd } = reservedBefore(facts);
  const spentUsd = facts.spentUsd + reservedUsd;
  if (spentUsd + own.usd <= limitUsd) return undefined;
  const isHeld = spentUsd - underWayUsd + own.usd <= limitUsd;
  return {
    ...{ kind: 'spending-cap', cap: 'day', limitUsd, spentUsd, neededUsd: own.usd },
    ...(isHeld ? { isHeld } : {}),
  };
}

/** What others reserved before it and did not give back, and how much of that is for calls that may be under way. */
function reservedBefore({ lines, now, own }: SpendingFacts): {
  readonly reservedUsd: number;
  readonly underWayUsd: number;
} {
  const settled = settledShares(lines);
  const end = lines.findIndex(({ id }) => id === own.id);
  // Its own line cannot be found: whatever was lost with it, nothing may be spent on top.
  if (end === -1) return { reservedUsd: Number.POSITIVE_INFINITY, underWayUsd: 0 };
  let [reservedUsd, underWayUsd] = [0, 0];
  for (const line of lines.slice(0, end)) {
    if (line.event !== 'reserve') continue;
    const left = Math.max(0, line.usd - (settled.get(line.id) ?? 0));
    reservedUsd += left;
    if (line.until !== undefined && line.until > now) underWayUsd += left;
  }
  return { reservedUsd, underWayUsd };
}

/** How many of the last calls tell how long a reply is likely to be. */
const TELLING_CALLS = 50;
/** A reply is reserved for with so many tokens at the least: the next promise may have more criteria. */
const LEAST_REPLY_TOKENS = 1024;

/**
 * How many tokens a reply is likely to take: as the longest of the last ones of its kind and model; where there was none,
 * as many as it may. `calls`: oldest first.
 */
export function likelyReplyTokens(
  calls: readonly CostLine[],
  {
    kind,
    maxTokens,
    model,
  }: { readonly kind: string; readonly maxTokens: number; readonly model: string },
): number {
  const longest = calls
    .filter((call) => call.kind === kind && call.model === model && call.output_tokens > 0)
    .slice(-TELLING_CALLS)
    .map(({ output_tokens }) => output_tokens);
  return longest.length === 0
    ? maxTokens
    : Math.min(maxTokens, Math.max(LEAST_REPLY_TOKENS, ...longest));
}

/** How much of each reservation was given back, in US dollars. */
function settledShares(lines: readonly SpendingLine[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const line of lines) {
    if (line.event !== 'settle') continue;
    shares.set(line.id, (shares.get(line.id) ?? 0) + (line.usd ?? Number.POSITIVE_INFINITY));
  }
  return shares;
}
