import { isObject } from './document.ts';

/** An item of the session's own list, as its todo and task tools left it. */
export interface Todo {
  readonly text: string;
  /** `pending` or `in_progress` where it is open; other words are not. */
  readonly status: string;
}

/** Words by which a line of a transcript can be one that these tools left. */
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
 * The list as it stands at the end of some lines of a transcript, oldest first: what `TodoWrite` wrote
 * last, and every task of `TaskCreate` as `TaskUpdate` left it. Calls that failed did nothing, and what
 * subagents note is theirs.
 */
export function todosIn(lines: readonly string[]): readonly Todo[] {
  const entries = lines.flatMap((line) => entryOf(line) ?? []);
  const results = new Map(entries.flatMap(resultsIn).map((result) => [result.call, result]));
  const list = new TodoList();
  for (const call of entries.flatMap(callsIn)) {
    const result = results.get(call.id);
    if (result?.failed !== true) list.apply(call, result?.text);
  }
  return list.items();
}

interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: { readonly [key: string]: unknown };
}

interface ToolResult {
  readonly call: string;
  readonly failed: boolean;
  readonly text: string;
}

/** What the calls come to, one after the other. */
class TodoList {
  #written: readonly Todo[] = [];
  readonly #tasks = new Map<string, Todo>();

  apply({ id, input, name }: ToolUse, result: string | undefined): void {
    if (name === 'TodoWrite') this.#written = writtenIn(input['todos']);
    if (name === 'TaskCreate') {
      // The number of a task stands in the answer alone; without it, it is known by its call.
      const [, number] = /Task #(\d+)/.exec(result ?? '') ?? [];
      this.#tasks.set(number ?? id, { text: textOf(input['subject']), status: 'pending' });
    }
    if (name === 'TaskUpdate') this.#update(textOf(input['taskId']).replace(/^#/, ''), input);
  }

  #update(task: string, { status, subject }: ToolUse['input']): void {
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

/** A line of the session itself, and none of a subagent. */
function entryOf(line: string): { readonly content: readonly unknown[] } | undefined {
  if (!TODO_MARKS.some((mark) => line.includes(mark))) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    if (!isObject(entry) || entry['isSidechain'] === true) return undefined;
    const { message } = entry;
    const content = isObject(message) ? message['content'] : undefined;
    return Array.isArray(content) ? { content } : undefined;
  } catch {
    return undefined; // The first line may be cut, the last one under way.
  }
}

function callsIn({ content }: { readonly content: readonly unknown[] }): readonly ToolUse[] {
  return content.filter(isObject).flatMap(({ id, input, name, type }) => {
    if (type !== 'tool_use' || !isObject(input)) return [];
    return [{ id: textOf(id), name: textOf(name), input }];
  });
}

function resultsIn({ content }: { readonly content: readonly unknown[] }): readonly ToolResult[] {
  return content.filter(isObject).flatMap((block) => {
    if (block['type'] !== 'tool_result') return [];
    const call = textOf(block['tool_use_id']);
    return [{ call, failed: block['is_error'] === true, text: resultText(block['content']) }];
  });
}

function resultText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content
    .filter(isObject)
    .map(({ text }) => textOf(text))
    .join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
