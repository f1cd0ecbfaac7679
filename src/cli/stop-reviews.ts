import type { Environment } from '../adapters/environment.ts';
import type { Configuration } from '../domain/configuration.ts';
import type { Session } from '../domain/session.ts';
import { failureText } from '../report/failure-text.ts';
import { plainStyle } from '../report/style.ts';
import type { ReviewFacts } from '../stop-gate/checkers.ts';
import { runRealityCheck } from './commands/reality-check/run.ts';
import { createSuite } from './suite.ts';

/** What a review of the stop gate is about. */
export interface ReviewedStop {
  readonly session: Session;
  readonly transcriptPath: string | undefined;
  readonly lastMessage: string | undefined;
  /** How long it may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** What a review found, and what kept it from being found out. */
export interface StopReview {
  readonly facts: ReviewFacts;
  readonly notes: readonly string[];
}

const NOTHING_FOUND: ReviewFacts = { blocks: false, reason: '', next: [], questions: [] };

/** P3.6: holds the work against the session's directives. What cannot be judged holds nobody up. */
export async function reviewReality(
  { lastMessage, session, timeoutMs }: ReviewedStop,
  configuration: Configuration,
  environment: Environment,
): Promise<StopReview> {
  const subject = { session, ...(lastMessage === undefined ? {} : { lastMessage }) };
  const realityCheck = { ...configuration.realityCheck, timeoutMs };
  const suite = createSuite(environment, plainStyle, `cs-stop-gate, session ${session.id}`);
  const run = await runRealityCheck(subject, { ...configuration, realityCheck }, suite);
  if (!run.ok) {
    const why = failureText(run.failure).message;
    return { facts: NOTHING_FOUND, notes: [`The reality check was not made: ${why}`] };
  }
  const { review, warnings } = run.value;
  const { missingItems, pass, questionsForUser, reason, suggestedNextSteps } = review.verdict;
  return {
    facts: {
      blocks: !pass,
      reason,
      next: [...missingItems.map((item) => `do what is missing: ${item}`), ...suggestedNextSteps],
      questions: questionsForUser,
    },
    notes: [
      ...(review.status === 'success' || review.status === 'not-asked' ? [] : [reason]),
      ...warnings.map((warning) => failureText(warning).message),
    ],
  };
}
