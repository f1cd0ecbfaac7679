import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { severityCounts, verdictOfFindings } from '../../domain/judging/findings-policy.ts';
import { verdictOn } from '../../domain/judging/judge-policy.ts';
import type { JudgedFacts } from '../../domain/judging/judged-facts.ts';
import { unusableModel } from '../../domain/judging/model.ts';
import { UNJUDGED, type Unjudged, unjudgedText } from '../../domain/judging/unjudged.ts';
import type { CallOutcome, ReservedCall } from '../../judge/metered-judge.ts';
import type { JudgeLimits } from '../../ports.ts';
import {
  askQuestion,
  type Question,
  type QuestionWorld,
  reserveCalls,
} from '../asking/question.ts';
import { type Exchange, finishedReview, type PromiseReview } from './finished.ts';
import { planReview, type ReviewOptions, type ReviewPlan } from './plan.ts';
import { isInducedByData, type ReplyReading, readReply } from './reading.ts';

/** The name of this question in the cost log. */
const PROMISE_REVIEW = 'promise-review';

/** A review that may begin: planned, and its first call reserved for. */
interface OpenedReview {
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
  world: QuestionWorld,
): Promise<Result<PromiseReview>> {
  const opened = await openReviews(facts, [options], limits, world);
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
export async function openReviews(
  facts: JudgedFacts,
  wanted: readonly ReviewOptions[],
  limits: JudgeLimits,
  { judge, nonce }: QuestionWorld,
): Promise<Result<readonly OpenedReview[]>> {
  const plans = wanted.map((options) => planReview(facts, options, nonce()));
  const asked = plans.filter(hasQuestion);
  const reserved = await reserveCalls(asked, judge, PROMISE_REVIEW, limits);
  if (!reserved.ok) return reserved;
  const calls = [...reserved.value];
  return success(
    plans.map((plan) => ({ plan, call: hasQuestion(plan) ? calls.shift() : undefined })),
  );
}

function hasQuestion({ asked, options }: ReviewPlan): boolean {
  return asked.length > 0 || !options.isModel;
}

/** Runs a review that was opened to its end. Never fails: see `PromiseReview.fault`. */
export async function runReview(
  { call, plan: first }: OpenedReview,
  facts: JudgedFacts,
  limits: JudgeLimits,
  world: QuestionWorld,
): Promise<PromiseReview> {
  if (call === undefined) return finishedReview(first, [], undefined);
  const { options } = first;
  const question = questionOf(facts, options);
  const asked = await askQuestion(question, { plan: first, call }, limits, world);
  const { exchanges, failure, plan } = asked;
  return finishedReview(plan, exchanges, failure ?? faultIn(exchanges, options));
}

function questionOf(
  facts: JudgedFacts,
  options: ReviewOptions,
): Question<ReviewPlan, ReplyReading> {
  const planBy = (wanted: ReviewOptions) => (nonce: string) => planReview(facts, wanted, nonce);
  return {
    purpose: { kind: PROMISE_REVIEW, promiseId: facts.id, vote: options.seat?.vote ?? null },
    secrets: options.secrets,
    plans: attemptsFor(options).map(planBy),
    read: (reply, plan) => readReply(plan, facts, reply),
    unjudgedIn: (reading) => (reading.kind === 'unusable' ? reading.unjudged : undefined),
    outcomeOf: (reading, plan) => outcomeOf(plan, reading),
  };
}

/** How often is asked, and how: the plain review twice, before it once for findings where wanted. */
function attemptsFor(options: ReviewOptions): readonly ReviewOptions[] {
  const plain: ReviewOptions = { ...options, style: 'plain' };
  return options.style === 'plain' ? [plain, plain] : [options, plain, plain];
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
        : { status: statusOf(reading.unjudged), verdict: verdictOfCause(reading.unjudged) };
  }
}

/** As the answer says it: what the caller has to put right is no outage. */
function verdictOfCause({ cause }: Unjudged): CallOutcome['verdict'] {
  return cause === 'model-not-found' || cause === 'too-large' ? 'FAIL' : 'WARN';
}

function statusOf({ cause }: Unjudged): CallOutcome['status'] {
  return cause === 'cancelled' ? 'cancelled' : UNJUDGED[cause].status;
}

/** What the caller has to put right, as opposed to an outage: it shows in the last exchange. */
function faultIn(exchanges: readonly Exchange[], { model }: ReviewOptions): Failure | undefined {
  const reading = exchanges.at(-1)?.reading;
  if (reading?.kind !== 'unusable' || UNJUDGED[reading.unjudged.cause].effect !== 'refuse') {
    return undefined;
  }
  const { unjudged } = reading;
  // A second question may ask for more than a model can write: the first one's fault stands.
  if (unjudged.cause === 'reply-limit' && exchanges.length > 1) return undefined;
  if (unjudged.cause === 'interrupted')
    return { kind: 'interrupted', action: 'the judge was called' };
  if (unjudged.cause === 'too-large') {
    return { kind: 'too-large-to-judge', reason: unjudged.detail };
  }
  return unusableModel(model, unjudgedText(unjudged));
}
