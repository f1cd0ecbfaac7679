import { isObject } from '../../base/document.ts';

/**
 * The transcript of a host that is not written as Claude Code writes it. Its lines are brought to that form, so that
 * there is one reader of what is said and done in a session.
 */
export interface TranscriptFormat {
  /** Words of which one stands in every line that says or does something, and in few others. */
  readonly marks: readonly string[];
  /** Stands in every line with a call of a tool. */
  readonly toolUse: string;
  /** Stands in every line with the agent's own list; undefined where the transcript holds none. */
  readonly todos: string | undefined;
  /** The lines of Claude Code that say the same; nothing for an entry that is not in this format. */
  read(entry: Fields): readonly object[] | undefined;
}

export type Fields = { readonly [key: string]: unknown };

/** What the agent says or does, as a line of Claude Code. */
export function agentLine(
  timestamp: unknown,
  blocks: readonly object[],
  message: { readonly id?: unknown; readonly model?: unknown } = {},
): readonly object[] {
  if (blocks.length === 0) return [];
  return [
    { type: 'assistant', timestamp, message: { role: 'assistant', content: blocks, ...message } },
  ];
}

/** The model that goes on, where what it says does not name it: a line of the agent that says nothing. */
export function modelLine(timestamp: unknown, model: unknown): readonly object[] {
  return [{ type: 'assistant', timestamp, message: { role: 'assistant', content: [], model } }];
}

/** What the user says, or a tool answers. */
export function userLine(timestamp: unknown, blocks: readonly object[]): readonly object[] {
  if (blocks.length === 0) return [];
  return [{ type: 'user', timestamp, message: { role: 'user', content: blocks } }];
}

export function textBlock(text: unknown): readonly object[] {
  return typeof text === 'string' && text.trim() !== '' ? [{ type: 'text', text }] : [];
}

export function toolUse(id: unknown, name: string, input: unknown): object {
  return { type: 'tool_use', id, name, input: isObject(input) ? input : {} };
}

export function toolResult(call: unknown, content: unknown, failed: boolean): object {
  return { type: 'tool_result', tool_use_id: call, content, is_error: failed };
}

/** The items of an agent's list as `TodoWrite` has them. `text`: the member that says what is to be done. */
export function todosOf(items: unknown, text: string): object {
  const all = Array.isArray(items) ? items.filter(isObject) : [];
  return { todos: all.map((item) => ({ content: item[text], status: item['status'] })) };
}

/** The value of a JSON text; undefined where it is none. */
export function parsedText(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
