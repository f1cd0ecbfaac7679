import { createNonce } from '../../../adapters/node-nonce.ts';
import type { Configuration } from '../../../domain/configuration.ts';
import type { Failure } from '../../../domain/failure.ts';
import {
  type ChosenModel,
  chooseModel,
  costOf,
  isSameModel,
  mayThink,
  NO_TOKENS,
} from '../../../domain/model.ts';
import { attemptOf } from '../../../domain/reality-check.ts';
import { failed, type Result, success } from '../../../domain/result.ts';
import { withAttempt } from '../../../domain/stop-gate-state.ts';
import { timestamp } from '../../../domain/time.ts';
import { type MeteredJudge, mostExpensive } from '../../../judge/metered-judge.ts';
import { failureText } from '../../../report/failure-text.ts';
import { sameModelNotes } from '../../../report/judge-notes.ts';
import {
  realityDryRunText,
  realityJson,
  realityNotes,
  realityText,
} from '../../../report/reality-check-text.ts';
import { checkReality, type RealityReview } from '../../../reviews/reality-check.ts';
import {
  type PreparedCheck,
  planRealityCheck,
  prepareRealityCheck,
} from '../../../reviews/reality-check-plan.ts';
import { PLACEHOLDER_NONCE } from '../../../reviews/review-plan.ts';
import type { Report } from '../../command.ts';
import { EXIT } from '../../exit.ts';
import { listenForInterrupts } from '../../interrupt.ts';
import {
  commandOf,
  dryRunJson,
  type ModelAccess,
  modelAccess,
  openJudge,
  USUAL_ENDPOINT,
} from '../../model-access.ts';
import { warningOf } from '../../print.ts';
import { showProgress } from '../../progress.ts';
import { sessionModelOf } from '../../session-model.ts';
import type { Suite } from '../../suite.ts';
import { gatherFacts, type RealitySubject } from './facts.ts';

/** Tokens that a reply usually has, for an estimate. */
const USUAL_REPLY_TOKENS = 400;

/** `cs reality-check`: the check as a report. */
export async function realityCheck(
  subject: RealitySubject,
  configuration: Configuration,
  suite: Suite,
): Promise<Result<Report>> {
  const run = await runRealityCheck(subject, configuration, suite);
  if (!run.ok) return run;
  const { access, model, review, sessionModel, warnings } = run.value;
  const isOwnWork = review.status === 'success' && isSameModel(review.model, sessionModel ?? '');
  const shown = { ...review, backend: access.backend, paidBy: access.paidBy };
  return success({
    text: realityText(shown, suite.style),
    json: realityJson(shown),
    notes: [
      ...realityNotes(shown, USUAL_ENDPOINT),
      ...modelNotes(model),
      ...sameModelNotes(isOwnWork ? review.model : undefined),
      ...warnings.map(warningOf),
    ],
    exitCode: review.verdict.pass ? EXIT.ok : EXIT.blocked,
  });
}

/** The rubric has rules for evidence, and none for directives. */
const NOBODY_WOULD_BE_ASKED: Report = {
  text: 'DRY RUN: nothing is sent, nothing is written.\njudge.backend is the rubric, which asks no model: no call would be made.',
  json: null,
};

/** `--dry-run`: what would be sent. Asks nobody, needs no key, writes nothing. */
export async function realityDryRun(
  subject: RealitySubject,
  configuration: Configuration,
  suite: Suite,
): Promise<Result<Report>> {
  const ready = prepare(subject, configuration, suite, deadlineFor(configuration, suite));
  if (!ready.ok) return ready;
  const { access, model, prepared } = ready.value;
  if (access.backend === 'rubric') return success(NOBODY_WOULD_BE_ASKED);
  const plan = planRealityCheck(prepared, PLACEHOLDER_NONCE);
  const usage = {
    ...NO_TOKENS,
    input_tokens: plan.promptTokens,
    output_tokens: USUAL_REPLY_TOKENS,
  };
  return success({
    text: realityDryRunText({
      ...plan,
      backend: access.backend,
      paidBy: access.paidBy,
      command: commandOf(access, plan.request),
      directives: prepared.material.directives.length,
      leftOut: prepared.leftOut,
      estimatedUsd: costOf(model.id, usage),
      highestUsd: mostExpensive(plan.request),
      mayThink: mayThink(model.id),
    }),
    json: dryRunJson(access, [plan.request]),
    notes: modelNotes(model),
  });
}

