import { createNonce } from '../../../adapters/node-nonce.ts';
import { readTurns } from '../../../adapters/transcript-turns.ts';
import type { Configuration } from '../../../domain/configuration.ts';
import { type ContinuationOutcome, continuationNotAsked } from '../../../domain/continuation.ts';
import type { Failure } from '../../../domain/failure.ts';
import { type ChosenModel, costOf, mayThink, NO_TOKENS } from '../../../domain/model.ts';
import { type Result, success } from '../../../domain/result.ts';
import { unexpectedFailure } from '../../../domain/unexpected.ts';
import { unjudgedText } from '../../../domain/unjudged.ts';
import { mostExpensive } from '../../../judge/metered-judge.ts';
import {
  continuationDryRunText,
  continuationJson,
  continuationNotes,
  continuationText,
} from '../../../report/continuation-text.ts';
import { failureText } from '../../../report/failure-text.ts';
import { planContinuation } from '../../../reviews/continuation-plan.ts';
import { reviewContinuation } from '../../../reviews/continuation-review.ts';
import { PLACEHOLDER_NONCE } from '../../../reviews/review-plan.ts';
import type { Report } from '../../command.ts';
import { EXIT } from '../../exit.ts';
import { listenForInterrupts } from '../../interrupt.ts';
import {
  commandOf,
  dryRunJson,
  type ModelAccess,
  openJudge,
  USUAL_ENDPOINT,
} from '../../model-access.ts';
import { warningOf } from '../../print.ts';
import { showProgress } from '../../progress.ts';
import type { Suite } from '../../suite.ts';
import { usage } from '../../usage.ts';
import {
  type ContinuationSubject,
  chooseAccess,
  type PreparedReview,
  prepareReview,
} from './prepare.ts';

/** Tokens that a reply usually has, for an estimate. */
const USUAL_REPLY_TOKENS = 150;

const say = (failure: Failure): string => failureText(failure).message;

/**
 * The review for the stop gate. Never throws and never fails: whatever keeps it from being judged is an
 * outcome that lets the session end and says why.
 */
export async function runContinuationReview(
  subject: ContinuationSubject,
  configuration: Configuration,
  suite: Suite,
): Promise<ContinuationOutcome> {
  const { model } = configuration.continuation;
  const unjudged = (failure: Failure): ContinuationOutcome =>
    continuationNotAsked(say(failure), { model, status: 'error', turns: 0 });
  try {
    const run = await review(subject, configuration, suite);
    return run.ok ? run.value.outcome : unjudged(run.failure);
  } catch (error) {
    return unjudged(unexpectedFailure(error));
  }
}

/** `cs continuation-review`: the review as a report. */
export async function continuationReview(
  subject: ContinuationSubject,
  configuration: Configuration,
  suite: Suite,
): Promise<Result<Report>> {
  const named = checkNamed(subject);
  if (!named.ok) return named;
  const run = await review(subject, configuration, suite);
  if (!run.ok) return run;
  const { access, model, outcome } = run.value;
  const shown = { ...outcome, backend: access.backend, paidBy: access.paidBy };
  return success({
    text: continuationText(shown, suite.style),
    json: continuationJson(shown),
    notes: [
      ...continuationNotes(shown, USUAL_ENDPOINT),
      ...modelNotes(model),
      ...outcome.warnings.map(warningOf),
    ],
    exitCode: outcome.verdict.should_continue ? EXIT.blocked : EXIT.ok,
  });
}

/** `--dry-run`: what would be sent. Asks nobody, needs no key, writes nothing. */
export async function continuationDryRun(
  subject: ContinuationSubject,
  configuration: Configuration,
  suite: Suite,
): Promise<Result<Report>> {
  const named = checkNamed(subject);
  if (!named.ok) return named;
  const chosen = chooseAccess(configuration, suite);
  if (!chosen.ok) return chosen;
  const { access, model } = chosen.value;
  const { facts } = prepareReview(subject, chosen.value, suite);
  const plan = planContinuation(facts, PLACEHOLDER_NONCE);
  const used = { input_tokens: plan.promptTokens, output_tokens: USUAL_REPLY_TOKENS };
  const wouldAsk = access.backend !== 'rubric' && facts.turns.length > 0;
  return success({
    text: continuationDryRunText({
      ...plan,
      backend: access.backend,
      paidBy: access.paidBy,
      command: commandOf(access, plan.request),
      turns: facts.turns.length,
      wouldAsk,
      estimatedUsd: costOf(model.id, { ...NO_TOKENS, ...used }),
      highestUsd: mostExpensive(plan.request),
      mayThink: mayThink(model.id),
    }),
    json: wouldAsk ? dryRunJson(access, [plan.request]) : null,
    notes: modelNotes(model),
  });
}

/** A transcript that somebody names must be there. */
function checkNamed({ transcriptPath }: ContinuationSubject): Result<undefined> {
  return transcriptPath === undefined || readTurns(transcriptPath) !== undefined
    ? success(undefined)
    : usage(`--transcript: ${transcriptPath} is no file that can be read`);
}

interface FinishedReview {
  readonly outcome: ContinuationOutcome;
  readonly access: ModelAccess;
  readonly model: ChosenModel;
}

/** Fails where the model has retired, or where somebody interrupts. */
async function review(
  subject: ContinuationSubject,
  configuration: Configuration,
  suite: Suite,
): Promise<Result<FinishedReview>> {
  const chosen = chooseAccess(configuration, suite);
  if (!chosen.ok) return chosen;
  const { access, model } = chosen.value;
  const lacking = lackOf(access);
  if (lacking !== undefined) {
    const nobody = { model: model.id, status: 'not-asked', turns: 0 } as const;
    return success({ outcome: continuationNotAsked(lacking, nobody), access, model });
  }
  const prepared = prepareReview(subject, chosen.value, suite);
  const reviewed = await ask(subject, prepared, access, configuration, suite);
  return reviewed.ok ? success({ outcome: reviewed.value, access, model }) : reviewed;
}

/** Why nobody can be asked as things stand. */
function lackOf({ backend, lacks }: ModelAccess): string | undefined {
  if (backend === 'rubric') return 'judge.backend is the rubric, which asks no model';
  if (lacks === undefined) return undefined;
  return unjudgedText({ cause: backend === 'claude' ? 'no-program' : 'no-key', detail: lacks });
}

async function ask(
  { deadline, session }: ContinuationSubject,
  { facts, sessionModel }: PreparedReview,
  access: ModelAccess,
  { judge: { maxUsdPerDay } }: Configuration,
  suite: Suite,
): Promise<Result<ContinuationOutcome>> {
  const asker = { sessionId: session.id, sessionModel };
  const judge = openJudge(suite, access, asker, { maxUsd: null, maxUsdPerDay });
  const interruption = listenForInterrupts();
  const asked = `Asking ${facts.model} whether the session may end`;
  const progress = showProgress(asked, suite.environment.plainText);
  try {
    const { signal } = interruption;
    return await reviewContinuation(
      facts,
      { deadline, signal },
      { judge, nonce: createNonce, say },
    );
  } finally {
    progress.stop();
    interruption.stop();
  }
}

function modelNotes({ warning }: ChosenModel): readonly string[] {
  return warning === undefined ? [] : [`Warning: ${warning}`];
}
