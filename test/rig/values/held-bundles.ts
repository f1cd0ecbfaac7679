import { readBundle } from '../../../src/domain/attestation/bundle.ts';
import type { KnownKey } from '../../../src/domain/attestation/envelope.ts';
import {
  type BundleOutcome,
  type CheckoutFacts,
  type HeldStatement,
  heldStatement,
  outcomeOf,
  reasonsAgainst,
} from '../../../src/domain/attestation/matching.ts';
import { COMMIT, sha256, TREE } from './bundles.ts';

/** A checkout that is what the bundles of `bundles.ts` are about. */
export const HERE: CheckoutFacts = {
  folder: '',
  fingerprint: () => ({ bound: true, digest: TREE }),
  content: () => ({ ok: true, value: { tree: 'ef'.repeat(20), commit: COMMIT } }),
};

/** What verifying says of bytes: the outcome, the reasons, and everything that has a meaning in them. */
export function verdictOn(
  bytes: Uint8Array,
  keys: readonly KnownKey[],
  facts: CheckoutFacts = HERE,
): {
  readonly outcome: BundleOutcome | 'unreadable';
  readonly whys: readonly string[];
  readonly meaning: string;
} {
  const reading = readBundle(bytes, { sha256, keys });
  if (!reading.ok) return { outcome: 'unreadable', whys: [reading.reason], meaning: '' };
  const { bundle } = reading;
  const held = bundle.statements.map((one) => heldStatement(one, facts));
  const reasons = reasonsAgainst(bundle, held);
  return {
    outcome: outcomeOf(reasons),
    whys: [...new Set(reasons.map(({ why }) => why))],
    meaning: meaningOf(held),
  };
}

/** Numbers of lines, their order, a line that is there twice, and what nobody signed mean nothing. */
function meaningOf(held: readonly HeldStatement[]): string {
  const said = held.map(({ matches, predicate, subjects }) =>
    JSON.stringify({ matches, predicate, subjects }),
  );
  return [...new Set(said)].sort().join('\n');
}
