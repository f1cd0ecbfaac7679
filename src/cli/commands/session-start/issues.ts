import type { Failure } from '../../../domain/base/failure.ts';
import { success } from '../../../domain/base/result.ts';
import { withIssuesAtStart } from '../../../domain/session/beads.ts';
import { createTracker } from '../../../stop-gate/tracker.ts';
import type { HookCall } from '../../hook-call.ts';
import { isInUse } from '../../in-use.ts';

/** How long git may take to list the issues that are not committed, in milliseconds. */
const GIT_MS = 2000;

/**
 * Keeps what was not committed of the project's issues as a session starts: the stop gate holds it for what it changes
 * itself. A session that goes on after a summary started before. Where nothing can be kept, it is not held.
 */
export async function keepIssues({
  memoryOf,
  payload,
  session,
  suite,
}: HookCall): Promise<readonly Failure[]> {
  const { environment, files } = suite;
  const hasIssues = files.exists(`${environment.projectFolder}/.beads`);
  if (!hasIssues || session === undefined || payload.source === 'compact') return [];
  const tracker = createTracker({ environment, hasIssues });
  const memory = await memoryOf(session.id);
  if (!tracker.isThere || !(await isInUse(memory))) return [];
  const uncommitted = tracker.uncommittedIssues(GIT_MS);
  if ('reason' in uncommitted) return [];
  const changed = await memory.stopGate.change(session.id, (state) =>
    success({ state: withIssuesAtStart(state, uncommitted), value: undefined }),
  );
  return changed.ok ? changed.value.warnings : [changed.failure];
}
