import { closeSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '../domain/document.ts';
import { isSafeId } from '../domain/identifier.ts';

/** How much of a transcript is looked at for its first message: a long prompt may stand in it. */
const LOOKED_AT_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/** The transcript of another session, which hosts keep beside that of this one. */
export function transcriptBeside(path: string, session: string): string | undefined {
  return isSafeId(session) ? join(dirname(path), `${session}.jsonl`) : undefined;
}

/** The `uuid` of the first line of a transcript that has one; nothing where it cannot be read. */
export function firstMessageIn(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    const descriptor = openSync(path, 'r');
    try {
      for (const line of linesOf(descriptor)) {
        const uuid = uuidIn(line);
        if (uuid !== undefined) return uuid;
      }
      return undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined; // It is not there yet, or may not be read.
  }
}

/** The lines at the beginning of a file; the last one may be cut. */
function* linesOf(descriptor: number): Generator<string> {
  let rest = Buffer.alloc(0);
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let read = 0; read < LOOKED_AT_BYTES; ) {
    const length = readSync(descriptor, piece);
    if (length === 0) break;
    read += length;
    const bytes = Buffer.concat([rest, piece.subarray(0, length)]);
    const end = bytes.lastIndexOf(0x0a);
    if (end >= 0) yield* bytes.subarray(0, end).toString('utf8').split('\n');
    rest = Buffer.from(bytes.subarray(end + 1));
  }
  yield rest.toString('utf8');
}

function uuidIn(line: string): string | undefined {
  if (!line.includes('"uuid"')) return undefined;
  try {
    const entry: unknown = JSON.parse(line);
    const uuid = isObject(entry) ? entry['uuid'] : undefined;
    return typeof uuid === 'string' && uuid !== '' ? uuid : undefined;
  } catch {
    return undefined;
  }
}
