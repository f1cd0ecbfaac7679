import type { Failure } from '../../domain/base/failure.ts';
import type { Redacted } from '../../domain/base/secrets.ts';
import type { JudgeResult } from '../../domain/judging/judgment.ts';
import { unjudgedText } from '../../domain/judging/unjudged.ts';
import { type Exchange as QuestionExchange, spentOn } from '../asking/question.ts';
import type { ReviewPlan } from './plan.ts';
import { isInducedByData, type ReplyReading } from './reading.ts';
import { resultOf } from './result.ts';

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
  /** Whether the last call was cancelled before it was answered. */
  readonly wasCalledOff: boolean;
}

/** One exchange with the judge: what was sent, and what came of it. */
export type Exchange = QuestionExchange<ReviewPlan, ReplyReading>;

/** A review as it stands after its exchanges. `fault`: what kept it from going on. */
export function finishedReview(
  plan: ReviewPlan,
  exchanges: readonly Exchange[],
  fault: Failure | undefined,
): PromiseReview {
  const last = exchanges.at(-1);
  const decisive = decisiveOf(exchanges);
  const [first] = exchanges;
  const spent = spentOn(exchanges.map(({ metered }) => metered));
  const fellBack = first !== undefined && first.plan.options.style !== last?.plan.options.style;
  const fallbackReason = fellBack ? whyUnusable(first.reading) : null;
  const result = resultOf(decisive?.plan ?? plan, decisive?.reading, spent, {
    isStructured: first?.plan.options.style === 'structured' || plan.options.style === 'structured',
    fallbackReason,
  });
  return {
    result,
    endpoint: spent.endpoint,
    redacted: plan.redacted,
    unknown: last?.reading.kind === 'judged' ? last.reading.unknown : [],
    warnings: spent.warnings,
    // A FAIL stands after an interrupt too: else a session could break off until it gets a PASS.
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
