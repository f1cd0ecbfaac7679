import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentLine, text, tool, userLine } from './transcripts.ts';

/** Sessions as the real hosts keep them: where below the user's home, and in which lines. */

export interface KeptSession {
  readonly host: string;
  readonly id: string;
  /** The path of its transcript, below the home. */
  readonly place: string;
  /** The variable by which the user moves the host's folder, and the value that means another home. */
  readonly moved: (home: string) => Readonly<Record<string, string>>;
  readonly model: string;
  /** Lines at its beginning. */
  readonly begins: readonly string[];
  asked(words: string): readonly string[];
  /** A command that ended with a code. */
  ran(command: string, output: string, code: number): readonly string[];
  /** A command that goes on while the agent does something else; none where the host waits for all. */
  goesOn?(command: string): readonly string[];
  said(words: string): readonly string[];
}

const AT = '2026-11-26T12:00:01.144Z';

/** After everything that a test does. */
const LATER = '2100-01-01T00:00:00.000Z';

const lines = (...entries: readonly object[]): readonly string[] =>
  entries.map((entry) => JSON.stringify(entry));

const claudeCode: KeptSession = {
  host: 'Claude Code',
  id: '5f0c2d1e-7a4b-4c3d-9e8f-0a1b2c3d4e5f',
  place: '.claude/projects/-tmp-project/5f0c2d1e-7a4b-4c3d-9e8f-0a1b2c3d4e5f.jsonl',
  moved: (home) => ({ CLAUDE_CONFIG_DIR: `${home}/.claude` }),
  model: 'claude-opus-5-5',
  begins: [],
  asked: (words) => [userLine(words, { timestamp: LATER })],
  ran: (command, output, code) => [
    agentLine([tool('t1', 'Bash', { command })], 't1'),
    userLine([{ type: 'tool_result', tool_use_id: 't1', content: output, is_error: code !== 0 }]),
  ],
  said: (words) => [agentLine([text(words)], 'msg_9')],
};

const codexItem = (payload: object, timestamp = AT): object => ({
  timestamp,
  ordinal: 9,
  type: 'response_item',
  payload,
});
const codexCall = (command: string): object =>
  codexItem({
    type: 'function_call',
    name: 'exec_command',
    arguments: JSON.stringify({ cmd: command }),
    call_id: 'call_1',
  });
const codexAnswer = (how: string, output: string): object =>
  codexItem({
    type: 'function_call_output',
    call_id: 'call_1',
    output: `Chunk ID: 5de7a7\nWall time: 0.3 seconds\n${how}\nOriginal token count: 2\nOutput:\n${output}`,
  });

const CODEX_ID = '01a217ba-15c8-73a1-a8ba-8d045feeff61';

const codex: KeptSession = {
  host: 'Codex',
  id: CODEX_ID,
  place: `.codex/sessions/2026/11/26/rollout-2026-11-26T12-00-00-${CODEX_ID}.jsonl`,
  moved: (home) => ({ CODEX_HOME: `${home}/.codex` }),
  model: 'gpt-5',
  begins: lines(
    { timestamp: AT, ordinal: 0, type: 'session_meta', payload: { id: CODEX_ID } },
    { timestamp: AT, ordinal: 5, type: 'turn_context', payload: { model: 'gpt-5' } },
  ),
  asked: (words) =>
    lines(
      codexItem(
        { type: 'message', id: 'm1', role: 'user', content: [{ type: 'input_text', text: words }] },
        LATER,
      ),
    ),
  ran: (command, output, code) =>
    lines(codexCall(command), codexAnswer(`Process exited with code ${code}`, output)),
  goesOn: (command) =>
    lines(codexCall(command), codexAnswer('Process running with session ID 97952', 'begun\n')),
  said: (words) =>
    lines(
      codexItem({
        type: 'message',
        id: 'msg_2',
        role: 'assistant',
        content: [{ type: 'output_text', text: words }],
      }),
    ),
};

const GEMINI_ID = '9680b8f5-a52c-46bb-b09d-d28874742373';
const GEMINI_MODEL = 'gemini-2.5-flash';

