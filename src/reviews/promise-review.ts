import type { Failure } from '../domain/failure.ts';
import { severityCounts, verdictOfFindings } from '../domain/findings-policy.ts';
import { verdictOn } from '../domain/judge-policy.ts';
import type { JudgedFacts } from '../domain/judged-facts.ts';
import { unusableModel } from '../domain/model.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { UNJUDGED, type Unjudged, unjudgedText } from '../domain/unjudged.ts';
import type {
  CallOutcome,
  CallPurpose,
  MeteredJudge,
  MeteredReply,
  ReservedCall,
} from '../judge/metered-judge.ts';
import type { JudgeLimits, JudgeRequest } from '../ports.ts';
import { type Exchange, finishedReview, type PromiseReview } from './finished-review.ts';
import { isInducedByData, type ReplyReading, readReply } from './reading-replies.ts';
import {
  MOST_PROMPT_TOKENS,
  planReview,
  type ReviewOptions,
  type ReviewPlan,
} from './review-plan.ts';

/** The name of this question in the cost log. */
const PROMISE_REVIEW = 'promise-review';

export interface PromiseReviewWorld {
  readonly judge: MeteredJudge;
  /** A new random text for every request, of hexadecimal digits. */
  readonly nonce: () => string;
}

/** A review that may begin: planned, and its first call reserved for. */
export interface OpenedReview {
  readonly plan: ReviewPlan;
  /** Nothing where there is nothing to ask. */
  readonly call: ReservedCall | undefined;
}

/**
 * Gate 3: has a model judge a promise, criterion by criterion, and computes the verdict in code. A reply
 * that cannot be used is asked for once more; a structured review that cannot be had gives way to the
 * plain one. Where the caller is at fault (too much to judge, a spending limit, an interruption, an
 * unknown model) it fails before anything was asked, and names the fault with what was spent after. An
 * outage is a result, with the verdict WARN.
 */
export async function reviewPromise(
  facts: JudgedFacts,
  options: ReviewOptions,
  limits: JudgeLimits,
  world: PromiseReviewWorld,
): Promise<Result<PromiseReview>> {
  const opened = openReviews(facts, [options], world);
  if (!opened.ok) return opened;
  const reviews = opened.value.map((review) => runReview(review, facts, limits, world));
  const [review] = await Promise.all(reviews);
  return review === undefined
    ? failed({ kind: 'unexpected', message: 'a review was opened and is not there' })
    : success(review);
}

/**
 * Plans reviews that are to run at once, and reserves for the first call of each: for all or for none.
 * Fails with nothing asked, where the promise is too large or a limit does not allow the calls.
 */
export function openReviews(
  facts: JudgedFacts,
  wanted: readonly ReviewOptions[],
  { judge, nonce }: PromiseReviewWorld,
): Result<readonly OpenedReview[]> {
  const plans = wanted.map((options) => planReview(facts, options, nonce()));
  const asking = plans.filter(({ asked }) => asked.length > 0);
  const tokens = Math.max(0, ...asking.map(({ promptTokens }) => promptTokens));
  if (tokens > MOST_PROMPT_TOKENS) {
    const reason = `about ${tokens} tokens, and at most ${MOST_PROMPT_TOKENS} are sent`;
    return failed({ kind: 'too-large-to-judge', reason });
  }
  const reserved = judge.reserve(asking.map(({ request }) => request));
  if (!reserved.ok) return reserved;
  const calls = [...reserved.value];
  return success(
    plans.map((plan) => ({ plan, call: plan.asked.length > 0 ? calls.shift() : undefined })),
  );
}

/** Runs a review that was opened to its end. Never fails: see `PromiseReview.fault`. */
export async function runReview(
  { call, plan: firstPlan }: OpenedReview,
  facts: JudgedFacts,
  limits: JudgeLimits,
  world: PromiseReviewWorld,
): Promise<PromiseReview> {
  const exchanges: Exchange[] = [];
  const { options } = firstPlan;
  if (call === undefined) return finishedReview(firstPlan, exchanges, undefined);
  let plan = firstPlan;
  for (const [index, attempt] of attemptsFor(options).entries()) {
    if (index > 0) plan = planReview(facts, attempt, world.nonce());
    const exchange =
      index === 0
        ? success(await exchangeBy(call, plan, facts, limits))
        : await askAgain(plan, wasCutOff(exchanges), facts, limits, world);
    if (!exchange.ok) return finishedReview(plan, exchanges, exchange.failure);
    exchanges.push(exchange.value);
    const fault = faultOf(exchange.value, options, index);
    if (fault !== undefined) return finishedReview(plan, exchanges, fault);
    if (isFinal(exchange.value)) break;
  }
  return finishedReview(plan, exchanges, undefined);
}

