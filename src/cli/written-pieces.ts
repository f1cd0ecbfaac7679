import { together } from '../adapters/pieces.ts';
import { surroundings } from '../adapters/surroundings.ts';
import { shownText } from './print.ts';

/**
 * Writes a text to standard output piece by piece, as fast as its reader takes it, laid out as `shownText` has it. A
 * reader that leaves ends it.
 */
export async function writePieces(pieces: Iterable<string>, isVerbatim: boolean): Promise<void> {
  const stream = surroundings().output.stream();
  for (const text of together(pieces)) {
    if (!stream.writable) return;
    if (stream.write(shownText({ isVerbatim, text }))) continue;
    await new Promise<void>((resolve) => {
      for (const event of ['drain', 'close', 'error']) stream.once(event, () => resolve());
    });
  }
}
