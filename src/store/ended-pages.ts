import type { Result } from '../domain/base/result.ts';
import type { PromiseListing, PromiseStore } from './promise-store.ts';

/** How many promises are read at once: all of them together may not fit into memory. */
const PAGE = 500;

/** Reads promises that have ended a page at a time: those of some ids, in their order. Ends with the first failure. */
export async function* endedPages(
  promises: Pick<PromiseStore, 'listHistory'>,
  ids: readonly string[],
): AsyncGenerator<Result<PromiseListing>> {
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = await promises.listHistory(ids.slice(from, from + PAGE));
    yield page;
    if (!page.ok) return;
  }
}

/** The same of all that have ended. */
export async function* allEnded(
  promises: Pick<PromiseStore, 'endedIds' | 'listHistory'>,
): AsyncGenerator<Result<PromiseListing>> {
  const ids = await promises.endedIds();
  if (ids.ok) yield* endedPages(promises, ids.value);
  else yield ids;
}
