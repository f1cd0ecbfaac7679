import { closeSync, openSync, readSync } from 'node:fs';

const PIECE_BYTES = 1024 * 1024;

/**
 * Passes a file's content on piece by piece; a piece is only good until the next. Throws where the file
 * cannot be read.
 */
export function readInPieces(path: string | Buffer, onPiece: (piece: Buffer) => void): void {
  const descriptor = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (;;) {
      const length = readSync(descriptor, piece);
      if (length === 0) return;
      onPiece(piece.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
