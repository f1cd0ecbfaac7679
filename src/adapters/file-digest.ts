import type { Digests } from '../ports.ts';
import { errorOf, NO_DEADLINE, type ReadLimits, streamBounded } from './bounded-files.ts';

/** The SHA-256 of a text as UTF-8, or of bytes. */
export function sha256(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex');
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

/** Digests of texts, and of files whose readers can wait. */
export const NODE_DIGESTS: Digests = {
  of: sha256,
  ofFile: (path, mostBytes) =>
    sha256OfFile(path, { mostBytes, leftMs: NO_DEADLINE, follow: false }),
};

/** The object id that git gives a text, in the format of `like`, another object id. */
export function gitObjectOf(content: Buffer, like: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash(like.length > 40 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}
