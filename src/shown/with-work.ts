import type { FreshFolder, GitResult, Works } from '../ports.ts';

/**
 * A folder that holds what a checkout holds now, uncommitted and untracked files included, with dependencies at hand and a
 * repository of its own. What is written there does not reach the checkout's own files.
 * @param bases the commits to begin at, the better one first; empty for none
 */
export function folderWithWork(
  bases: readonly string[],
  checkout: string,
  works: Works,
): GitResult<FreshFolder> {
  let reason = 'no commit is known';
  for (const base of bases) {
    const work = works.since(base, checkout);
    const made = work.ok ? work.value.without() : work;
    if (!work.ok || !made.ok) {
      reason = made.ok ? reason : made.reason;
      continue;
    }
    try {
      for (const { path } of work.value.changes) made.value.take(path);
      return made;
    } catch (error) {
      made.value.remove();
      reason = `the files could not be copied (${error instanceof Error ? error.message : 'unknown'})`;
    }
  }
  return { ok: false, reason };
}
