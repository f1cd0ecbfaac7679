import * as z from 'zod/mini';
import { SEVERITIES } from '../../src/domain/judging/judgment.ts';

const text = z.nullable(z.string());

const finding = z.object({
  severity: z.enum(SEVERITIES),
  description: z.string(),
  location: text,
  dimension: text,
  ac_id: text,
  would_satisfy: z.optional(z.string()),
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

const judgments = z.array(
  z.object({
    ac_id: z.string(),
    judgment: z.enum(['PASS', 'FAIL']),
    confidence: z.nullable(z.number()),
    reasoning: z.string(),
  }),
);

const statuses = ['success', 'api_error', 'parse_error', 'error', 'compromised'] as const;
const verdict = z.enum(['PASS', 'FAIL', 'WARN']);
const tokenCost = z.object({ input_tokens: z.number(), output_tokens: z.number() });

const vote = z.strictObject({
  vote: z.int(),
  model: z.string(),
  seed: z.string(),
  status: z.enum([...statuses, 'cancelled']),
  verdict,
  reasoning: z.string(),
  criteria_judgments: judgments,
  token_cost: tokenCost,
  latency_ms: z.number(),
  cost_usd: z.nullable(z.number()),
  request_id: text,
  error: z.optional(z.string()),
});

const tally = z.strictObject({
  asked: z.int(),
  passed: z.int(),
  failed: z.int(),
  lost: z.int(),
  cancelled: z.int(),
  divergent: z.nullable(z.boolean()),
  disputed: z.array(z.string()),
  dissent: z.array(
    z.strictObject({
      ac_id: z.string(),
      vote: z.int(),
      model: z.string(),
      judgment: z.enum(['PASS', 'FAIL']),
      reasoning: z.string(),
    }),
  ),
  judges: z.record(z.string(), z.int()),
  independent_votes: z.number(),
});

/** What `cs-verify --judge --json` prints. */
export const judgeResultSchema = z.strictObject({
  status: z.enum(statuses),
  verdict,
  overall_confidence: z.number(),
  reasoning: z.string(),
  criteria_judgments: judgments,
  token_cost: tokenCost,
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
  votes: z.array(vote),
  tally: z.optional(tally),
  backend: z.optional(z.enum(['api', 'claude', 'rubric'])),
  paid_by: z.optional(z.string()),
  error: z.optional(z.string()),
  raw_response: z.optional(z.string()),
  blocked_by: z.optional(z.enum(['gate-1', 'gate-2', 'tier-1'])),
  for_person: z.optional(z.boolean()),
  recorded_for: z.optional(text),
  served_by: z.optional(z.strictObject({ at: z.string(), session_id: z.string() })),
});
