import { textOf } from '../base/document.ts';
import { criteriaToProve, type NamedPromise } from '../promise/promise.ts';
import { agentNameIn } from './agent-answers.ts';
import { feedbackOf, latestAttempts } from './attempts.ts';

/** A criterion that a validator failed which the suite ran, and what it found. */
export interface AgentFail {
  readonly id: string;
  readonly criterion: string;
  readonly by: string;
  readonly at: string;
  readonly findings: readonly string[];
}

/** The FAILs of such validators that stand for a promise. */
export function agentFailsIn({ id, promise }: NamedPromise): readonly AgentFail[] {
  return criteriaToProve(promise).flatMap((criterion) =>
    latestAttempts(criterion)
      .filter(({ by, verdict }) => verdict === 'FAIL' && agentNameIn(by) !== undefined)
      .map((attempt) => ({
        id,
        criterion: criterion.id,
        by: attempt.by,
        at: textOf(attempt['at']),
        findings: feedbackOf(attempt).map(({ finding }) => finding),
      })),
  );
}
