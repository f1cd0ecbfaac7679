import type { Failure } from '../../domain/base/failure.ts';
import { failed, type Result } from '../../domain/base/result.ts';
import { type KnownSecret, type Redacted, redactSecrets } from '../../domain/base/secrets.ts';
import { promptTokens, sum, totalCost } from '../../domain/judging/spent.ts';
import { UNJUDGED, type Unjudged } from '../../domain/judging/unjudged.ts';
import type {
  CallOutcome,
  CallPurpose,
  MeteredJudge,
  MeteredReply,
  ReservedCall,
} from '../../judge/metered-judge.ts';
import type { JudgeLimits, JudgeReply, JudgeRequest } from '../../ports.ts';

/** The one way in which every review puts its question to a judge. */

/** Most tokens of a prompt: it fits every model's window, and more would be expensive without asking. */
export const MOST_PROMPT_TOKENS = 150_000;

/** What stands for the nonce where nothing is sent. */
export const PLACEHOLDER_NONCE = 'NONCE';

/** A question before anything is sent: a dry run shows it, and a run sends it. */
export interface QuestionPlan {
  readonly request: JudgeRequest;
  readonly redacted: readonly Redacted[];
  /** Tokens of the prompt, estimated. */
  readonly promptTokens: number;
}

/** A question, and how its replies are read. */
export interface Question<Plan extends QuestionPlan, Reading> {
  /** What the cost log says of its calls. */
  readonly purpose: Omit<CallPurpose, 'read'>;
  readonly secrets: readonly KnownSecret[];
  /** How it is put, one for each time: a later one follows a reply that could not be used. */
  readonly plans: readonly ((nonce: string) => Plan)[];
  read(reply: JudgeReply, plan: Plan): Reading;
  /** Why a reading cannot be used; undefined where it can. */
  unjudgedIn(reading: Reading): Unjudged | undefined;
  /** What the cost log says of a reading. */
  outcomeOf(reading: Reading, plan: Plan): CallOutcome;
}

export interface QuestionWorld {
  readonly judge: MeteredJudge;
  /** Makes a new random text for every request, of hexadecimal digits. */
  readonly nonce: () => string;
}

/** What was sent once, and how the reply was read. */
export interface Exchange<Plan extends QuestionPlan, Reading> {
  readonly plan: Plan;
  readonly metered: MeteredReply;
  readonly reading: Reading;
}

interface Exchanges<Plan extends QuestionPlan, Reading> {
  readonly exchanges: readonly Exchange<Plan, Reading>[];
  /** The last plan, whether it was sent or not. */
  readonly plan: Plan;
  /** Why the question could not be put once more, such as a limit on spending. */
  readonly failure: Failure | undefined;
}

/** The failure of a question of so many tokens. */
export function tooLarge(tokens: number): Failure {
  const reason = `about ${tokens} tokens; the limit is ${MOST_PROMPT_TOKENS}`;
  return { kind: 'too-large-to-judge', reason };
}

/**
 * Reserves for questions that are put at once: for all of them, or for none. Fails, with nothing asked,
 * where one is too large, or where a limit on spending does not allow them.
 */
export async function reserveCalls(
  plans: readonly QuestionPlan[],
  judge: MeteredJudge,
  kind: string,
  limits: JudgeLimits,
): Promise<Result<readonly ReservedCall[]>> {
  const tokens = Math.max(0, ...plans.map((plan) => plan.promptTokens));
  if (tokens > MOST_PROMPT_TOKENS) {
    return failed(tooLarge(tokens));
  }
  const requests = plans.map(({ request }) => request);
  return judge.reserve(requests, kind, limits);
}

/**
 * Puts a question whose first call is reserved. A reply that cannot be used, where another may be, is
 * asked for again as often as the question has plans; after one that was cut off there is room for a
 * reply of twice the length.
 */
export async function askQuestion<Plan extends QuestionPlan, Reading>(
  question: Question<Plan, Reading>,
  first: { readonly plan: Plan; readonly call: ReservedCall },
  limits: JudgeLimits,
  { judge, nonce }: QuestionWorld,
): Promise<Exchanges<Plan, Reading>> {
  const exchanges: Exchange<Plan, Reading>[] = [];
  let { call, plan } = first;
  for (const planAgain of [...question.plans.slice(1), undefined]) {
    const done = await exchangeBy(question, plan, call, limits);
    exchanges.push(done);
    const unjudged = question.unjudgedIn(done.reading);
    const isFinal = unjudged === undefined || UNJUDGED[unjudged.cause].effect !== 'ask-again';
    if (isFinal || planAgain === undefined) break;
    plan = planAgain(nonce());
    const { maxTokens } = plan.request;
    const roomier = { ...plan.request, maxTokens: maxTokens * 2 };
    const request = unjudged.cause === 'cut-off' ? roomier : plan.request;
    const { kind } = question.purpose;
    const reserved = await reserveCalls([{ ...plan, request }], judge, kind, limits);
    if (!reserved.ok) return { exchanges, plan, failure: reserved.failure };
    const [next] = reserved.value;
    if (next === undefined) break;
    call = next;
  }
  return { exchanges, plan, failure: undefined };
}

async function exchangeBy<Plan extends QuestionPlan, Reading>(
  question: Question<Plan, Reading>,
  plan: Plan,
  call: ReservedCall,
  limits: JudgeLimits,
): Promise<Exchange<Plan, Reading>> {
  const read = (reply: JudgeReply): Reading => question.read(withoutSecrets(reply, question), plan);
  const metered = await call.ask(limits, {
    ...question.purpose,
    read: (reply) => question.outcomeOf(read(reply), plan),
  });
  return { plan, metered, reading: read(metered.reply) };
}

/** A server's or program's own words on an error may repeat a key. */
function withoutSecrets(
  reply: JudgeReply,
  { secrets }: { readonly secrets: readonly KnownSecret[] },
): JudgeReply {
  if (reply.answered) return reply;
  const detail = redactSecrets(reply.unjudged.detail, secrets).text;
  return { ...reply, unjudged: { ...reply.unjudged, detail } };
}

/** What all calls of a question used together. */
export interface QuestionSpent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where the model's prices are not known. */
  readonly costUsd: number | null;
  readonly latencyMs: number;
  /** Of the last call. */
  readonly requestId: string | null;
  readonly endpoint: string | null;
  /** What could not be done beside the calls, such as writing the cost log. */
  readonly warnings: readonly Failure[];
}

export function spentOn(calls: readonly MeteredReply[]): QuestionSpent {
  const last = calls.at(-1)?.reply;
  return {
    inputTokens: sum(calls.map(({ reply }) => promptTokens(reply.usage))),
    outputTokens: sum(calls.map(({ reply }) => reply.usage.output_tokens)),
    costUsd: totalCost(calls.map(({ costUsd }) => costUsd)),
    latencyMs: sum(calls.map(({ latencyMs }) => latencyMs)),
    requestId: last?.requestId ?? null,
    endpoint: last?.endpoint ?? null,
    warnings: calls.flatMap(({ warnings }) => warnings),
  };
}
