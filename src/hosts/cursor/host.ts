import { SILENCE, type Spoken } from '../../domain/host/dialect.ts';
import type { HookHost, PayloadFields } from '../../domain/host/hook-host.ts';
import { type HookPayload, readHookPayload } from '../../domain/host/hook-payload.ts';
import { aside, object } from '../speaking.ts';

/** Its events, and what Claude Code calls them. */
const EVENTS: ReadonlyMap<unknown, string> = new Map([
  ['stop', 'Stop'],
  ['subagentStop', 'SubagentStop'],
  ['sessionStart', 'SessionStart'],
  ['beforeSubmitPrompt', 'UserPromptSubmit'],
  ['sessionEnd', 'SessionEnd'],
]);

function readPayload(fields: PayloadFields): HookPayload {
  const {
    conversation_id,
    generation_id,
    loop_count: loops,
    status,
    workspace_roots: roots,
  } = fields;
  const payload = readHookPayload({
    ...fields,
    session_id: conversation_id ?? fields['session_id'],
    hook_event_name: EVENTS.get(fields['hook_event_name']) ?? fields['hook_event_name'],
    cwd: fields['cwd'] ?? (Array.isArray(roots) ? roots[0] : undefined),
    stop_hook_active: typeof loops === 'number' ? loops > 0 : fields['stop_hook_active'],
  });
  const turn = typeof generation_id === 'string' ? `${generation_id}:${loops ?? ''}` : undefined;
  // A turn that was aborted, or ended in an error, is no turn to go on with.
  const isAborted = typeof status === 'string' && status !== 'completed';
  return {
    ...payload,
    ...(turn === undefined ? {} : { turn }),
    ...(isAborted ? { isAborted } : {}),
  };
}

/** A message to the user: it has no place for one in the answer to a stop, and shows stderr where it lists its hooks. */
const told = (answer: Spoken, message = ''): Spoken => ({
  ...answer,
  stderr: aside(message).stderr,
});

/** Cursor, by its documentation. It goes on with a message in the user's place, and knows no other block of a stop. */
export const cursor = {
  name: 'cursor',
  title: 'Cursor',
  programs: ['cursor-agent'],
  variables: {
    marks: ['CURSOR_AGENT', 'CURSOR_VERSION'],
    project: 'CURSOR_PROJECT_DIR',
    session: [],
  },
  events: {
    stop: 'stop',
    'session-start': 'sessionStart',
    'user-prompt': 'beforeSubmitPrompt',
    'session-end': 'sessionEnd',
  },
  tell: ({ fields, variable }) => {
    if (typeof fields['conversation_id'] === 'string') return 'own';
    return variable('CURSOR_VERSION') === undefined ? 'no' : 'common';
  },
  readPayload,
  dialect: {
    stop: ({ decision, reason, systemMessage }) =>
      told(decision === 'block' ? object({ followup_message: reason }) : SILENCE, systemMessage),
    start: ({ context, message }) =>
      told(context === '' ? SILENCE : object({ additional_context: context }), message),
    note: (message) => aside(message),
  },
  hidesMessages: 'always',
  blockLimit: () => Number.POSITIVE_INFINITY,
} as const satisfies HookHost;
