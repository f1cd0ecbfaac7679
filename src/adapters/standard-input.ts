import { fstatSync, readSync } from 'node:fs';
import { parseDocument } from '../domain/document.ts';

/** What is read of the standard input at the most, and how long it is waited for. */
export interface InputLimits {
  readonly mostMs: number;
  readonly mostBytes: number;
}

const PIECE_BYTES = 64 * 1024;

/** How long nothing must come before it is looked whether that was all, in milliseconds. */
const PAUSE_MS = 10;

/**
 * The text that a hook is given. It is over when the other side closes, when it is a whole JSON object
 * (hosts exist that never close), when there is more than `mostBytes`, or after `mostMs`. Never throws:
 * where there is nothing, the text is empty.
 */
export async function readStandardInput(limits: InputLimits): Promise<string> {
  try {
    return fstatSync(0).isFile() ? readWholeFile(limits.mostBytes) : await readStream(limits);
  } catch {
    return ''; // It was closed before this began.
  }
}

function readWholeFile(mostBytes: number): string {
  const pieces: Buffer[] = [];
  let size = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    const length = readSync(0, piece);
    if (length === 0 || size > mostBytes) return Buffer.concat(pieces).toString('utf8');
    pieces.push(piece.subarray(0, length));
    size += length;
  }
}

function readStream({ mostBytes, mostMs }: InputLimits): Promise<string> {
  // Loaded here and not above: a file needs no sockets. `process.stdin` would load more than this.
  const { Socket } = process.getBuiltinModule('node:net');
  const input = new Socket({ fd: 0, readable: true, writable: false });
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let pause: NodeJS.Timeout | undefined;
    const soFar = (): string => Buffer.concat(pieces).toString('utf8');
    const finish = (): void => {
      clearTimeout(deadline);
      clearTimeout(pause);
      input.destroy();
      resolve(soFar());
    };
    const deadline = setTimeout(finish, mostMs);
    const lookWhetherWhole = (): void => {
      if (isWholeObject(soFar())) finish();
    };
    input.on('data', (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      if (size > mostBytes) return finish();
      pause ??= setTimeout(lookWhetherWhole, PAUSE_MS);
      pause.refresh();
    });
    input.on('end', finish);
    input.on('error', finish);
  });
}

function isWholeObject(text: string): boolean {
  return text.trimEnd().endsWith('}') && parseDocument(text).ok;
}
