import { isClosed } from '../domain/promise/promise.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import type { PromiseListing } from '../store/promise-store.ts';

/** What tells whether a session has promises. */
interface Listed {
  readonly listing: PromiseListing;
  readonly further: readonly { readonly listing: PromiseListing }[];
}

/** Whether the session has promises of its own that have not ended, in any folder that was looked at. */
export function ownsPromises({ further, listing }: Listed): boolean {
  return [listing, ...further.map((one) => one.listing)].some(({ promises }) =>
    promises.some(({ promise }) => !isClosed(promise)),
  );
}

/** Whether a session is asked about its own list: one with promises, unless the settings name all or none. */
export function isAskedForTodos({
  configuration: { stopGate },
  ...listed
}: Listed & { readonly configuration: Configuration }): boolean {
  return stopGate.todos === 'all' || (stopGate.todos && ownsPromises(listed));
}
