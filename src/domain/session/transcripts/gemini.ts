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

const SHELL = 'run_shell_command';

/** What follows the output of a command that failed, up to the end: to the host the call is a success. */
const FAILED =
  /\n(?:Exit Code|Signal): [^\n]*(?:\n(?:Signal|Background PIDs|Process Group PGID): [^\n]*)*\s*(?:<\/untrusted_context>\s*)?$/;

/** How the host says that it ended a command, and that one goes on. */
const ENDED = /^(?:<untrusted_context>)?\s*Command was (?:automatically )?cancelled\b/;
const GOES_ON = /^(?:<untrusted_context>)?\s*Command (?:moved to|is running in) background\b/;

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
      ...userLine(timestamp, calls.flatMap(resultOf)),
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
  return toolUse(id, name === SHELL ? 'Bash' : String(name), input);
}

function resultOf({ id, name, result, resultDisplay, status }: Fields): readonly object[] {
  const told = name === SHELL ? toldIn(result) : '';
  if (status === undefined || GOES_ON.test(told)) return [];
  const isFailed = status !== 'success' || FAILED.test(told) || ENDED.test(told);
  return [toolResult(id, resultDisplay, isFailed)];
}

/** What the model was told of a command. */
function toldIn(result: unknown): string {
  const parts = Array.isArray(result) ? result.filter(isObject) : [];
  return parts.map(({ functionResponse: answer }) => outputOf(answer)).join('\n');
}

function outputOf(answer: unknown): string {
  const response = isObject(answer) ? answer['response'] : undefined;
  const output = isObject(response) ? response['output'] : undefined;
  return typeof output === 'string' ? output : '';
}
