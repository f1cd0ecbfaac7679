import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../domain/base/document.ts';
import { isSafeId } from '../../domain/base/identifier.ts';
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
import { NO_DEADLINE, namesBounded } from '../bounded-files.ts';
import { linesFromEnd } from './lines-from-end.ts';

/** The transcript of a session, found by its ids under the agent's own folder. */
export function createTranscript(agentFolder: string, sessions: readonly string[]): Transcript {
  return {
    lastCall(match) {
      const path = transcriptOf(agentFolder, sessions);
      if (path === undefined) {
        return { found: 'no-transcript', reason: 'no transcript of this session was found' };
      }
      try {
        return lastCallIn(path, match);
      } catch {
        return { found: 'no-transcript', reason: 'the transcript cannot be read' };
      }
    },
    lastCalls(most) {
      const path = transcriptOf(agentFolder, sessions);
      if (path === undefined) return undefined;
      try {
        return lastCallsIn(path, most);
      } catch {
        return undefined; // The file was removed meanwhile, or may not be read.
      }
    },
    lastMessage: () => lastSaid(transcriptOf(agentFolder, sessions), textOf),
    models: () => modelsIn(transcriptOf(agentFolder, sessions)),
    lastModel: () => lastSaid(transcriptOf(agentFolder, sessions), ({ model }) => model),
  };
}

/**
 * The path of the transcript of a session: of all `projects/<any folder>/<session>.jsonl`, the one that was
 * written last; nothing where there is none.
 */
export function transcriptOf(agentFolder: string, sessions: readonly string[]): string | undefined {
  const projects = join(agentFolder, 'projects');
  const found = namesIn(projects).flatMap((project) =>
    sessions.filter(isSafeId).map((session) => join(projects, project, `${session}.jsonl`)),
  );
  const dated = found.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ path, at: stats.mtimeMs }];
  });
  return dated.sort((a, b) => b.at - a.at)[0]?.path;
}

/** Most folders of projects that are looked into: where there are more, no transcript is found. */
const MOST_PROJECTS = 20_000;

function namesIn(folder: string): readonly string[] {
  const listing = namesBounded(folder, { mostNames: MOST_PROJECTS, leftMs: NO_DEADLINE });
  return 'names' in listing ? listing.names : [];
}

function lastCallIn(path: string, match: string): ToolCall {
  const failedById = new Map<string, boolean>();
  for (const line of linesFromEnd(path)) {
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

function lastCallsIn(path: string, most: number): readonly SessionToolCall[] {
  const results = new Map<string, ToolResultBlock>();
  const calls: SessionToolCall[] = [];
  for (const line of linesFromEnd(path)) {
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
  path: string | undefined,
  find: (line: AgentLine) => string | undefined,
): string | undefined {
  if (path === undefined) return undefined;
  try {
    for (const line of linesFromEnd(path)) {
      const said = readTranscriptLine(line, ['"assistant"']);
      const found = said?.says === 'agent' ? find(said) : undefined;
      if (found !== undefined) return found;
    }
  } catch {
    // The file was removed meanwhile, or may not be read.
  }
  return undefined;
}

function modelsIn(path: string | undefined): readonly string[] {
  const models = new Set<string>();
  lastSaid(path, ({ model }) => {
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
