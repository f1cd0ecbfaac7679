import { NO_DEADLINE } from '../adapters/bounded-files.ts';
import type { Environment } from '../adapters/environment.ts';
import type { Failure } from '../domain/base/failure.ts';
import { failureMessage } from '../report/failure-text.ts';
import { plainStyle } from '../report/style.ts';
import { runReview } from '../reviews/asking/session-review.ts';
import { realityCheck } from '../reviews/reality/review.ts';
import { runContinuationReview, watchQuietly } from '../reviews/stop-reviews.ts';
import type { ReviewedStop, StopReviews } from '../stop-gate/examined-stop.ts';
import { createSuite, type Reader, type Suite } from '../suite.ts';

/** The reviews as the stop gate asks for them. */
export const stopReviews: StopReviews = {
  async reviewContinuation(stop, { configuration, environment }) {
    const suite = suiteOf(stop, environment);
    const { error, verdict, warnings } = await runContinuationReview(stop, configuration, suite);
    const unmade = error === undefined ? [] : [`The continuation review did not run: ${error}`];
    return { verdict, notes: [...unmade, ...warnings.map(messageOf)] };
  },
  async checkReality(stop, { configuration, environment }) {
    const { deadline, lastMessage, session } = stop;
    const suite = suiteOf(stop, environment);
    const timeoutMs = Math.max(1, deadline - suite.clock.elapsed());
    const subject = { session, ...(lastMessage === undefined ? {} : { lastMessage }) };
    const settings = { ...configuration.realityCheck, timeoutMs };
    const limited = { ...configuration, realityCheck: settings };
    const run = await runReview(realityCheck, subject, limited, suite, watchQuietly);
    if (!run.ok) {
      const note = `The reality check did not run: ${messageOf(run.failure)}`;
      return { verdict: undefined, notes: [note] };
    }
    const { status, verdict, warnings } = run.value.outcome;
    const isAnswered = status === 'success' || status === 'not-asked';
    const unjudged = isAnswered ? [] : [verdict.reason];
    return { verdict, notes: [...unjudged, ...warnings.map(messageOf)] };
  },
};

function messageOf(failure: Failure): string {
  return failureMessage(failure);
}

/** What a hook prints has no colours. */
const PLAIN: Reader = { style: plainStyle, spelling: 'cs' };

/** The suite, with what is kept of the session and of what models cost where the gate remembers the session. */
function suiteOf({ memoryFolder, session }: ReviewedStop, environment: Environment): Suite {
  const suiteIn = (projectFolder: string): Suite => {
    const there = { ...environment, projectFolder };
    return createSuite(there, PLAIN, `cs-stop-gate, session ${session.id}`, NO_DEADLINE);
  };
  const { costLog, spending, stopGate } = suiteIn(memoryFolder);
  return { ...suiteIn(environment.projectFolder), costLog, spending, stopGate };
}
