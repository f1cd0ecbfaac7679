/** A part of the state that the report does not tell of, and why. */
export interface ReportGap {
  readonly what: 'promise' | 'ledger' | 'cost-log' | 'proofs';
  /** The file or place, from the project's folder where it lies there. */
  readonly place: string;
  readonly reason: string;
}
