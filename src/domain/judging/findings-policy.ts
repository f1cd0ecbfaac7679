import { type SaidOfCriterion, withoutEvidence } from './judge-policy.ts';
import { type Judgment, type ReviewFinding, SEVERITIES, type Severity } from './judgment.ts';

/**
 * The structured review's policy: a model lists findings and gives no verdict; code computes it from
 * them. The review's prose is no parameter here.
 */

/** A criterion that the model says it reviewed, and why it thinks so. */
export interface ReviewedCriterion {
  readonly ac_id: string;
  readonly confidence: number | null;
  readonly reasoning: string;
}

/** Any critical finding fails the promise; nothing else does. */
export function verdictOfFindings(findings: readonly ReviewFinding[]): Judgment {
  return blockingIssues(findings).length > 0 ? 'FAIL' : 'PASS';
}

export function blockingIssues(findings: readonly ReviewFinding[]): readonly ReviewFinding[] {
  return findings.filter(({ severity }) => severity === 'critical');
}

/**
 * What the findings mean for each criterion: it fails where a critical one is about it. One that
 * cannot be laid to a criterion of the promise is laid to all, so that it cannot be lost. `settled` are
 * the criteria that were decided without asking.
 */
export function judgmentsOfFindings(
  reviewed: readonly ReviewedCriterion[],
  findings: readonly ReviewFinding[],
  settled: readonly string[],
): readonly SaidOfCriterion[] {
  const known = new Set([...reviewed.map(({ ac_id }) => ac_id), ...settled]);
  const blocking = blockingIssues(findings);
  return reviewed.map(({ ac_id, confidence, reasoning }) => {
    const against = blocking.filter(
      (finding) => finding.ac_id === ac_id || finding.ac_id === null || !known.has(finding.ac_id),
    );
    const judgment = against.length > 0 ? 'FAIL' : 'PASS';
    const why = against.map(({ description }) => description).join(' ');
    const settles = against.flatMap(({ would_satisfy }) => would_satisfy || []);
    return {
      ac_id,
      judgment,
      confidence,
      reasoning: why || reasoning,
      would_satisfy: [...new Set(settles)].join(' '),
    };
  });
}

/** The finding that code adds for a criterion without evidence. */
export function missingEvidence(ac_id: string): ReviewFinding {
  return critical(ac_id, withoutEvidence(ac_id).reasoning, 'evidence');
}

/** The finding that code adds where a validator's FAIL stands and Gate 2 did not block on it. */
export function standingValidatorFail(ac_id: string, reasoning: string): ReviewFinding {
  const why = reasoning === '' ? 'no reason given' : reasoning;
  return critical(ac_id, `A validator's FAIL stands: ${why}`, 'validation');
}

function critical(ac_id: string, description: string, dimension: string): ReviewFinding {
  return { severity: 'critical', description, location: null, dimension, ac_id };
}

/**
 * Holds the verdict against the findings that it was computed from. Nothing but a fault of the suite
 * makes them differ; the words say which way.
 */
export function verdictMismatch(
  verdict: Judgment,
  findings: readonly ReviewFinding[],
): string | null {
  if (verdict === verdictOfFindings(findings)) return null;
  return verdict === 'PASS' ? 'PASS with a critical finding' : 'FAIL without a critical finding';
}

export type SeverityCounts = Readonly<Record<Severity, number>>;

/** How many findings of each severity there are, which the cost log keeps (mislabelling shows there). */
export function severityCounts(findings: readonly ReviewFinding[]): SeverityCounts {
  const count = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  const [critical, major, minor, info] = SEVERITIES;
  return {
    critical: count(critical),
    major: count(major),
    minor: count(minor),
    info: count(info),
  };
}
