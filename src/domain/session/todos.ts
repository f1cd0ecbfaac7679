import { isObject, textOf } from '../base/document.ts';
import { readOwnLine, type ToolCallBlock, toolCallsIn, toolResultsIn } from './transcript-line.ts';

/** An item of the session's own list, as its todo and task tools left it. */
export interface Todo {
  readonly text: string;
  /** `pending` or `in_progress` where it is open; other words are not. */
  readonly status: string;
}

/** Words of which one stands in every line that these tools leave in a transcript. */
export const TODO_MARKS = [
  '"TodoWrite"',
  '"TaskCreate"',
  '"TaskUpdate"',
  // Results name no tool: those that give a task its number, and those of calls that failed.
  '"Task #',
  '"is_error":true',
] as const;

const OPEN = new Set(['pending', 'in_progress']);

export function isOpenTodo({ status }: Todo): boolean {
  return OPEN.has(status);
}

/**
 * The list at the end of some lines of a transcript, oldest first: the one that `TodoWrite` wrote last, and
 * every task of `TaskCreate` as `TaskUpdate` left it. Calls that failed changed nothing.
 */
export function todosIn(lines: readonly string[]): readonly Todo[] {
  const own = lines.flatMap((line) => readOwnLine(line, TODO_MARKS) ?? []);
  const results = new Map(own.flatMap(toolResultsIn).map((result) => [result.call, result]));
  const list = new TodoList();
  for (const call of own.flatMap(toolCallsIn)) {
    const result = results.get(call.id);
    if (result?.failed !== true) list.apply(call, resultText(result?.content));
  }
  return list.items();
}

/** The list as one call after the other changes it. */
class TodoList {
  #written: readonly Todo[] = [];
  readonly #tasks = new Map<string, Todo>();

  apply({ id, input, name }: ToolCallBlock, result: string): void {
    if (input === undefined) return;
    if (name === 'TodoWrite') this.#written = writtenIn(input['todos']);
    if (name === 'TaskCreate') {
      // Only the result names the number of a task. Without a result, the id of the call stands for it.
      const [, number] = /Task #(\d+)/.exec(result) ?? [];
      this.#tasks.set(number ?? id, { text: textOf(input['subject']), status: 'pending' });
    }
    if (name === 'TaskUpdate') this.#update(textOf(input['taskId']).replace(/^#/, ''), input);
  }

  #update(task: string, { status, subject }: NonNullable<ToolCallBlock['input']>): void {
    if (task === '') return;
    const known = this.#tasks.get(task);
    if (status === 'deleted') this.#tasks.delete(task);
    else if (known !== undefined || typeof status === 'string') {
      const text = textOf(subject) || known?.text || `Task #${task}`;
      this.#tasks.set(task, { text, status: textOf(status) || known?.status || '' });
    }
  }

  items(): readonly Todo[] {
    return [...this.#written, ...this.#tasks.values()];
  }
}

function writtenIn(todos: unknown): readonly Todo[] {
  if (!Array.isArray(todos)) return [];
  return todos
    .filter(isObject)
    .map(({ content, status }) => ({ text: textOf(content), status: textOf(status) }));
}

function resultText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content
    .filter(isObject)
    .map(({ text }) => textOf(text))
    .join('\n');
}
