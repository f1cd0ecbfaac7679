import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { MS_PER_DAY, timestamp } from '../domain/base/time.ts';
import type { CostLine } from '../domain/judging/cost-line.ts';
import { roundedDollars } from '../domain/judging/cost-summary.ts';
import type { SeverityCounts } from '../domain/judging/findings-policy.ts';
import type { JudgeStatus, JudgeVerdict } from '../domain/judging/judgment.ts';
import { costOf, estimateTokens, highestCostOf, NO_TOKENS } from '../domain/judging/model.ts';
import { likelyReplyTokens } from '../domain/judging/spending.ts';
import { sum } from '../domain/judging/spent.ts';
import type { Clock, Judge, JudgeLimits, JudgeReply, JudgeRequest } from '../ports.ts';
import type { CostLog } from '../store/cost-log.ts';
import type { Reservation, Spending } from '../store/spending.ts';

/** A judge whose every call is reserved for before it is made and logged when it is over. */
export interface MeteredJudge {
  /**
   * Reserves for calls that are to be made at once: for all of them, or for none. Waits, within the calls' limits, for
   * what calls under way do not use of the day. Fails, with nothing asked, where a limit on spending does not allow them
   * or cannot be looked up. `kind`: what the calls are for, as the log has it.
   */
  reserve(
    requests: readonly JudgeRequest[],
    kind: string,
    limits: JudgeLimits,
  ): Promise<Result<readonly ReservedCall[]>>;
}

/** A call that may be made, once. */
export interface ReservedCall {
  /** Asks. `about` says what the call is for, and reads what became of it, for the log. */
  ask(limits: JudgeLimits, about: CallPurpose): Promise<MeteredReply>;
}

export interface CallPurpose {
  readonly kind: string;
  readonly promiseId: string;
  /** Which vote of several it is for, counted from 1; null where there is no vote. */
  readonly vote: number | null;
  read(reply: JudgeReply): CallOutcome;
}

/** What the log says of a call's reply. */
export interface CallOutcome {
  readonly status: JudgeStatus | 'cancelled';
  readonly verdict: JudgeVerdict;
  readonly findings?: SeverityCounts;
}

export interface MeteredReply {
  readonly reply: JudgeReply;
  readonly latencyMs: number;
  /** US dollars; null where the model's prices are not known. */
  readonly costUsd: number | null;
  /** What could not be done beside it, such as writing the cost log. */
  readonly warnings: readonly Failure[];
}

export interface MeteredJudgeParts {
  readonly judge: Judge;
  readonly clock: Clock;
  readonly costLog: Pick<CostLog, 'append' | 'since'>;
  readonly spending: Spending;
  readonly sessionId: string | null;
  /** The model that did the work, where that is known. */
  readonly sessionModel: string | null;
  /** US dollars for this run, and for all runs of the project on one day; null: no limit. */
  readonly maxUsd: number | null;
  readonly maxUsdPerDay: number | null;
  /** What is charged for this run, where several judges share its limit; its own otherwise. */
  readonly account?: Account | undefined;
}

export function createMeteredJudge(parts: MeteredJudgeParts): MeteredJudge {
  const account = parts.account ?? newAccount();
  return {
    async reserve(requests, kind, limits) {
      const holds = await holdAll(parts, account, requests, kind, limits);
      if (!holds.ok) return holds;
      return success(
        requests.flatMap((request, index) => {
          const held = holds.value[index];
          return held === undefined ? [] : [reservedCall(parts, request, held)];
        }),
      );
    },
  };
}

/** A judge that uses nothing: nothing is reserved for its calls, and none is logged. */
export function createFreeJudge(judge: Judge): MeteredJudge {
  const ask = async (request: JudgeRequest, limits: JudgeLimits): Promise<MeteredReply> => {
    const reply = await judge.ask(request, limits);
    return { reply, latencyMs: 0, costUsd: 0, warnings: [] };
  };
  return {
    reserve: async (requests) =>
      success(requests.map((request) => ({ ask: (limits) => ask(request, limits) }))),
  };
}

/** What a run has spent, and what it may still spend on calls that are under way, in US dollars. */
export interface Account {
  spentUsd: number;
  heldUsd: number;
}

/** The account of a run that begins. */
export function newAccount(): Account {
  return { spentUsd: 0, heldUsd: 0 };
}

/** What is held back for one call. */
interface Hold {
  readonly usd: number;
  /** When the call begins: the day that was reserved for is the day that pays. */
  readonly begun: number;
  /** Ends it with what the call cost of this run's limit. */
  end(spentUsd: number): void;
  /** Gives it back to the day's limit, once the call's cost is in the log. */
  settle(): Promise<Failure | undefined>;
}

/** Holds back of this run's limit what calls may cost, of the day's what they likely do: for all of them or for none. */
async function holdAll(
  parts: MeteredJudgeParts,
  account: Account,
  requests: readonly JudgeRequest[],
  kind: string,
  limits: JudgeLimits,
): Promise<Result<readonly Hold[]>> {
  const { maxUsd } = parts;
  const amounts = requests.map(mostExpensive);
  const spentUsd = account.spentUsd + account.heldUsd;
  const neededUsd = sum(amounts);
  const calls = amounts.length > 1 ? { calls: amounts.length } : {};
  if (maxUsd !== null && spentUsd + neededUsd > maxUsd) {
    const cap = { limitUsd: maxUsd, spentUsd, neededUsd, ...calls };
    return failed({ kind: 'spending-cap', cap: 'run', ...cap });
  }
  // Held before anything is waited for: another judge of the same account may ask meanwhile.
  account.heldUsd += neededUsd;
  const reserved = await reserveOfDay(parts, requests, kind, limits);
  if (!reserved.ok) {
    account.heldUsd -= neededUsd;
    const { failure } = reserved;
    return failed(failure.kind === 'spending-cap' ? { ...failure, ...calls } : failure);
  }
  const { begun, reservations } = reserved.value;
  return success(
    reservations.map(({ settle }, index) => {
      const usd = amounts[index] ?? 0;
      const end = (spent: number): void => {
        account.heldUsd -= usd;
        account.spentUsd += spent;
      };
      return { usd, begun, end, settle };
    }),
  );
}

