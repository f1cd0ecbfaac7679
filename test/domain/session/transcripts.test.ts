import { describe, expect, it } from 'vitest';
import { lastTurns } from '../../../src/domain/host/turns.ts';
import { creationsIn } from '../../../src/domain/session/subagent-promises.ts';
import { todosIn } from '../../../src/domain/session/todos.ts';
import { readOwnLine, toolResultsIn } from '../../../src/domain/session/transcript-line.ts';
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
        toolRequests: [
          { toolCallId: 'c1', name: 'bash', arguments: { command: 'npm test' } },
          null,
        ],
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
        reply: [
          { kind: 'tool', tool: { name: 'Bash', input: 'npm test', failed: true } },
          { kind: 'text', text: 'FINAL' },
        ].map((part) => expect.objectContaining({ kind: part.kind })),
      },
    ]);
  });

  it('tells a call that failed', () => {
    const [turn] = lastTurns(usual(lines).toReversed()).turns;
    expect(turn?.reply[0]).toMatchObject({ kind: 'tool', tool: { failed: true } });
  });
});

const codexTold = (output: string) =>
  codex({ type: 'function_call_output', call_id: 'c1', output });
const geminiTold = (output: string, more: object = {}) => ({
  id: 'c',
  timestamp: at,
  type: 'gemini',
  content: '',
  toolCalls: [
    {
      id: 'c1',
      name: 'run_shell_command',
      args: { command: 'npm test' },
      status: 'success',
      result: [
        {
          functionResponse: {
            response: { output: `<untrusted_context>\n${output}\n</untrusted_context>` },
          },
        },
      ],
      ...more,
    },
  ],
});
const copilotTold = (more: object) =>
  copilot('tool.execution_complete', {
    toolCallId: 'c1',
    success: true,
    result: { content: 'x' },
    toolTelemetry: { properties: { executionMode: 'sync' } },
    ...more,
  });

/** Whether the command failed, by what is left of the line; undefined where it has no result. */
const failureIn = (line: object): unknown =>
  usual([line])
    .flatMap((one) => readOwnLine(one, ['"tool_result"']) ?? [])
    .flatMap((own) => toolResultsIn(own))[0]?.failed;

describe('whether a command failed', () => {
  it.each<[string, object, boolean | undefined]>([
    ['Codex: it ended with 0', codexTold('Process exited with code 0\nOutput:\nok'), false],
    [
      'Codex: it ended with 1',
      codexTold('Wall time: 1\nProcess exited with code 1\nOutput:\n'),
      true,
    ],
    ['Codex: it ended with 127', codexTold('Process exited with code 127\nOutput:\n'), true],
    [
      'Codex: it prints what the host says of others',
      codexTold(
        'Process exited with code 0\nOutput:\nProcess exited with code 1\nProcess running with session ID 7\n',
      ),
      false,
    ],
    ['Codex: it goes on', codexTold('Process running with session ID 7\nOutput:\n'), undefined],
    ['Gemini CLI: it ended with 0', geminiTold('Output: ok\nProcess Group PGID: 7'), false],
    [
      'Gemini CLI: it ended with 1',
      geminiTold('Output: no\nExit Code: 1\nProcess Group PGID: 7'),
      true,
    ],
    [
      'Gemini CLI: a signal ended it',
      geminiTold('Output: (empty)\nSignal: 9\nProcess Group PGID: 7'),
      true,
    ],
    [
      'Gemini CLI: it failed and left programs behind',
      geminiTold('Output: no\nExit Code: 2\nBackground PIDs: 8, 9\nProcess Group PGID: 7'),
      true,
    ],
    [
      'Gemini CLI: it prints what the host says of others',
      geminiTold('Output: a\nExit Code: 1\nb\nProcess Group PGID: 7'),
      false,
    ],
    [
      'Gemini CLI: the host ended it',
      geminiTold(
        'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output.',
      ),
      true,
    ],
    [
      'Gemini CLI: the user ended it',
      geminiTold('Command was cancelled by user before it could complete.'),
      true,
    ],
    ['Gemini CLI: the call failed', geminiTold('', { status: 'error' }), true],
    [
      'Gemini CLI: it goes on',
      geminiTold('Command is running in background. PID: 7. Initial output:\n'),
      undefined,
    ],
    ['Gemini CLI: it was not run yet', geminiTold('', { status: undefined }), undefined],
    ['Copilot CLI: it ended with 0', copilotTold({ shellExecution: { exitCode: 0 } }), false],
    ['Copilot CLI: it ended with 1', copilotTold({ shellExecution: { exitCode: 1 } }), true],
    ['Copilot CLI: it goes on', copilotTold({}), undefined],
    ['Copilot CLI: it was refused', copilotTold({ success: false, result: undefined }), true],
    ['Copilot CLI: the tool is no shell', copilotTold({ toolTelemetry: {} }), false],
  ])('%s', (_what, line, failed) => {
    expect(failureIn(line)).toBe(failed);
  });
});

