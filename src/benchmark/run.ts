import { createNonce } from '../adapters/node-nonce.ts';
import { digestOf } from '../domain/base/digest.ts';
import type { Failure } from '../domain/base/failure.ts';
import { type Result, success } from '../domain/base/result.ts';
import type { BenchCase } from '../domain/benchmark/bench-case.ts';
import { factsOfCase } from '../domain/benchmark/case-facts.ts';
import { type CaseOutcome, outcomeOf } from '../domain/benchmark/outcome.ts';
import { costOf, NO_TOKENS } from '../domain/judging/model.ts';
import type { SubstanceName } from '../domain/judging/substance.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import type { MeteredJudge } from '../judge/metered-judge.ts';
import { type FoundJudge, findJudge, openFreeJudge, openJudge } from '../reviews/asking/access.ts';
import { PLACEHOLDER_NONCE } from '../reviews/asking/question.ts';
import type { PromiseReview } from '../reviews/promise/finished.ts';
import { reviewByModels } from '../reviews/promise/panel.ts';
import { planReview, type ReviewOptions } from '../reviews/promise/plan.ts';
import { modelsFor, reviewOptions } from '../reviews/promise/run.ts';
import type { ReviewWorld } from '../reviews/world.ts';

/** What the calls of a benchmark are called in the cost log. */
const KIND = 'judge-bench';

/** Tokens that a judge usually writes on one criterion, and around them: for an estimate. */
const USUAL_TOKENS = 150;

/** How a judge is to be measured. */
interface BenchWish {
  readonly backend: string;
  readonly models: readonly string[];
  readonly votes: number;
  readonly sees: readonly SubstanceName[];
  readonly maxUsd: number | null;
  readonly atOnce: number;
}

/** A judge that is ready to be measured, the same that Gate 3 would ask. */
export interface PreparedBench {
  /** Whether a model is asked, which costs. */
  readonly isModel: boolean;
  /** Who is measured, for people. */
  readonly judge: string;
  /** What the user has to do before it can be asked. */
  readonly lacks: string | undefined;
  /** The name under which the outcome of a case is kept: of all that it hangs on. */
  keyOf(given: BenchCase): string;
  /** About what cases cost, in US dollars; null where a model's prices are not known. */
  estimate(cases: readonly BenchCase[]): number | null;
  /** Judges cases, some at once, and tells of each. Gives the fault that ended it early, if any. */
  run(
    cases: readonly BenchCase[],
    onOutcome: (outcome: CaseOutcome, given: BenchCase) => void,
    signal: AbortSignal,
  ): Promise<Failure | undefined>;
}

/** Prepares a run. Fails where a model cannot be used. */
export function prepareBench(
  world: ReviewWorld,
  { judge: settings }: Configuration,
  wish: BenchWish,
): Result<PreparedBench> {
  const access = findJudge(wish.backend, world);
  const chosen = modelsFor(settings, access, wish, world);
  if (!chosen.ok) return chosen;
  const models = chosen.value.map(({ id }) => id);
  const deadline = world.clock.elapsed() + settings.timeoutMs;
  const left = (): number => deadline - world.clock.elapsed();
  const options = reviewOptions(settings, access, world, left);
  const style = options.style;
  const planOf = (given: BenchCase, model: string) =>
    planReview(factsOfCase(given, wish.sees), { ...options, model }, PLACEHOLDER_NONCE);
  const parts: Parts = { world, access, settings, wish, models, options };
  return success({
    isModel: access.isModel,
    judge: access.isModel ? `${access.backend}: ${models.join(', ')}` : access.backend,
    lacks: access.lacks,
    keyOf(given) {
      const { system, user } = planOf(given, models[0] ?? '').request;
      const about = [given, system, user, access.backend, models, style, wish.sees];
      return `${given.id} ${digestOf(JSON.stringify(about))}`;
    },
    estimate: (cases) => estimateOf(cases, models, planOf),
    run: (cases, onOutcome, signal) => runAll(cases, parts, onOutcome, signal),
  });
}

interface Parts {
  readonly world: ReviewWorld;
  readonly access: FoundJudge;
  readonly settings: Configuration['judge'];
  readonly wish: BenchWish;
  readonly models: readonly string[];
  readonly options: Omit<ReviewOptions, 'model'>;
}

function estimateOf(
  cases: readonly BenchCase[],
  models: readonly string[],
  planOf: (
    given: BenchCase,
    model: string,
  ) => { readonly promptTokens: number; readonly asked: readonly string[] },
): number | null {
  let total = 0;
  for (const given of cases) {
    for (const model of models) {
      const { asked, promptTokens } = planOf(given, model);
      const output_tokens = USUAL_TOKENS * (1 + asked.length);
      const cost = costOf(model, { ...NO_TOKENS, input_tokens: promptTokens, output_tokens });
      if (cost === undefined) return null;
      total += cost;
    }
  }
  return total;
}

async function runAll(
  cases: readonly BenchCase[],
  parts: Parts,
  onOutcome: (outcome: CaseOutcome, given: BenchCase) => void,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const judge = benchJudge(parts);
  const waiting = [...cases];
  const faults: Failure[] = [];
  const work = async (): Promise<void> => {
    for (;;) {
      const given = signal.aborted || faults.length > 0 ? undefined : waiting.shift();
      if (given === undefined) return;
      const review = await reviewCase(given, parts, judge, signal);
      const fault = review.ok ? review.value.fault : review.failure;
      if (fault !== undefined) faults.push(fault);
      else if (review.ok) onOutcome(outcomeOf(given, review.value.result), given);
    }
  };
  await Promise.all(Array.from({ length: parts.wish.atOnce }, work));
  return faults.find(({ kind }) => kind !== 'interrupted') ?? faults[0];
}

/** One account for the whole run, whose calls the cost log tells from those of Gate 3. */
function benchJudge({ access, settings, wish, world }: Parts): MeteredJudge {
  if (!access.isModel) return openFreeJudge(world, access);
  const session = { sessionId: world.environment.session?.id ?? null, sessionModel: null };
  const caps = { maxUsd: wish.maxUsd, maxUsdPerDay: settings.maxUsdPerDay };
  const metered = openJudge(world, access, session, caps);
  return {
    async reserve(requests, _kind, limits) {
      const reserved = await metered.reserve(requests, KIND, limits);
      if (!reserved.ok) return reserved;
      const calls = reserved.value.map((call) => ({
        ask: (...[limits, about]: Parameters<typeof call.ask>) =>
          call.ask(limits, { ...about, kind: KIND }),
      }));
      return success(calls);
    },
  };
}

async function reviewCase(
  given: BenchCase,
  { models, options, settings, wish, world }: Parts,
  judge: MeteredJudge,
  signal: AbortSignal,
): Promise<Result<PromiseReview>> {
  const facts = factsOfCase(given, wish.sees);
  const limits = { deadline: world.clock.elapsed() + settings.timeoutMs, signal };
  const asked = { judge, nonce: createNonce };
  const voting = { chance: world.chance, stopsEarly: false, onVote: () => {} };
  return reviewByModels(facts, options, models, voting, limits, asked);
}
