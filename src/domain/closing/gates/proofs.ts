import { failed, success } from '../../base/result.ts';
import { criteriaToProve } from '../../promise/promise.ts';
import { isProved } from '../../promise/proof.ts';
import type { Gate } from '../gate.ts';
import { failedCommands, NO_TIER_ONE } from '../tier-one.ts';

/** Criteria with checks have a proof that holds for the checkout as it is. No option skips this. */
export const proofs: Gate = ({ id, judged, promise, proofOf, tierOne = NO_TIER_ONE }) => {
  // A command that failed may have written what a proof depends on: it is named for that.
  if (failedCommands(tierOne).length > 0) return success({});
  const criteria = criteriaToProve(promise).map((criterion) => ({
    id: criterion.id,
    description: criterion.description ?? '',
    proof: proofOf(criterion),
  }));
  const unproved = criteria.filter(({ proof }) => !isProved(proof));
  if (unproved.length > 0) {
    // Before they ran, all of them were proved.
    const isAfterCommands = tierOne.always.length > 0 && judged === undefined;
    const after = isAfterCommands ? { isAfterCommands } : {};
    return failed({ kind: 'unproved', id, criteria: unproved, ...after });
  }
  const standings = criteria.map(({ proof }) => proof.standing);
  if (standings.includes('not-bound')) return success({ proofs: 'not-bound' });
  return success({ proofs: standings.includes('fresh') ? 'passed' : 'none' });
};
