import type { CostLine } from '../domain/cost-line.ts';
import { roundedDollars } from '../domain/cost-summary.ts';
import type { Failure } from '../domain/failure.ts';
import type { SeverityCounts } from '../domain/findings-policy.ts';
import type { JudgeStatus, JudgeVerdict } from '../domain/judgment.ts';
import { costOf, estimateTokens, highestCostOf, NO_TOKENS } from '../domain/model.ts';
import { failed, type Result, success } from '../domain/result.ts';
import { timestamp } from '../domain/time.ts';
import type { Clock, Judge, JudgeLimits, JudgeReply, JudgeRequest } from '../ports.ts';
import type { CostLog } from '../store/cost-log.ts';
import type { SpendingLedger } from '../store/spending-ledger.ts';

/** A judge whose every call is reserved for before it is made and logged when it is over. */
export interface MeteredJudge {
  /**
   * Asks once. `read` says what became of the reply, for the log. Fails, with nothing asked, where a
   * limit on spending does not allow the call or cannot be looked up.
   */
  ask(
    request: JudgeRequest,
    limits: JudgeLimits,
    about: CallPurpose,
  ): Promise<Result<MeteredReply>>;
}

export interface CallPurpose {
  readonly kind: string;
  readonly promiseId: string;
  read(reply: JudgeReply): CallOutcome;
}

/** What the log says of a call's reply. */
export interface CallOutcome {
  readonly status: JudgeStatus;
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
  readonly costLog: CostLog;
  readonly ledger: SpendingLedger;
  readonly sessionId: string | null;
  /** US dollars for this run, and for all runs of the project on one day; null: no limit. */
  readonly maxUsd: number | null;
  readonly maxUsdPerDay: number | null;
}

export function createMeteredJudge(parts: MeteredJudgeParts): MeteredJudge {
  let spentUsd = 0;
  return {
    async ask(request, limits, about) {
      const neededUsd = mostExpensive(request);
      const begun = parts.clock.now();
      const reservation = reserve(parts, neededUsd, spentUsd, begun);
      if ('failure' in reservation) return failed(reservation.failure);
      const started = parts.clock.elapsed();
      const reply = await parts.judge.ask(request, limits);
      const latencyMs = Math.round(parts.clock.elapsed() - started);
      const cost = costOf(request.model, reply.usage);
      const known = cost ?? highestCostOf(request.model, reply.usage);
      spentUsd += reply.isUsageKnown ? known : neededUsd;
      const costUsd = cost === undefined ? null : roundedDollars(cost);
      const line = lineOf(parts, request, reply, about, { begun, latencyMs, costUsd });
      // The line stands in the log before its reservation is given back: no moment forgets it.
      const unwritten = parts.costLog.append(line);
      const isSettled = unwritten === undefined && reply.isUsageKnown;
      const warnings = [unwritten, isSettled ? reservation.settle() : undefined];
      return success({
        reply,
        latencyMs,
        costUsd,
        warnings: warnings.filter((warning) => warning !== undefined),
      });
    },
  };
}

/** What a call can cost at the most, in US dollars: every byte a token, and the longest reply. */
export function mostExpensive(request: JudgeRequest): number {
  const { maxTokens, model, schema, system, user } = request;
  const bytes = Buffer.byteLength(system + user) + Buffer.byteLength(JSON.stringify(schema));
  const input_tokens = estimateTokens(bytes, 'least');
  return highestCostOf(model, { ...NO_TOKENS, input_tokens, output_tokens: maxTokens });
}

function reserve(
  { ledger, maxUsd, maxUsdPerDay }: MeteredJudgeParts,
  neededUsd: number,
  spentUsd: number,
  now: number,
): { settle(): Failure | undefined } | { readonly failure: Failure } {
  if (maxUsd !== null && spentUsd + neededUsd > maxUsd) {
    return {
      failure: { kind: 'spending-cap', cap: 'run', limitUsd: maxUsd, spentUsd, neededUsd },
    };
  }
  if (maxUsdPerDay === null) return { settle: () => undefined };
  const reservation = ledger.reserve(neededUsd, maxUsdPerDay, now);
  return reservation.kind === 'reserved' ? reservation : { failure: reservation };
}

function lineOf(
  { sessionId }: MeteredJudgeParts,
  { model }: JudgeRequest,
  reply: JudgeReply,
  { kind, promiseId, read }: CallPurpose,
  {
    begun,
    costUsd,
    latencyMs,
  }: { readonly begun: number; readonly costUsd: number | null; readonly latencyMs: number },
): CostLine {
  const { findings, status, verdict } = read(reply);
  const { usage } = reply;
  return {
    // When the call began: the day that was reserved for is the day that pays.
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
    vote: null,
    ...(findings === undefined ? {} : { findings }),
  };
}
