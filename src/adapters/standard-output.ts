import { writeSync } from 'node:fs';
import { errorCode } from '../domain/system-error.ts';

/**
 * Writes a text to stdout (1) or stderr (2) at once. Node's own streams take longer to load than all that
 * a stop gate does; where the other side takes no more just now, they write what is left. A reader that is
 * gone is not waited for. Whether it could be written.
 */
export function writeOutput(stream: 1 | 2, text: string): boolean {
  let left = Buffer.from(text);
  try {
    while (left.length > 0) left = left.subarray(writeSync(stream, left));
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EAGAIN') return false;
    streamOf(stream).write(left);
    return true;
  }
}

function streamOf(stream: 1 | 2): NodeJS.WriteStream {
  return stream === 1 ? process.stdout : process.stderr;
}
