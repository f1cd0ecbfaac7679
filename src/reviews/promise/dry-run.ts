import { type Result, success } from '../../domain/base/result.ts';
import type { JudgedFacts } from '../../domain/judging/judged-facts.ts';
import type { JudgeResult } from '../../domain/judging/judgment.ts';
import { costOf, mayThink, NO_TOKENS } from '../../domain/judging/model.ts';
import { sum } from '../../domain/judging/spent.ts';
import type { Configuration } from '../../domain/settings/configuration.ts';
import { mostExpensive } from '../../judge/metered-judge.ts';
import { DRY_RUN_HEADING, dryRunText } from '../../report/dry-run-text.ts';
import { judgeLines } from '../../report/judge-text.ts';
import { dryRunJson, type FoundJudge, findJudge, openFreeJudge } from '../asking/access.ts';
import { PLACEHOLDER_NONCE } from '../asking/question.ts';
import { type ReviewReport, warningNotes } from '../asking/report.ts';
import type { ReviewWorld } from '../world.ts';
import { planReview, type ReviewPlan } from './plan.ts';
import { reviewPromise } from './review.ts';
import { type JudgeWish, modelsFor, reviewOptions } from './run.ts';

/** Tokens that a judge usually writes: 300 to 600 on two criteria. For an estimate. */
const USUAL_TOKENS_PER_CRITERION = 150;
const USUAL_TOKENS_AROUND = 150;

/**
 * What a judge would be sent of a promise. Asks no model, needs no key and no session, writes nothing. A
 * judge that is no model costs nothing and is asked at once.
 */
export async function promiseDryRun(
  facts: JudgedFacts,
  { judge }: Configuration,
  wish: Pick<JudgeWish, 'backend' | 'models' | 'votes'>,
  world: ReviewWorld,
): Promise<Result<ReviewReport>> {
  const access = findJudge(wish.backend, world);
  const models = modelsFor(judge, access, wish, world);
  if (!models.ok) return models;
  const { clock } = world;
  const deadline = clock.elapsed() + judge.timeoutMs;
  const leftMs = (): number => deadline - clock.elapsed();
  const [first = { id: '' }] = models.value;
  const options = reviewOptions(judge, access, first.id, world, leftMs);
  if (!access.isModel) {
    const free = { judge: openFreeJudge(world, access), nonce: () => '' };
    const limits = { deadline, signal: new AbortController().signal };
    const review = await reviewPromise(facts, options, limits, free);
    return review.ok ? success(rulesReport(review.value.result, access, world)) : review;
  }
  const plans = models.value.map(({ id }) =>
    planReview(facts, { ...options, model: id }, PLACEHOLDER_NONCE),
  );
  return success(modelReport(plans, access, warningNotes(models.value.map((one) => one.warning))));
}

/** `plans`: one for each vote, at least one. */
function modelReport(
  plans: readonly ReviewPlan[],
  access: FoundJudge,
  notes: readonly string[],
): ReviewReport {
  const requests = plans.map(({ request }) => request);
  const text = plans.slice(0, 1).map((plan) =>
    dryRunText({
      ...plan,
      ...plan.request,
      ...costsOf(plans),
      models: requests.map(({ model }) => model),
      backend: access.backend,
      paidBy: access.paidBy,
      command: access.commandFor(plan.request),
      asks: plan.asked.length,
    }),
  );
  return { text: text.join(''), json: dryRunJson(access, requests), notes };
}

function rulesReport(
  judged: JudgeResult,
  { backend, paidBy: paid_by }: FoundJudge,
  { style }: ReviewWorld,
): ReviewReport {
  const result = { ...judged, backend, paid_by };
  const lines = judgeLines(result, style, false);
  return {
    text: [DRY_RUN_HEADING, ...lines].join('\n'),
    json: result,
    notes: [],
  };
}

/** What all votes together cost: as estimated, where the prices of all models are known, and at most. */
function costsOf(plans: readonly ReviewPlan[]): {
  readonly estimatedUsd: number | undefined;
  readonly highestUsd: number;
  readonly mayThink: boolean;
} {
  const estimates = plans.flatMap(({ asked, options, promptTokens }) => {
    const output_tokens = USUAL_TOKENS_AROUND + USUAL_TOKENS_PER_CRITERION * asked.length;
    return costOf(options.model, { ...NO_TOKENS, input_tokens: promptTokens, output_tokens }) ?? [];
  });
  return {
    estimatedUsd: estimates.length === plans.length ? sum(estimates) : undefined,
    highestUsd: sum(plans.map(({ request }) => mostExpensive(request))),
    mayThink: plans.some(({ options }) => mayThink(options.model)),
  };
}
