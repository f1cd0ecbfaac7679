import type { Failure } from '../domain/base/failure.ts';
import { failed, type Result, success } from '../domain/base/result.ts';
import { type CompletionPromise, isOwnedBy } from '../domain/promise/promise.ts';
import { closedFault } from '../domain/promise/promise-changes.ts';
import { askJudge, type GateStores, keepJudgment, recordRefusal, viewsOf } from './asking-judge.ts';
import { evidenceFault, type VerifyRequest, validationFault } from './cheap-gates.ts';
import { judgeFault } from './judge-gate.ts';
import { type LookAtTierOne, tierOneFault } from './tier-one.ts';
import { failedAfter, type Verified } from './verified.ts';

/** Whether a judge is asked for by another session than the one that may close the promise. */
export function isJudgedForAnother(
  promise: CompletionPromise,
  { actor, isToClose, judge }: VerifyRequest,
): boolean {
  const isAskedFor = judge.demand === 'ask' && judge.about === 'all' && !isToClose;
  return isAskedFor && !isOwnedBy(promise, actor().session);
}

/**
 * Judges a promise for its owner. Every gate that is about the evidence comes before it, as always; Gate 2 may still be
 * shut, since it is another opinion. The verdict is kept with the promise, and nothing is closed.
 */
export async function judgeForOwner(
  promise: CompletionPromise,
  request: VerifyRequest,
  stores: GateStores,
  lookAtTierOne: LookAtTierOne,
): Promise<Result<Verified>> {
  const { id, judge } = request;
  const first = await viewsOf(promise, request, stores);
  const early = closedFault(id, promise, 'be judged') ?? evidenceFault(promise, request, first);
  if (early !== undefined) return failed(early);
  // The project's own commands are run by the one who closes.
  const tierOne = await lookAtTierOne(promise, 'files');
  if (!tierOne.ok) return tierOne;
  const views = { ...first, tierOne: tierOne.value };
  const shut = tierOneFault(id, tierOne.value);
  if (shut !== undefined) return failed(shut);
  const asked = await askJudge({ ...request, judge: anew(judge) }, promise, views);
  if (!asked.ok) return asked;
  const run = asked.value;
  if (run === undefined) {
    return failed({
      kind: 'wrong-status',
      id,
      status: promise.status,
      attempted: NOTHING_TO_JUDGE,
    });
  }
  const fault = judgeFault(promise, run, request);
  if (fault !== undefined) return recordRefusal(fault, run, request, stores);
  const stillShut = validationFault(promise, request, views);
  const recorded = (warnings: readonly Failure[]): Result<Verified> =>
    success({ outcome: 'recorded', run, promise, stillShut, warnings });
  const kept = run.byModel ? await keepJudgment(run, request, stores) : success([]);
  return kept.ok ? recorded(kept.value) : failedAfter(run, kept.failure);
}

const NOTHING_TO_JUDGE = 'be judged: it has no criteria';

/** Another session asks for an opinion of its own: an earlier PASS does not stand in for it. */
function anew(judge: VerifyRequest['judge']): VerifyRequest['judge'] {
  return judge.demand === 'ask' ? { ...judge, isAnew: true } : judge;
}
