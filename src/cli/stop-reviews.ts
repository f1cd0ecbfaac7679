import type { Environment } from '../adapters/environment.ts';
import type { Configuration } from '../domain/configuration.ts';
import type { Session } from '../domain/session.ts';
import { failureText } from '../report/failure-text.ts';
import { plainStyle } from '../report/style.ts';
import type { ReviewFacts } from '../stop-gate/checkers.ts';
import { runContinuationReview } from './commands/continuation-review/run.ts';
import { runRealityCheck } from './commands/reality-check/run.ts';
import { createSuite, type Suite } from './suite.ts';

/** What a review of the stop gate is about. */
export interface ReviewedStop {
  readonly session: Session;
  readonly transcriptPath: string | undefined;
  readonly lastMessage: string | undefined;
  /** When it must be over, in milliseconds from the start of the process. */
  readonly deadline: number;
}

/** What a review found, and what kept it from being found out. */
export interface StopReview {
  readonly facts: ReviewFacts;
  readonly notes: readonly string[];
}

const NOTHING_FOUND: ReviewFacts = { blocks: false, reason: '', next: [], questions: [] };

/** P3.5: whether such a session has more to do. What cannot be judged holds nobody up. */
export async function reviewContinuation(
  stop: ReviewedStop,
  configuration: Configuration,
  environment: Environment,
): Promise<StopReview> {
  const suite = suiteOf(stop, environment);
  const { error, verdict, warnings } = await runContinuationReview(stop, configuration, suite);
  return {
    facts: {
      blocks: verdict.should_continue,
      reason: verdict.reason,
      next: [verdict.suggestion].filter(isOpen),
      questions: [],
    },
    notes: [
      ...(error === undefined ? [] : [`The continuation review was not made: ${error}`]),
      ...warnings.map((warning) => failureText(warning).message),
    ],
  };
}

/** P3.6: holds the work against the session's directives. What cannot be judged holds nobody up. */
export async function reviewReality(
  stop: ReviewedStop,
  configuration: Configuration,
  environment: Environment,
): Promise<StopReview> {
  const { deadline, lastMessage, session } = stop;
  const suite = suiteOf(stop, environment);
  const timeoutMs = Math.max(1, deadline - suite.clock.elapsed());
  const subject = { session, ...(lastMessage === undefined ? {} : { lastMessage }) };
  const realityCheck = { ...configuration.realityCheck, timeoutMs };
  const run = await runRealityCheck(subject, { ...configuration, realityCheck }, suite);
  if (!run.ok) {
    const why = failureText(run.failure).message;
    return { facts: NOTHING_FOUND, notes: [`The reality check was not made: ${why}`] };
  }
  const { review, warnings } = run.value;
  const { missingItems, pass, questionsForUser, reason, suggestedNextSteps } = review.verdict;
  const isForUser = !pass && missingItems.length === 0 && questionsForUser.length > 0;
  return {
    facts: {
      // Whoever can only ask the user has to stop for it.
      blocks: !pass && !isForUser,
      reason,
      next: [
        ...missingItems.map((item) => `do what is missing: ${item}`),
        ...suggestedNextSteps.filter(isOpen),
      ],
      questions: questionsForUser,
    },
    notes: [
      ...(isForUser ? questionsForUser.map((question) => `For you to decide: ${question}`) : []),
      ...(review.status === 'success' || review.status === 'not-asked' ? [] : [reason]),
      ...warnings.map((warning) => failureText(warning).message),
    ],
  };
}

/** No block suggests a way around a gate (DESIGN §2), whoever a model got that from. */
function isOpen(step: string): boolean {
  return !/--skip-|--waive\b/.test(step);
}

function suiteOf({ session }: ReviewedStop, environment: Environment): Suite {
  return createSuite(environment, plainStyle, `cs-stop-gate, session ${session.id}`);
}
