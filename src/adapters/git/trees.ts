import type { TakeTree } from '../../domain/promise/tree.ts';
import type { Checkout, TreeSnapshot } from '../../ports.ts';
import { attempt } from '../quiet-looks.ts';
import { isOtherWorktree } from './folder.ts';

/** The checkouts of one project as they were when each was first asked about. */
export interface ProjectTrees {
  /** The fingerprint that a proof is held against, for the checkout that the proof names. */
  readonly takeTree: TakeTree;
  at(folder: string): TreeSnapshot;
}

/**
 * The checkouts of a project: its own, and the linked worktrees that proofs were taken in. Nothing is looked
 * at before it is asked about. `open`: how a checkout is looked at.
 */
export function createTrees(project: string, open: (folder: string) => Checkout): ProjectTrees {
  const snapshots = new Map<string, TreeSnapshot>();
  const at = (folder: string): TreeSnapshot => {
    const known = snapshots.get(folder) ?? open(folder).snapshot();
    snapshots.set(folder, known);
    return known;
  };
  const there = new Map<string, boolean>();
  const isThere = (checkout: string): boolean => {
    // Where git's files cannot be read, the look at the checkout itself says so, and no gate opens.
    const isOne = there.get(checkout) ?? attempt(() => isOtherWorktree(checkout, project)) ?? true;
    there.set(checkout, isOne);
    return isOne;
  };
  return {
    at,
    takeTree(scope, checkout) {
      if (checkout !== undefined && !isThere(checkout)) {
        return { ...at(project).digest(scope), isInstead: true };
      }
      const snapshot = at(checkout ?? project);
      return {
        ...snapshot.digest(scope),
        changedSince: (moment) => changedSince(snapshot.changeTimes(scope), moment),
      };
    },
  };
}

function changedSince(times: ReadonlyMap<string, number>, moment: number): readonly string[] {
  return [...times].flatMap(([path, at]) => (at > moment ? [path] : []));
}