it('tells which model Codex goes on with', () => {
  const context = { timestamp: at, type: 'turn_context', payload: { model: 'gpt-5' } };
  expect(lastTurns(usual([context, said('assistant', 'FINAL')]).toReversed()).model).toBe('gpt-5');
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

describe('what the formats say of one line', () => {
  const says = (line: object) => usual([line]).map((one) => JSON.parse(one).message.content);
  const codexCall = (name: unknown, args: unknown) =>
    codex({ type: 'function_call', name, arguments: JSON.stringify(args), call_id: 'c1' });
  const call = (name: string, input: object) => [[{ type: 'tool_use', id: 'c1', name, input }]];
  const gemini = (parts: object) => ({ id: 'c', timestamp: at, type: 'gemini', ...parts });
  it.each<[string, object, readonly unknown[]]>([
    ['Codex: a command', codexCall('exec_command', { cmd: 'ls' }), call('Bash', { command: 'ls' })],
    [
      'Codex: a command in words',
      codexCall('shell', { command: ['sh', '-c', 'ls'] }),
      call('Bash', { command: 'ls' }),
    ],
    ['Codex: another tool', codexCall('look', { a: 1 }), call('look', { a: 1 })],
    ['Codex: a tool of no name', codexCall(7, 'x'), call('', {})],
    [
      'Codex: a tool with a text',
      codex({ type: 'custom_tool_call', name: 'apply_patch', input: 'x', call_id: 'c1' }),
      call('apply_patch', { input: 'x' }),
    ],
    [
      'Codex: a result that failed',
      codex({
        type: 'function_call_output',
        call_id: 'c1',
        output: { content: 'no', success: false },
      }),
      [[{ type: 'tool_result', tool_use_id: 'c1', content: 'no', is_error: true }]],
    ],
    ['Codex: what it thought', codex({ type: 'reasoning' }), []],
    [
      'Gemini CLI: what was said before its calls',
      gemini({ content: 'x', toolCalls: [{ id: 'c1', name: 'look', args: { a: 1 } }] }),
      call('look', { a: 1 }),
    ],
    [
      'Gemini CLI: a command',
      gemini({ toolCalls: [{ id: 'c1', name: 'run_shell_command', args: 'x' }] }),
      call('Bash', {}),
    ],
    [
      'Gemini CLI: calls that are none',
      gemini({ content: 'x', toolCalls: [7] }),
      [[{ type: 'text', text: 'x' }]],
    ],
  ])('%s', (_what, line, contents) => {
    expect(says(line)).toEqual(contents);
  });

  it('Codex: a line that holds nothing stays as it is', () => {
    const line = JSON.stringify({ type: 'response_item', payload: null });
    expect(usualLines(line)).toEqual([line]);
  });
});

it.each(['', 'no JSON', '{"type":"user","message":{"content":"hi"}}', '{"response_item": "torn'])(
  'a line of Claude Code stays as it is: %s',
  (line) => {
    expect(usualLines(line)).toEqual([line]);
  },
);
