import { isObject } from '../base/document.ts';

/** Statuses of background tasks that are still to end, as Claude Code names them. */
const UNDER_WAY: ReadonlySet<unknown> = new Set(['running', 'pending']);

/**
 * The members of the payload in a text, none where it is no object; nothing where that is no JSON. Only its own keys
 * are read, because its texts may hold anything that an agent says.
 */
export function parseFields(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isObject(value) ? value : {};
  } catch {
    return undefined;
  }
}

/** The payload of Claude Code in a text; nothing where that is no JSON. */
export function parsePayload(text: string): HookPayload | undefined {
  const fields = parseFields(text);
  return fields && readHookPayload(fields);
}

/** The fields of a host's payload that the suite uses. A field that is not as expected is left out. */
export type HookPayload = Readonly<ReturnType<typeof readHookPayload>> & {
  /** A text that only this end of a turn has, where the host gives one. */
  readonly turn?: string;
  /** The turn that ends was aborted; at a prompt, the one before it. */
  readonly isAborted?: true;
};

/**
 * Reads any value as a payload of Claude Code, whose names the payloads of other hosts are brought to: fields come and
 * go with the versions of hosts.
 */
export function readHookPayload(value: unknown) {
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
    /** The folder that the agent's shell stands in. */
    folder: text('cwd'),
    /** The id of the subagent that stops, for the event of subagents. */
    agentId: text('agent_id'),
    /** The kind of subagent; nothing for those that the host starts for its own ends. */
    agentType: text('agent_type'),
    agentTranscriptPath: text('agent_transcript_path'),
    /** Whether the turn goes on because a stop was blocked; nothing where the host does not say. */
    isContinued: typeof isContinued === 'boolean' ? isContinued : undefined,
    lastMessage: text('last_assistant_message'),
    /** How many tasks run in the background. */
    running: runningIn(payload['background_tasks']),
    /** Why a session starts: `startup`, `resume`, `clear`, `compact`, `fork`. */
    source: text('source'),
    prompt: text('prompt'),
    /** Whether the session plans, and may change nothing before its user approves. */
    isPlanning: payload['permission_mode'] === 'plan',
  };
}

function runningIn(tasks: unknown): number {
  if (!Array.isArray(tasks)) return 0;
  return tasks.filter((task) => isObject(task) && UNDER_WAY.has(task['status'])).length;
}
