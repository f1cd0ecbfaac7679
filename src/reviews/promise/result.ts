import { redactSecrets } from '../../domain/base/secrets.ts';
import {
  blockingIssues,
  verdictMismatch,
  verdictOfFindings,
} from '../../domain/judging/findings-policy.ts';
import {
  feedbackOn,
  judgmentOf,
  type SaidOfCriterion,
  verdictOn,
} from '../../domain/judging/judge-policy.ts';
import {
  type Diagnostics,
  type Feedback,
  type JudgeResult,
  type ReviewFinding,
  resultWithoutAsking,
} from '../../domain/judging/judgment.ts';
import { UNJUDGED, type Unjudged, unjudgedText } from '../../domain/judging/unjudged.ts';
import type { QuestionSpent } from '../asking/question.ts';
import { diagnosticsOfLack, type InnerWords } from './diagnostics.ts';
import type { ReviewPlan } from './plan.ts';
import { isInducedByData, type ReplyReading } from './reading.ts';

interface StructuredPath {
  /** Whether findings were asked for. */
  readonly isStructured: boolean;
  /** Why they could not be had, where the plain review stood in for them. */
  readonly fallbackReason: string | null;
}

/** How much of a reply that could not be used is kept, in characters. */
const KEPT_OF_REPLY = 500;

/** The result of a review, as it is printed and stored. */
export function resultOf(
  plan: ReviewPlan,
  reading: ReplyReading | undefined,
  spent: QuestionSpent,
  path: StructuredPath,
): JudgeResult {
  const base = baseOf(plan, spent);
  if (reading === undefined || reading.kind === 'judged') {
    return judgedResult(base, plan, reading, path);
  }
  if (reading.kind === 'compromised') return compromisedResult(base, plan, reading.why);
  return isInducedByData(plan, reading.unjudged)
    ? compromisedResult(base, plan, unjudgedText(reading.unjudged))
    : unjudgedResult(base, plan, reading.unjudged);
}

function baseOf(plan: ReviewPlan, spent: QuestionSpent): JudgeResult {
  return resultWithoutAsking({
    status: 'success',
    verdict: 'WARN',
    reasoning: '',
    model: plan.options.model,
    token_cost: { input_tokens: spent.inputTokens, output_tokens: spent.outputTokens },
    latency_ms: spent.latencyMs,
    cost_usd: spent.costUsd,
    request_id: spent.requestId,
  });
}

function judgedResult(
  base: JudgeResult,
  plan: ReviewPlan,
  reading: Extract<ReplyReading, { kind: 'judged' }> | undefined,
  path: StructuredPath,
): JudgeResult {
  const said = [...(reading?.said ?? []), ...plan.settled];
  const isMechanical = plan.options.style === 'structured' && reading !== undefined;
  const findings = path.isStructured
    ? isMechanical
      ? reading.findings
      : findingsOfJudgments(said)
    : [];
  const verdict = isMechanical ? verdictOfFindings(findings) : verdictOn(said);
  return {
    ...base,
    verdict,
    overall_confidence: reading?.ownConfidence ?? lowestConfidence(said),
    reasoning: reasoningFor(verdict, said, reading),
    criteria_judgments: said.map(judgmentOf),
    findings,
    blocking_issues: blockingIssues(findings),
    feedback: feedbackOn(said),
    diagnostics: path.isStructured
      ? diagnosticsOf(verdict, findings, reading, path, isMechanical)
      : {},
  };
}

/** What the plain review rejects, as findings, where findings were asked for and could not be had. */
function findingsOfJudgments(said: readonly SaidOfCriterion[]): readonly ReviewFinding[] {
  return said
    .filter(({ judgment }) => judgment === 'FAIL')
    .map(({ ac_id, reasoning }) => ({
      severity: 'critical',
      description: reasoning || 'The evidence does not show that the criterion holds.',
      location: null,
      dimension: null,
      ac_id,
    }));
}

