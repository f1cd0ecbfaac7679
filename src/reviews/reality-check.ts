import type { Failure } from '../domain/failure.ts';
import type { JudgeStatus } from '../domain/judgment.ts';
import {
  failedOpen,
  NOTHING_TO_HOLD_AGAINST,
  passedUnjudged,
  type RealityOutcome,
  type RealityReply,
  realityVerdict,
} from '../domain/reality-check.ts';
import { objectsIn, timesNamed } from '../domain/reply-text.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { type KnownSecret, redactSecrets } from '../domain/secrets.ts';
import { promptTokens, sum, totalCost } from '../domain/spent.ts';
import { UNJUDGED, type Unjudged, unjudgedText } from '../domain/unjudged.ts';
import type { CallOutcome, MeteredJudge, MeteredReply } from '../judge/metered-judge.ts';
import type { JudgeLimits, JudgeReply } from '../ports.ts';
import { readRealityReply } from '../schemas/reality-check-reply.ts';
import { type PreparedCheck, planRealityCheck, type RealityPlan } from './reality-check-plan.ts';
import { MOST_PROMPT_TOKENS } from './review-plan.ts';

/** The name of this question in the cost log, and what stands there where a promise would. */
const KIND = 'reality-check';
const NO_PROMISE = '-';

/** How often a reply is asked for that can be used. */
const MOST_QUESTIONS = 2;

export interface RealityWorld {
  readonly judge: MeteredJudge;
  /** A new random text for every request, of hexadecimal digits. */
  readonly nonce: () => string;
  /** A failure in words for a person. */
  readonly say: (failure: Failure) => string;
}

/** A finished check, and what could not be done beside it. */
export interface RealityReview extends RealityOutcome {
  readonly warnings: readonly Failure[];
}

type Reading =
  | { readonly kind: 'judged'; readonly reply: RealityReply }
  | { readonly kind: 'unusable'; readonly unjudged: Unjudged };

interface Exchange {
  readonly plan: RealityPlan;
  readonly metered: MeteredReply;
  readonly reading: Reading;
}

/** What a check came to, before its verdict: a reply, or why there is none. */
type Outcome =
  | { readonly status: 'success'; readonly reply: RealityReply }
  | { readonly status: Exclude<JudgeStatus, 'success'>; readonly error: string };

/**
 * Asks whether the work satisfies the directives. A reply that cannot be used is asked for once more.
 * Whatever keeps it from being judged lets the session pass and is said: an outage, a limit on spending,
 * too much to send. Fails where somebody interrupts.
 */
export async function checkReality(
  prepared: PreparedCheck,
  limits: JudgeLimits,
  world: RealityWorld,
): Promise<Result<RealityReview>> {
  const exchanges: Exchange[] = [];
  if (prepared.material.directives.length === 0) return success(notAsked(prepared));
  const outcome = await askUntilUsable(prepared, limits, world, exchanges);
  // Whoever interrupts just as the answer comes does not want it acted upon.
  return limits.signal.aborted
    ? failed({ kind: 'interrupted', action: 'the judge was asked' })
    : success(reviewOf(prepared, exchanges, outcome));
}

async function askUntilUsable(
  prepared: PreparedCheck,
  limits: JudgeLimits,
  world: RealityWorld,
  exchanges: Exchange[],
): Promise<Outcome> {
  let needsMore = false;
  for (let question = 1; ; question += 1) {
    const plan = planRealityCheck(prepared, world.nonce());
    if (plan.promptTokens > MOST_PROMPT_TOKENS) {
      const size = `about ${plan.promptTokens} tokens, and at most ${MOST_PROMPT_TOKENS} are sent`;
      return { status: 'error', error: `it is too large to be judged: ${size}` };
    }
    const asked = await askOnce(plan, needsMore, prepared, limits, world);
    if (!asked.ok) return { status: 'error', error: world.say(asked.failure) };
    exchanges.push(asked.value);
    const { reading } = asked.value;
    if (reading.kind === 'judged') return { status: 'success', reply: reading.reply };
    const { unjudged } = reading;
    const { effect, status } = UNJUDGED[unjudged.cause];
    if (effect !== 'ask-again' || question === MOST_QUESTIONS) {
      const isFailure = status !== 'success';
      return { status: isFailure ? status : 'error', error: unjudgedText(unjudged) };
    }
    needsMore = unjudged.cause === 'cut-off';
  }
}

