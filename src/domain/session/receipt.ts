import { isObject } from '../base/document.ts';
import type { StopGateState } from './stop-gate-state.ts';

/**
 * What happened to the promises of a session and its user has not read yet. Commands keep it with what the stop gate
 * remembers of the session, and the next stop says it in one line: each thing once.
 */

/** The kinds, in the order in which a line names them. */
export const RECEIPTS = [
  'proved',
  'verified',
  'skipped',
  'accepted',
  'waived',
  'answered',
] as const;

export type ReceiptKind = (typeof RECEIPTS)[number];

/** One thing that happened, as it is kept. */
export interface Receipt {
  /** By which it is known again: what has the same name is told once in a session. */
  readonly name: string;
  readonly what: ReceiptKind;
  /** What it happened to, in words. */
  readonly text: string;
}

/** What a session's file keeps of them. Entries that are not as expected are left out. */
export function receiptsIn({ receipts }: StopGateState): readonly Receipt[] {
  if (!Array.isArray(receipts)) return [];
  return receipts.filter(isObject).flatMap(({ name, text, what }) => {
    const kind = RECEIPTS.find((known) => known === what);
    return typeof name === 'string' && typeof text === 'string' && kind !== undefined
      ? [{ name, what: kind, text }]
      : [];
  });
}

/** Most that wait to be told: a session whose host asks about no stop must not grow its file without limit. */
const MOST_RECEIPTS = 50;

/** The state with more of them, without those that were told or wait already; `told`: the names of those that were. */
export function withReceipts(
  state: StopGateState,
  told: readonly string[],
  more: readonly Receipt[],
): StopGateState {
  const waiting = receiptsIn(state);
  const all = receiptsWith(waiting, told, more);
  return all === waiting ? state : { ...state, receipts: all };
}

/** What waits to be told with more of it; the same list where none is new. */
export function receiptsWith(
  waiting: readonly Receipt[],
  told: readonly string[],
  more: readonly Receipt[],
): readonly Receipt[] {
  const known = new Set([...told, ...waiting.map(({ name }) => name)]);
  const news = more.filter(({ name }) => !known.has(name));
  return news.length === 0 ? waiting : [...waiting, ...news].slice(-MOST_RECEIPTS);
}
