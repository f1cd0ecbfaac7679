import {
  type ContinuationOutcome,
  type ContinuationVerdict,
  continuationNotAsked,
  continuationUnjudged,
  continuationVerdict,
} from '../domain/continuation.ts';
import { failed, type Result, success } from '../domain/result.ts';
import type { JudgeLimits } from '../ports.ts';
import { readContinuationReply } from '../schemas/continuation-reply.ts';
import { type ContinuationFacts, planContinuation } from './continuation-plan.ts';
import { askQuestion, type Question, type QuestionWorld } from './one-question.ts';

/**
 * Asks whether a session that is about to end has more to do. A reply that cannot be used is asked for
 * once more. Whatever keeps it from being judged lets the session end and is said. Fails where somebody
 * interrupts.
 */
export async function reviewContinuation(
  facts: ContinuationFacts,
  limits: JudgeLimits,
  world: QuestionWorld,
): Promise<Result<ContinuationOutcome>> {
  const { model } = facts;
  const turns = facts.turns.length;
  if (turns === 0) {
    return success(continuationNotAsked(NOTHING_SAID, { model, status: 'not-asked', turns }));
  }
  const { outcome, spent } = await askQuestion(questionOf(facts), limits, world);
  // Whoever interrupts just as the answer comes does not want it acted upon.
  if (limits.signal.aborted) {
    return failed({ kind: 'interrupted', action: 'the judge was asked' });
  }
  const rest = { ...spent, model, turns, status: outcome.status };
  return success(
    outcome.status === 'success'
      ? { ...rest, verdict: continuationVerdict(outcome.reply), error: undefined }
      : { ...rest, verdict: continuationUnjudged(outcome.error), error: outcome.error },
  );
}

const NOTHING_SAID = 'no transcript of this session is found, or nothing is said in it';

function questionOf(facts: ContinuationFacts): Question<ContinuationVerdict> {
  return {
    kind: 'continuation-review',
    secrets: facts.secrets,
    plan: (nonce) => planContinuation(facts, nonce),
    read: readContinuationReply,
    keys: ['should_continue', 'suggestion'],
    verdictOf: (reply) => (reply.should_continue ? 'FAIL' : 'PASS'),
  };
}
