import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Spool } from '../ports.ts';
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts';

/** How much is collected before it is written, in bytes. */
const AT_ONCE = 1024 * 1024;

/** Texts in a file that is this user's alone, in a folder that is removed when it is closed. Throws what the system does. */
export function openSpool(): Spool {
  const folder = makeScratchFolder();
  const file = openSync(join(folder, 'spool'), 'wx+', 0o600);
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let written = 0;
  const flush = (): void => {
    const bytes = Buffer.concat(waiting);
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(file, bytes, done, bytes.length - done, written + done);
    }
    written += bytes.length;
    [waiting, waitingBytes] = [[], 0];
  };
  return {
    add(text) {
      const bytes = Buffer.from(text);
      const place = { start: written + waitingBytes, length: bytes.length };
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= AT_ONCE) flush();
      return place;
    },
    read({ length, start }) {
      if (start + length > written) flush();
      const bytes = Buffer.alloc(length);
      for (let done = 0; done < length; ) {
        const count = readSync(file, bytes, done, length - done, start + done);
        if (count === 0) throw new RangeError('a text of the spool is gone');
        done += count;
      }
      return bytes.toString('utf8');
    },
    close() {
      closeSync(file);
      removeScratchFolder(folder);
    },
  };
}
