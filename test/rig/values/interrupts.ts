import type { HostName } from '../../../src/hosts/hosts.ts';

/** How hosts tell that their users interrupted a turn, as it was seen in the real clients; Cursor's by its documentation. */
export interface InterruptedHost {
  readonly host: HostName;
  /** How the host writes what the agent says. */
  readonly says: (text: string) => object;
  /** The same of the user. */
  readonly prompts: (text: string) => object;
  /** The marks that it writes, in a tool, in output and while a hook runs; none where it writes none. */
  readonly marks: readonly object[];
  /** Lines like a mark that are none. */
  readonly others: readonly object[];
  /** The members of its payload at a prompt and at a stop. */
  readonly atPrompt: (prompt: string, session: string, transcript: string) => object;
  readonly atStop: (session: string, transcript: string, turn: string) => object;
}

const userRow = (content: unknown, parts: object = {}): object => ({
  type: 'user',
  isSidechain: false,
  message: { role: 'user', content },
  ...parts,
});
const text = (said: string): object => ({ type: 'text', text: said });
const HARNESS = { rowSource: 'harness' };

const codexMessage = (role: string, said: string): object => ({
  timestamp: '2026-11-26T10:00:00.000Z',
  type: 'response_item',
  payload: {
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text: said }],
  },
});
const codexEvent = (payload: object): object => ({ type: 'event_msg', payload });

export const INTERRUPTED_HOSTS: readonly InterruptedHost[] = [
  {
    host: 'claude-code',
    says: (said) => ({ type: 'assistant', message: { role: 'assistant', content: [text(said)] } }),
    prompts: (said) => userRow(said),
    marks: [
      userRow([text('[Request interrupted by user]')], HARNESS),
      userRow([text('[Request interrupted by user for tool use]')], HARNESS),
      userRow('[Request interrupted by user]'),
    ],
    others: [
      userRow([text('[Request interrupted by user]')], { isSidechain: true }),
      { type: 'attachment', attachment: { type: 'hook_cancelled', hookEvent: 'Stop' } },
    ],
    atPrompt: (prompt, session_id, transcript_path) => ({
      session_id,
      transcript_path,
      hook_event_name: 'UserPromptSubmit',
      prompt,
    }),
    atStop: (session_id, transcript_path) => ({
      session_id,
      transcript_path,
      hook_event_name: 'Stop',
      stop_hook_active: false,
    }),
  },
  {
    host: 'codex',
    says: (said) => codexMessage('assistant', said),
    prompts: (said) => codexMessage('user', said),
    marks: [codexEvent({ type: 'turn_aborted', reason: 'interrupted' })],
    others: [
      codexEvent({ type: 'turn_aborted', reason: 'replaced' }),
      codexMessage('user', '<turn_aborted>\nThe user interrupted.\n</turn_aborted>'),
      { type: 'turn_context', payload: { model: 'gpt-5' } },
    ],
    atPrompt: (prompt, session_id, transcript_path) => ({
      session_id,
      turn_id: 't',
      transcript_path,
      hook_event_name: 'UserPromptSubmit',
      prompt,
    }),
    atStop: (session_id, transcript_path, turn_id) => ({
      session_id,
      turn_id,
      transcript_path,
      hook_event_name: 'Stop',
      stop_hook_active: false,
    }),
  },
  {
    host: 'gemini',
    says: (said) => ({ id: said, type: 'gemini', content: said }),
    prompts: (said) => ({ id: said, type: 'user', content: [{ text: said }] }),
    marks: [
      { id: 'i', type: 'info', content: 'Request cancelled.' },
      { id: 'i', type: 'gemini', content: '', toolCalls: [{ name: 't', status: 'cancelled' }] },
      {
        id: 'i',
        type: 'user',
        content: [
          { functionResponse: { response: { error: '[Operation Cancelled] Reason: by user' } } },
        ],
      },
    ],
    others: [
      { id: 'i', type: 'info', content: 'Update: Request cancelled.' },
      { id: 'i', type: 'gemini', content: 'It says cancelled.', toolCalls: [{ status: 'error' }] },
      {
        id: 'i',
        type: 'user',
        content: [{ functionResponse: { response: { output: 'Operation cancelled' } } }],
      },
      { $set: { lastUpdated: '2026-11-26T10:00:00.000Z' } },
    ],
    atPrompt: (prompt, session_id, transcript_path) => ({
      session_id,
      transcript_path,
      hook_event_name: 'BeforeAgent',
      prompt,
    }),
    atStop: (session_id, transcript_path) => ({
      session_id,
      transcript_path,
      hook_event_name: 'AfterAgent',
      prompt: 'p',
      prompt_response: 'Done.',
      stop_hook_active: false,
    }),
  },
  {
    host: 'copilot',
    says: (content) => ({ type: 'assistant.message', data: { content } }),
    prompts: (content) => ({ type: 'user.message', data: { content } }),
    marks: [
      { type: 'abort', data: { reason: 'user_initiated' } },
      { type: 'abort', data: { reason: 'user_abort' } },
    ],
    others: [{ type: 'abort', data: { reason: 'error' } }, { type: 'abort' }],
    atPrompt: (prompt, sessionId) => ({ sessionId, timestamp: 1795616555843, prompt }),
    atStop: (sessionId, transcriptPath, turn) => ({
      sessionId,
      timestamp: 1795616555843 + Number(turn),
      transcriptPath,
      stopReason: 'end_turn',
      stop_hook_active: false,
    }),
  },
];
