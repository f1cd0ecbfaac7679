import type { Configuration } from '../../../domain/configuration.ts';
import type { JudgedFacts } from '../../../domain/judged-facts.ts';
import {
  type ChosenModel,
  chooseModel,
  costOf,
  mayThink,
  NO_TOKENS,
} from '../../../domain/model.ts';
import { failed, type Result, success } from '../../../domain/result.ts';
import { mostExpensive } from '../../../judge/metered-judge.ts';
import { bodyOf, messageParams } from '../../../judge/sent.ts';
import { dryRunText } from '../../../report/dry-run-text.ts';
import { judgeLines } from '../../../report/judge-text.ts';
import { PLACEHOLDER_NONCE, planReview, type ReviewPlan } from '../../../reviews/review-plan.ts';
import { reviewByRubric } from '../../../reviews/rubric-review.ts';
import type { Report } from '../../command.ts';
import type { Suite } from '../../suite.ts';
import { reviewOptions } from './judge.ts';

/** Tokens that a judge usually writes on one criterion, for an estimate (the seed: 300 to 600 on two). */
const USUAL_TOKENS_PER_CRITERION = 150;
const USUAL_TOKENS_AROUND = 150;

/** `--judge --dry-run`: what would be sent. Asks nobody, needs no key and no session, writes nothing. */
export async function dryRun(
  id: string,
  { judge }: Configuration,
  suite: Suite,
): Promise<Result<Report>> {
  const found = await suite.promises.find(id);
  if (!found.ok) return found;
  const { promise } = found.value;
  const answerFor = (criterion: string) => suite.validations.answerFor(id, criterion);
  const facts: JudgedFacts = { id, promise, answerFor, isAsked: () => true };
  if (judge.backend === 'rubric') return success(rubricReport(facts, suite));
  const model = chooseModel(judge.model, suite.clock.now());
  if ('kind' in model) return failed(model);
  const plan = planReview(facts, reviewOptions(judge, model), PLACEHOLDER_NONCE);
  const costs = { ...costsOf(plan, model), mayThink: mayThink(model.id) };
  const asks = plan.asked.length;
  return success({
    text: dryRunText({ ...plan, ...plan.request, ...costs, asks }),
    json: messageParams(bodyOf(plan.request)),
    notes: model.warning === undefined ? [] : [`Warning: ${model.warning}`],
  });
}

function rubricReport(facts: JudgedFacts, { style }: Suite): Report {
  const result = reviewByRubric(facts);
  return {
    text: [
      'DRY RUN: nothing is sent, nothing is written.',
      ...judgeLines(result, style, false),
    ].join('\n'),
    json: result,
  };
}

function costsOf(
  { asked, promptTokens, request }: ReviewPlan,
  { id }: ChosenModel,
): { readonly estimatedUsd: number | undefined; readonly highestUsd: number } {
  const output_tokens = USUAL_TOKENS_AROUND + USUAL_TOKENS_PER_CRITERION * asked.length;
  return {
    estimatedUsd: costOf(id, { ...NO_TOKENS, input_tokens: promptTokens, output_tokens }),
    highestUsd: mostExpensive(request),
  };
}
