import { isObject } from '../../domain/base/document.ts';
import type { HookOutput, Spoken } from '../../domain/host/dialect.ts';
import type { HookHost, PayloadFields } from '../../domain/host/hook-host.ts';
import { type HookPayload, readHookPayload } from '../../domain/host/hook-payload.ts';
import { type Fields, parsedText } from '../../domain/session/transcripts/format.ts';
import { GEMINI_TRANSCRIPT } from '../../domain/session/transcripts/gemini.ts';
import { ANY, type Step } from '../../domain/session/transcripts/place.ts';
import { messageObject, object, startObject } from '../speaking.ts';

/** Its events, and what Claude Code calls them. */
const EVENTS: ReadonlyMap<unknown, string> = new Map([
  ['AfterAgent', 'Stop'],
  ['BeforeAgent', 'UserPromptSubmit'],
]);

/** What stands before the beginning of the session's id in the name of its transcript. */
const BEFORE_ID = /^session-\d{4}-\d\d-\d\dT\d\d-\d\d-$/;

/** How much of the id is in the name. */
const ID_IN_NAME = 8;

function chatOf(session: string): Step {
  const end = `${session.slice(0, ID_IN_NAME)}.jsonl`;
  return (name) => name.endsWith(end) && BEFORE_ID.test(name.slice(0, -end.length));
}

function isChatOf(firstLine: string, session: string): boolean {
  const begins = parsedText(firstLine);
  return isObject(begins) && begins['sessionId'] === session;
}

/** The beginning of prompts by which it goes on by itself, after an empty reply say. */
const OWN_PROMPT = '[System: You ';

function readPayload(fields: PayloadFields): HookPayload {
  const event = EVENTS.get(fields['hook_event_name']) ?? fields['hook_event_name'];
  const payload = readHookPayload({
    ...fields,
    hook_event_name: event,
    // All answers since the user's prompt: the last one is their end.
    last_assistant_message: fields['prompt_response'],
    ...(String(fields['prompt']).startsWith(OWN_PROMPT) ? { source: 'gemini' } : {}),
  });
  // At the end of a turn it is the prompt that began the turn, and nobody prompts.
  return event === 'Stop' ? { ...payload, prompt: undefined } : payload;
}

/**
 * What it writes where its user cancels: a line of its own, and behind that the calls that ran, with what they say to the
 * model.
 */
function isCancelled({ content, toolCalls, type }: Fields): boolean {
  if (type === 'info') return content === 'Request cancelled.';
  if (type === 'gemini') return partsIn(toolCalls).some(({ status }) => status === 'cancelled');
  return partsIn(content).some(({ functionResponse }) => {
    const response = isObject(functionResponse) ? functionResponse['response'] : undefined;
    return isObject(response) && String(response['error']).startsWith('[Operation Cancelled]');
  });
}

function partsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A hook that ends with anything but 0 is shown to the user as one that failed. */
function spokenAtStop({ decision, reason = '', systemMessage }: HookOutput): Spoken {
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
  dialect: {
    stop: spokenAtStop,
    // Whatever a shell printed before the object is part of the reason then.
    watchedStop: (output) => ({
      ...spokenAtStop(output),
      exitCode: output.decision === 'block' ? 2 : 0,
    }),
    start: startObject,
    note: messageObject,
  },
  transcript: GEMINI_TRANSCRIPT,
  transcriptPlace: {
    folder: { name: '.gemini', variable: 'GEMINI_CLI_HOME', names: 'home' },
    way: (session) => ['tmp', ANY, 'chats', chatOf(session)],
    isOf: isChatOf,
  },
  interruptMark: { isMark: isCancelled, isAskedAbout: true },
  blockLimit: () => Number.POSITIVE_INFINITY,
} as const satisfies HookHost;
