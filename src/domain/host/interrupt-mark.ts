import { isObject } from '../base/document.ts';
import { readTranscriptLine, type TranscriptLine } from '../session/transcript-line.ts';
import { type Fields, parsedText, type TranscriptFormat } from '../session/transcripts/format.ts';
import { usualLines } from '../session/transcripts/formats.ts';

/** How a host marks in the transcript of a session that its user interrupted a turn. */
export interface InterruptMark {
  /** Whether an entry of the transcript is one. */
  isMark(entry: Fields): boolean;
  /** The host asks about the stop of an interrupted turn, too. Without it, such a turn ends unasked. */
  readonly isAskedAbout?: true;
}

/**
 * Whether a transcript ends with the mark of an interrupt: nothing is said or done after it. `lines`: the last one
 * first. `prompt`: the one that comes next, which the host may have written already. Only the prompt's hook knows that its
 * user speaks: the agent's shell can write a mark as well.
 */
export function endsInterrupted(
  lines: Iterable<string>,
  mark: InterruptMark,
  format: TranscriptFormat | undefined,
  prompt?: string,
): boolean {
  let own = prompt?.trim();
  for (const line of lines) {
    if (isMarkIn(line, mark)) return true;
    const said = usualLines(line, format === undefined ? [] : [format]).flatMap(saidIn);
    if (said.length === 0) continue;
    const isOwn =
      said
        .map((one) => (one.says === 'user' ? one.text : ''))
        .join('\n')
        .trim() === own;
    if (!isOwn) return false;
    // What is said before it again was said in a turn of its own.
    own = undefined;
  }
  return false;
}

function isMarkIn(line: string, mark: InterruptMark): boolean {
  const entry = parsedText(line);
  return isObject(entry) && mark.isMark(entry);
}

/** What a line says; nothing where it only names the model that goes on. */
function saidIn(line: string): readonly TranscriptLine[] {
  const said = readTranscriptLine(line);
  return said === undefined || (said.says === 'agent' && said.parts.length === 0) ? [] : [said];
}
