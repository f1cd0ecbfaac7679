import * as z from 'zod/mini';

const count = z.number();

/** One line of `judge-cost-log.jsonl`. What comes after `verdict` is missing in lines of older shape. */
export const costLineSchema = z.looseObject({
  timestamp: z.string(),
  promise_id: z.string(),
  input_tokens: count,
  output_tokens: count,
  model: z.string(),
  latency_ms: count,
  verdict: z.string(),
  kind: z.optional(z.string()),
  status: z.optional(z.string()),
  cost_usd: z.optional(z.nullable(count)),
  cache_read_input_tokens: z.optional(count),
  cache_creation_input_tokens: z.optional(count),
  request_id: z.optional(z.nullable(z.string())),
  session_id: z.optional(z.nullable(z.string())),
  session_model: z.optional(z.nullable(z.string())),
  vote: z.optional(z.nullable(count)),
  findings: z.optional(z.object({ critical: count, major: count, minor: count, info: count })),
});
