import { isObject } from '../../base/document.ts';
import {
  agentLine,
  type Fields,
  type TranscriptFormat,
  textBlock,
  todosOf,
  toolResult,
  toolUse,
  userLine,
} from './format.ts';

/** What Gemini CLI tells the model of the session, in the user's place. */
const CONTEXT = /^\s*<session_context>/;

/** The chats of Gemini CLI. A message that uses tools is written again once they have answered. */
export const GEMINI_TRANSCRIPT: TranscriptFormat = {
  marks: ['"type":"gemini"', '"type":"user"'],
  toolUse: '"toolCalls"',
  todos: '"write_todos"',
  read({ content, id, model, timestamp, toolCalls, type }) {
    if (type === 'user' && Array.isArray(content)) return userLine(timestamp, saidIn(content));
    if (type !== 'gemini') return undefined;
    const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject) : [];
    const said = calls.length > 0 ? [] : textBlock(content);
    const message = { id, model };
    return [
      ...agentLine(timestamp, [...said, ...calls.map(callOf)], message),
      ...userLine(timestamp, calls.filter(({ status }) => status !== undefined).map(resultOf)),
    ];
  },
};

function saidIn(content: readonly unknown[]): readonly object[] {
  return content
    .filter(isObject)
    .flatMap(({ text }) => (typeof text === 'string' && CONTEXT.test(text) ? [] : textBlock(text)));
}

function callOf({ args, id, name }: Fields): object {
  const input: Fields = isObject(args) ? args : {};
  if (name === 'write_todos') {
    return toolUse(id, 'TodoWrite', todosOf(input['todos'], 'description'));
  }
  return toolUse(id, name === 'run_shell_command' ? 'Bash' : String(name), input);
}

function resultOf({ id, resultDisplay, status }: Fields): object {
  return toolResult(id, resultDisplay, status !== 'success');
}
