import { describe, expect, it } from 'vitest';
import { lastTurns } from '../../../src/domain/host/turns.ts';
import { creationsIn } from '../../../src/domain/session/subagent-promises.ts';
import { todosIn } from '../../../src/domain/session/todos.ts';
import { usualLines } from '../../../src/domain/session/transcripts/formats.ts';

const at = '2026-11-25T14:22:22.000Z';
const codex = (payload: object) => ({ timestamp: at, ordinal: 1, type: 'response_item', payload });
const copilot = (type: string, data: object, more: object = {}) => ({
  type,
  data,
  id: 'i',
  timestamp: at,
  ...more,
});
const said = (role: string, text: string) =>
  codex({ type: 'message', id: 'm', role, content: [{ type: 'output_text', text }] });

const CONVERSATIONS: readonly (readonly [string, readonly object[]])[] = [
  [
    'Codex',
    [
      codex({
        type: 'message',
        role: 'developer',
        content: [{ type: 'input_text', text: 'be good' }],
      }),
      said('user', '<environment_context>\n</environment_context>'),
      said('user', 'do the thing'),
      codex({
        type: 'function_call',
        name: 'exec_command',
        arguments: '{"cmd":"npm test"}',
        call_id: 'c1',
      }),
      codex({
        type: 'function_call_output',
        call_id: 'c1',
        output: 'Process exited with code 1\nOutput:\n',
      }),
      { timestamp: at, type: 'event_msg', payload: { type: 'token_count' } },
      said('assistant', 'FINAL'),
      said('user', '<hook_prompt hook_run_id="stop:9:x">WHY</hook_prompt>'),
    ],
  ],
  [
    'Gemini CLI',
    [
      { sessionId: 's', kind: 'main' },
      { id: 'a', timestamp: at, type: 'user', content: [{ text: '<session_context>\nx' }] },
      { id: 'b', timestamp: at, type: 'user', content: [{ text: 'do the thing' }] },
      { id: 'c', timestamp: at, type: 'gemini', content: '', model: 'm' },
      {
        id: 'c',
        timestamp: at,
        type: 'gemini',
        content: '',
        model: 'm',
        toolCalls: [
          {
            id: 'c1',
            name: 'run_shell_command',
            args: { command: 'npm test' },
            status: 'error',
            resultDisplay: 'no',
          },
        ],
      },
      { $set: { lastUpdated: at } },
      { id: 'd', timestamp: at, type: 'gemini', content: 'FINAL', model: 'm' },
    ],
  ],
  [
    'Copilot CLI',
    [
      copilot('session.start', { sessionId: 's' }),
      copilot('user.message', { content: 'do the thing' }),
      copilot('assistant.message', {
        messageId: 'm1',
        content: '',
        toolRequests: [{ toolCallId: 'c1', name: 'bash', arguments: { command: 'npm test' } }],
      }),
      copilot('tool.execution_complete', {
        toolCallId: 'c1',
        success: false,
        result: { content: 'no' },
      }),
      copilot('user.message', { content: 'child task' }, { agentId: 'a' }),
      copilot('assistant.message', { messageId: 'm2', content: 'FINAL', toolRequests: [] }),
    ],
  ],
];

const usual = (lines: readonly object[]) =>
  lines.flatMap((line) => usualLines(JSON.stringify(line)));

describe.each(CONVERSATIONS)('a transcript of %s', (_host, lines) => {
  it('says what was asked, done and answered', () => {
    expect(lastTurns(usual(lines).toReversed()).turns).toEqual([
      {
        user: 'do the thing',
        answer: [
          { kind: 'tool', tool: { name: 'Bash', input: 'npm test', failed: true } },
          { kind: 'text', text: 'FINAL' },
        ].map((part) => expect.objectContaining({ kind: part.kind })),
      },
    ]);
  });

  it('tells a call that failed', () => {
    const [turn] = lastTurns(usual(lines).toReversed()).turns;
    expect(turn?.answer[0]).toMatchObject({ kind: 'tool', tool: { failed: true } });
  });
});

describe('the list of an agent', () => {
  it.each([
    [
      'of Codex',
      codex({
        type: 'function_call',
        name: 'update_plan',
        arguments: JSON.stringify({
          plan: [
            { step: 'one', status: 'completed' },
            { step: 'two', status: 'in_progress' },
          ],
        }),
        call_id: 'c1',
      }),
    ],
    [
      'of Gemini CLI',
      {
        id: 'c',
        timestamp: at,
        type: 'gemini',
        content: '',
        toolCalls: [
          {
            id: 'c1',
            name: 'write_todos',
            args: {
              todos: [
                { description: 'one', status: 'completed' },
                { description: 'two', status: 'in_progress' },
              ],
            },
            status: 'success',
          },
        ],
      },
    ],
  ])('%s', (_host, line) => {
    expect(todosIn(usual([line]))).toEqual([
      { text: 'one', status: 'completed' },
      { text: 'two', status: 'in_progress' },
    ]);
  });
});

it('shows the promises that a subagent of Codex made', () => {
  const output = 'Output:\nCreated promise: promise-0123abcd\n';
  const lines = usual([codex({ type: 'function_call_output', call_id: 'c1', output })]);
  expect(lines.flatMap(creationsIn)).toEqual([
    { call: 'c1', ids: ['promise-0123abcd'], at: Date.parse(at) },
  ]);
});

it.each(['', 'no JSON', '{"type":"user","message":{"content":"hi"}}', '{"response_item": "torn'])(
  'a line of Claude Code stays as it is: %s',
  (line) => {
    expect(usualLines(line)).toEqual([line]);
  },
);