/** How often is asked, and how: the plain review twice, before it once for findings where wanted. */
function attemptsFor(options: ReviewOptions): readonly ReviewOptions[] {
  const plain: ReviewOptions = { ...options, style: 'plain' };
  return options.style === 'plain' ? [plain, plain] : [options, plain, plain];
}

/** Asks once more, with room for twice as much where the last reply was cut off. */
async function askAgain(
  plan: ReviewPlan,
  needsMore: boolean,
  facts: JudgedFacts,
  limits: JudgeLimits,
  { judge }: PromiseReviewWorld,
): Promise<Result<Exchange>> {
  const request: JudgeRequest = needsMore
    ? { ...plan.request, maxTokens: plan.request.maxTokens * 2 }
    : plan.request;
  const metered = await judge.ask(request, limits, purposeOf(plan, facts));
  return metered.ok ? success(exchangeOf(plan, facts, metered.value)) : metered;
}

async function exchangeBy(
  call: ReservedCall,
  plan: ReviewPlan,
  facts: JudgedFacts,
  limits: JudgeLimits,
): Promise<Exchange> {
  return exchangeOf(plan, facts, await call.ask(limits, purposeOf(plan, facts)));
}

function exchangeOf(plan: ReviewPlan, facts: JudgedFacts, metered: MeteredReply): Exchange {
  return { plan, metered, reading: readReply(plan, facts, metered.reply) };
}

function purposeOf(plan: ReviewPlan, facts: JudgedFacts): CallPurpose {
  return {
    kind: PROMISE_REVIEW,
    promiseId: facts.id,
    vote: plan.options.seat?.vote ?? null,
    read: (reply) => outcomeOf(plan, readReply(plan, facts, reply)),
  };
}

function wasCutOff(exchanges: readonly Exchange[]): boolean {
  const reading = exchanges.at(-1)?.reading;
  return reading?.kind === 'unusable' && reading.unjudged.cause === 'cut-off';
}

/** What the cost log says of a call. */
function outcomeOf(plan: ReviewPlan, reading: ReplyReading): CallOutcome {
  switch (reading.kind) {
    case 'judged': {
      const isStructured = plan.options.style === 'structured';
      const verdict = verdictOn([...reading.said, ...plan.settled]);
      return isStructured
        ? {
            status: 'success',
            verdict: verdictOfFindings(reading.findings),
            findings: severityCounts(reading.findings),
          }
        : { status: 'success', verdict };
    }
    case 'compromised':
      return { status: 'compromised', verdict: 'FAIL' };
    case 'unusable':
      return isInducedByData(plan, reading.unjudged)
        ? { status: 'compromised', verdict: 'FAIL' }
        : { status: statusOf(reading.unjudged), verdict: 'WARN' };
  }
}

function statusOf({ cause }: Unjudged): CallOutcome['status'] {
  return cause === 'cancelled' ? 'cancelled' : UNJUDGED[cause].status;
}

function isFinal({ reading }: Exchange): boolean {
  return reading.kind !== 'unusable' || UNJUDGED[reading.unjudged.cause].effect !== 'ask-again';
}

/** What the caller has to put right, as opposed to an outage. */
function faultOf(
  { reading }: Exchange,
  { model }: ReviewOptions,
  index: number,
): Failure | undefined {
  if (reading.kind !== 'unusable' || UNJUDGED[reading.unjudged.cause].effect !== 'refuse') {
    return undefined;
  }
  const { unjudged } = reading;
  // A second question may ask for more than a model can write: the first one's fault stands.
  if (unjudged.cause === 'reply-limit' && index > 0) return undefined;
  if (unjudged.cause === 'interrupted')
    return { kind: 'interrupted', action: 'the judge was asked' };
  if (unjudged.cause === 'too-large') {
    return { kind: 'too-large-to-judge', reason: unjudged.detail };
  }
  return unusableModel(model, unjudgedText(unjudged));
}
