import { actFault, type ExpectedAct, type LineAt } from './person-act.ts';
import { type CompletionPromise, type Criterion, criteriaOf, type Waiver } from './promise.ts';

/** Which waivers of a promise count: those whose line the ledger has. */

/** The line by which a criterion of a promise is waived. */
function expectedWaiver(promise: string, criterion: string): ExpectedAct {
  return { event: 'criterion.waived', keys: { promise_id: promise, ac_id: criterion } };
}

/** Whether any criterion of a promise says that a person waived it. */
export function namesWaivers(promise: CompletionPromise): boolean {
  return criteriaOf(promise).some(({ waived }) => (waived ?? null) !== null);
}

/**
 * A promise by whose waivers can be decided: those that do not count are marked. `id`: the name of its file.
 * The mark is never stored, see `withoutWaiverFaults`.
 */
export function withWaiverFaults(
  id: string,
  promise: CompletionPromise,
  lineAt: LineAt,
  sha256: (text: string) => string,
): CompletionPromise {
  return withWaivers(promise, (criterion, waived) => {
    const { unconfirmed: _, ...kept } = waived;
    const fault = actFault(waived.event, expectedWaiver(id, criterion.id), lineAt, sha256);
    return fault === undefined ? kept : { ...kept, unconfirmed: fault };
  });
}

/** A promise whose waivers are as its file holds them. */
export function withoutWaiverFaults(promise: CompletionPromise): CompletionPromise {
  return withWaivers(promise, (_, { unconfirmed: __, ...kept }) => kept);
}

function withWaivers(
  promise: CompletionPromise,
  change: (criterion: Criterion, waived: Waiver) => Waiver,
): CompletionPromise {
  if (!namesWaivers(promise)) return promise;
  const criteria = criteriaOf(promise).map((criterion) =>
    criterion.waived ? { ...criterion, waived: change(criterion, criterion.waived) } : criterion,
  );
  return { ...promise, acceptance_criteria: criteria };
}
