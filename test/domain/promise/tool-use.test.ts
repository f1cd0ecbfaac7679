import { expect, it } from 'vitest';
import { readToolUse, toolLine } from '../../../src/domain/promise/tool-use.ts';

const lineOf = (name: unknown, input: unknown, failed: boolean | undefined) =>
  toolLine(readToolUse(name, input, failed), (text) => text.replaceAll('secret', '[gone]'));

it.each<[string, unknown, unknown, boolean | undefined, string]>([
  [
    'a command',
    'Bash',
    { command: 'npm test', description: 'Test' },
    false,
    'Bash: npm test | Test',
  ],
  ['one that failed', 'Bash', { command: 'npm test' }, true, 'Bash: npm test (failed)'],
  ['one without a result', 'Bash', { command: 'a' }, undefined, 'Bash: a (no result yet)'],
  [
    'a file, and nothing of what is in it',
    'Write',
    { file_path: 'a.ts', content: 'x' },
    false,
    'Write: a.ts',
  ],
  ['a pattern', 'Grep', { pattern: 'TODO', path: 'src' }, false, 'Grep: TODO | src'],
  ['an agent', 'Task', { prompt: 'long', description: 'validate' }, false, 'Task: validate'],
  [
    'a task',
    'TaskUpdate',
    { taskId: '3', status: 'completed' },
    false,
    'TaskUpdate: 3 | completed',
  ],
  ['another task', 'TaskCreate', { subject: 'Docs' }, false, 'TaskCreate: Docs'],
  [
    'todos',
    'TodoWrite',
    { todos: [{ status: 'completed' }, { status: 'pending' }, { status: 'pending' }, 7] },
    false,
    'TodoWrite: 4 todos: 1 completed, 2 pending, 1 without status',
  ],
  [
    'a memory',
    'mcp__memory__retain',
    { content: 'learned' },
    false,
    'mcp__memory__retain: learned',
  ],
  ['no todos', 'TodoWrite', { todos: [] }, false, 'TodoWrite: 0 todos'],
  ['several lines as one', 'Bash', { command: 'a\n  b' }, false, 'Bash: a b'],
  ['a secret', 'Bash', { command: 'echo secret' }, false, 'Bash: echo [gone]'],
  ['an input that tells nothing', 'X', { a: 1, command: ['x'] }, false, 'X'],
  ['no input', 'X', null, false, 'X'],
  ['no name', 7, {}, false, 'unknown'],
  ['a monstrous input', 'Bash', { command: 'x'.repeat(300_000) }, false, 'Bash'],
])('%s', (_what, name, input, failed, expected) => {
  expect(lineOf(name, input, failed)).toBe(expected);
});

it('is cut to one short line, and what is secret goes before that', () => {
  const line = lineOf('Bash', { command: `${'~'.repeat(157)}secret and more` }, false);
  expect(line).toBe(`Bash: ${'~'.repeat(157)}[g…`);
});