async function askOnce(
  plan: RealityPlan,
  needsMore: boolean,
  { options, progress }: PreparedCheck,
  limits: JudgeLimits,
  { judge }: RealityWorld,
): Promise<Result<Exchange>> {
  const { maxTokens } = plan.request;
  const request = needsMore ? { ...plan.request, maxTokens: maxTokens * 2 } : plan.request;
  const outcomeOf = (reading: Reading): CallOutcome =>
    reading.kind === 'unusable'
      ? { status: UNJUDGED[reading.unjudged.cause].status, verdict: 'WARN' }
      : {
          status: 'success',
          verdict: realityVerdict(reading.reply, progress).pass ? 'PASS' : 'FAIL',
        };
  const read = (reply: JudgeReply) => readReality(reply, options.secrets);
  const metered = await judge.ask(request, limits, {
    kind: KIND,
    promiseId: NO_PROMISE,
    vote: null,
    read: (reply) => outcomeOf(read(reply)),
  });
  if (!metered.ok) return metered;
  return success({ plan, metered: metered.value, reading: read(metered.value.reply) });
}

/** The one reply in a text. Two of them would let a reader choose. */
function readReality(reply: JudgeReply, secrets: readonly KnownSecret[]): Reading {
  if (!reply.answered) {
    const detail = redactSecrets(reply.unjudged.detail, secrets).text;
    return { kind: 'unusable', unjudged: { ...reply.unjudged, detail } };
  }
  const [answer, ...others] = objectsIn(reply.text).flatMap((one) => readRealityReply(one) ?? []);
  const unreadable = (detail: string): Reading => ({
    kind: 'unusable',
    unjudged: { cause: 'unreadable', detail, text: reply.text },
  });
  if (answer === undefined)
    return unreadable('it holds no verdict in the shape that was asked for');
  const isDouble = ['pass', 'missingItems'].some((key) => timesNamed(reply.text, key) > 1);
  return others.length > 0 || isDouble
    ? unreadable('it holds more than one verdict')
    : { kind: 'judged', reply: answer };
}

function notAsked(prepared: PreparedCheck): RealityReview {
  return {
    ...restOf(prepared, []),
    verdict: passedUnjudged(NOTHING_TO_HOLD_AGAINST, prepared.progress),
    status: 'not-asked',
    leftOut: [],
    error: undefined,
  };
}

function reviewOf(
  prepared: PreparedCheck,
  exchanges: readonly Exchange[],
  outcome: Outcome,
): RealityReview {
  const { progress } = prepared;
  const rest = { ...restOf(prepared, exchanges), status: outcome.status };
  return outcome.status === 'success'
    ? { ...rest, verdict: realityVerdict(outcome.reply, progress), error: undefined }
    : { ...rest, verdict: failedOpen(outcome.error, progress), error: outcome.error };
}

/** What the exchanges used and left, whatever they came to. */
function restOf(
  { leftOut, material, options, progress }: PreparedCheck,
  exchanges: readonly Exchange[],
): Omit<RealityReview, 'verdict' | 'status' | 'error'> {
  const all = exchanges.map(({ metered }) => metered);
  const last = all.at(-1);
  return {
    model: options.model,
    inputTokens: sum(all.map(({ reply: { usage } }) => promptTokens(usage))),
    outputTokens: sum(all.map(({ reply }) => reply.usage.output_tokens)),
    costUsd: totalCost(all.map(({ costUsd }) => costUsd)),
    latencyMs: sum(all.map(({ latencyMs }) => latencyMs)),
    requestId: last?.reply.requestId ?? null,
    endpoint: last?.reply.endpoint ?? null,
    fingerprint: progress.fingerprint,
    leftOut,
    unknownChanges: 'unknown' in material.changes ? material.changes.unknown : undefined,
    redacted: exchanges.at(-1)?.plan.redacted ?? [],
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}
