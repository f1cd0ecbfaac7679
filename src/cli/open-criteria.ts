import { createNodeCheckout } from '../adapters/git/checkout.ts';
import { createTrees } from '../adapters/git/trees.ts';
import type { NamedPromise } from '../domain/promise/promise.ts';
import { defaultCheckSettings } from '../domain/settings/configuration.ts';
import { MOST_CHECK_MS, type OpenItem, openItems } from '../domain/standing/stop-check.ts';
import { loadCheckSettings } from '../settings/loading.ts';
import type { Suite } from '../suite.ts';

/** Most promises whose proofs are compared with the checkout: for more a list would take too long. */
const MOST_COMPARED = 20;

/**
 * What keeps each of some promises open, as the stop gate sees it: their proofs are compared with the files.
 * By id; only those in progress, and the first twenty of them. Where the settings cannot be read, by the defaults.
 */
export function openCriteria(
  promises: readonly NamedPromise[],
  suite: Suite,
): ReadonlyMap<string, readonly OpenItem[]> {
  const started = promises.filter(({ promise }) => promise.status === 'in_progress');
  if (started.length === 0) return new Map();
  const loaded = loadCheckSettings(suite);
  const settings = loaded.ok ? loaded.value : defaultCheckSettings();
  const start = suite.clock.elapsed();
  const leftMs = (): number => MOST_CHECK_MS - (suite.clock.elapsed() - start);
  const open = (folder: string) => createNodeCheckout(folder, leftMs);
  const { takeTree } = createTrees(suite.environment.projectFolder, open);
  return new Map(
    started
      .slice(0, MOST_COMPARED)
      .map(({ id, promise }) => [id, openItems(promise, settings, takeTree)]),
  );
}