function diagnosticsOf(
  verdict: 'PASS' | 'FAIL',
  findings: readonly ReviewFinding[],
  reading: Extract<ReplyReading, { kind: 'judged' }> | undefined,
  { fallbackReason }: StructuredPath,
  isMechanical: boolean,
): Diagnostics {
  return {
    inner_verdict: reading?.ownVerdict ?? null,
    inner_confidence: reading?.ownConfidence ?? null,
    // A judge's confidence is nearly the same whatever it says, so there is nothing to calibrate by.
    inner_confidence_calibrated: null,
    verdict_evidence_mismatch: verdictMismatch(verdict, findings),
    findings_source: isMechanical ? 'structured' : 'fallback',
    fallback_reason: isMechanical ? null : (fallbackReason ?? 'no call was needed'),
    verdict_source: isMechanical ? 'mechanical' : 'legacy',
  };
}

/** The model's words, unless its own verdict is another: then the computed one is explained first. */
function reasoningFor(
  verdict: 'PASS' | 'FAIL',
  said: readonly SaidOfCriterion[],
  reading: Extract<ReplyReading, { kind: 'judged' }> | undefined,
): string {
  const words = reading?.reasoning ?? '';
  const failing = said.filter(({ judgment }) => judgment === 'FAIL').map(({ ac_id }) => ac_id);
  const isAgreed =
    reading !== undefined && (reading.ownVerdict ?? verdict).toUpperCase() === verdict;
  if (isAgreed && words !== '') return words;
  const why = verdict === 'PASS' ? 'Every criterion passes.' : `Not shown: ${failing.join(', ')}.`;
  return words === '' ? why : `${why} The judge's own summary: ${words}`;
}

function lowestConfidence(said: readonly SaidOfCriterion[]): number {
  const given = said.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  return given.length === 0 ? 0 : Math.min(...given);
}

/** A run that is discarded: nothing that the model said is kept, and the promise stays shut. */
function compromisedResult(base: JudgeResult, plan: ReviewPlan, why: string): JudgeResult {
  return {
    ...base,
    status: 'compromised',
    verdict: 'FAIL',
    reasoning: `Text in this promise addresses the judge, and the judge was influenced (${clean(plan, why)}). The run is discarded.`,
    feedback: feedbackOnSuspicion(plan),
    // What a judge said that gave way is not kept, not even its verdict.
    diagnostics: diagnosticsOfLack(clean(plan, why), { verdict: null, confidence: null }),
    error: clean(plan, why),
  };
}

function feedbackOnSuspicion({ asked, suspicious }: ReviewPlan): readonly Feedback[] {
  const own = suspicious.filter(({ ac_id }) => ac_id === undefined);
  const speaking = suspicious.flatMap(({ ac_id, signs }) =>
    ac_id === undefined
      ? []
      : [feedback(ac_id, `Its text, or a validator's answer for it, addresses the judge`, signs)],
  );
  if (speaking.length > 0) return speaking;
  const signs = own.flatMap((one) => one.signs);
  return asked.map((id) =>
    feedback(id, "The promise's title or summary addresses the judge", signs),
  );
}

function feedback(ac_id: string, what: string, signs: readonly string[]): Feedback {
  return {
    ac_id,
    finding: `${what}: ${signs.join(', ')}.`,
    would_satisfy: 'text that only reports what was done and observed',
  };
}

function unjudgedResult(base: JudgeResult, plan: ReviewPlan, unjudged: Unjudged): JudgeResult {
  const raw = clean(plan, unjudged.text ?? '').slice(0, KEPT_OF_REPLY);
  const cause = clean(plan, unjudgedText(unjudged));
  return {
    ...base,
    status: UNJUDGED[unjudged.cause].status,
    verdict: 'WARN',
    reasoning: `It could not be judged: ${cause}.`,
    diagnostics: diagnosticsOfLack(cause, innerWords(unjudged.text ?? '')),
    error: cause,
    ...(raw === '' ? {} : { raw_response: raw }),
  };
}

/** What a reply that could not be used says of the whole: the last verdict in it, and the last confidence. */
function innerWords(text: string): InnerWords {
  const verdict = [...text.matchAll(/"verdict"\s*:\s*"(PASS|FAIL)"/gi)].at(-1)?.[1];
  const said = [...text.matchAll(/"overall_confidence"\s*:\s*(0(?:\.\d+)?|1(?:\.0+)?)\b/g)];
  const confidence = said.at(-1)?.[1];
  return {
    verdict: verdict?.toUpperCase() ?? null,
    confidence: confidence === undefined ? null : Number(confidence),
  };
}

function clean({ options }: ReviewPlan, text: string): string {
  return redactSecrets(text, options.secrets).text;
}
