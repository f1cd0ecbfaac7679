/** The known types of evidence. The commands keep any other word and warn of it. */
export const EVIDENCE_TYPES = ['test', 'manual', 'api', 'browser', 'log', 'review'] as const;

export const DEFAULT_EVIDENCE_TYPE = 'manual';

export function isKnownEvidenceType(type: string): boolean {
  return EVIDENCE_TYPES.some((known) => known === type);
}

/** The types of proof by which a promise can be closed. Any other word is an error. */
export const PROOF_TYPES = ['test', 'browser', 'api', 'manual'] as const;

export type ProofType = (typeof PROOF_TYPES)[number];

/**
 * The type of proof of a promise that names none: what its evidence was, where that is of one kind; else the weakest.
 * What a program ran for a criterion is a test of it.
 */
export function proofTypeOf(kinds: readonly string[]): ProofType {
  const found = new Set(kinds);
  if (kinds.length === 0 || !kinds.every(isProofType)) return 'manual';
  const [first] = found;
  if (found.size === 1 && first !== undefined && isProofType(first)) return first;
  return found.has('manual') ? 'manual' : 'test';
}

export function isProofType(type: string): type is ProofType {
  return PROOF_TYPES.some((known) => known === type);
}
