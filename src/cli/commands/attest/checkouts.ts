import { createPatientCheckout } from '../../../adapters/git/checkout.ts';
import { contentTree, folderInCheckout } from '../../../adapters/git/content-tree.ts';
import { createTrees } from '../../../adapters/git/trees.ts';
import type { AttestedCheckouts } from '../../../gates/attest-promise.ts';
import type { Suite } from '../../../suite.ts';

/** The checkouts of a project, each looked at once. */
export function attestedCheckouts({ environment }: Suite): AttestedCheckouts {
  const { projectFolder } = environment;
  const trees = createTrees(projectFolder, createPatientCheckout);
  return {
    takeTree: trees.takeTree,
    at: (checkout) => trees.at(checkout ?? projectFolder),
    contentOf: (entries, checkout) => contentTree(checkout ?? projectFolder, entries),
    folderIn: (checkout) => folderInCheckout(checkout ?? projectFolder),
  };
}
