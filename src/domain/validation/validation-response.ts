/** The verdicts that a validator can give. */
export const VERDICTS = ['PASS', 'FAIL', 'PARTIAL', 'BLOCKED'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** A validator's answer for one criterion, as it is stored. Unknown keys are the validator's own. */
export interface ValidationResponse {
  readonly [key: string]: unknown;
}
