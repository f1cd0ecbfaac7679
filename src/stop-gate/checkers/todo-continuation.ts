import { counted } from '../../domain/base/counted.ts';
import { isOpenTodo, type Todo } from '../../domain/session/todos.ts';
import { brief, oneLine } from '../../report/printable.ts';
import type { Block, Checker, Examine } from '../checker.ts';
import { isAskedForTodos } from '../look.ts';
import { LONGEST_TITLE, named } from '../wording.ts';

/** P3. Blocks while the own todo or task list of a session with promises has open items. */
export const todoContinuation = {
  name: 'todo continuation',
  priority: 3,
  concerns: (stop) => isAskedForTodos(stop) && stop.todos.some(isOpenTodo),
} as const satisfies Checker;

export const examineTodos: Examine = ({ todos }) => ({
  block: todosBlock(todos.filter(isOpenTodo)),
});

export function todosBlock(open: readonly Todo[]): Block | undefined {
  if (open.length === 0) return undefined;
  return {
    checker: 'todos',
    lines: [
      `Blocked: its todo list has ${counted(open.length, 'open item')}: ${named(open, todoText)}.`,
      'Next: finish the items and mark them completed, or remove those not to be done and tell the user why.',
    ],
  };
}

function todoText({ status, text }: Todo): string {
  return `${brief(text, LONGEST_TITLE)} (${oneLine(status)})`;
}
