import { lastTurns, type SessionTail } from '../../domain/host/turns.ts';
import { usualFromEnd } from './usual-lines.ts';

/** How much is read of a transcript, from its end, in bytes: a long one costs no more than a short one. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The last turns that a transcript holds; nothing where it is no file that can be read. */
export function readTurns(path: string): SessionTail | undefined {
  try {
    return lastTurns(usualFromEnd(path, undefined, MOST_BYTES));
  } catch {
    return undefined;
  }
}
