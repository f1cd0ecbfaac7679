import { isObject, parseDocument } from '../domain/base/document.ts';
import { type JudgeResult, SEVERITIES } from '../domain/judging/judgment.ts';
import type { RealityVerdict } from '../domain/judging/reality-check.ts';
import { type PromiseReading, readPromise } from '../domain/promise/promise-reading.ts';

/** A value read as a judge's answer, or why it is none. */
export type JudgeResultReading =
  | { readonly ok: true; readonly result: JudgeResult }
  | { readonly ok: false; readonly reason: string };

/** Reads a promise: a value, or a text of JSON. */
export function parsePromise(given: unknown): PromiseReading {
  const document = documentOf(given);
  return document.ok ? readPromise(document.value) : document;
}

/**
 * The shape of a reality check's verdict, read as schemas of zod are: `parse` throws a `TypeError` where a value has
 * another, `safeParse` says so.
 */
export const JudgeVerdictSchema = {
  parse(value: unknown): RealityVerdict {
    const read = this.safeParse(value);
    if (read.success) return read.data;
    throw read.error;
  },
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: RealityVerdict }
    | { readonly success: false; readonly error: TypeError } {
    if (isRealityVerdict(value)) return { success: true, data: value };
    const fault = faultOf(value, VERDICT_RULES) ?? 'unknown fault';
    return { success: false, error: new TypeError(`it is not a verdict: ${fault}`) };
  },
};

/** Reads an answer of `runJudge` or of `cs judge --json`: a value, or a text of JSON. */
export function parseJudgeResult(given: unknown): JudgeResultReading {
  const document = documentOf(given);
  if (!document.ok) return document;
  const { value } = document;
  return isJudgeResult(value)
    ? { ok: true, result: value }
    : {
        ok: false,
        reason: `it is not a judge's answer: ${faultOf(value, RULES) ?? 'unknown fault'}`,
      };
}

function documentOf(
  given: unknown,
):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string } {
  if (typeof given !== 'string') return { ok: true, value: given };
  const parsed = parseDocument(given);
  return parsed.ok ? { ok: true, value: parsed.value } : { ok: false, reason: parsed.reason };
}

function isRealityVerdict(value: unknown): value is RealityVerdict {
  return faultOf(value, VERDICT_RULES) === undefined;
}

function isJudgeResult(value: unknown): value is JudgeResult {
  return faultOf(value, RULES) === undefined;
}

type Rule = (value: unknown) => boolean;

const isText: Rule = (value) => typeof value === 'string';
const isNumber: Rule = (value) => typeof value === 'number';
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value);
const oneOf =
  (...words: readonly string[]): Rule =>
  (value) =>
    typeof value === 'string' && words.includes(value);
const listOf =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && value.every(rule);
const shape =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (value) =>
    isObject(value) && Object.entries(rules).every(([key, rule]) => rule(value[key]));

const verdict = oneOf('PASS', 'FAIL', 'WARN');
const tokenCost = shape({ input_tokens: isNumber, output_tokens: isNumber });
const judgments = listOf(
  shape({
    ac_id: isText,
    judgment: oneOf('PASS', 'FAIL'),
    confidence: orNull(isNumber),
    reasoning: isText,
  }),
);
const findings = listOf(
  shape({
    severity: oneOf(...SEVERITIES),
    description: isText,
    location: orNull(isText),
    dimension: orNull(isText),
    ac_id: orNull(isText),
  }),
);

/** The keys that every answer has. Those that some have are the caller's to look at. */
const RULES: Readonly<Record<string, Rule>> = {
  status: oneOf('success', 'api_error', 'parse_error', 'error', 'compromised'),
  verdict,
  overall_confidence: isNumber,
  reasoning: isText,
  criteria_judgments: judgments,
  token_cost: tokenCost,
  model: isText,
  latency_ms: isNumber,
  findings,
  blocking_issues: findings,
  feedback: listOf(shape({ ac_id: isText, finding: isText, would_satisfy: isText })),
  diagnostics: isObject,
  cost_usd: orNull(isNumber),
  request_id: orNull(isText),
  votes: listOf(shape({ vote: isNumber, model: isText, verdict, criteria_judgments: judgments })),
};

const isFlag: Rule = (value) => typeof value === 'boolean';
const texts = listOf(isText);

const VERDICT_RULES: Readonly<Record<keyof RealityVerdict, Rule>> = {
  pass: isFlag,
  reason: isText,
  missingItems: texts,
  questionsForUser: texts,
  forwardProgress: isFlag,
  convergenceEstimate: (value) => value === undefined || isNumber(value),
  suggestedNextSteps: texts,
};

function faultOf(value: unknown, rules: Readonly<Record<string, Rule>>): string | undefined {
  if (!isObject(value)) return 'it is not an object';
  const wrong = Object.entries(rules).find(([key, rule]) => !rule(value[key]));
  return wrong === undefined ? undefined : `\`${wrong[0]}\` is missing or invalid`;
}
