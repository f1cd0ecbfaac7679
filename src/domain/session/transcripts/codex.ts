import { isObject } from '../../base/document.ts';
import {
  agentLine,
  type Fields,
  modelLine,
  parsedText,
  type TranscriptFormat,
  textBlock,
  todosOf,
  toolResult,
  toolUse,
  userLine,
} from './format.ts';

/** Beginnings of texts that Codex writes in the user's place. */
const OF_THE_HOST =
  /^\s*<(?:hook_prompt|environment_context|user_instructions|skills_instructions|turn_aborted)\b/;

/** How it is told, before the output of a command, that it failed, and that it goes on. */
const FAILED = /^(?:(?!Output:)[^\n]*\n)*?Process exited with code (?!0\b)/;
const GOES_ON = /^(?:(?!Output:)[^\n]*\n)*?Process running with session ID /;

/** The rollout files of Codex. */
export const CODEX_TRANSCRIPT: TranscriptFormat = {
  marks: ['"response_item"', '"turn_context"'],
  toolUse: '"type":"function_call"',
  todos: '"update_plan"',
  read({ payload, timestamp, type }) {
    if (!isObject(payload)) return undefined;
    // Before each turn: no message names the model that writes it.
    if (type === 'turn_context') return modelLine(timestamp, payload['model']);
    if (type !== 'response_item') return undefined;
    switch (payload['type']) {
      case 'message':
        return messageLine(timestamp, payload);
      case 'function_call':
        return agentLine(timestamp, [callOf(payload, parsedText(payload['arguments']))]);
      case 'custom_tool_call':
        return agentLine(timestamp, [callOf(payload, { input: payload['input'] })]);
      case 'function_call_output':
      case 'custom_tool_call_output':
        return userLine(timestamp, resultOf(payload));
      default:
        return [];
    }
  },
};

function messageLine(timestamp: unknown, { content, id, role }: Fields): readonly object[] {
  const texts = (Array.isArray(content) ? content.filter(isObject) : []).map(({ text }) => text);
  if (role === 'assistant') return agentLine(timestamp, texts.flatMap(textBlock), { id });
  if (role !== 'user') return [];
  const own = texts.filter((text) => typeof text === 'string' && !OF_THE_HOST.test(text));
  return userLine(timestamp, own.flatMap(textBlock));
}

function callOf({ call_id: id, name }: Fields, input: unknown): object {
  const fields: Fields = isObject(input) ? input : {};
  if (name === 'update_plan') return toolUse(id, 'TodoWrite', todosOf(fields['plan'], 'step'));
  const command = fields['cmd'] ?? fields['command'];
  const line = Array.isArray(command) ? command.at(-1) : command;
  return typeof line === 'string'
    ? toolUse(id, 'Bash', { command: line })
    : toolUse(id, typeof name === 'string' ? name : '', fields);
}

function resultOf({ call_id: call, output }: Fields): readonly object[] {
  const text = isObject(output) ? output['content'] : output;
  if (typeof text === 'string' && GOES_ON.test(text)) return [];
  const isFailed =
    (isObject(output) && output['success'] === false) ||
    (typeof text === 'string' && FAILED.test(text));
  return [toolResult(call, text, isFailed)];
}
