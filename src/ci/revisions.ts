import { failed, type Result, success } from '../domain/base/result.ts';
import type { CiWorld } from './ci-world.ts';

/** The commits of a run. */
export interface RunCommits {
  /** What is checked out. */
  readonly head: string;
  /** What the change is held against; empty where nothing says so. */
  readonly base: string;
  /** The last commit that both have; empty where there is none. */
  readonly mergeBase: string;
}

/**
 * Finds the commits. `asked`: the revision that the user named. `isBaseNeeded`: fails where there is no base, since
 * nothing else may judge the change.
 */
export function findCommits(
  asked: string | undefined,
  isBaseNeeded: boolean,
  { event, revisions }: Pick<CiWorld, 'event' | 'revisions'>,
): Result<RunCommits> {
  const head = revisions.head();
  if (!head.ok)
    return failed({ kind: 'base-missing', reason: head.reason, tried: [], isShallow: false });
  const tried = asked === undefined ? event.targets : [asked];
  const base = tried.map((one) => revisions.commitOf(one)).find(({ ok }) => ok);
  const missing = (reason: string): Result<RunCommits> =>
    failed({ kind: 'base-missing', reason, tried, isShallow: revisions.isShallow() });
  if (base?.ok !== true) {
    return isBaseNeeded
      ? missing('the revision that the change is held against is not here')
      : success({ head: head.value, base: '', mergeBase: '' });
  }
  const mergeBase = revisions.mergeBase(base.value, head.value);
  if (mergeBase === undefined && isBaseNeeded) {
    return missing('the change and its base have no common commit here');
  }
  return success({ head: head.value, base: base.value, mergeBase: mergeBase ?? '' });
}
