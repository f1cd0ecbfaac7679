/** Calls of hooks as they were seen in the real clients; Cursor's by its documentation, OpenCode's by the suite's plugin. */
export interface SeenCall {
  readonly host: string;
  readonly fields: { readonly [key: string]: unknown };
  readonly env: Readonly<Record<string, string>>;
  /** What the suite takes from it; everything else is nothing. */
  readonly says: object;
}

const FOLDER = '/home/me/project';
const ROLLOUT = '/home/me/.codex/sessions/2026/11/25/rollout-2026-11-25T14-21-46-01a2-s.jsonl';
const CHATS = '/home/me/.gemini/tmp/project/chats/session-2026-11-25T14-22-c2df.jsonl';
const EVENTS = '/home/me/.copilot/session-state/8695-s/events.jsonl';
const GEMINI = {
  GEMINI_SESSION_ID: 'c2df-s',
  GEMINI_PROJECT_DIR: FOLDER,
  CLAUDE_PROJECT_DIR: FOLDER,
};
const COPILOT = { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: FOLDER, CLAUDE_PROJECT_DIR: FOLDER };

const codexCall = {
  session_id: '01a2-s',
  turn_id: '01a2-t',
  transcript_path: ROLLOUT,
  cwd: FOLDER,
  model: 'gpt-5',
  permission_mode: 'bypassPermissions',
};
const ofCodex = { sessionId: '01a2-s', transcriptPath: ROLLOUT, folder: FOLDER };
const geminiCall = {
  session_id: 'c2df-s',
  transcript_path: CHATS,
  cwd: FOLDER,
  timestamp: '2026-11-25T14:22:22.457Z',
};
const ofGemini = { sessionId: 'c2df-s', transcriptPath: CHATS, folder: FOLDER };
const copilotCall = { sessionId: '8695-s', timestamp: 1795616555843, cwd: FOLDER };
const ofCopilot = { sessionId: '8695-s', folder: FOLDER };

