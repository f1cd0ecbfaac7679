import { createNodeCheckout } from '../../adapters/node-checkout.ts';
import { checkSettingsIn } from '../../domain/configuration.ts';
import type { Failure } from '../../domain/failure.ts';
import { isSafeId } from '../../domain/identifier.ts';
import { type LostPromise, lossOf, type PromiseWhereabouts } from '../../domain/lost-promise.ts';
import { isClosed, type NamedPromise } from '../../domain/promise.ts';
import { readPromise } from '../../domain/promise-reading.ts';
import { decideCheck } from '../../domain/stop-check.ts';
import type { TreeSnapshot } from '../../ports.ts';
import type { GateFacts } from '../../stop-gate/checkers.ts';
import { type PromiseListing, readDocument } from '../../store/reading.ts';
import { promiseFile } from '../../store/state-folder.ts';
import type { GateWorld } from './gate-world.ts';

/** What the session's promises come to. */
export interface PromiseFacts extends Pick<GateFacts, 'check' | 'lost'> {
  /** The session's own promises that have not ended. */
  readonly owned: readonly NamedPromise[];
  /** The promises to look for at the next stop. */
  readonly open: readonly string[];
  /** The checkout as it is at this stop. */
  readonly tree: TreeSnapshot;
}

/**
 * Decides as `--check` does, and finds out what became of the promises that were open at the last stop.
 * `fault`: why the settings cannot be gone by, which blocks whoever owns a promise.
 */
export function promiseFacts(
  world: GateWorld,
  listing: PromiseListing,
  before: readonly string[],
  fault: Failure | undefined,
): PromiseFacts {
  const { configuration, environment, stopper, timeLeft } = world;
  const tree = createNodeCheckout(environment.projectFolder, timeLeft).snapshot();
  const owned = listing.promises.filter(({ promise }) => !isClosed(promise));
  const isBroken = fault !== undefined && owned.length > 0;
  const check = isBroken
    ? { failure: fault }
    : decideCheck({
        session: stopper.session,
        ...listing,
        settings: checkSettingsIn(configuration),
        takeTree: (scope, known) => tree.digest(scope, known),
      });
  const gone = before.filter((id) => !owned.some((one) => one.id === id));
  const found = gone.map((id) => ({ id, found: whereaboutsOf(id, world) }));
  return {
    check,
    owned,
    tree,
    lost: found
      .map((one) => lossOf(one.id, one.found))
      .filter((loss): loss is LostPromise => loss !== undefined),
    open: [
      ...owned.map(({ id }) => id),
      ...found.filter((one) => one.found.place === 'broken').map(({ id }) => id),
    ],
  };
}

function whereaboutsOf(id: string, { files, folder }: GateWorld): PromiseWhereabouts {
  if (!isSafeId(id)) return { place: 'nowhere' };
  for (const place of ['active', 'history'] as const) {
    const path = promiseFile(place === 'active' ? folder.promises : folder.history, id);
    const document = readDocument(files, path);
    if (document.found === 'nothing') continue;
    const reading = document.found === 'document' ? readPromise(document.value) : undefined;
    return reading?.ok ? { place, promise: reading.promise } : { place: 'broken' };
  }
  return { place: 'nowhere' };
}
