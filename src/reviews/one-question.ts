import type { Failure } from '../domain/failure.ts';
import type { JudgeStatus, Judgment } from '../domain/judgment.ts';
import { objectsIn, timesNamed } from '../domain/reply-text.ts';
import { type Result, success } from '../domain/result.ts';
import { type KnownSecret, type Redacted, redactSecrets } from '../domain/secrets.ts';
import { promptTokens, type QuestionSpent, sum, totalCost } from '../domain/spent.ts';
import { UNJUDGED, type Unjudged, unjudgedText } from '../domain/unjudged.ts';
import type { CallOutcome, MeteredJudge, MeteredReply } from '../judge/metered-judge.ts';
import type { JudgeLimits, JudgeReply, JudgeRequest } from '../ports.ts';
import { MOST_PROMPT_TOKENS } from './review-plan.ts';

/** A review that is one question with one reply: no vote, no criteria, no promise. */
export interface Question<Reply> {
  /** Its name in the cost log. */
  readonly kind: string;
  readonly secrets: readonly KnownSecret[];
  /** `nonce`: new for every request. */
  plan(nonce: string): QuestionPlan;
  /** An object as a reply; nothing where it is none. */
  read(value: unknown): Reply | undefined;
  /** Keys that a reply holds once: of two the reader could choose. */
  readonly keys: readonly string[];
  /** What the cost log says of a reply. */
  verdictOf(reply: Reply): Judgment;
}

/** A question before anything is sent: what a dry run shows, and what a run goes by. */
export interface QuestionPlan {
  readonly request: JudgeRequest;
  readonly redacted: readonly Redacted[];
  /** Tokens of the prompt, estimated. */
  readonly promptTokens: number;
}

export interface QuestionWorld {
  readonly judge: MeteredJudge;
  /** A new random text for every request, of hexadecimal digits. */
  readonly nonce: () => string;
  /** A failure in words for a person. */
  readonly say: (failure: Failure) => string;
}

/** What a question came to: a reply, or why there is none. */
export type QuestionOutcome<Reply> =
  | { readonly status: 'success'; readonly reply: Reply }
  | { readonly status: Exclude<JudgeStatus, 'success'>; readonly error: string };

/** What stands in the cost log where a promise would. */
const NO_PROMISE = '-';

/** How often a reply is asked for that can be used. */
const MOST_QUESTIONS = 2;

type Reading<Reply> =
  | { readonly kind: 'judged'; readonly reply: Reply }
  | { readonly kind: 'unusable'; readonly unjudged: Unjudged };

interface Exchange<Reply> {
  readonly plan: QuestionPlan;
  readonly metered: MeteredReply;
  readonly reading: Reading<Reply>;
}

/** Asks; a reply that cannot be used is asked for once more. */
export async function askQuestion<Reply>(
  question: Question<Reply>,
  limits: JudgeLimits,
  world: QuestionWorld,
): Promise<{ readonly outcome: QuestionOutcome<Reply>; readonly spent: QuestionSpent }> {
  const exchanges: Exchange<Reply>[] = [];
  const outcome = await askUntilUsable(question, limits, world, exchanges);
  return { outcome, spent: spentOn(exchanges) };
}

/** The use of a question that nobody was asked. */
export const NOTHING_SPENT: QuestionSpent = {
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  latencyMs: 0,
  requestId: null,
  endpoint: null,
  redacted: [],
  warnings: [],
};

async function askUntilUsable<Reply>(
  question: Question<Reply>,
  limits: JudgeLimits,
  world: QuestionWorld,
  exchanges: Exchange<Reply>[],
): Promise<QuestionOutcome<Reply>> {
  let needsMore = false;
  for (let count = 1; ; count += 1) {
    const plan = question.plan(world.nonce());
    if (plan.promptTokens > MOST_PROMPT_TOKENS) {
      const size = `about ${plan.promptTokens} tokens, and at most ${MOST_PROMPT_TOKENS} are sent`;
      return { status: 'error', error: `it is too large to be judged: ${size}` };
    }
    const asked: Result<Exchange<Reply>> = await askOnce(question, plan, needsMore, limits, world);
    if (!asked.ok) return { status: 'error', error: world.say(asked.failure) };
    exchanges.push(asked.value);
    const reading: Reading<Reply> = asked.value.reading;
    if (reading.kind === 'judged') return { status: 'success', reply: reading.reply };
    const unjudged: Unjudged = reading.unjudged;
    const { effect, status } = UNJUDGED[unjudged.cause];
    if (effect !== 'ask-again' || count === MOST_QUESTIONS) {
      const isFailure = status !== 'success';
      return { status: isFailure ? status : 'error', error: unjudgedText(unjudged) };
    }
    needsMore = unjudged.cause === 'cut-off';
  }
}

async function askOnce<Reply>(
  question: Question<Reply>,
  plan: QuestionPlan,
  needsMore: boolean,
  limits: JudgeLimits,
  { judge }: QuestionWorld,
): Promise<Result<Exchange<Reply>>> {
  const { maxTokens } = plan.request;
  const request = needsMore ? { ...plan.request, maxTokens: maxTokens * 2 } : plan.request;
  const outcomeOf = (reading: Reading<Reply>): CallOutcome =>
    reading.kind === 'unusable'
      ? { status: UNJUDGED[reading.unjudged.cause].status, verdict: 'WARN' }
      : { status: 'success', verdict: question.verdictOf(reading.reply) };
  const metered = await judge.ask(request, limits, {
    kind: question.kind,
    promiseId: NO_PROMISE,
    vote: null,
    read: (reply) => outcomeOf(readReply(reply, question)),
  });
  if (!metered.ok) return metered;
  const reading = readReply(metered.value.reply, question);
  return success({ plan, metered: metered.value, reading });
}

/** The one reply in a text. Two of them would let a reader choose. */
function readReply<Reply>(
  reply: JudgeReply,
  { keys, read, secrets }: Question<Reply>,
): Reading<Reply> {
  if (!reply.answered) {
    const detail = redactSecrets(reply.unjudged.detail, secrets).text;
    return { kind: 'unusable', unjudged: { ...reply.unjudged, detail } };
  }
  const [answer, ...others] = objectsIn(reply.text).flatMap((one) => read(one) ?? []);
  const unreadable = (detail: string): Reading<Reply> => ({
    kind: 'unusable',
    unjudged: { cause: 'unreadable', detail, text: reply.text },
  });
  if (answer === undefined)
    return unreadable('it holds no verdict in the shape that was asked for');
  const isDouble = keys.some((key) => timesNamed(reply.text, key) > 1);
  return others.length > 0 || isDouble
    ? unreadable('it holds more than one verdict')
    : { kind: 'judged', reply: answer };
}

function spentOn<Reply>(exchanges: readonly Exchange<Reply>[]): QuestionSpent {
  const all = exchanges.map(({ metered }) => metered);
  const last = all.at(-1);
  return {
    inputTokens: sum(all.map(({ reply: { usage } }) => promptTokens(usage))),
    outputTokens: sum(all.map(({ reply }) => reply.usage.output_tokens)),
    costUsd: totalCost(all.map(({ costUsd }) => costUsd)),
    latencyMs: sum(all.map(({ latencyMs }) => latencyMs)),
    requestId: last?.reply.requestId ?? null,
    endpoint: last?.reply.endpoint ?? null,
    redacted: exchanges.at(-1)?.plan.redacted ?? [],
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}
