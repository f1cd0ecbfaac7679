import { headCommit } from '../../../adapters/git/base.ts';
import { isObject, parseDocument } from '../../../domain/base/document.ts';
import type { BeginningCommits } from '../../../domain/promise/beginning.ts';
import { commitAtStart, turnsOf } from '../../../domain/session/standing-log.ts';
import { standingLogOf } from '../../../session/standing-turns.ts';
import type { Suite } from '../../../suite.ts';

/**
 * The commits that a promise which is made now begins at. The session's own is that of its first promise alone: what it
 * committed before a later one may be the work of another.
 */
export async function commitsOfPromise(
  suite: Suite,
  session: readonly string[],
): Promise<BeginningCommits> {
  const { checkout, projectFolder } = suite.environment;
  const base = headCommit(checkout);
  const turns = turnsOf(standingLogOf(suite.files, projectFolder).read(), session);
  const began = commitAtStart(turns, suite.files.realPath(checkout) ?? checkout);
  const isOther = began !== undefined && began !== base;
  const isUsed = isOther && !(await hasPromised(suite, session));
  return { base, session: isUsed ? began : undefined };
}

/** Whether the ledger says that a session made a promise before. */
async function hasPromised({ eventLog }: Suite, session: readonly string[]): Promise<boolean> {
  for (const entry of (await eventLog.open()).read(true)) {
    // Where the ledger cannot be read, nothing is known.
    if (entry.read === 'broken') return true;
    const line = entry.read === 'line' ? parseDocument(entry.text) : undefined;
    if (!line?.ok || !isObject(line.value)) continue;
    const { event, session_id } = line.value;
    if (event === 'promise.created' && session.some((id) => id === session_id)) return true;
  }
  return false;
}