export const SEEN_CALLS: readonly (readonly [string, SeenCall])[] = [
  [
    'a stop of Claude Code',
    {
      host: 'claude-code',
      fields: {
        session_id: 'c-s',
        transcript_path: '/home/me/.claude/projects/p/c-s.jsonl',
        cwd: FOLDER,
        permission_mode: 'default',
        hook_event_name: 'Stop',
        stop_hook_active: false,
        last_assistant_message: 'Done.',
        background_tasks: [],
        session_crons: [],
      },
      env: { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: FOLDER },
      says: {
        event: 'Stop',
        sessionId: 'c-s',
        transcriptPath: '/home/me/.claude/projects/p/c-s.jsonl',
        folder: FOLDER,
        isContinued: false,
        lastMessage: 'Done.',
      },
    },
  ],
  [
    'the start of a session of Codex',
    {
      host: 'codex',
      fields: {
        session_id: '01a2-s',
        transcript_path: ROLLOUT,
        cwd: FOLDER,
        hook_event_name: 'SessionStart',
        model: 'gpt-5',
        permission_mode: 'default',
        source: 'startup',
      },
      env: {},
      says: { ...ofCodex, event: 'SessionStart', source: 'startup' },
    },
  ],
  [
    'a stop of Codex',
    {
      host: 'codex',
      fields: {
        ...codexCall,
        hook_event_name: 'Stop',
        stop_hook_active: true,
        last_assistant_message: 'FINAL ANSWER 3',
      },
      env: {},
      says: { ...ofCodex, event: 'Stop', isContinued: true, lastMessage: 'FINAL ANSWER 3' },
    },
  ],
  [
    'a stop of Codex inside of Claude Code',
    {
      host: 'codex',
      fields: { ...codexCall, hook_event_name: 'Stop', stop_hook_active: false },
      env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'around' },
      says: { ...ofCodex, event: 'Stop', isContinued: false },
    },
  ],
  [
    'a subagent of Codex',
    {
      host: 'codex',
      fields: {
        ...codexCall,
        hook_event_name: 'SubagentStop',
        agent_transcript_path: `${ROLLOUT}-2`,
        stop_hook_active: false,
        agent_id: '01a2-a',
        agent_type: 'default',
        last_assistant_message: 'FINAL ANSWER 4',
      },
      env: {},
      says: {
        ...ofCodex,
        event: 'SubagentStop',
        agentId: '01a2-a',
        agentType: 'default',
        agentTranscriptPath: `${ROLLOUT}-2`,
        isContinued: false,
        lastMessage: 'FINAL ANSWER 4',
      },
    },
  ],
  [
    'a session of Codex that is kept nowhere',
    {
      host: 'codex',
      fields: {
        session_id: '01a2-s',
        transcript_path: null,
        cwd: FOLDER,
        hook_event_name: 'SessionStart',
        model: 'gpt-5',
      },
      env: {},
      says: { event: 'SessionStart', sessionId: '01a2-s', folder: FOLDER },
    },
  ],
  [
    'the end of a turn of Gemini CLI',
    {
      host: 'gemini',
      fields: {
        ...geminiCall,
        hook_event_name: 'AfterAgent',
        prompt: 'do the thing',
        prompt_response: 'FINAL ANSWER 2\nFINAL ANSWER 3',
        stop_hook_active: true,
      },
      env: GEMINI,
      says: {
        ...ofGemini,
        event: 'Stop',
        isContinued: true,
        lastMessage: 'FINAL ANSWER 2\nFINAL ANSWER 3',
      },
    },
  ],
  [
    'a prompt of Gemini CLI',
    {
      host: 'gemini',
      fields: { ...geminiCall, hook_event_name: 'BeforeAgent', prompt: 'do the thing' },
      env: GEMINI,
      says: { ...ofGemini, event: 'UserPromptSubmit', prompt: 'do the thing' },
    },
  ],
  [
    'the start of a session of Gemini CLI inside of Claude Code',
    {
      host: 'gemini',
      fields: { ...geminiCall, hook_event_name: 'SessionStart', source: 'startup' },
      env: { ...GEMINI, CLAUDECODE: '1' },
      says: { ...ofGemini, event: 'SessionStart', source: 'startup' },
    },
  ],
  [
    'a stop of Copilot CLI',
    {
      host: 'copilot',
      fields: {
        ...copilotCall,
        transcriptPath: EVENTS,
        stopReason: 'end_turn',
        stop_hook_active: false,
      },
      env: COPILOT,
      says: {
        ...ofCopilot,
        event: 'Stop',
        turn: '1795616555843',
        transcriptPath: EVENTS,
        agentTranscriptPath: EVENTS,
        isContinued: false,
      },
    },
  ],
  [
    'the same by the settings of Claude Code',
    {
      host: 'copilot',
      fields: {
        hook_event_name: 'Stop',
        session_id: '8695-s',
        timestamp: '2026-11-25T14:25:41.410Z',
        cwd: FOLDER,
        transcript_path: EVENTS,
        stop_reason: 'end_turn',
        stop_hook_active: false,
      },
      env: COPILOT,
      says: {
        ...ofCopilot,
        event: 'Stop',
        turn: String(Date.parse('2026-11-25T14:25:41.410Z')),
        transcriptPath: EVENTS,
        agentTranscriptPath: EVENTS,
        isContinued: false,
      },
    },
  ],
  [
    'the stop of a session that is a subagent of Copilot CLI',
    {
      host: 'copilot',
      fields: {
        ...copilotCall,
        sessionId: '49e8-a',
        transcriptPath: EVENTS,
        stopReason: 'end_turn',
        stop_hook_active: false,
        agentId: '49e8-a',
        agentType: 'general-purpose',
        parentAgentId: '8695-s',
      },
      env: COPILOT,
      says: {
        ...ofCopilot,
        event: 'SubagentStop',
        turn: '1795616555843',
        agentId: '49e8-a',
        agentType: 'general-purpose',
        transcriptPath: EVENTS,
        agentTranscriptPath: EVENTS,
        isContinued: false,
      },
    },
  ],
  [
    'the stop of that subagent as its parent is told',
    {
      host: 'copilot',
      fields: {
        ...copilotCall,
        transcriptPath: EVENTS,
        agentId: '49e8-a',
        agentType: 'general-purpose',
        agentName: 'general-purpose',
        response: 'FINAL ANSWER 9',
        stopReason: 'end_turn',
        stop_hook_active: false,
        parentAgentId: '8695-s',
      },
      env: COPILOT,
      says: {
        ...ofCopilot,
        event: 'SubagentStop',
        turn: '1795616555843',
        agentId: '49e8-a',
        agentType: 'general-purpose',
        transcriptPath: EVENTS,
        agentTranscriptPath: EVENTS,
        isContinued: false,
        lastMessage: 'FINAL ANSWER 9',
      },
    },
  ],
  [
    'a prompt of Copilot CLI',
    {
      host: 'copilot',
      fields: { ...copilotCall, prompt: 'do the thing' },
      env: COPILOT,
      says: { ...ofCopilot, event: 'UserPromptSubmit', prompt: 'do the thing' },
    },
  ],
  [
    'the start of a session of Copilot CLI',
    {
      host: 'copilot',
      fields: { ...copilotCall, source: 'new', initialPrompt: 'do the thing' },
      env: COPILOT,
      says: { ...ofCopilot, event: 'SessionStart', source: 'new' },
    },
  ],
  [
    'a stop of Cursor',
    {
      host: 'cursor',
      fields: {
        conversation_id: 'cu-s',
        generation_id: 'cu-g',
        status: 'completed',
        loop_count: 2,
        hook_event_name: 'stop',
        workspace_roots: [FOLDER],
        transcript_path: null,
      },
      env: { CURSOR_VERSION: '3.7', CURSOR_PROJECT_DIR: FOLDER },
      says: {
        event: 'Stop',
        sessionId: 'cu-s',
        folder: FOLDER,
        isContinued: true,
        turn: 'cu-g:2',
      },
    },
  ],
  [
    'a stop of OpenCode',
    {
      host: 'opencode',
      fields: {
        host: 'opencode',
        session_id: 'ses_1',
        cwd: FOLDER,
        hook_event_name: 'Stop',
        message_id: 'msg_1',
        last_assistant_message: 'Done.',
      },
      env: { OPENCODE: '1' },
      says: {
        event: 'Stop',
        sessionId: 'ses_1',
        folder: FOLDER,
        lastMessage: 'Done.',
        turn: 'msg_1',
      },
    },
  ],
  [
    'a subagent of OpenCode',
    {
      host: 'opencode',
      fields: {
        host: 'opencode',
        session_id: 'ses_2',
        parent_id: 'ses_1',
        cwd: FOLDER,
        hook_event_name: 'Stop',
      },
      env: { OPENCODE: '1' },
      says: { event: 'SubagentStop', sessionId: 'ses_1', agentId: 'ses_2', folder: FOLDER },
    },
  ],
];
