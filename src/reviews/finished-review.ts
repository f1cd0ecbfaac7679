import type { Failure } from '../domain/failure.ts';
import type { JudgeResult } from '../domain/judgment.ts';
import type { Redacted } from '../domain/secrets.ts';
import { promptTokens, sum, totalCost } from '../domain/spent.ts';
import { unjudgedText } from '../domain/unjudged.ts';
import type { MeteredReply } from '../judge/metered-judge.ts';
import { isInducedByData, type ReplyReading } from './reading-replies.ts';
import type { ReviewPlan } from './review-plan.ts';
import { resultOf, type Spent } from './review-result.ts';

/** A finished review: the result, and what else there is to say about it. */
export interface PromiseReview {
  readonly result: JudgeResult;
  readonly endpoint: string | null;
  readonly redacted: readonly Redacted[];
  /** Criteria that the model judged and that do not exist. */
  readonly unknown: readonly string[];
  readonly warnings: readonly Failure[];
  /** What the caller has to put right, found once something had been asked: nothing was decided. */
  readonly fault: Failure | undefined;
  /** Whether the last call was called off before it was answered. */
  readonly wasCalledOff: boolean;
}

/** One exchange with the judge: what was sent, and what came of it. */
export interface Exchange {
  readonly plan: ReviewPlan;
  readonly metered: MeteredReply;
  readonly reading: ReplyReading;
}

/** A review as it stands after its exchanges. `fault`: what kept it from going on. */
export function finishedReview(
  plan: ReviewPlan,
  exchanges: readonly Exchange[],
  fault: Failure | undefined,
): PromiseReview {
  const last = exchanges.at(-1);
  const decisive = decisiveOf(exchanges);
  const [first] = exchanges;
  const spent: Spent = {
    latencyMs: sum(exchanges.map(({ metered }) => metered.latencyMs)),
    inputTokens: sum(exchanges.map(({ metered }) => promptTokens(metered.reply.usage))),
    outputTokens: sum(exchanges.map(({ metered }) => metered.reply.usage.output_tokens)),
    costUsd: totalCost(exchanges.map(({ metered }) => metered.costUsd)),
    requestId: last?.metered.reply.requestId ?? null,
  };
  const fellBack = first !== undefined && first.plan.options.style !== last?.plan.options.style;
  const fallbackReason = fellBack ? whyUnusable(first.reading) : null;
  const result = resultOf(decisive?.plan ?? plan, decisive?.reading, spent, {
    isStructured: first?.plan.options.style === 'structured' || plan.options.style === 'structured',
    fallbackReason,
  });
  return {
    result,
    endpoint: last?.metered.reply.endpoint ?? null,
    redacted: plan.redacted,
    unknown: last?.reading.kind === 'judged' ? last.reading.unknown : [],
    warnings: exchanges.flatMap(({ metered }) => metered.warnings),
    // What gave way stays so: whoever breaks it off then would try until it passes.
    fault: result.verdict === 'FAIL' ? undefined : fault,
    wasCalledOff: last?.reading.kind === 'unusable' && last.reading.unjudged.cause === 'cancelled',
  };
}

/**
 * The exchange that the result goes by: the last, unless it came to nothing and an earlier one came to
 * nothing because the data asked for it. An outage afterwards does not undo that.
 */
function decisiveOf(exchanges: readonly Exchange[]): Exchange | undefined {
  const last = exchanges.at(-1);
  if (last?.reading.kind !== 'unusable') return last;
  return (
    exchanges.find(
      ({ plan, reading }) => reading.kind === 'unusable' && isInducedByData(plan, reading.unjudged),
    ) ?? last
  );
}

function whyUnusable(reading: ReplyReading): string | null {
  return reading.kind === 'unusable' ? unjudgedText(reading.unjudged) : null;
}
