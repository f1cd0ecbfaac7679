import type { CompletionPromise, Waiver } from './promise.ts';
import { type Change, closedFault, criterionFault, withCriterion } from './promise-changes.ts';
import { failed, type Result, success } from './result.ts';

/** Who waives, as the record says it. That it was a person is the terminal's word (DESIGN §4). */
export const WAIVED_BY = 'person';

/**
 * Lifts a criterion by a person's word, whoever owns the promise: the person is above the sessions.
 * The criterion keeps its status, and the promise says for ever that it was waived.
 */
export function waiveCriterion(
  id: string,
  promise: CompletionPromise,
  criterion: string,
  waiver: Waiver,
): Result<Change> {
  const fault =
    closedFault(id, promise, 'have a criterion waived') ?? criterionFault(id, promise, criterion);
  if (fault !== undefined) return failed(fault);
  return success({
    promise: withCriterion(promise, criterion, { waived: waiver }),
    event: { event: 'criterion.waived', ac_id: criterion, reason: waiver.reason },
  });
}
