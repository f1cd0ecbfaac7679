import type { BrokenFile } from '../domain/base/failure.ts';
import type { RegisteredPromise, StoreName } from '../domain/session/register.ts';
import type { StateView } from './state-view.ts';

/**
 * A view of a folder whose promises the register has in a store that machines share, while the settings that are in
 * force here name another place, as where a variable is set for the agent's shell and not for the hooks. What is not
 * found here lies there, so it is neither gone nor ended: it is listed as broken, which keeps a gate shut and says why.
 * `registered`: what the register has in that folder.
 */
export function withElsewhere(
  view: StateView,
  registered: readonly RegisteredPromise[],
  why: NotAsked = 'another-place',
): StateView {
  if (!registered.some((one) => storeBeside(view, one) !== undefined)) return view;
  return {
    ...view,
    listActive(isWanted, owners) {
      const { broken, promises } = view.listActive(isWanted, owners);
      return { promises, broken: [...broken, ...promisesElsewhere(view, registered, why)] };
    },
    whereaboutsOf(id) {
      const found = view.whereaboutsOf(id);
      const isElsewhere = registered.some(
        (one) => one.id === id && storeBeside(view, one) !== undefined,
      );
      return found.place === 'nowhere' && isElsewhere
        ? { place: 'broken', among: 'active' }
        : found;
    },
  };
}

/** The registered promises that are not in what a view shows, because they lie in a store that it does not show. */
export function promisesElsewhere(
  view: StateView,
  registered: readonly RegisteredPromise[],
  why: NotAsked = 'another-place',
): readonly BrokenFile[] {
  return registered.flatMap((one) => {
    const store = storeBeside(view, one);
    if (store === undefined || view.whereaboutsOf(one.id).place !== 'nowhere') return [];
    return [{ path: `${store.address} ${store.project} ${one.id}`, reason: NOT_ASKED[why] }];
  });
}

/** The store that a promise was made in, where a view shows another place. */
function storeBeside(view: StateView, { made }: RegisteredPromise): StoreName | undefined {
  const store = made?.store;
  return store === undefined || view.sharedAs === `${store.address} ${store.project}`
    ? undefined
    : store;
}

/** Why a store is not asked: the settings name another place, or it is not approved. */
export type NotAsked = 'another-place' | 'unapproved';

const NOT_ASKED: Readonly<Record<NotAsked, string>> = {
  'another-place':
    'the promise lies in this store, and the settings here name another place. Set CS_STORE here as well, or name the store in the configuration (setting store)',
  unapproved:
    'the promise lies in this store, which is not approved on this machine: a person approves it in a terminal, with cs config trust',
};
