import { lastTurns, type SessionTail } from '../../domain/host/turns.ts';
import { usualLines } from '../../domain/session/transcripts/formats.ts';
import { linesFromEnd } from './lines-from-end.ts';

/** How much is read of a transcript, from its end, in bytes: a long one costs no more than a short one. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The last turns that a transcript holds; nothing where it is no file that can be read. */
export function readTurns(path: string): SessionTail | undefined {
  try {
    return lastTurns(usualFromEnd(path));
  } catch {
    return undefined;
  }
}

/** The lines in the form of Claude Code, the last one first. */
function* usualFromEnd(path: string): Generator<string> {
  for (const line of linesFromEnd(path, MOST_BYTES)) yield* usualLines(line).toReversed();
}
