import { writeSync } from 'node:fs';
import { errorCode } from '../domain/base/system-error.ts';

/**
 * Writes a text to stdout (1) or stderr (2) at once; whether it could be written. Node's streams take longer
 * to load than a stop gate runs, so they are used only where the other side cannot take all of it now. A
 * reader that is gone is not waited for.
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

/** What an empty pipe takes without its reader, in bytes. Both streams may lead into the same pipe. */
export const FITS_A_PIPE = 48 * 1024;

/**
 * Writes a long text to stdout (1) or stderr (2). A reader that does not read is waited for `mostMs`
 * milliseconds, and what it did not take is dropped then: to wait for longer would make a gate hang.
 */
export function writeWithin(stream: 1 | 2, text: string, mostMs: number): void {
  // Loaded only here, because it takes long to load and few answers are as long.
  const { Socket } = process.getBuiltinModule('node:net');
  try {
    const socket = new Socket({ fd: stream, readable: false, writable: true });
    const deadline = setTimeout(() => socket.destroy(), mostMs);
    socket.on('error', () => {}); // The reader is gone.
    socket.on('close', () => clearTimeout(deadline));
    socket.end(text);
  } catch {
    writeOutput(stream, text); // It is no pipe, so nothing is waited for.
  }
}
