import { readlinkSync } from 'node:fs';
import type { TreeEntry } from '../../domain/promise/tree.ts';
import { LARGEST_FILE, readSeen, type TimeLeft } from '../bounded-files.ts';
import { createDigest, sha256OfFile } from '../file-digest.ts';
import { nameOf, placeOf } from './latin-paths.ts';
import type { ListedFile } from './listing.ts';
import type { Look } from './look.ts';

/** Largest file that is read, in bytes; of a larger one size and times stand for the content. */
const LARGEST_READ = 256 * 1024 * 1024;
/** Files up to this size are read into one buffer, in bytes. */
const SHARED_BYTES = 64 * 1024;

/** Gives a file's entry in a fingerprint. Throws an error with a code where the file cannot be read. */
type ReadEntry = (file: ListedFile, look: Look) => TreeEntry;

/**
 * Reads the files of a checkout as they lie on the disk: no filter and no line ends are applied, because a program
 * that reads them applies none. `folder`, `top`: of the project and of its checkout, as real paths.
 */
export function createReader(folder: string, top: string, leftMs: TimeLeft): ReadEntry {
  const shared = Buffer.allocUnsafe(SHARED_BYTES + 1);
  let digest: ReturnType<typeof createDigest> | undefined;
  const digestOf = (bytes: Uint8Array): string => {
    // Loaded only here: a stop whose proofs hold at a look reads nothing.
    digest ??= createDigest();
    return digest(bytes);
  };
  const digestAt = (place: string | Buffer, size: number, times: string): string => {
    if (size > LARGEST_READ) return `${size} bytes, ${times}`;
    const limits = { mostBytes: LARGEST_FILE, leftMs, follow: false };
    if (size > SHARED_BYTES) return sha256OfFile(place, limits);
    const bytes = readSeen(place, size, shared);
    return bytes === undefined ? sha256OfFile(place, limits) : digestOf(bytes);
  };
  return ({ mode, path }, look) => {
    const name = nameOf(path);
    const place = placeOf(folder, path);
    switch (look.kind) {
      case 'other':
        return { path: name, mode: 'other', object: '' };
      case 'file': {
        // Windows knows no modes: a file keeps the one that it was tracked with.
        const isRun = process.platform === 'win32' ? mode === '100755' : look.isRun;
        const object = digestAt(place, look.size, look.times);
        return { path: name, mode: isRun ? '100755' : '100644', object };
      }
      case 'link': {
        const { behind } = look;
        const target = digestOf(readlinkSync(place, { encoding: 'buffer' }));
        // What a program reads through the link counts, whether git lists it where it lies or not.
        const content =
          behind.to === 'file'
            ? digestAt(placeOf(top, behind.path), behind.size, behind.times)
            : behind.to;
        return { path: name, mode: '120000', object: `${target} ${content}` };
      }
    }
  };
}
