import type { Failure } from '../../domain/base/failure.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { MS_PER_DAY, timestamp } from '../../domain/base/time.ts';
import { dayOf, mostSpent } from '../../domain/judging/cost-summary.ts';
import type { JudgedFacts } from '../../domain/judging/judged-facts.ts';
import type { JudgeResult } from '../../domain/judging/judgment.ts';
import { type ChosenModel, costOf, mayThink, NO_TOKENS } from '../../domain/judging/model.ts';
import { sum } from '../../domain/judging/spent.ts';
import type { Configuration } from '../../domain/settings/configuration.ts';
import { mostExpensive } from '../../judge/metered-judge.ts';
import { DRY_RUN_HEADING, dryRunText } from '../../report/dry-run-text.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { judgeLines } from '../../report/judge-text.ts';
import { substanceLines } from '../../report/substance-text.ts';
import { dryRunJson, type FoundJudge, findJudge, openFreeJudge } from '../asking/access.ts';
import { MOST_PROMPT_TOKENS, PLACEHOLDER_NONCE, tooLarge } from '../asking/question.ts';
import { type ReviewReport, warningNotes } from '../asking/report.ts';
import { modelsOfWork } from '../asking/session-model.ts';
import type { ReviewWorld } from '../world.ts';
import { planReview, type ReviewPlan } from './plan.ts';
import { reviewPromise } from './review.ts';
import { dependentJudges, type JudgeWish, modelsFor, reviewOptions } from './run.ts';

/** Tokens that a judge usually writes: 300 to 600 on two criteria. For an estimate. */
const USUAL_TOKENS_PER_CRITERION = 150;
const USUAL_TOKENS_AROUND = 150;

/** What would be sent, and what it would cost. */
export interface PromiseDryRun extends ReviewReport {
  readonly estimate: DryRunEstimate;
  /** What stands in the way of a real run, in lines. */
  readonly ahead: readonly string[];
}

interface DryRunEstimate {
  /** How many criteria a judge would be asked about. */
  readonly asks: number;
  readonly votes: number;
  /** US dollars for all votes; undefined where a model's prices are not known. */
  readonly estimatedUsd: number | undefined;
  readonly highestUsd: number;
}

/**
 * What a judge would be sent of a promise. Asks no model, needs no key and no session, writes nothing. A
 * judge that is no model costs nothing and is asked at once.
 */
export async function promiseDryRun(
  facts: JudgedFacts,
  { judge }: Configuration,
  wish: Pick<JudgeWish, 'backend' | 'models' | 'votes'>,
  world: ReviewWorld,
  ahead: (reasons: readonly string[]) => readonly string[],
): Promise<Result<PromiseDryRun>> {
  const access = findJudge(wish.backend, world);
  const models = modelsFor(judge, access, wish, world);
  if (!models.ok) return models;
  const { clock } = world;
  const deadline = clock.elapsed() + judge.timeoutMs;
  const leftMs = (): number => deadline - clock.elapsed();
  const options = reviewOptions(judge, access, world, leftMs, facts.substance?.valuesBefore);
  if (!access.isModel) {
    const free = { judge: openFreeJudge(world, access), nonce: () => '' };
    const limits = { deadline, signal: new AbortController().signal };
    const asked = { ...options, model: access.backend };
    const review = await reviewPromise(facts, asked, limits, free);
    return review.ok ? success(rulesReport(review.value.result, access, world, ahead([]))) : review;
  }
  const plans = models.value.map(({ id }) =>
    planReview(facts, { ...options, model: id }, PLACEHOLDER_NONCE),
  );
  const warnings = warningNotes(models.value.map((one) => one.warning));
  const lines = {
    work: substanceLines(facts.substance),
    ahead: ahead(await judgeReasons(facts, judge, models.value, plans, access, world)),
  };
  return success(modelReport(plans, access, warnings, lines));
}

/** Why a judge would not be asked, of the reasons that lie with the judge, its cost and its size. */
async function judgeReasons(
  facts: JudgedFacts,
  judge: Configuration['judge'],
  models: readonly ChosenModel[],
  plans: readonly ReviewPlan[],
  access: FoundJudge,
  world: ReviewWorld,
): Promise<readonly string[]> {
  const dependent = dependentJudges(models, modelsOfWork(facts.promise, world));
  const isRefused = judge.independent === 'required' && dependent.length > 0;
  const refused: readonly Failure[] = isRefused
    ? [{ kind: 'not-independent', id: facts.id, models: dependent }]
    : [];
  const tokens = Math.max(0, ...plans.map(({ promptTokens }) => promptTokens));
  const large = tokens > MOST_PROMPT_TOKENS ? [tooLarge(tokens)] : [];
  const spent = await spentToday(
    judge,
    sum(plans.map(({ request }) => mostExpensive(request))),
    world,
  );
  const lacks =
    access.lacks === undefined ? [] : [`Unavailable: ${access.lacks}${otherWay(access)}.`];
  return [...lacks, ...[...refused, ...large, ...spent].map(failureMessage)];
}

function otherWay(access: FoundJudge): string {
  return access.backend === 'api' && access.isClaudeThere
    ? ', or use claude, which is on PATH: --backend auto'
    : '';
}

/** That the limit of the day does not allow what the calls may cost, as far as the cost log tells. */
async function spentToday(
  { maxUsdPerDay: limitUsd }: Configuration['judge'],
  neededUsd: number,
  { clock, costLog }: ReviewWorld,
): Promise<readonly Failure[]> {
  if (limitUsd === null) return [];
  const since = Date.parse(dayOf(timestamp(clock.now())));
  const log = await costLog.since(since);
  if (!log.ok) return [log.failure];
  const spentUsd = mostSpent(log.value, { since, until: since + MS_PER_DAY });
  return spentUsd + neededUsd > limitUsd
    ? [{ kind: 'spending-cap', cap: 'day', limitUsd, spentUsd, neededUsd }]
    : [];
}

/** `plans`: one for each vote, at least one. */
function modelReport(
  plans: readonly ReviewPlan[],
  access: FoundJudge,
  notes: readonly string[],
  { ahead, work }: { readonly work: readonly string[]; readonly ahead: readonly string[] },
): PromiseDryRun {
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
      work,
      ahead,
    }),
  );
  const { estimatedUsd, highestUsd } = costsOf(plans);
  const asks = plans[0]?.asked.length ?? 0;
  // Where no criterion is left to ask about, no call is made.
  const estimate =
    asks === 0
      ? { asks, votes: 0, estimatedUsd: 0, highestUsd: 0 }
      : { asks, votes: plans.length, estimatedUsd, highestUsd };
  return { text: text.join(''), json: dryRunJson(access, requests), notes, estimate, ahead };
}

function rulesReport(
  judged: JudgeResult,
  { backend, paidBy: paid_by }: FoundJudge,
  { style }: ReviewWorld,
  ahead: readonly string[],
): PromiseDryRun {
  const result = { ...judged, backend, paid_by };
  const lines = judgeLines(result, style, false);
  return {
    text: [DRY_RUN_HEADING, ...lines, '', ...ahead].join('\n'),
    json: result,
    notes: [],
    ahead,
    estimate: { asks: judged.criteria_judgments.length, votes: 1, estimatedUsd: 0, highestUsd: 0 },
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