const geminiSays = (content: string, more: object = {}): object => ({
  id: 'dc2ece01-99d8-4258-9a31-4a66a9d04985',
  timestamp: AT,
  type: 'gemini',
  content,
  thoughts: [],
  model: GEMINI_MODEL,
  ...more,
});

/** `told`: what the model is told of the command. */
const geminiRan = (command: string, told: string, resultDisplay: string): readonly string[] => {
  const id = 'run_shell_command__1';
  const output = `<untrusted_context>\n${told}\n</untrusted_context>`;
  const call = {
    id,
    name: 'run_shell_command',
    args: { command, description: 'x' },
    result: [{ functionResponse: { id, name: 'run_shell_command', response: { output } } }],
    status: 'success',
    timestamp: AT,
    resultDisplay,
  };
  return lines(
    geminiSays(''),
    { $set: { lastUpdated: AT } },
    geminiSays('', { toolCalls: [call] }),
  );
};

const gemini: KeptSession = {
  host: 'Gemini CLI',
  id: GEMINI_ID,
  place: '.gemini/tmp/project/chats/session-2026-11-26T12-00-9680b8f5.jsonl',
  moved: (home) => ({ GEMINI_CLI_HOME: home }),
  model: GEMINI_MODEL,
  begins: lines({ sessionId: GEMINI_ID, projectHash: 'e6b1', startTime: AT, kind: 'main' }),
  asked: (words) =>
    lines({ id: 'b86ea1a7', timestamp: LATER, type: 'user', content: [{ text: words }] }),
  ran: (command, output, code) =>
    geminiRan(
      command,
      `Output: ${output}${code === 0 ? '' : `\nExit Code: ${code}`}\nProcess Group PGID: 31784`,
      output,
    ),
  goesOn: (command) =>
    geminiRan(command, 'Command moved to background (PID: 7). Output hidden.', 'PID: 7'),
  said: (words) => lines(geminiSays(words)),
};

const COPILOT_ID = '230e1d8e-ae71-4b0d-bbf9-9df6bce2b8b0';

const copilotEvent = (type: string, data: object, timestamp = AT): object => ({
  type,
  data,
  id: 'c3017624',
  timestamp,
  parentId: null,
});
const copilotSays = (content: string, toolRequests: readonly object[] = []): object =>
  copilotEvent('assistant.message', { messageId: 'm1', model: 'gpt-4.1', content, toolRequests });
const copilotRan = (command: string, content: string, ended: object): readonly string[] => {
  const toolCallId = 'call_1';
  const input = { command, mode: 'sync' };
  return lines(
    copilotSays('', [{ toolCallId, name: 'bash', arguments: input }]),
    copilotEvent('tool.execution_start', { toolCallId, toolName: 'bash', arguments: input }),
    copilotEvent('tool.execution_complete', {
      toolCallId,
      ...ended,
      success: true,
      result: { content },
      toolTelemetry: { properties: { executionMode: 'sync' } },
    }),
  );
};

const copilot: KeptSession = {
  host: 'Copilot CLI',
  id: COPILOT_ID,
  place: `.copilot/session-state/${COPILOT_ID}/events.jsonl`,
  moved: (home) => ({ COPILOT_HOME: `${home}/.copilot` }),
  model: 'gpt-4.1',
  begins: lines(copilotEvent('session.start', { sessionId: COPILOT_ID, selectedModel: 'gpt-4.1' })),
  asked: (words) => lines(copilotEvent('user.message', { content: words }, LATER)),
  ran: (command, output, code) =>
    copilotRan(command, `${output}\n<shellId: 0 completed with exit code ${code}>`, {
      shellExecution: { exitCode: code },
    }),
  goesOn: (command) =>
    copilotRan(command, 'begun\n<command with shellId: 0 is still running after 30 seconds.>', {}),
  said: (words) => lines(copilotSays(words)),
};

/** One of each host that keeps transcripts. */
export const KEPT_SESSIONS: readonly KeptSession[] = [claudeCode, codex, gemini, copilot];

/** Writes a transcript below a home, and gives its path. `said`: what follows its beginning. */
export function keepSession(
  home: string,
  { begins, place }: Pick<KeptSession, 'begins' | 'place'>,
  said: readonly string[],
): string {
  const path = join(home, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, [...begins, ...said].map((line) => `${line}\n`).join(''));
  return path;
}
