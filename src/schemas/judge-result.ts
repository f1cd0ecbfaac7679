import * as z from 'zod/mini';
import { SEVERITIES } from '../domain/judgment.ts';

const text = z.nullable(z.string());

const finding = z.object({
  severity: z.enum(SEVERITIES),
  description: z.string(),
  location: text,
  dimension: text,
  ac_id: text,
});

const diagnostics = z.object({
  inner_verdict: text,
  inner_confidence: z.nullable(z.number()),
  inner_confidence_calibrated: z.nullable(z.number()),
  verdict_evidence_mismatch: text,
  findings_source: z.enum(['structured', 'fallback']),
  fallback_reason: text,
  verdict_source: z.enum(['mechanical', 'legacy']),
});

/** What `cs-verify --judge --json` prints. */
export const judgeResultSchema = z.strictObject({
  status: z.enum(['success', 'api_error', 'parse_error', 'error', 'compromised']),
  verdict: z.enum(['PASS', 'FAIL', 'WARN']),
  overall_confidence: z.number(),
  reasoning: z.string(),
  criteria_judgments: z.array(
    z.object({
      ac_id: z.string(),
      judgment: z.enum(['PASS', 'FAIL']),
      confidence: z.nullable(z.number()),
      reasoning: z.string(),
    }),
  ),
  token_cost: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
  model: z.string(),
  latency_ms: z.number(),
  findings: z.array(finding),
  blocking_issues: z.array(finding),
  feedback: z.array(
    z.object({ ac_id: z.string(), finding: z.string(), would_satisfy: z.string() }),
  ),
  diagnostics: z.union([diagnostics, z.strictObject({})]),
  cost_usd: z.nullable(z.number()),
  request_id: text,
  votes: z.array(z.unknown()),
  error: z.optional(z.string()),
  raw_response: z.optional(z.string()),
  blocked_by: z.optional(z.enum(['gate-1', 'gate-2'])),
});
