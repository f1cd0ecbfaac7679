import { namesAcceptances, withAcceptanceFaults, withoutAcceptanceFaults } from './acceptance.ts';
import type { LineAt } from './person-act.ts';
import type { CompletionPromise } from './promise.ts';
import { namesWaivers, withoutWaiverFaults, withWaiverFaults } from './waiver.ts';

/** What stands in a promise as an act that only its line in the ledger makes one: waivers and acceptances. */

/** Whether a promise names any. */
export function namesActs(promise: CompletionPromise): boolean {
  return namesWaivers(promise) || namesAcceptances(promise);
}

/**
 * A promise by which can be decided: the acts that do not count are marked. `id`: the name of its file. The marks are
 * never stored, see `withoutActFaults`.
 */
export function withActFaults(
  id: string,
  promise: CompletionPromise,
  lineAt: LineAt,
  sha256: (text: string) => string,
): CompletionPromise {
  return withAcceptanceFaults(id, withWaiverFaults(id, promise, lineAt, sha256), lineAt, sha256);
}

/** A promise as its file holds it. */
export function withoutActFaults(promise: CompletionPromise): CompletionPromise {
  return withoutAcceptanceFaults(withoutWaiverFaults(promise));
}
