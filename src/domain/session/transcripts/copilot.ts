import { isObject } from '../../base/document.ts';
import {
  agentLine,
  type Fields,
  type TranscriptFormat,
  textBlock,
  toolResult,
  toolUse,
  userLine,
} from './format.ts';

/**
 * The events of Copilot CLI. All agents of a session write one file; those of subagents name them, and are no part of
 * the session's own conversation. Its list of todos lies in a database.
 */
export const COPILOT_TRANSCRIPT: TranscriptFormat = {
  marks: ['"assistant.message"', '"user.message"', '"tool.execution_complete"'],
  toolUse: '"type":"tool.execution_start"',
  todos: undefined,
  read({ agentId, data, timestamp, type }) {
    if (!isObject(data) || typeof type !== 'string') return undefined;
    const lines = linesOf(type, data, timestamp);
    return agentId === undefined ? lines : lines.map((line) => ({ ...line, isSidechain: true }));
  },
};

function linesOf(type: string, data: Fields, timestamp: unknown): readonly object[] {
  switch (type) {
    case 'user.message':
      return userLine(timestamp, textBlock(data['content']));
    case 'assistant.message': {
      const { content, messageId: id, model, toolRequests } = data;
      const calls = Array.isArray(toolRequests) ? toolRequests.filter(isObject) : [];
      return agentLine(timestamp, [...textBlock(content), ...calls.map(callOf)], { id, model });
    }
    case 'tool.execution_complete': {
      return userLine(timestamp, resultOf(data));
    }
    default:
      return [];
  }
}

/** A command that ends with another code than 0 is a success of the tool; one that goes on has no code yet. */
function resultOf({
  result,
  shellExecution,
  success,
  toolCallId,
  toolTelemetry,
}: Fields): readonly object[] {
  const code = memberOf(shellExecution, 'exitCode');
  const isCommand = memberOf(memberOf(toolTelemetry, 'properties'), 'executionMode') !== undefined;
  if (success === true && isCommand && code === undefined) return [];
  const isFailed = success !== true || (code !== undefined && code !== 0);
  return [toolResult(toolCallId, memberOf(result, 'content'), isFailed)];
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function callOf({ arguments: input, name, toolCallId }: Fields): object {
  return toolUse(toolCallId, name === 'bash' ? 'Bash' : String(name), input);
}