/** How much of its time a call may wait for others; the rest is for the call itself. */
const WAITING_SHARE = 3 / 4;
const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2000;

/** Reserves of the day's limit; waits while calls under way hold what is lacking. */
async function reserveOfDay(
  parts: MeteredJudgeParts,
  requests: readonly JudgeRequest[],
  kind: string,
  { deadline, signal }: JudgeLimits,
): Promise<Result<{ readonly begun: number; readonly reservations: readonly Reservation[] }>> {
  const { clock, maxUsdPerDay, spending } = parts;
  const patience = (deadline - clock.elapsed()) * WAITING_SHARE + clock.elapsed();
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const begun = clock.now();
    if (maxUsdPerDay === null) {
      return success({ begun, reservations: requests.map(() => UNLIMITED) });
    }
    const amounts = await likelyCosts(parts, requests, kind);
    const until = begun + deadline - clock.elapsed();
    const reserved = await spending.reserve(amounts, maxUsdPerDay, begun, until);
    if (reserved.ok) return success({ begun, reservations: reserved.value });
    const isHeld = reserved.failure.kind === 'spending-cap' && reserved.failure.isHeld === true;
    if (!isHeld || clock.elapsed() + pauseMs > patience) return reserved;
    await clock.sleep(pauseMs, signal);
    if (signal.aborted) return failed({ kind: 'interrupted', action: 'the judge was called' });
  }
}

/** For how long calls tell what others will use, in milliseconds. */
const TELLING_MS = 7 * MS_PER_DAY;

/** What calls are likely to cost, by the calls of their kind before them; the most, where those cannot be read. */
async function likelyCosts(
  { clock, costLog }: MeteredJudgeParts,
  requests: readonly JudgeRequest[],
  kind: string,
): Promise<readonly number[]> {
  const earlier = await costLog.since(clock.now() - TELLING_MS);
  return requests.map((request) =>
    earlier.ok
      ? costAtMost(request, 'likely', likelyReplyTokens(earlier.value, { ...request, kind }))
      : mostExpensive(request),
  );
}

/** Where no limit of the day is set, nothing is reserved. */
const UNLIMITED: Reservation = { settle: async () => undefined };

function reservedCall(parts: MeteredJudgeParts, request: JudgeRequest, held: Hold): ReservedCall {
  return {
    async ask(limits, about) {
      const started = parts.clock.elapsed();
      const reply = await parts.judge.ask(request, limits);
      const latencyMs = Math.round(parts.clock.elapsed() - started);
      const cost = reply.costUsd ?? costOf(request.model, reply.usage);
      // Of what was said to be spent and what the tokens cost, a limit goes by the larger.
      const known = Math.max(cost ?? 0, highestCostOf(request.model, reply.usage));
      held.end(reply.isUsageKnown ? known : held.usd);
      const costUsd = cost === undefined ? null : roundedDollars(cost);
      const line = lineOf(parts, request, reply, about, { begun: held.begun, latencyMs, costUsd });
      // The line stands in the log before its reservation is given back: no moment forgets it.
      const unwritten = await parts.costLog.append(line);
      const isSettled = unwritten === undefined && reply.isUsageKnown;
      const warnings = [unwritten, isSettled ? await held.settle() : undefined];
      return {
        reply,
        latencyMs,
        costUsd,
        warnings: warnings.filter((warning) => warning !== undefined),
      };
    },
  };
}

/** What a call can cost at the most, in US dollars: every byte a token, and the longest reply. */
export function mostExpensive(request: JudgeRequest): number {
  return costAtMost(request, 'least', request.maxTokens);
}

function costAtMost(
  { model, schema, system, user }: JudgeRequest,
  tokens: Parameters<typeof estimateTokens>[1],
  output_tokens: number,
): number {
  const bytes = Buffer.byteLength(system + user) + Buffer.byteLength(JSON.stringify(schema));
  const input_tokens = estimateTokens(bytes, tokens);
  return highestCostOf(model, { ...NO_TOKENS, input_tokens, output_tokens });
}

function lineOf(
  { sessionId, sessionModel }: MeteredJudgeParts,
  { model }: JudgeRequest,
  reply: JudgeReply,
  { kind, promiseId, read, vote }: CallPurpose,
  {
    begun,
    costUsd,
    latencyMs,
  }: { readonly begun: number; readonly costUsd: number | null; readonly latencyMs: number },
): CostLine {
  const { findings, status, verdict } = read(reply);
  const { usage } = reply;
  return {
    timestamp: timestamp(begun),
    promise_id: promiseId,
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    model,
    latency_ms: latencyMs,
    verdict,
    kind,
    status,
    cost_usd: costUsd,
    cache_read_input_tokens: usage.cache_read_input_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    request_id: reply.requestId,
    session_id: sessionId,
    session_model: sessionModel,
    vote,
    ...(findings === undefined ? {} : { findings }),
  };
}
