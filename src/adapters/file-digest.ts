import { readInPieces } from './file-pieces.ts';

/** The SHA-256 of a text. */
export function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}

/** The SHA-256 of a file's content, read piece by piece. Throws where it cannot be read. */
export function sha256OfFile(path: string | Buffer): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  readInPieces(path, (piece) => hash.update(piece));
  return hash.digest('hex');
}

/** The object id that git gives a text, in the format of `like`, another object id. */
export function gitObjectOf(content: Buffer, like: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash(like.length > 40 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}
