import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** How much is written at once, in characters. */
const AT_ONCE = 256 * 1024;

/** Short pieces put together, and long ones as they are. */
export function* together(pieces: Iterable<string>): Generator<string, void, undefined> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < AT_ONCE) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Writes a new file piece by piece. Gives the SHA-256 of what it holds. Throws what the system does. */
export function writeNewInPieces(path: string, pieces: Iterable<string>): string {
  const descriptor = openSync(path, 'wx');
  const hash = createHash('sha256');
  try {
    for (const piece of together(pieces)) {
      const bytes = Buffer.from(piece);
      hash.update(bytes);
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}
