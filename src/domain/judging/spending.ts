import { isAmount, isObject } from '../base/document.ts';
import type { Failure } from '../base/failure.ts';

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
    const { event, id, usd } = value;
    if (typeof id !== 'string') return undefined;
    if (event === 'settle') return isAmount(usd) ? { event, id, usd } : { event, id };
    return event === 'reserve' && isAmount(usd) ? { event, id, usd } : undefined;
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
}

/**
 * Why a reservation cannot be had, or nothing where it can: what was spent, what others reserved before
 * it and may still spend, and itself must stay within the limit. A call that ends while this is read
 * counts twice, which errs on the side of the limit.
 */
export function spendingFault(facts: SpendingFacts): Failure | undefined {
  const { limitUsd, own } = facts;
  const spentUsd = facts.spentUsd + reservedBefore(facts);
  return spentUsd + own.usd <= limitUsd
    ? undefined
    : { kind: 'spending-cap', cap: 'day', limitUsd, spentUsd, neededUsd: own.usd };
}

function reservedBefore({ lines, own }: SpendingFacts): number {
  const settled = settledShares(lines);
  let reserved = 0;
  for (const line of lines) {
    if (line.id === own.id) return reserved;
    if (line.event === 'reserve') reserved += Math.max(0, line.usd - (settled.get(line.id) ?? 0));
  }
  // Its own line cannot be found: whatever was lost with it, nothing may be spent on top.
  return Number.POSITIVE_INFINITY;
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
