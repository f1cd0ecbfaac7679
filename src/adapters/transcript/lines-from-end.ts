import { closeSync, readSync } from 'node:fs';
import { openRegular } from '../bounded-files.ts';

/** How much is read at once, from the end: readers mostly find what they look for among the last lines. */
const CHUNK_BYTES = 1024 * 1024;
/** A longer line is passed over: no entry that a reader looks for is as long. */
const LONGEST_LINE = 32 * 1024 * 1024;
/** How much is read of a file's end where the reader says nothing else. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * The lines of a file, the last one first. Never holds more than a line and a chunk, and reads at most
 * `mostBytes` of the file's end, whatever its size; a line that begins before that is left out. Throws
 * where the file cannot be read.
 */
export function* linesFromEnd(path: string, mostBytes: number = MOST_BYTES): Generator<string> {
  const { descriptor, size } = openRegular(path);
  try {
    const beginning = Math.max(0, size - mostBytes);
    let at = size;
    let rest = Buffer.alloc(0);
    while (at > beginning) {
      const length = Math.min(CHUNK_BYTES, at - beginning);
      at -= length;
      const chunk = Buffer.alloc(length);
      readSync(descriptor, chunk, 0, length, at);
      const text = Buffer.concat([chunk, rest]);
      const first = text.indexOf(0x0a);
      rest = first < 0 ? text : text.subarray(0, first);
      if (rest.length > LONGEST_LINE) rest = Buffer.alloc(0);
      if (first >= 0)
        yield* text
          .subarray(first + 1)
          .toString('utf8')
          .split('\n')
          .reverse();
    }
    if (beginning === 0) yield rest.toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}
