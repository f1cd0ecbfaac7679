import { type Result, success } from '../../domain/base/result.ts';
import { costOf, isSameModel, mayThink, NO_TOKENS } from '../../domain/judging/model.ts';
import type { Configuration } from '../../domain/settings/configuration.ts';
import { USUAL_ENDPOINT } from '../../judge/api/backend.ts';
import { asksNoModel } from '../../judge/backend.ts';
import { mostExpensive } from '../../judge/metered-judge.ts';
import {
  DRY_RUN_HEADING,
  estimateLines,
  plannedLines,
  requestLines,
} from '../../report/dry-run-text.ts';
import { EXIT, type ExitCode } from '../../report/exit.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { sameModelNotes } from '../../report/judge-notes.ts';
import { indented, oneLine } from '../../report/printable.ts';
import { sentNotes, spentLines } from '../../report/review-text.ts';
import type { Style } from '../../report/style.ts';
import type { ReviewWorld, Watch } from '../world.ts';
import { dryRunJson } from './access.ts';
import { PLACEHOLDER_NONCE } from './question.ts';
import {
  chooseAccess,
  type FinishedReview,
  planReview,
  prepareReview,
  type ReviewSubject,
  runReview,
  type SessionReview,
} from './session-review.ts';

/** What a review has to say: text for people or the same as data, and notes for stderr. */
export interface ReviewReport {
  readonly text: string;
  readonly json: unknown;
  readonly notes: readonly string[];
  readonly exitCode?: ExitCode;
}

/** A review as a command runs it, whatever its material and verdict are. */
export interface ReviewCommand {
  run(
    subject: ReviewSubject,
    configuration: Configuration,
    world: ReviewWorld,
    watch: Watch,
  ): Promise<Result<ReviewReport>>;
  /** What would be sent. Asks nothing, needs no key, writes nothing. */
  dryRun(
    subject: ReviewSubject,
    configuration: Configuration,
    world: ReviewWorld,
  ): Promise<Result<ReviewReport>>;
}

export function reviewCommand<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
): ReviewCommand {
  return {
    async run(subject, configuration, world, watch) {
      const run = await runReview(review, subject, configuration, world, watch);
      return run.ok ? success(reportOf(review, run.value, world.style)) : run;
    },
    dryRun: (subject, configuration, world) => dryRunOf(review, subject, configuration, world),
  };
}

function reportOf<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
  run: FinishedReview<Material, Verdict>,
  style: Style,
): ReviewReport {
  const { verdict } = run.outcome;
  return {
    text: reviewText(review, run, style),
    json: reviewJson(review, run),
    notes: reviewNotes(review, run),
    exitCode: review.passes(verdict) ? EXIT.ok : EXIT.blocked,
  };
}

/** A finished review for people. */
export function reviewText<Material, Reply, Verdict>(
  { passes, told, words }: SessionReview<Material, Reply, Verdict>,
  { access, outcome }: Pick<FinishedReview<Material, Verdict>, 'access' | 'outcome'>,
  style: Style,
): string {
  const { status, verdict } = outcome;
  const judged = passes(verdict) ? style.good(words.passes) : style.bad(words.fails);
  const heading = status === 'success' ? judged : style.caution(`${words.passes} (not judged)`);
  return [
    `${words.title}: ${heading}`,
    `Reason: ${indented(told.reason(verdict), 8)}`,
    ...told.lines(outcome),
    ...(status === 'not-asked' ? ['No call was made.'] : spentLines({ ...outcome, ...access })),
  ].join('\n');
}

/** The verdict's keys, and what else is known of the run under one key more. */
function reviewJson<Material, Reply, Verdict>(
  { told }: SessionReview<Material, Reply, Verdict>,
  { access, outcome }: FinishedReview<Material, Verdict>,
): object {
  return {
    ...told.json(outcome.verdict),
    review: {
      status: outcome.status,
      model: outcome.model,
      backend: access.backend,
      paid_by: access.paidBy,
      ...told.runJson(outcome.material, {
        token_cost: { input_tokens: outcome.inputTokens, output_tokens: outcome.outputTokens },
        cost_usd: outcome.costUsd,
        latency_ms: outcome.latencyMs,
        request_id: outcome.requestId,
      }),
      redacted: outcome.redacted,
      ...(outcome.error === undefined ? {} : { error: outcome.error }),
    },
  };
}

/** The lines for stderr. */
export function reviewNotes<Material, Reply, Verdict>(
  { told, warnsOfOwnWork, words }: SessionReview<Material, Reply, Verdict>,
  { model, outcome, sessionModel }: Omit<FinishedReview<Material, Verdict>, 'access'>,
): readonly string[] {
  const { error, status, warnings } = outcome;
  const isOwnWork =
    warnsOfOwnWork && status === 'success' && isSameModel(outcome.model, sessionModel ?? '');
  return [
    ...(error === undefined ? [] : [`WARNING: ${words.unjudged}: ${oneLine(error)}`]),
    ...told.notes(outcome),
    ...sentNotes(outcome, USUAL_ENDPOINT),
    ...warningNotes([model.warning]),
    ...sameModelNotes(isOwnWork ? outcome.model : undefined),
    ...warningNotes(warnings.map((failure) => failureMessage(failure))),
  ];
}

/** Warnings as notes, each once. */
export function warningNotes(warnings: readonly (string | undefined)[]): readonly string[] {
  const said = warnings.filter((warning) => warning !== undefined);
  return [...new Set(said)].map((warning) => `Warning: ${warning}`);
}

async function dryRunOf<Material, Reply, Verdict>(
  review: SessionReview<Material, Reply, Verdict>,
  subject: ReviewSubject,
  configuration: Configuration,
  world: ReviewWorld,
): Promise<Result<ReviewReport>> {
  const chosen = chooseAccess(review, configuration, world);
  if (!chosen.ok) return chosen;
  const prepared = await prepareReview(review, subject, chosen.value, configuration, world);
  if (!prepared.ok) return prepared;
  const { access, material, model } = prepared.value;
  const plan = planReview(review, prepared.value, PLACEHOLDER_NONCE);
  const { request } = plan;
  const used = { input_tokens: plan.promptTokens, output_tokens: review.usualReplyTokens };
  const shown = {
    ...plan,
    ...request,
    models: [request.model],
    command: access.commandFor(request),
    backend: access.backend,
    paidBy: access.paidBy,
    estimatedUsd: costOf(model.id, { ...NO_TOKENS, ...used }),
    highestUsd: mostExpensive(request),
    mayThink: mayThink(model.id),
  };
  const { estimatesUnasked } = review.told;
  const { counts, details } = review.told.dryRun(material);
  const declined = `${asksNoModel(access.backend)}: no call would be made.`;
  if (!access.isModel && estimatesUnasked) {
    return success({ text: [DRY_RUN_HEADING, declined].join('\n'), json: null, notes: [] });
  }
  const why = review.nothingToAsk(material)?.inDryRun ?? (access.isModel ? undefined : declined);
  const isEstimated = why === undefined || estimatesUnasked;
  const lines = [
    ...plannedLines(shown),
    ...counts,
    ...(isEstimated ? [...estimateLines(shown), ...details] : []),
    ...(why === undefined ? requestLines(shown) : [why]),
  ];
  return success({
    text: lines.join('\n'),
    json: isEstimated ? dryRunJson(access, [request]) : null,
    notes: warningNotes([model.warning]),
  });
}
