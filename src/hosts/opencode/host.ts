import type { HookHost, PayloadFields } from '../../domain/host/hook-host.ts';
import { type HookPayload, readHookPayload } from '../../domain/host/hook-payload.ts';
import { blockedOrObject, messageObject, startObject } from '../speaking.ts';

/**
 * OpenCode has no hooks of commands. The suite's plugin calls them, with members as Claude Code names them and four
 * more: `host`, `message_id` (of the answer that ends the turn), `parent_id` for a subagent, whose session it is, and
 * `interrupted` with a prompt, where the user aborted the turn before it.
 */
function readPayload(fields: PayloadFields): HookPayload {
  const { message_id: message, parent_id: parent, session_id: session } = fields;
  const isOfAgent = typeof parent === 'string' && parent !== '';
  const payload = readHookPayload(
    isOfAgent
      ? { ...fields, session_id: parent, agent_id: session, hook_event_name: 'SubagentStop' }
      : fields,
  );
  return {
    ...payload,
    ...(typeof message === 'string' ? { turn: message } : {}),
    ...(fields['interrupted'] === true ? { isAborted: true } : {}),
  };
}

export const opencode = {
  name: 'opencode',
  title: 'OpenCode',
  programs: ['opencode'],
  variables: {
    marks: ['OPENCODE'],
    session: ['OPENCODE_SESSION_ID'],
    hooked: 'OPENCODE_SESSION_ID',
    process: 'OPENCODE_PID',
  },
  events: { stop: 'Stop', 'session-start': 'SessionStart', 'user-prompt': 'UserPromptSubmit' },
  tell: ({ fields }) => (fields['host'] === 'opencode' ? 'own' : 'no'),
  readPayload,
  dialect: { stop: blockedOrObject, start: startObject, note: messageObject },
  showsBriefly: true,
  blockLimit: () => Number.POSITIVE_INFINITY,
} as const satisfies HookHost;
