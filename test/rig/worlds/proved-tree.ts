import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeCheckout } from '../../../src/adapters/git/checkout.ts';
import { createTrees } from '../../../src/adapters/git/trees.ts';
import { createNodeClock } from '../../../src/adapters/node-clock.ts';
import { proofStanding } from '../../../src/domain/promise/proof.ts';
import { criterionValue, selfChosen } from '../values/proof-values.ts';

/** Proves something in a project as it is now. Gives how the proof stands whenever it is asked, by a clock. */
export function proveIn(
  folder: string,
  inputs: readonly string[] | null = null,
): (clock?: ReturnType<typeof createNodeClock>) => string {
  const scope = { inputs, files: [] };
  const digest = createNodeCheckout(folder, NO_DEADLINE).snapshot().digest(scope);
  const tree = digest.bound ? { tree: digest.digest } : { tree: null, not_bound: digest.reason };
  const criterion = criterionValue({ proof: selfChosen({ ...tree, ...scope }) });
  return (clock = createNodeClock()) => {
    const open = (place: string) => createNodeCheckout(place, NO_DEADLINE, clock);
    return proofStanding(criterion, createTrees(folder, open).takeTree).standing;
  };
}
