import type { Failure } from '../domain/base/failure.ts';
import { success } from '../domain/base/result.ts';
import type { KnownPlace, LastKnown } from '../domain/session/last-known.ts';
import type { StateView } from './state-view.ts';

/** What is known of a session in a store that cannot be reached. */
interface UnreachedSession {
  readonly place: KnownPlace;
  /** Why it cannot; undefined where it was not tried. */
  readonly failure?: Failure | undefined;
  readonly known: LastKnown | undefined;
  /** The ids of the promises there that the session has by its register. */
  readonly registered: readonly string[];
}

/**
 * A session's promises as its store said last. One that the register has and the store was not seen to have is listed
 * as broken: it may be open. Nothing is said to be lost, and no person's act is known.
 */
export function createLastKnownView(unreached: UnreachedSession): StateView {
  const { failure, known, place, registered } = unreached;
  const promises = known?.promises ?? [];
  const isKnown = (id: string): boolean => promises.some((one) => one.id === id);
  return {
    isThere: () => true,
    listActive: (isWanted) => ({
      promises: promises.filter(({ promise }) => isWanted(promise)),
      broken: registered
        .filter((id) => !isKnown(id))
        .map((id) => ({ path: `${place.store} ${place.project} ${id}`, reason: NOT_KNOWN })),
    }),
    whereaboutsOf(id) {
      const found = promises.find((one) => one.id === id);
      return found === undefined
        ? { place: 'broken', among: 'active' }
        : { place: 'active', promise: found.promise };
    },
    recordOf: () => ({ digest: undefined, isRecorded: false }),
    stopGateState: () => success({}),
    endOf: () => undefined,
    unconfirmedEndOf: () => undefined,
    sharedAs: `${place.store} ${place.project}`,
    shared: { place, ...(failure === undefined ? {} : { unreached: { failure, at: known?.at } }) },
  };
}

const NOT_KNOWN = 'the store cannot be reached, and this machine does not know how it stands';
