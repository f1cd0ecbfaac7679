import type { Configuration } from '../../../domain/configuration.ts';
import type { JudgedFacts } from '../../../domain/judged-facts.ts';
import { costOf, mayThink, NO_TOKENS } from '../../../domain/model.ts';
import { votesToAsk } from '../../../domain/panel.ts';
import { failed, type Result, success } from '../../../domain/result.ts';
import { sum } from '../../../domain/spent.ts';
import { votesNeeded } from '../../../domain/tier.ts';
import { mostExpensive } from '../../../judge/metered-judge.ts';
import { dryRunText } from '../../../report/dry-run-text.ts';
import { judgeLines } from '../../../report/judge-text.ts';
import { PLACEHOLDER_NONCE, planReview, type ReviewPlan } from '../../../reviews/review-plan.ts';
import { reviewByRubric } from '../../../reviews/rubric-review.ts';
import type { Report } from '../../command.ts';
import { commandOf, dryRunJson, type ModelAccess, modelAccess } from '../../model-access.ts';
import type { Suite } from '../../suite.ts';
import { reviewOptions } from './asking.ts';
import { modelsFor } from './judge.ts';

/** Tokens that a judge usually writes on one criterion, for an estimate (the seed: 300 to 600 on two). */
const USUAL_TOKENS_PER_CRITERION = 150;
const USUAL_TOKENS_AROUND = 150;

/** `--judge --dry-run`: what would be sent. Asks nobody, needs no key and no session, writes nothing. */
export async function dryRun(
  id: string,
  configuration: Configuration,
  wish: { readonly votes: number | undefined; readonly models: readonly string[] },
  suite: Suite,
): Promise<Result<Report>> {
  const { judge } = configuration;
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const { promise } = found.value;
  const answerFor = (criterion: string) => suite.validations.answerFor(id, criterion);
  const facts: JudgedFacts = { id, promise, answerFor, isAsked: () => true };
  const access = modelAccess(judge.backend, suite);
  if (access.backend === 'rubric') return success(rubricReport(facts, access, suite));
  const votes = votesToAsk(wish.votes, wish.models, votesNeeded(promise, configuration));
  const models = modelsFor(judge, { models: wish.models, votes }, suite);
  if (!models.ok) return models;
  const plans = models.value.map(({ id: model }) =>
    planReview(facts, reviewOptions(judge, access, model), PLACEHOLDER_NONCE),
  );
  const warnings = new Set(models.value.flatMap(({ warning }) => warning ?? []));
  return modelReport(plans, access, [...warnings]);
}

/** `plans`: one for each vote. */
function modelReport(
  plans: readonly ReviewPlan[],
  access: ModelAccess,
  warnings: readonly string[],
): Result<Report> {
  const [plan] = plans;
  if (plan === undefined) return failed({ kind: 'unexpected', message: 'nobody would be asked' });
  const requests = plans.map(({ request }) => request);
  return success({
    text: dryRunText({
      ...plan,
      ...plan.request,
      ...costsOf(plans),
      models: requests.map(({ model }) => model),
      backend: access.backend,
      paidBy: access.paidBy,
      command: commandOf(access, plan.request),
      asks: plan.asked.length,
    }),
    json: dryRunJson(access, requests),
    notes: warnings.map((warning) => `Warning: ${warning}`),
  });
}

function rubricReport(
  facts: JudgedFacts,
  { backend, paidBy: paid_by }: ModelAccess,
  { style }: Suite,
): Report {
  const result = { ...reviewByRubric(facts), backend, paid_by };
  return {
    text: [
      'DRY RUN: nothing is sent, nothing is written.',
      ...judgeLines(result, style, false),
    ].join('\n'),
    json: result,
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
