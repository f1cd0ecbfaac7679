import { isObject } from '../../base/document.ts';
import { CODEX_TRANSCRIPT } from './codex.ts';
import { COPILOT_TRANSCRIPT } from './copilot.ts';
import { parsedText, type TranscriptFormat } from './format.ts';
import { GEMINI_TRANSCRIPT } from './gemini.ts';

/** The table of all formats but that of Claude Code, for readers that do not know whose transcript they read. */
const TRANSCRIPT_FORMATS: readonly TranscriptFormat[] = [
  CODEX_TRANSCRIPT,
  GEMINI_TRANSCRIPT,
  COPILOT_TRANSCRIPT,
];

/** A line of any transcript in the form of Claude Code: as it stands where no format reads it. */
export function usualLines(
  line: string,
  formats: readonly TranscriptFormat[] = TRANSCRIPT_FORMATS,
): readonly string[] {
  const may = formats.filter(({ marks }) => marks.some((mark) => line.includes(mark)));
  if (may.length === 0) return [line];
  const entry = parsedText(line);
  if (!isObject(entry)) return [line];
  for (const format of may) {
    const lines = format.read(entry);
    if (lines !== undefined) return lines.map((one) => JSON.stringify(one));
  }
  return [line];
}
