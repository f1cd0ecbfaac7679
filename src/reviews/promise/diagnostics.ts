import type { Diagnostics } from '../../domain/judging/judgment.ts';

/** What a model said of the whole before it was softened to something else. */
export interface InnerWords {
  readonly verdict: string | null;
  readonly confidence: number | null;
}

/** The diagnostics of a result that is no plain success: why, and what was said all the same. */
export function diagnosticsOfLack(reason: string, inner: InnerWords): Diagnostics {
  return {
    inner_verdict: inner.verdict,
    inner_confidence: inner.confidence,
    inner_confidence_calibrated: null,
    verdict_evidence_mismatch: null,
    findings_source: 'fallback',
    fallback_reason: reason,
    verdict_source: 'legacy',
  };
}
