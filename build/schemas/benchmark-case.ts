import * as z from 'zod/mini';
import { CASE_CLASSES } from '../../src/domain/benchmark/bench-case.ts';

const filled = z.string().check(z.regex(/\S/));

const criterion = z.strictObject({
  id: filled,
  description: filled,
  evidence: filled,
  evidence_type: filled,
  proof: z.optional(
    z.strictObject({ argv: z.array(z.string()), exit_code: z.number(), output_tail: z.string() }),
  ),
  answer: z.optional(z.strictObject({ verdict: filled, reasoning: filled })),
  want: z.enum(['PASS', 'FAIL']),
  why: filled,
});

/** One line of a file of labelled cases. */
export const benchmarkCaseSchema = z.strictObject({
  id: filled,
  class: z.enum(CASE_CLASSES),
  trade: filled,
  language: filled,
  promise: z.strictObject({ title: filled, summary: z.optional(z.string()) }),
  criteria: z.array(criterion).check(z.minLength(1)),
  diff: z.optional(z.string()),
  tools: z.optional(
    z.array(
      z.strictObject({ name: filled, about: filled, failed: z.boolean(), output: z.string() }),
    ),
  ),
  made: filled,
  pair: z.optional(z.string()),
});
