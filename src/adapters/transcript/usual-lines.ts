import type { TranscriptFormat } from '../../domain/session/transcripts/format.ts';
import { usualLines } from '../../domain/session/transcripts/formats.ts';
import { linesFromEnd } from './lines-from-end.ts';

/**
 * The lines of a transcript in the form of Claude Code, the last one first. `formats`: how it may be written; all that
 * are known where nothing is said. Throws where the file cannot be read.
 */
export function* usualFromEnd(
  path: string,
  formats?: readonly TranscriptFormat[],
  mostBytes?: number,
): Generator<string> {
  for (const line of linesFromEnd(path, mostBytes)) yield* usualLines(line, formats).toReversed();
}
