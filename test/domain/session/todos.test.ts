import { describe, expect, it } from 'vitest';
import { isOpenTodo, todosIn } from '../../../src/domain/session/todos.ts';
import { toolResult, toolUse } from '../../rig/worlds/stop-gate.ts';

/** The table of what the tools leave is in test/contract/stop-gate/transcripts.test.ts. */

const read = (...lines: readonly object[]) => todosIn(lines.map((line) => JSON.stringify(line)));
const writes = (text: string, id: string) =>
  toolUse('TodoWrite', { todos: [{ content: text, status: 'pending' }] }, id);
const failed = (id: string) => toolResult('Task #1 is not known', id, { is_error: true });
const item = (text: string, status = 'pending') => ({ text, status });

it.each([
  ['pending', true],
  ['in_progress', true],
  ['completed', false],
  ['deleted', false],
  ['', false],
  ['PENDING', false],
])('an item that is %j is open: %s', (status, open) => {
  expect(isOpenTodo(item('a', status))).toBe(open);
});

describe('the list that the tools leave', () => {
  const creates = (id: string) => toolUse('TaskCreate', { subject: 'A' }, id);
  const updates = (parts: object) => toolUse('TaskUpdate', { taskId: '#t1', ...parts }, 'u1');

  it.each<[string, readonly object[], readonly object[]]>([
    ['items', [writes('A', 'w1')], [item('A')]],
    ['the items that were written last', [writes('A', 'w1'), writes('B', 'w2')], [item('B')]],
    ['no list', [toolUse('TodoWrite', { todos: 'A' }, 'w1')], []],
    ['items that are none', [toolUse('TodoWrite', { todos: ['A', {}] }, 'w1')], [item('', '')]],
    ['a task without a number', [creates('t1')], [item('A')]],
    ['items before tasks', [creates('t1'), writes('B', 'w1')], [item('B'), item('A')]],
    [
      'a task that was done',
      [creates('t1'), updates({ status: 'completed' })],
      [item('A', 'completed')],
    ],
    ['a task of another name', [creates('t1'), updates({ subject: 'B' })], [item('B')]],
    ['a task that was deleted', [creates('t1'), updates({ status: 'deleted' })], []],
    ['a task that was never seen', [updates({ status: 'pending' })], [item('Task #t1')]],
    ['a task of which nothing is told', [updates({ subject: 'B' })], []],
    ['a task of no name', [updates({ taskId: '', status: 'pending' })], []],
    ['a call of another tool', [toolUse('TaskList', { note: 'TodoWrite' }, 'l1')], []],
  ])('has %s', (_what, lines, items) => {
    expect(read(...lines)).toEqual(items);
  });
});

describe('a call that failed did nothing', () => {
  it('wherever its result stands', () => {
    expect(read(writes('A', 'w1'), writes('B', 'w2'), failed('w2'))).toEqual([item('A')]);
    expect(read(failed('w2'), writes('A', 'w1'), writes('B', 'w2'))).toEqual([item('A')]);
  });

  it('and one of another call changes nothing', () => {
    expect(read(writes('A', 'w1'), failed('w2'))).toEqual([item('A')]);
  });
});

it('the number of a task stands in its result, as a text or in blocks', () => {
  const creates = toolUse('TaskCreate', { subject: 'A' }, 't1');
  const blocks = {
    type: 'user',
    message: {
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't1',
          content: [{ type: 'image' }, { type: 'text', text: 'Task #12 created' }],
        },
      ],
    },
  };
  const done = toolUse('TaskUpdate', { taskId: '12', status: 'completed' }, 'u1');
  expect(read(creates, blocks, done)).toEqual([item('A', 'completed')]);
});
