import * as z from 'zod/mini';

const texts = z.array(z.string());

/** What is known of a run of a review. */
const review = {
  status: z.enum(['success', 'api_error', 'parse_error', 'error', 'compromised', 'not-asked']),
  model: z.string(),
  backend: z.enum(['api', 'claude', 'rubric']),
  paid_by: z.string(),
  token_cost: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
  cost_usd: z.nullable(z.number()),
  latency_ms: z.number(),
  request_id: z.nullable(z.string()),
  redacted: z.array(z.object({ kind: z.string(), count: z.number() })),
  error: z.optional(z.string()),
};

/** `cs judge reality-check --json`. */
export const realityCheckSchema = z.object({
  pass: z.boolean(),
  reason: z.string(),
  missingItems: texts,
  questionsForUser: texts,
  forwardProgress: z.boolean(),
  convergenceEstimate: z.optional(z.number()),
  suggestedNextSteps: texts,
  review: z.object({
    ...review,
    fingerprint: z.nullable(z.string()),
    left_out: z.array(z.object({ path: z.string(), why: z.string() })),
  }),
});

/** `cs judge continuation-review --json`. */
export const continuationReviewSchema = z.object({
  should_continue: z.boolean(),
  reason: z.string(),
  suggestion: z.string(),
  review: z.object({ ...review, turns: z.number() }),
});
