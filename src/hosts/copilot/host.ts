import { isObject } from '../../domain/base/document.ts';
import { SILENCE } from '../../domain/host/dialect.ts';
import type { HookHost, PayloadFields } from '../../domain/host/hook-host.ts';
import { type HookPayload, readHookPayload } from '../../domain/host/hook-payload.ts';
import { COPILOT_TRANSCRIPT } from '../../domain/session/transcripts/copilot.ts';
import { aside, blocked, object } from '../speaking.ts';

/** How many blocks in a row it lets a hook make before it ends the turn without a word. */
const MOST_BLOCKS = 8;

/** Why it aborts a turn where its user wants that: the second one in the middle of an answer or a tool. */
const BY_USER: ReadonlySet<unknown> = new Set(['user_initiated', 'user_abort']);

/** Its own names of members, and those that it uses where it reads the settings of Claude Code. */
const NAMES: readonly (readonly [string, string])[] = [
  ['sessionId', 'session_id'],
  ['transcriptPath', 'transcript_path'],
  ['agentId', 'agent_id'],
  ['agentType', 'agent_type'],
  ['parentAgentId', 'parent_agent_id'],
  ['stopReason', 'stop_reason'],
  ['response', 'last_assistant_message'],
];

function renamed(fields: PayloadFields): PayloadFields {
  const known = NAMES.flatMap(([own, common]) => (own in fields ? [[common, fields[own]]] : []));
  return { ...fields, ...Object.fromEntries(known) };
}

/** Its own payloads name no event. */
function eventOf(fields: PayloadFields): unknown {
  if (typeof fields['agent_id'] === 'string' && 'stop_reason' in fields) return 'SubagentStop';
  if (fields['hook_event_name'] !== undefined) return fields['hook_event_name'];
  if ('stop_reason' in fields) return 'Stop';
  if ('prompt' in fields) return 'UserPromptSubmit';
  return 'source' in fields ? 'SessionStart' : undefined;
}

/**
 * A subagent is a session of its own, with an id of its own, and its end is told twice: as the stop of that session,
 * and as the stop of a subagent of its parent.
 */
function readPayload(call: PayloadFields): HookPayload {
  const fields = renamed(call);
  const event = eventOf(fields);
  const isOfAgent = typeof fields['agent_id'] === 'string';
  const parent = fields['parent_agent_id'];
  const payload = readHookPayload({
    ...fields,
    hook_event_name: event,
    session_id: isOfAgent && typeof parent === 'string' ? parent : fields['session_id'],
    // All agents of a session write one transcript.
    agent_transcript_path: fields['transcript_path'],
  });
  // Why a session starts is told by the same member as who prompts.
  if (event === 'UserPromptSubmit') return { ...payload, source: undefined };
  const turn = 'stop_reason' in fields ? momentIn(fields['timestamp']) : undefined;
  return turn === undefined ? payload : { ...payload, turn };
}

/**
 * When the agent stopped, which tells one stop from the next: the transcript is written behind the session. Every hook
 * of one stop is told the same millisecond, by its own payload as a number and by that of Claude Code's settings as a date.
 */
function momentIn(timestamp: unknown): string | undefined {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp;
  return typeof at === 'number' && Number.isFinite(at) ? String(at) : undefined;
}

/**
 * Copilot CLI. It takes the reason of a block from the object alone, and shows its user nothing but the stderr of a
 * hook that ends with 2: without an object, that blocks nothing. Where it runs the settings of Claude Code as well, one
 * gate runs twice.
 */
export const copilot = {
  name: 'copilot',
  title: 'Copilot CLI',
  programs: ['copilot', 'copilot-linux-x64'],
  variables: {
    marks: ['COPILOT_CLI'],
    project: 'COPILOT_PROJECT_DIR',
    session: ['COPILOT_AGENT_SESSION_ID'],
    hidesSubagents: true,
  },
  events: {
    stop: 'agentStop',
    'subagent-stop': 'subagentStop',
    'session-start': 'sessionStart',
    'user-prompt': 'userPromptSubmitted',
    'session-end': 'sessionEnd',
  },
  tell({ fields, variable }) {
    const isItsForm = typeof fields['sessionId'] === 'string' && !('session_id' in fields);
    if (isItsForm && !('conversation_id' in fields)) return 'own';
    if (variable('COPILOT_CLI') === undefined) return 'no';
    return 'timestamp' in fields ? 'own' : 'common';
  },
  readPayload,
  dialect: {
    stop(output) {
      const { decision, systemMessage = '' } = output;
      return decision === 'block' ? blocked(output, systemMessage) : aside(systemMessage, 2);
    },
    // Nothing but a hook of a stop may end with 2.
    start: ({ context, message }) => ({
      ...(context === '' ? SILENCE : object({ additionalContext: context })),
      stderr: aside(message).stderr,
    }),
    note: (message) => aside(message),
  },
  transcript: COPILOT_TRANSCRIPT,
  transcriptPlace: {
    folder: { name: '.copilot', variable: 'COPILOT_HOME', names: 'itself' },
    way: (session) => ['session-state', session, 'events.jsonl'],
  },
  interruptMark: {
    isMark: ({ data, type }) => type === 'abort' && isObject(data) && BY_USER.has(data['reason']),
  },
  blockLimit: () => MOST_BLOCKS,
} as const satisfies HookHost;
