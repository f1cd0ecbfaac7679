import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../../src/adapters/git/checkout.ts';
import { createTrees } from '../../../src/adapters/git/trees.ts';
import { proofStanding } from '../../../src/domain/promise/proof.ts';
import { criterionValue, selfChosen } from '../values/proof-values.ts';
import { aMomentLater, waitForNextTick } from './repository.ts';

/**
 * Proves something in a project as it is now, with what a look at its files shows, as a proof keeps it. Gives how the
 * proof stands whenever it is asked.
 */
export function proveIn(folder: string, inputs: readonly string[] | null = null): () => string {
  const scope = { inputs, files: [] };
  waitForNextTick();
  const checkout = createNodeCheckout(folder, NO_DEADLINE, aMomentLater);
  const after = checkout.snapshot();
  const glance = after.glance(scope) ?? null;
  const digest = after.digest(scope);
  const tree = digest.bound ? { tree: digest.digest } : { tree: null, not_bound: digest.reason };
  const criterion = criterionValue({ proof: selfChosen({ ...tree, glance, ...scope }) });
  return () => {
    const open = (place: string) => createNodeCheckout(place, NO_DEADLINE);
    return proofStanding(criterion, createTrees(folder, open).takeTree).standing;
  };
}
