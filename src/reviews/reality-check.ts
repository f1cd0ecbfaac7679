import type { Failure } from '../domain/failure.ts';
import {
  failedOpen,
  NOTHING_TO_HOLD_AGAINST,
  passedUnjudged,
  type RealityOutcome,
  type RealityReply,
  realityVerdict,
} from '../domain/reality-check.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { QuestionSpent } from '../domain/spent.ts';
import type { JudgeLimits } from '../ports.ts';
import { readRealityReply } from '../schemas/reality-check-reply.ts';
import { askQuestion, NOTHING_SPENT, type Question, type QuestionWorld } from './one-question.ts';
import { type PreparedCheck, planRealityCheck } from './reality-check-plan.ts';

/** A finished check, and what could not be done beside it. */
export interface RealityReview extends RealityOutcome {
  readonly warnings: readonly Failure[];
}

/**
 * Asks whether the work satisfies the directives. A reply that cannot be used is asked for once more.
 * Whatever keeps it from being judged lets the session pass and is said: an outage, a limit on spending,
 * too much to send. Fails where somebody interrupts.
 */
export async function checkReality(
  prepared: PreparedCheck,
  limits: JudgeLimits,
  world: QuestionWorld,
): Promise<Result<RealityReview>> {
  const { material, progress } = prepared;
  if (material.directives.length === 0) return success(notAsked(prepared));
  const { outcome, spent } = await askQuestion(questionOf(prepared), limits, world);
  // Whoever interrupts just as the answer comes does not want it acted upon.
  if (limits.signal.aborted) {
    return failed({ kind: 'interrupted', action: 'the judge was asked' });
  }
  const rest = { ...restOf(prepared, spent), status: outcome.status };
  return success(
    outcome.status === 'success'
      ? { ...rest, verdict: realityVerdict(outcome.reply, progress), error: undefined }
      : { ...rest, verdict: failedOpen(outcome.error, progress), error: outcome.error },
  );
}

function questionOf(prepared: PreparedCheck): Question<RealityReply> {
  return {
    kind: 'reality-check',
    secrets: prepared.options.secrets,
    plan: (nonce) => planRealityCheck(prepared, nonce),
    read: readRealityReply,
    keys: ['pass', 'missingItems'],
    verdictOf: (reply) => (realityVerdict(reply, prepared.progress).pass ? 'PASS' : 'FAIL'),
  };
}

function notAsked(prepared: PreparedCheck): RealityReview {
  return {
    ...restOf(prepared, NOTHING_SPENT),
    verdict: passedUnjudged(NOTHING_TO_HOLD_AGAINST, prepared.progress),
    status: 'not-asked',
    leftOut: [],
    error: undefined,
  };
}

/** What a check used and left, whatever it came to. */
function restOf(
  { leftOut, material, options, progress }: PreparedCheck,
  spent: QuestionSpent,
): Omit<RealityReview, 'verdict' | 'status' | 'error'> {
  return {
    ...spent,
    model: options.model,
    fingerprint: progress.fingerprint,
    leftOut,
    unknownChanges: 'unknown' in material.changes ? material.changes.unknown : undefined,
  };
}
