import { writeSync } from 'node:fs';
import { errorCode } from '../domain/base/system-error.ts';
import { surroundings } from './surroundings.ts';

/**
 * Writes a text to stdout (1) or stderr (2) at once. Gives the system's code where it could not be written. Node's streams
 * take longer to load than a stop gate runs. A reader that is gone is not waited for, and one that cannot take all of it
 * now is waited for `mostMs` milliseconds.
 */
export function writeOutput(stream: 1 | 2, text: string, mostMs: number): string | undefined {
  let left = Buffer.from(text);
  try {
    while (left.length > 0) left = left.subarray(writeSync(descriptorOf(stream), left));
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    return code === 'EAGAIN' && writeSoon(stream, left, mostMs) ? undefined : code;
  }
}

/** What an empty pipe takes without its reader, in bytes. Both streams may lead into the same pipe. */
export const FITS_A_PIPE = 48 * 1024;

/**
 * Writes a long text to stdout (1) or stderr (2). A reader that does not read is waited for `mostMs`
 * milliseconds, and what it did not take is dropped then: to wait for longer would make a gate hang.
 */
export function writeWithin(stream: 1 | 2, text: string, mostMs: number): string | undefined {
  // What is no pipe is written at once.
  return writeSoon(stream, Buffer.from(text), mostMs)
    ? undefined
    : writeOutput(stream, text, mostMs);
}

/** Writes bytes to a pipe as its reader takes them. False: it is none. */
function writeSoon(stream: 1 | 2, bytes: Buffer, mostMs: number): boolean {
  // Loaded only here, because it takes long to load and few answers wait for their reader.
  const { Socket } = process.getBuiltinModule('node:net');
  try {
    const socket = new Socket({ fd: descriptorOf(stream), readable: false, writable: true });
    const deadline = setTimeout(() => socket.destroy(), mostMs);
    socket.on('error', () => {}); // The reader is gone.
    socket.on('close', () => clearTimeout(deadline));
    socket.end(bytes);
    return true;
  } catch {
    return false;
  }
}

function descriptorOf(stream: 1 | 2): number {
  const { errors, output } = surroundings();
  return (stream === 1 ? output : errors).descriptor;
}
