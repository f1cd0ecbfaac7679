import type { Redacted } from '../domain/base/secrets.ts';
import type { JudgeResult } from '../domain/judging/judgment.ts';
import { paymentText } from '../domain/judging/payment.ts';
import type { RubricJudgment } from '../domain/judging/rubric.ts';
import { dollars, UNKNOWN_PRICES } from './dollars.ts';
import { indented, oneLine } from './printable.ts';
import type { Style } from './style.ts';
import { voteLines } from './vote-text.ts';

/**
 * The block of Gate 3. Its headings are interface. `isOpen`: the gate
 * opens by it, which neither a PASS nor an outage makes sure of.
 */
export function judgeLines(result: JudgeResult, style: Style, isOpen: boolean): readonly string[] {
  const { input_tokens, output_tokens } = result.token_cost;
  const mark = { PASS: style.good, FAIL: style.bad, WARN: style.caution }[result.verdict];
  return [
    '',
    '=== GATE 3: Programmatic Judge ===',
    `Model: ${oneLine(result.model)}`,
    ...backendLine(result),
    `Verdict: ${mark(result.verdict)}`,
    `Confidence: ${Number(result.overall_confidence.toFixed(2))}`,
    `Reasoning: ${indented(result.reasoning, 11)}`,
    `Tokens: ${input_tokens} in / ${output_tokens} out`,
    `Cost: ${result.cost_usd === null ? UNKNOWN_PRICES : dollars(result.cost_usd)}`,
    `Latency: ${result.latency_ms}ms`,
    ...voteLines(result, style),
    ...findingLines(result),
    ...outcomeLines(result, style, isOpen),
  ];
}

/** Who was asked, and who pays: said whatever came of it. */
function backendLine({ backend, paid_by }: JudgeResult): readonly string[] {
  return backend === undefined
    ? []
    : [`Backend: ${backend}, ${oneLine(paymentText(paid_by ?? ''))}`];
}

function findingLines({ findings }: JudgeResult): readonly string[] {
  if (findings.length === 0) return [];
  return [
    'Findings:',
    ...findings.map(({ ac_id, description, location, severity }) => {
      const where = location === null ? '' : ` (${oneLine(location)})`;
      return `  ${severity} [${oneLine(ac_id ?? 'promise')}] ${indented(description, 4)}${where}`;
    }),
  ];
}

/** Said of a PASS whose judge is not sure. */
const DOUBTFUL = 'Low confidence: the PASS is below judge.askPersonBelow; needs human review.';

/** The words between brackets of the marker; scripts match on that of the API. */
const WHY_UNAVAILABLE: Readonly<Record<JudgeResult['status'], string>> = {
  success: 'no verdict',
  api_error: 'API error',
  parse_error: 'parse error',
  error: 'error',
  compromised: 'error',
};

function outcomeLines(result: JudgeResult, style: Style, isOpen: boolean): readonly string[] {
  switch (result.verdict) {
    case 'PASS':
      return [
        ...(result.for_person === true ? [style.caution(DOUBTFUL)] : []),
        ...(isOpen ? [style.good('Gate 3: PASSED')] : []),
      ];
    case 'WARN':
      return [
        '',
        style.caution(
          `WARNING: Gate 3 unavailable (${WHY_UNAVAILABLE[result.status]}). ${isOpen ? 'Proceeding with graceful degradation.' : 'The promise stays open.'}`,
        ),
        `Reason: ${indented(result.error ?? result.reasoning, 8)}`,
        `${result.tally === undefined ? 'Nothing was judged' : 'The vote is inconclusive'}; this is recorded.`,
      ];
    case 'FAIL':
      return [
        '',
        style.bad('GATE 3 FAILED - Verification rejected by programmatic judge.'),
        '',
        'Failed criteria:',
        ...result.feedback.flatMap(({ ac_id, finding, would_satisfy }) => [
          `  [${oneLine(ac_id)}] ${indented(finding, 6)}`,
          `      Needed: ${indented(would_satisfy, 6)}`,
        ]),
        '',
        'Fix the evidence and re-submit before verification can succeed.',
      ];
  }
}

/** What the rubric can say where no judge could be had. */
export function adviceLines(judgments: readonly RubricJudgment[]): readonly string[] {
  const lacking = judgments.filter(({ lacks }) => lacks.length > 0);
  if (lacking.length === 0) {
    return ['Rubric (offline): all evidence contains what the rules for its type require.'];
  }
  return [
    'Rubric (offline), what a judge would probably miss:',
    ...lacking.map(({ ac_id, lacks }) => `  [${oneLine(ac_id)}] ${lacks.join('; ')}`),
  ];
}

/** `2 x AWS key, 1 x GitHub token`: what was taken out, never what it was. */
export function redactedText(redacted: readonly Redacted[]): string {
  return redacted.map(({ count, kind }) => `${count} x ${kind}`).join(', ');
}
