import { isObject } from './document.ts';

/** What a host tells a hook, as far as the suite looks at it. What is not as expected is left out. */
export interface HookPayload {
  readonly event: string | undefined;
  readonly sessionId: string | undefined;
  readonly transcriptPath: string | undefined;
  /** Of the subagent that stops; only where one does. */
  readonly agentId: string | undefined;
  readonly agentTranscriptPath: string | undefined;
  /** Whether the turn goes on because a stop was blocked; nothing where the host does not say. */
  readonly isContinued: boolean | undefined;
  readonly lastMessage: string | undefined;
  /** How many tasks run in the background. */
  readonly running: number;
  /** Why a session starts: `startup`, `resume`, `clear`, `compact`, `fork`. */
  readonly source: string | undefined;
  readonly prompt: string | undefined;
}

/** Statuses of background tasks that are still to end, as Claude Code names them. */
const UNDER_WAY = new Set(['running', 'pending']);

/**
 * The payload in a text; nothing where that is no JSON. It is looked at no further than its own keys: its
 * texts may hold whatever an agent says.
 */
export function parsePayload(text: string): HookPayload | undefined {
  try {
    return readHookPayload(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return undefined;
  }
}

/** Reads a payload, whatever it is: hosts come with other versions, and fields come and go. */
export function readHookPayload(value: unknown): HookPayload {
  const payload = isObject(value) ? value : {};
  const text = (key: string): string | undefined => {
    const found = payload[key];
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const isContinued = payload['stop_hook_active'];
  return {
    event: text('hook_event_name'),
    sessionId: text('session_id'),
    transcriptPath: text('transcript_path'),
    agentId: text('agent_id'),
    agentTranscriptPath: text('agent_transcript_path'),
    isContinued: typeof isContinued === 'boolean' ? isContinued : undefined,
    lastMessage: text('last_assistant_message'),
    running: runningIn(payload['background_tasks']),
    source: text('source'),
    prompt: text('prompt'),
  };
}

function runningIn(tasks: unknown): number {
  if (!Array.isArray(tasks)) return 0;
  return tasks.filter(
    (task) =>
      isObject(task) && UNDER_WAY.has(typeof task['status'] === 'string' ? task['status'] : ''),
  ).length;
}
