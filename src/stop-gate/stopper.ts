import type { HookPayload } from '../domain/host/hook-payload.ts';
import { sessionOf } from '../domain/promise/session.ts';
import { memoryIdOf } from '../domain/session/gate-memory.ts';

/** The session or subagent that wants to stop. */
export type Stopper = Readonly<NonNullable<ReturnType<typeof stopperOf>>>;

/** The event that hosts send for a subagent. */
const OF_A_SUBAGENT = 'SubagentStop';

/**
 * The session or subagent that stops, by the payload and the ids of the environment. Nothing where no id is
 * given: a subagent without an id owns no promises, and those of a session without an id cannot be found. `unnamed`: the
 * session of shells that cannot tell theirs, for which each session of the host answers that has an id.
 */
export function stopperOf(
  payload: HookPayload,
  environmentIds: readonly string[],
  unnamed?: string,
) {
  const isSubagent = payload.event === OF_A_SUBAGENT;
  const named = [...environmentIds, payload.sessionId];
  const around = sessionOf(named) === undefined ? [] : [...named, unnamed];
  const session = sessionOf(isSubagent ? [payload.agentId] : around);
  if (session === undefined) return undefined;
  const within = isSubagent ? sessionOf(around) : undefined;
  return {
    session,
    isSubagent,
    /** The session of a subagent, under whose ids the subagent's shells make promises. */
    within,
    /** Whose promises it is asked about: a subagent, about those of its session that it made, too. */
    owner: sessionOf([...session.ids, ...(within?.ids ?? [])]) ?? session,
    /** The name of the file in which the gate remembers it. */
    memoryId: memoryIdOf(session.id),
    transcriptPath: isSubagent ? payload.agentTranscriptPath : payload.transcriptPath,
  };
}
