/** What kind of evidence a criterion can carry (CONTRACT). Another word is kept, with a warning. */
export const EVIDENCE_TYPES = ['test', 'manual', 'api', 'browser', 'log', 'review'] as const;

export const DEFAULT_EVIDENCE_TYPE = 'manual';

export function isKnownEvidenceType(type: string): boolean {
  return EVIDENCE_TYPES.some((known) => known === type);
}

/** What kind of proof closes a promise (CONTRACT). Any other value is an error. */
export const PROOF_TYPES = ['test', 'browser', 'api', 'manual'] as const;

export type ProofType = (typeof PROOF_TYPES)[number];

export function isProofType(type: string): type is ProofType {
  return PROOF_TYPES.some((known) => known === type);
}
