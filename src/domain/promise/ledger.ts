import { beginningOf } from '../base/cutting.ts';
import { isObject } from '../base/document.ts';
import type { EventLine } from './event.ts';

/**
 * The ledger: the chained log of what happened to the state. Each line holds the digest of the one before it, so
 * that a line that was removed, edited or moved shows. Digests are SHA-256 in hexadecimal.
 */

/** What a change made of a file. `path`: from the state folder, with `/`. Null: there is no file. */
export interface FileRecord {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /**
   * Something else than the suite made the promise less open before this change, or before an earlier one. Never
   * false.
   */
  readonly external?: true;
}

/** Longest line, in bytes: what finds the end of a ledger need not look back far. */
export const LONGEST_LINE = 64 * 1024;

/** Stands where a text of an event was too long. */
const CUT_MARK = ' [… cut]';

/** Longest text of an event that does not fit, in characters, at the first try to make it fit. */
const LONGEST_TEXT = 16 * 1024;

/**
 * The lines of one change as they are appended: each with the digest of the one before it, the files on the last.
 * `prev`: the digest of the line that they follow; null where they are the first. `sha256` takes a text as UTF-8.
 */
export function chainedLines(
  events: readonly EventLine[],
  files: readonly FileRecord[],
  prev: string | null,
  sha256: (text: string) => string,
): { readonly texts: readonly string[]; readonly last: string | null } {
  const [file, ...also] = files;
  const told = {
    ...(file === undefined ? {} : { file }),
    ...(also.length === 0 ? {} : { also }),
  };
  const texts: string[] = [];
  let last = prev;
  for (const [index, event] of events.entries()) {
    const isLast = index === events.length - 1;
    const text = fittedLine(event, { ...(isLast ? told : {}), prev: last });
    texts.push(text);
    last = sha256(text);
  }
  return { texts, last };
}

/** An event and what the ledger adds as one line that is not too long: long texts of the event are cut. */
function fittedLine(event: EventLine, added: object): string {
  let text = JSON.stringify({ ...event, ...added });
  for (let longest = LONGEST_TEXT; byteLength(text) > LONGEST_LINE; longest /= 4) {
    text = JSON.stringify({ ...Object(cut(event, longest)), ...added });
  }
  return text;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A value whose texts and lists are at most so long, lists a hundredth of it. */
function cut(value: unknown, longest: number): unknown {
  if (typeof value === 'string') {
    return value.length <= longest ? value : beginningOf(value, longest) + CUT_MARK;
  }
  if (Array.isArray(value)) {
    const most = Math.floor(longest / 100);
    const kept = value.slice(0, most).map((entry) => cut(entry, most));
    return value.length > most ? [...kept, CUT_MARK] : kept;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, cut(inner, longest)]),
  );
}

/** What a line of the ledger says, as far as the chain and the files go. */
export interface ReadLine {
  /** Everything that it says. */
  readonly fields: { readonly [key: string]: unknown };
  readonly event: string | undefined;
  /** Undefined where it is not chained: another program wrote it, or a version without the chain. */
  readonly prev: string | null | undefined;
  readonly files: readonly FileRecord[];
  /** The log without a chain that the line takes over: how many bytes it had, and their digest. */
  readonly takenOver: { readonly bytes: number; readonly sha256: string } | undefined;
}

/** Reads a line; undefined where it is no object in JSON, as a line that was cut off by a crash. */
export function readLedgerLine(text: string): ReadLine | undefined {
  const value = parsed(text);
  if (!isObject(value)) return undefined;
  const { also, event, file, prev, taken_over: taken } = value;
  const files = [file, ...(Array.isArray(also) ? also : [])];
  return {
    fields: value,
    event: typeof event === 'string' ? event : undefined,
    prev: isDigest(prev) ? prev : undefined,
    files: files.flatMap((one) => readFileRecord(one) ?? []),
    takenOver:
      isObject(taken) && typeof taken['bytes'] === 'number' && typeof taken['sha256'] === 'string'
        ? { bytes: taken['bytes'], sha256: taken['sha256'] }
        : undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readFileRecord(value: unknown): FileRecord | undefined {
  if (!isObject(value)) return undefined;
  const { after, before, external, path } = value;
  return typeof path === 'string' && isDigest(before) && isDigest(after)
    ? { path, before, after, ...(external === true ? { external } : {}) }
    : undefined;
}

/** What a line says of files, those that a repair moved to the quarantine included. */
export function recordsAbout({
  event,
  fields,
  files,
}: ReadLine): readonly (FileRecord & { readonly isQuarantined?: boolean })[] {
  const { from } = fields;
  if (event !== 'file.quarantined' || typeof from !== 'string') return files;
  // The path as it was then: the project may have been moved since.
  const [, path] = /[\\/]\.claude[\\/]completion-state[\\/](.+)$/.exec(from) ?? [];
  if (path === undefined) return files;
  const gone = { path: path.replaceAll('\\', '/'), before: null, after: null };
  return [...files, { ...gone, isQuarantined: true }];
}

function isDigest(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value));
}

/**
 * Whether lines, the last ones of a log, are of a log without a chain: one of them can be read, and none is
 * chained. Undefined where none can be read.
 */
export function isOldLog(lines: readonly string[]): boolean | undefined {
  let isRead = false;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = readLedgerLine(lines[index] ?? '');
    if (line?.prev !== undefined) return false;
    isRead ||= line !== undefined;
  }
  return isRead ? true : undefined;
}

/**
 * How a file stands to the ledger.
 * - `recorded`: it is as the last line on it says, or that line tells of a change that was cut off before it came.
 * - `changed-outside`: something else than the suite changed it since, or made it less open at any time.
 * - `unrecorded`: no line is about it.
 */
export type RecordState = 'recorded' | 'changed-outside' | 'unrecorded';

/**
 * Whether the suite left a file with these bytes: the last line on it ends in them; or begins from them, and its change
 * never came, since its command was cut off. `made`: what registers have as made, by digest. A change that is among
 * them did come, and then the file was put back.
 */
export function isLeftBySuite(
  digest: string,
  { after, before, external }: FileRecord,
  made: readonly string[],
): boolean {
  if (digest === after) return true;
  return digest === before && external !== true && after !== null && !made.includes(after);
}

/** `digest`: of the file as it is now; null where there is none. `records`: in the order of the ledger. */
export function recordOf(
  path: string,
  digest: string | null,
  records: readonly FileRecord[],
): RecordState {
  const last = records.findLast((record) => record.path === path);
  if (last === undefined) return 'unrecorded';
  if (last.external === true) return 'changed-outside';
  return digest === last.after || digest === last.before ? 'recorded' : 'changed-outside';
}
