import * as z from 'zod/mini';
import type { ReviewedCriterion } from '../../domain/judging/findings-policy.ts';
import type { SaidOfCriterion } from '../../domain/judging/judge-policy.ts';
import { type ReviewFinding, SEVERITIES } from '../../domain/judging/judgment.ts';
import {
  type JsonSchema,
  listOf,
  number,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../asking/reply-parts.ts';

/**
 * What a judge is asked to reply, and how a reply is read. Reading is more lenient than the schemas that
 * go out, since an endpoint without structured outputs is asked in plain text.
 */

const JUDGMENTS = ['PASS', 'FAIL'];

/** The JSON Schema that is sent with a review. */
export function replySchema(style: 'plain' | 'structured'): JsonSchema {
  return style === 'plain'
    ? object({
        criteria_judgments: listOf(
          object({
            ac_id: string,
            reasoning: string,
            judgment: oneOf(JUDGMENTS),
            confidence: number,
            would_satisfy: string,
          }),
        ),
        reasoning: string,
        verdict: oneOf(JUDGMENTS),
        overall_confidence: number,
      })
    : object({
        reviewed_criteria: listOf(object({ ac_id: string, reasoning: string, confidence: number })),
        findings: listOf(
          object({
            severity: oneOf(SEVERITIES),
            description: string,
            location: stringOrNull,
            dimension: stringOrNull,
            ac_id: string,
            would_satisfy: string,
          }),
        ),
        reasoning: string,
      });
}

const text = z.optional(z.nullable(z.string()));
const confidence = z.optional(z.nullable(z.number()));

const plainReply = z.object({
  criteria_judgments: z.array(
    z.object({
      ac_id: z.string(),
      judgment: z.string().check(z.regex(/^\s*(pass|fail)\s*$/i)),
      confidence,
      reasoning: text,
      would_satisfy: text,
    }),
  ),
  reasoning: text,
  // Telemetry: whatever it is, it decides nothing and spoils nothing.
  verdict: z.optional(z.unknown()),
  overall_confidence: z.optional(z.unknown()),
});

const structuredReply = z.object({
  reviewed_criteria: z.array(z.object({ ac_id: z.string(), confidence, reasoning: text })),
  findings: z.array(
    z.object({
      severity: z.enum(SEVERITIES),
      description: z.string(),
      location: text,
      dimension: text,
      ac_id: text,
      would_satisfy: text,
    }),
  ),
  reasoning: text,
});

interface PlainReply {
  readonly said: readonly SaidOfCriterion[];
  readonly reasoning: string;
  /** What the model thinks of the whole, for the record. */
  readonly ownVerdict: string | null;
  readonly ownConfidence: number | null;
}

/** Reads an object as a plain review; nothing where it is none. */
export function readPlainReply(value: unknown): PlainReply | undefined {
  const { data } = plainReply.safeParse(value);
  if (data === undefined) return undefined;
  return {
    said: data.criteria_judgments.map((entry) => ({
      ac_id: entry.ac_id.trim(),
      judgment: /pass/i.test(entry.judgment) ? 'PASS' : 'FAIL',
      confidence: between0And1(entry.confidence),
      reasoning: entry.reasoning ?? '',
      would_satisfy: entry.would_satisfy ?? '',
    })),
    reasoning: data.reasoning ?? '',
    ownVerdict: typeof data.verdict === 'string' ? data.verdict : null,
    ownConfidence: between0And1(data.overall_confidence),
  };
}

interface StructuredReply {
  readonly reviewed: readonly ReviewedCriterion[];
  readonly findings: readonly ReviewFinding[];
  readonly reasoning: string;
}

/** Reads an object as a structured review; nothing where it is none. Prose never becomes a finding. */
export function readStructuredReply(value: unknown): StructuredReply | undefined {
  const { data } = structuredReply.safeParse(value);
  if (data === undefined) return undefined;
  return {
    reviewed: data.reviewed_criteria.map((entry) => ({
      ac_id: entry.ac_id.trim(),
      confidence: between0And1(entry.confidence),
      reasoning: entry.reasoning ?? '',
    })),
    findings: data.findings.map((finding) => ({
      severity: finding.severity,
      description: finding.description,
      location: finding.location ?? null,
      dimension: finding.dimension ?? null,
      ac_id: finding.ac_id?.trim() || null,
      ...(finding.would_satisfy?.trim() ? { would_satisfy: finding.would_satisfy.trim() } : {}),
    })),
    reasoning: data.reasoning ?? '',
  };
}

function between0And1(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(1, Math.max(0, value))
    : null;
}
