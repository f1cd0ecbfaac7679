import { readlinkSync } from 'node:fs';
import { LARGEST_FILE, readSeen, type TimeLeft } from '../bounded-files.ts';
import { createDigest, sha256OfFile } from '../file-digest.ts';
import { placeOf } from './latin-paths.ts';
import { type SeenFile, sizeToRead } from './look.ts';

/** Files up to this size are read into one buffer, in bytes. */
const SHARED_BYTES = 64 * 1024;

/**
 * Gives the digest of a file's content, or what stands for it. It is read as it lies on the disk: no filter and no line
 * ends are applied, because a program that reads it applies none. `top`: of the checkout, as a real path. Throws an error
 * with a code where the file cannot be read.
 */
export function createReader(
  top: string,
  leftMs: TimeLeft,
): (file: SeenFile, place: string | Buffer) => string {
  const shared = Buffer.allocUnsafe(SHARED_BYTES + 1);
  let digest: ReturnType<typeof createDigest> | undefined;
  const digestOf = (bytes: Uint8Array): string => {
    // Loaded only here: a stop whose proofs hold at a look reads nothing.
    digest ??= createDigest();
    return digest(bytes);
  };
  const digestAt = (place: string | Buffer, size: number | string): string => {
    if (typeof size === 'string') return size;
    const limits = { mostBytes: LARGEST_FILE, leftMs, follow: false };
    if (size > SHARED_BYTES) return sha256OfFile(place, limits);
    const bytes = readSeen(place, size, shared);
    return bytes === undefined ? sha256OfFile(place, limits) : digestOf(bytes);
  };
  return (file, place) => {
    const { behind, kind } = file;
    if (kind === 'file') return digestAt(place, sizeToRead(file));
    if (behind === undefined) return '';
    const target = digestOf(readlinkSync(place, { encoding: 'buffer' }));
    // What a program reads through the link counts, whether git lists it where it lies or not.
    const content =
      behind.to === 'file' ? digestAt(placeOf(top, behind.path), sizeToRead(file)) : behind.to;
    return `${target} ${content}`;
  };
}