/**
 * The check itself, for whoever wants its verdict and no report. What a model judged is kept as an
 * attempt with the session; what nobody could judge is not. Fails where somebody interrupts, or where
 * the session's file is broken.
 */
export async function runRealityCheck(
  subject: RealitySubject,
  configuration: Configuration,
  suite: Suite,
): Promise<Result<FinishedCheck>> {
  const { environment } = suite;
  const deadline = deadlineFor(configuration, suite);
  const ready = prepare(subject, configuration, suite, deadline);
  if (!ready.ok) return ready;
  const { access, model, prepared } = ready.value;
  const sessionModel = sessionModelOf(suite);
  const interruption = listenForInterrupts();
  const asked = `Asking ${prepared.options.model} about the work`;
  const progress = showProgress(asked, environment.plainText);
  try {
    const { signal } = interruption;
    const review = await checkReality(
      prepared,
      { deadline, signal },
      {
        judge: judgeFor(subject, access, configuration, sessionModel, suite),
        nonce: createNonce,
        say: (failure) => failureText(failure).message,
      },
    );
    if (!review.ok) return review;
    const unkept = await keep(review.value, subject, suite);
    const warnings = [...review.value.warnings, ...unkept];
    return success({ review: review.value, access, model, sessionModel, warnings });
  } finally {
    progress.stop();
    interruption.stop();
  }
}

export interface FinishedCheck {
  readonly review: RealityReview;
  readonly access: ModelAccess;
  readonly model: ChosenModel;
  /** The model that did the work, where that is known. */
  readonly sessionModel: string | null;
  readonly warnings: readonly Failure[];
}

function judgeFor(
  { session }: RealitySubject,
  access: ModelAccess,
  { judge: { maxUsdPerDay } }: Configuration,
  sessionModel: string | null,
  suite: Suite,
): MeteredJudge {
  return openJudge(
    suite,
    access,
    { sessionId: session.id, sessionModel },
    { maxUsd: null, maxUsdPerDay },
  );
}

/** When the whole check must be over, on the clock that never jumps. */
function deadlineFor({ realityCheck }: Configuration, { clock }: Suite): number {
  return clock.elapsed() + realityCheck.timeoutMs;
}

function prepare(
  subject: RealitySubject,
  configuration: Configuration,
  suite: Suite,
  deadline: number,
): Result<{
  readonly prepared: PreparedCheck;
  readonly model: ChosenModel;
  readonly access: ModelAccess;
}> {
  const model = chooseModel(configuration.realityCheck.model, suite.clock.now());
  if ('kind' in model) return failed(model);
  const gathered = gatherFacts(suite, subject, () => deadline - suite.clock.elapsed());
  if (!gathered.ok) return gathered;
  const { facts, secrets } = gathered.value;
  const access = modelAccess(configuration.judge.backend, suite);
  const options = { model: model.id, secrets: [...access.secrets, ...secrets] };
  return success({ prepared: prepareRealityCheck(facts, options), model, access });
}

/** Keeps a verdict as an attempt of the session. Gives what went wrong, which undoes no verdict. */
async function keep(
  { fingerprint, status, verdict }: RealityReview,
  { session }: RealitySubject,
  { clock, stopGate }: Suite,
): Promise<readonly Failure[]> {
  if (status !== 'success') return [];
  const attempt = attemptOf(verdict, fingerprint, timestamp(clock.now()));
  const kept = await stopGate.change(session.id, (state) =>
    success({ state: withAttempt(state, attempt), value: undefined }),
  );
  return kept.ok ? kept.value.warnings : [kept.failure];
}

function modelNotes({ warning }: ChosenModel): readonly string[] {
  return warning === undefined ? [] : [`Warning: ${warning}`];
}
