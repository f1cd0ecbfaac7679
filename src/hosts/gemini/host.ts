import type { HookOutput, Spoken } from '../../domain/host/dialect.ts';
import type { HookHost, PayloadFields } from '../../domain/host/hook-host.ts';
import { type HookPayload, readHookPayload } from '../../domain/host/hook-payload.ts';
import { GEMINI_TRANSCRIPT } from '../../domain/session/transcripts/gemini.ts';
import { messageObject, object, startObject } from '../speaking.ts';

/** Its events, and what Claude Code calls them. */
const EVENTS: ReadonlyMap<unknown, string> = new Map([
  ['AfterAgent', 'Stop'],
  ['BeforeAgent', 'UserPromptSubmit'],
]);

function readPayload(fields: PayloadFields): HookPayload {
  const event = EVENTS.get(fields['hook_event_name']) ?? fields['hook_event_name'];
  const payload = readHookPayload({
    ...fields,
    hook_event_name: event,
    // All answers since the user's prompt: the last one is their end.
    last_assistant_message: fields['prompt_response'],
  });
  // At the end of a turn it is the prompt that began the turn, and nobody prompts.
  return event === 'Stop' ? { ...payload, prompt: undefined } : payload;
}

/** A hook that ends with anything but 0 is shown to the user as one that failed. */
function answerToStop({ decision, reason = '', systemMessage }: HookOutput): Spoken {
  const message = systemMessage === undefined ? {} : { systemMessage };
  return decision === 'block'
    ? object({ decision, reason, ...message })
    : messageObject(systemMessage ?? '');
}

/** Gemini CLI. It hands the reason of a block to the model as a prompt, and runs the prompt's hook with it. */
export const gemini = {
  name: 'gemini',
  title: 'Gemini CLI',
  programs: ['gemini'],
  variables: {
    marks: ['GEMINI_CLI', 'GEMINI_SESSION_ID'],
    project: 'GEMINI_PROJECT_DIR',
    session: [],
  },
  events: {
    stop: 'AfterAgent',
    'session-start': 'SessionStart',
    'user-prompt': 'BeforeAgent',
    'session-end': 'SessionEnd',
  },
  tell({ fields, variable }) {
    if (EVENTS.has(fields['hook_event_name'])) return 'own';
    const session = variable('GEMINI_SESSION_ID');
    if (session === undefined) return 'no';
    return session === fields['session_id'] ? 'own' : 'common';
  },
  readPayload,
  dialect: { stop: answerToStop, start: startObject, note: messageObject },
  transcript: GEMINI_TRANSCRIPT,
  blockLimit: () => Number.POSITIVE_INFINITY,
} as const satisfies HookHost;
