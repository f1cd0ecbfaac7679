import { createHash } from 'node:crypto';

/**
 * Checks a ledger by what the docs say of its form, with nothing of the product: every line names the digest
 * of the line before, and the changes of each file follow one another.
 */
export interface Chain {
  /** What does not fit, in words. */
  readonly faults: readonly string[];
  /** Changes that were written down and then not made: their writer was cut off in between. */
  readonly unapplied: number;
  /** Lines that are no events: a write that was cut off. */
  readonly torn: number;
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

/** The digest of a file's bytes, or null where there is none; by its path below the state folder. */
export type DigestAt = (path: string) => string | null;

const LONGEST_LINE = 64 * 1024;

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function chainOf(log: Buffer, digestAt: DigestAt): Chain {
  const lines = linesOf(log);
  const read = lines.map(({ bytes }) => eventIn(bytes));
  const events = read.filter((event) => event !== undefined);
  const files = filesIn(events, digestAt);
  return {
    faults: [...linkFaults(log, lines, read), ...files.faults],
    unapplied: files.unapplied,
    torn: read.filter((event) => event === undefined).length,
    events,
  };
}

interface Line {
  readonly start: number;
  readonly bytes: Buffer;
}

function linesOf(log: Buffer): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < log.length; ) {
    const end = log.indexOf(0x0a, start);
    const stop = end < 0 ? log.length : end;
    if (stop > start) lines.push({ start, bytes: log.subarray(start, stop) });
    start = stop + 1;
  }
  return lines;
}

type LedgerEvent = Readonly<Record<string, unknown>>;

function eventIn(bytes: Buffer): LedgerEvent | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is LedgerEvent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function linkFaults(
  log: Buffer,
  lines: readonly Line[],
  read: readonly (LedgerEvent | undefined)[],
): readonly string[] {
  // What was there before there was a chain is taken over by one line.
  const taken = read.findIndex((event) => event?.['event'] === 'ledger.started');
  const first = Math.max(0, taken);
  return lines.flatMap(({ bytes, start }, index) => {
    const faults =
      bytes.length > LONGEST_LINE ? [`line ${index + 1} has ${bytes.length} bytes`] : [];
    const event = read[index];
    if (event === undefined || index < first) return faults;
    if (index === taken) return [...faults, ...takenFaults(log.subarray(0, start), event)];
    const before = lines[index - 1];
    const expected = before === undefined ? null : sha256(before.bytes);
    if (event['prev'] === expected) return faults;
    return [...faults, `line ${index + 1} names ${event['prev']}, and before it is ${expected}`];
  });
}

function takenFaults(before: Buffer, { prev, taken_over: taken }: LedgerEvent): readonly string[] {
  if (!isRecord(taken)) return ['what was taken over is not said'];
  const bytes = Number(taken['bytes']);
  const rest = before.subarray(bytes).toString('utf8');
  return [
    ...(prev === null ? [] : [`the line that takes over names ${prev}`]),
    ...(sha256(before.subarray(0, bytes)) === taken['sha256']
      ? []
      : ['another log was taken over']),
    ...(/^\n?$/.test(rest) ? [] : [`${rest.length} bytes were not taken over`]),
  ];
}

/** A file as far as the ledger tells: what it may hold after the last line on it. */
interface Told {
  readonly line: number;
  readonly before: string | null;
  readonly after: string | null;
}

function filesIn(
  events: readonly LedgerEvent[],
  digestAt: DigestAt,
): { readonly faults: readonly string[]; readonly unapplied: number } {
  const faults: string[] = [];
  const told = new Map<string, Told>();
  const unapplied = new Set<number>();
  for (const [line, event] of events.entries()) {
    for (const file of filesOf(event)) {
      const path = String(file['path']);
      const next = { line, before: digestIn(file['before']), after: digestIn(file['after']) };
      const last = told.get(path);
      if (last !== undefined && next.before !== last.after) {
        if (next.before === last.before) unapplied.add(last.line);
        else faults.push(`${event['event']} of ${path} goes on from what the ledger does not know`);
      }
      told.set(path, next);
    }
  }
  for (const [path, { after, before, line }] of told) {
    const now = digestAt(path) ?? digestAt(path.replace(/^promises\//, 'history/'));
    if (now === after) continue;
    if (now === before) unapplied.add(line);
    else faults.push(`${path} holds what the ledger does not know`);
  }
  return { faults, unapplied: unapplied.size };
}

/** The files that one change is about: a validator's answer has two. */
function filesOf({ also, file }: LedgerEvent): readonly LedgerEvent[] {
  return [file, ...(Array.isArray(also) ? also : [])].filter(isRecord);
}

function digestIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
