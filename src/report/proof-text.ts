import type { ProofStanding } from '../domain/base/failure.ts';
import type { OpenItem } from '../domain/standing/stop-check.ts';
import { oneLine } from './printable.ts';

/** What a criterion lacks, in words; undefined where it only lacks being met. */
export function lackText({ lack, proof }: OpenItem): string | undefined {
  if (lack === 'met') return undefined;
  return lack === 'judgment' ? 'no judge has passed it' : standingText(proof);
}

/** How a proof stands, in words. */
export function standingText({ reason, standing }: ProofStanding): string {
  const why = reason === '' ? '' : ` (${oneLine(reason)})`;
  return `${STANDING[standing]}${why}`;
}

const STANDING: Readonly<Record<ProofStanding['standing'], string>> = {
  none: 'no proof is asked for',
  unproved: 'its checks have not passed',
  'checks-changed': 'its checks changed since they passed',
  stale: 'its proof is stale: what it depends on changed since',
  unknown: 'its proof cannot be held against the checkout',
  fresh: 'proved',
  'not-bound': 'proved, but not bound to the checkout',
};
