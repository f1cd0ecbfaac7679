import type { PromiseAccount, PromiseStanding } from '../domain/account/account.ts';

/** What a promise's place in a report depends on. */
export interface OrderKey {
  /** How much it needs a look: the less the number, the more. */
  readonly rank: number;
  readonly moment: string;
  readonly id: string;
}

const ORDER: readonly PromiseStanding[] = [
  'rejected',
  'changed',
  'open',
  'met',
  'ready',
  'verified',
  'cancelled',
];

export function orderKeyOf(account: PromiseAccount): OrderKey {
  const { created_at, id, standing, timeline, verified_at } = account;
  const moment = verified_at ?? timeline.at(-1)?.at ?? created_at ?? '';
  return { rank: ORDER.indexOf(standing), moment, id };
}

/** Those that need a look first, then the latest first. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  return a.rank - b.rank || Math.sign(compareTexts(b.moment, a.moment)) || (a.id < b.id ? -1 : 1);
}

/** The same without a comparison by language, which of 100,000 takes seconds: moments are written in one way. */
function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
