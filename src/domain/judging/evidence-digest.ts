import { digestOf } from '../base/digest.ts';
import type { Criterion } from '../promise/promise.ts';

/** What of a proof is evidence: another run of the same command over the same files is not new. */
const SEEN_IN_PROOF = ['source', 'argv', 'exit_code', 'tree', 'not_bound', 'failed_at'] as const;

/**
 * A digest of a criterion's evidence: what its owner says, and what a program saw. The same words are the same evidence,
 * however they are spaced and of whichever type they are said to be.
 */
export function evidenceDigest({
  description,
  evidence,
  proof,
}: Pick<Criterion, 'description' | 'evidence' | 'proof'>): string {
  const seen = SEEN_IN_PROOF.map((key) => proof?.[key] ?? null);
  return digestOf(JSON.stringify([words(description), words(evidence), seen]));
}

function words(text: string | null | undefined): string {
  return (text ?? '').trim().replace(/\s+/g, ' ');
}
