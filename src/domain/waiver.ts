import type { Failure } from './failure.ts';
import { type CompletionPromise, criteriaOf, isWaived, type Waiver } from './promise.ts';
import { type Change, closedFault, criterionFault, withCriterion } from './promise-changes.ts';
import { failed, type Result, success } from './result.ts';

/**
 * Lifts a criterion by a person's word, whoever owns the promise: the person is above the sessions.
 * The criterion keeps its status, and the promise says for ever that it was waived, by whom and why:
 * what is waived cannot be waived again.
 */
export function waiveCriterion(
  id: string,
  promise: CompletionPromise,
  criterion: string,
  waiver: Waiver,
): Result<Change> {
  const fault =
    closedFault(id, promise, 'have a criterion waived') ??
    criterionFault(id, promise, criterion) ??
    waivedFault(promise, criterion);
  if (fault !== undefined) return failed(fault);
  return success({
    promise: withCriterion(promise, criterion, { waived: waiver }),
    event: { event: 'criterion.waived', ac_id: criterion, reason: waiver.reason },
  });
}

function waivedFault(promise: CompletionPromise, criterion: string): Failure | undefined {
  const isWaivedAlready = criteriaOf(promise).some((one) => one.id === criterion && isWaived(one));
  return isWaivedAlready
    ? { kind: 'usage', message: `Criterion ${criterion} is waived already` }
    : undefined;
}
