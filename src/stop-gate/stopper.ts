import { memoryIdOf } from '../domain/gate-memory.ts';
import type { HookPayload } from '../domain/hook-payload.ts';
import { type Session, sessionOf } from '../domain/session.ts';

/** Who wants to stop. */
export interface Stopper {
  readonly session: Session;
  readonly isSubagent: boolean;
  /** The name of the file in which the gate remembers it. */
  readonly memoryId: string;
  readonly transcriptPath: string | undefined;
}

/** The event that hosts send for a subagent. */
const OF_A_SUBAGENT = 'SubagentStop';

/**
 * The one who stops, by what the host tells and the ids of the environment. Nothing where nobody is named:
 * a subagent without an id of its own owns nothing, and a session without one cannot be asked about.
 */
export function stopperOf(
  payload: HookPayload,
  environmentIds: readonly string[],
): Stopper | undefined {
  const isSubagent = payload.event === OF_A_SUBAGENT;
  const ids = isSubagent ? [payload.agentId] : [...environmentIds, payload.sessionId];
  const session = sessionOf(ids);
  if (session === undefined) return undefined;
  return {
    session,
    isSubagent,
    memoryId: memoryIdOf(session.id),
    transcriptPath: isSubagent ? payload.agentTranscriptPath : payload.transcriptPath,
  };
}
