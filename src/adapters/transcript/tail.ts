import { digestOf } from '../../domain/base/digest.ts';
import { promptIn } from '../../domain/session/transcript-line.ts';
import type { TranscriptFormat } from '../../domain/session/transcripts/format.ts';
import { usualLines } from '../../domain/session/transcripts/formats.ts';
import { NO_DEADLINE, readPart } from '../bounded-files.ts';

/** The end of a transcript, as a stop finds it. */
export interface TranscriptTail {
  readonly path: string;
  /** The size of the whole transcript, in bytes. */
  readonly size: number;
  /** Its last bytes. */
  readonly end: Buffer;
  /** How it is written; undefined where that is as Claude Code does. */
  readonly format?: TranscriptFormat | undefined;
  /** The last lines in the form of Claude Code, where they are not written so. */
  readonly said?: () => Buffer;
}

/** How much is read of the end: a transcript of any length costs no more. */
const MOST_BYTES = 4 * 1024 * 1024;

/** How many lines are given of those: no list of an agent fills more. */
const MOST_LINES = 5000;

/** Stands in every line with a call of a tool. A text cannot hold it, because quotes are escaped there. */
const TOOL_USE = '"type":"tool_use"';

/**
 * Reads the end of a transcript; nothing where there is none that can be read. Only regular files are read,
 * and no read waits.
 */
export function readTail(
  path: string | undefined,
  format?: TranscriptFormat,
): TranscriptTail | undefined {
  if (path === undefined) return undefined;
  const reading = readPart(path, { last: MOST_BYTES }, { leftMs: NO_DEADLINE, follow: true });
  if (reading.found !== 'bytes') return undefined;
  const { bytes: end, size } = reading;
  if (format === undefined) return { path, size, end };
  let lines: Buffer | undefined;
  const said = () => {
    lines ??= usual(end, format);
    return lines;
  };
  return { path, size, end, format, said };
}

function usual(end: Buffer, format: TranscriptFormat): Buffer {
  const lines = linesIn(end, format.marks).flatMap((line) => usualLines(line, [format]));
  return Buffer.from(lines.join('\n'));
}

/** Whether the agent's own list may stand in it, at a glance. */
export function mayHoldTodos({ end, format }: TranscriptTail): boolean {
  return format === undefined || (format.todos !== undefined && end.includes(format.todos));
}

/** A text that changes whenever the transcript grows; null where there is none that can be read. */
export function positionOf(tail: TranscriptTail | undefined): string | null {
  return tail === undefined ? null : `${digestOf(tail.path)}:${tail.size}`;
}

/** Whether a tool was used since a position; nothing where that cannot be told. */
export function workedSince(
  tail: TranscriptTail | undefined,
  position: string | null,
): boolean | undefined {
  return addedSince(tail, position)?.includes(tail?.format?.toolUse ?? TOOL_USE);
}

/** Whether any tool was used in what was read; nothing where that cannot be told. */
export function hasUsedTools(tail: TranscriptTail | undefined): boolean | undefined {
  if (tail === undefined || tail.end.length < tail.size) return undefined;
  return tail.end.includes(tail.format?.toolUse ?? TOOL_USE);
}

/** What was written since a position; nothing where that cannot be told. */
function addedSince(tail: TranscriptTail | undefined, position: string | null): Buffer | undefined {
  const [, place, before] = /^(\w+):(\d+)$/.exec(position ?? '') ?? [];
  if (tail === undefined || place !== digestOf(tail.path)) return undefined;
  const { end, size } = tail;
  const start = end.length - (size - Number(before));
  // What lies further back was not read, and a transcript that shrank is another one.
  return start < 0 || start > end.length ? undefined : end.subarray(start);
}

/** Stand in every line with a prompt of the user's. */
const PROMPT_MARKS = ['"type":"user"', '"queued_command"'];

/** Whether the transcript ends with a prompt of the user's after a time, in milliseconds since 1970. */
export function promptedSince(
  tail: TranscriptTail | undefined,
  since: number,
  isPrompt: (text: string) => boolean,
): boolean {
  if (tail === undefined) return false;
  return linesWith(tail, PROMPT_MARKS).some((line) => {
    const prompt = promptIn(line);
    return prompt?.at !== undefined && prompt.at > since && isPrompt(prompt.text);
  });
}

/** The lines at the end as the host wrote them, the last one first; the first of all may be cut. */
export function* linesFromEndOf({ end }: TranscriptTail): Generator<string> {
  for (let stop = end.length; stop >= 0; ) {
    const start = stop === 0 ? 0 : end.lastIndexOf(0x0a, stop - 1) + 1;
    yield end.toString('utf8', start, stop);
    stop = start - 1;
  }
}

/** The lines that hold one of the words, oldest first. */
export function linesWith(tail: TranscriptTail, words: readonly string[]): readonly string[] {
  return linesIn(tail.said?.() ?? tail.end, words);
}

function linesIn(text: Buffer, words: readonly string[]): readonly string[] {
  const starts = new Map<number, number>();
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; ) {
      const start = text.lastIndexOf(0x0a, at) + 1;
      const end = endOfLine(text, at);
      starts.set(start, end);
      at = text.indexOf(word, end);
    }
  }
  return [...starts]
    .sort(([a], [b]) => a - b)
    .slice(-MOST_LINES)
    .map(([start, end]) => text.toString('utf8', start, end));
}

function endOfLine(text: Buffer, at: number): number {
  const end = text.indexOf(0x0a, at);
  return end < 0 ? text.length : end;
}
