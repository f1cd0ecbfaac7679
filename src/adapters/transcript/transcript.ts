import { isObject } from '../../domain/base/document.ts';
import { readToolUse } from '../../domain/promise/tool-use.ts';
import {
  readOwnLine,
  readTranscriptLine,
  type ToolCallBlock,
  type ToolResultBlock,
  type TranscriptLine,
  toolCallsIn,
  toolResultsIn,
} from '../../domain/session/transcript-line.ts';
import type { SessionToolCall, ToolCall, Transcript } from '../../ports.ts';
import { type FoundTranscript, findTranscript, type TranscriptHosts } from './finding.ts';
import { usualFromEnd } from './usual-lines.ts';

/** The transcript of a session, found by its ids where its host keeps it. */
export function createTranscript(hosts: TranscriptHosts, sessions: readonly string[]): Transcript {
  const find = () => findTranscript(hosts, sessions);
  return {
    lastCall(match) {
      const found = find();
      if (found === undefined) return { found: 'no-transcript', reason: whyNone(hosts) };
      try {
        return lastCallIn(found, match);
      } catch {
        return { found: 'no-transcript', reason: 'the transcript cannot be read' };
      }
    },
    lastCalls(most) {
      const found = find();
      if (found === undefined) return undefined;
      try {
        return lastCallsIn(found, most);
      } catch {
        return undefined; // The file was removed meanwhile, or may not be read.
      }
    },
    lastMessage: () => lastSaid(find(), textOf),
    models: () => modelsIn(find()),
    lastModel: () => lastSaid(find(), ({ model }) => model),
  };
}

/** That there is none, or that there can be none. */
function whyNone({ host }: TranscriptHosts): string {
  return host === undefined || host.transcriptPlace !== undefined
    ? 'no transcript of this session was found'
    : `${host.title} keeps no transcript that can be found by a session's id`;
}

/** The lines in the form of Claude Code, the last one first. Throws where the file cannot be read. */
function linesOf({ host, path }: FoundTranscript): Iterable<string> {
  return usualFromEnd(path, host.transcript === undefined ? [] : [host.transcript]);
}

function lastCallIn(found: FoundTranscript, match: string): ToolCall {
  const failedById = new Map<string, boolean>();
  for (const line of linesOf(found)) {
    const own = readOwnLine(line, ['"tool_']);
    if (own === undefined) continue;
    for (const { call, failed } of toolResultsIn(own).toReversed()) {
      if (!failedById.has(call)) failedById.set(call, failed);
    }
    const call = toolCallsIn(own).findLast((one) => matches(one, match));
    if (call === undefined) continue;
    const failed = call.id === '' ? undefined : failedById.get(call.id);
    return { found: 'call', failed, name: call.name };
  }
  return { found: 'none' };
}

function lastCallsIn(found: FoundTranscript, most: number): readonly SessionToolCall[] {
  const results = new Map<string, ToolResultBlock>();
  const calls: SessionToolCall[] = [];
  for (const line of linesOf(found)) {
    const own = readOwnLine(line, ['"tool_']);
    if (own === undefined) continue;
    for (const result of toolResultsIn(own)) results.set(result.call, result);
    for (const { id, input, name } of toolCallsIn(own).toReversed()) {
      const result = results.get(id);
      calls.push({ ...readToolUse(name, input, result?.failed), output: outputOf(result) });
    }
    if (calls.length >= most) break;
  }
  return calls.slice(0, most).toReversed();
}

/** What a tool answered, as text; what is no text says nothing. */
function outputOf(result: ToolResultBlock | undefined): string {
  const { content } = result ?? {};
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  return parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');
}

type AgentLine = Extract<TranscriptLine, { readonly says: 'agent' }>;

/** What `find` finds in the last line of the agent that holds it; nothing where no line does. */
function lastSaid(
  transcript: FoundTranscript | undefined,
  find: (line: AgentLine) => string | undefined,
): string | undefined {
  if (transcript === undefined) return undefined;
  try {
    for (const line of linesOf(transcript)) {
      const said = readTranscriptLine(line, ['"assistant"']);
      const found = said?.says === 'agent' ? find(said) : undefined;
      if (found !== undefined) return found;
    }
  } catch {
    // The file was removed meanwhile, or may not be read.
  }
  return undefined;
}

function modelsIn(transcript: FoundTranscript | undefined): readonly string[] {
  const models = new Set<string>();
  lastSaid(transcript, ({ model }) => {
    if (model !== undefined) models.add(model);
    return undefined;
  });
  return [...models];
}

function textOf({ parts }: AgentLine): string | undefined {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Whether the tool has that name, or its command holds the text. A file that names it is no run of it. */
function matches({ input, name }: ToolCallBlock, match: string): boolean {
  const command = input?.['command'];
  if (typeof command !== 'string') return name === match;
  const parts = command.split(/&&|\|\|?|;|\n/);
  return name === match || parts.some((part) => part.includes(match) && !OWN_COMMAND.test(part));
}

/** The suite's own commands name what is to be run without running it. */
const OWN_COMMAND = /^\s*(?:\w+=\S*\s+)*(?:npx\s+(?:-\S+\s+)*)?(?:\S*\/)?cs(?:-[a-z-]+)?\s/;
