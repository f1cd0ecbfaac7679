import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../domain/document.ts';
import { isSafeId } from '../domain/identifier.ts';
import { HOSTS_MODEL } from '../domain/transcript-line.ts';
import type { ToolCall, Transcript } from '../ports.ts';
import { linesFromEnd } from './lines-from-end.ts';

/** The transcript of a session, found by its ids under the agent's own folder. */
export function createTranscript(agentFolder: string, sessions: readonly string[]): Transcript {
  return {
    lastCall(match) {
      const path = transcriptOf(agentFolder, sessions);
      if (path === undefined) {
        return { found: 'no-transcript', reason: 'no transcript of this session is found' };
      }
      try {
        return lastCallIn(path, match);
      } catch {
        return { found: 'no-transcript', reason: 'the transcript cannot be read' };
      }
    },
    lastMessage: () => lastSaid(transcriptOf(agentFolder, sessions), textOf),
    lastModel: () => lastSaid(transcriptOf(agentFolder, sessions), modelOf),
  };
}

/**
 * Where the transcript of a session lies: `projects/<some folder>/<session>.jsonl`, the one that was
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

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function lastCallIn(path: string, match: string): ToolCall {
  const failedById = new Map<string, boolean>();
  for (const line of linesFromEnd(path)) {
    for (const block of blocksIn(line).toReversed()) {
      const { id, input, is_error, name, tool_use_id, type } = block;
      if (type === 'tool_result' && typeof tool_use_id === 'string') {
        if (!failedById.has(tool_use_id)) failedById.set(tool_use_id, is_error === true);
      } else if (type === 'tool_use' && holds(name, input, match)) {
        const failed = typeof id === 'string' ? failedById.get(id) : undefined;
        return { found: 'call', failed, name: typeof name === 'string' ? name : '' };
      }
    }
  }
  return { found: 'none' };
}

/** The last thing of a kind in what the agent itself said; nothing where there is none. */
function lastSaid(
  path: string | undefined,
  find: (message: { readonly [key: string]: unknown }) => string | undefined,
): string | undefined {
  if (path === undefined) return undefined;
  try {
    for (const line of linesFromEnd(path)) {
      const message = line.includes('"assistant"') ? ownMessage(line) : undefined;
      const found = message === undefined ? undefined : find(message);
      if (found !== undefined) return found;
    }
  } catch {
    // It is not there any more, or may not be read.
  }
  return undefined;
}

/** The agent's message on a line: none of a subagent, of the host about itself, or in the host's words. */
function ownMessage(line: string): { readonly [key: string]: unknown } | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    if (!isObject(entry) || entry['type'] !== 'assistant') return undefined;
    if (entry['isSidechain'] === true || entry['isMeta'] === true) return undefined;
    const { message } = entry;
    return isObject(message) && message['model'] !== HOSTS_MODEL ? message : undefined;
  } catch {
    return undefined; // The last line may be under way.
  }
}

function textOf({ content }: { readonly [key: string]: unknown }): string | undefined {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const texts = blocks.flatMap(({ text, type }) =>
    type === 'text' && typeof text === 'string' && text.trim() !== '' ? [text] : [],
  );
  if (typeof content === 'string' && content.trim() !== '') return content;
  return texts.length === 0 ? undefined : texts.join('\n');
}

function modelOf({ model }: { readonly [key: string]: unknown }): string | undefined {
  return typeof model === 'string' && model !== '' ? model : undefined;
}

/** A tool of that name, or a command that holds the text: a file that speaks of it is no run of it. */
function holds(name: unknown, input: unknown, match: string): boolean {
  const command = isObject(input) ? input['command'] : undefined;
  if (typeof command !== 'string') return name === match;
  const parts = command.split(/&&|\|\|?|;|\n/);
  return name === match || parts.some((part) => part.includes(match) && !OWN_COMMAND.test(part));
}

/** The suite's own commands name what is to be run, and do not run it. */
const OWN_COMMAND = /^\s*(?:\w+=\S*\s+)*(?:npx\s+(?:-\S+\s+)*)?(?:\S*\/)?cs(?:-[a-z-]+)?\s/;

/** The content blocks of one line; what is no message has none. */
function blocksIn(line: string): readonly { readonly [key: string]: unknown }[] {
  if (!line.includes('"tool_')) return [];
  try {
    const entry: unknown = JSON.parse(line);
    const message = isObject(entry) ? entry['message'] : undefined;
    const content = isObject(message) ? message['content'] : undefined;
    return Array.isArray(content) ? content.filter(isObject) : [];
  } catch {
    return []; // The last line may be under way.
  }
}
