import { dirname, join } from 'node:path';
import { isSafeId } from '../../domain/base/identifier.ts';
import { readOwnLine } from '../../domain/session/transcript-line.ts';
import { NO_DEADLINE, readPart } from '../bounded-files.ts';

/** How much of a transcript is looked at for its first message, at first and then: a long prompt may stand in it. */
const LOOKED_AT_BYTES: readonly number[] = [64 * 1024, 4 * 1024 * 1024];

/** The path of another session's transcript: hosts keep it beside that of this one. */
export function transcriptBeside(path: string, session: string): string | undefined {
  return isSafeId(session) ? join(dirname(path), `${session}.jsonl`) : undefined;
}

/** The `uuid` of the first line of the conversation that has one; nothing where it cannot be read. */
export function firstMessageIn(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  for (const first of LOOKED_AT_BYTES) {
    const reading = readPart(path, { first }, { leftMs: NO_DEADLINE, follow: true });
    if (reading.found !== 'bytes') return undefined; // The file is not there yet, or may not be read.
    const uuid = firstUuidIn(reading.bytes.toString('utf8').split('\n'));
    if (uuid !== undefined) return uuid;
  }
  return undefined;
}

/** The last of the lines may be cut. */
function firstUuidIn(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const uuid = readOwnLine(line, ['"uuid"'])?.uuid;
    if (typeof uuid === 'string' && uuid !== '') return uuid;
  }
  return undefined;
}
