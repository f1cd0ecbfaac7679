import type { Digests } from '../ports.ts';
import { errorOf, NO_DEADLINE, type ReadLimits, readPart, streamBounded } from './bounded-files.ts';

/** The SHA-256 of a text as UTF-8, or of bytes. */
export function sha256(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex');
}

/** The same for many contents: each costs a third of it. */
export function createDigest(): (content: Uint8Array) => string {
  const { hash } = process.getBuiltinModule('node:crypto');
  return (content) => hash('sha256', content, 'hex');
}

/**
 * The SHA-256 of a file's content, read piece by piece. Throws an error with a code where it cannot be read, or
 * not within its limits.
 */
export function sha256OfFile(path: string | Buffer, limits: ReadLimits): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  const unread = streamBounded(path, limits, (piece) => hash.update(piece));
  if (unread !== undefined) throw errorOf(unread);
  return hash.digest('hex');
}

/** The SHA-256 of the first so many bytes of a file; undefined where it has fewer, or cannot be read. */
function sha256OfStart(path: string, bytes: number): string | undefined {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  for (let from = 0; from < bytes; ) {
    const part = { from, most: Math.min(MOST_AT_ONCE, bytes - from) };
    const reading = readPart(path, part, { leftMs: NO_DEADLINE, follow: false });
    if (reading.found !== 'bytes' || reading.bytes.length < part.most) return undefined;
    hash.update(reading.bytes);
    from += part.most;
  }
  return hash.digest('hex');
}

const MOST_AT_ONCE = 1024 * 1024;

/** Digests of texts, and of files whose readers can wait. */
export const NODE_DIGESTS: Digests = {
  of: sha256,
  ofFile: (path, mostBytes) =>
    sha256OfFile(path, { mostBytes, leftMs: NO_DEADLINE, follow: false }),
  ofStart: sha256OfStart,
};
