import { isObject } from '../base/document.ts';
import type { LedgerHead } from './register.ts';

/**
 * The head of a ledger as the user's own folder keeps it, outside of the project: how far the ledger came, so that
 * what was cut off its end shows, and which of its changes were carried out, so that a file that was put back shows.
 */
export interface KeptHead extends LedgerHead {
  /** The real path of the project folder. */
  readonly project: string;
  /** When the last line was added. */
  readonly at: string;
  /**
   * Lines, by where they begin and end in bytes, of which it is not known that their changes were carried out: their
   * writers were cut off, or keep no head here.
   */
  readonly open: readonly Span[];
  /** The lines among them that none who keeps a head here added, since there is one. */
  readonly foreign: readonly Span[];
  /** The first head that a later writer did not find in the ledger any more, and when; null where there is none. */
  readonly missed: (LedgerHead & { readonly at: string }) | null;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Most spans that are kept; older ones become one. Each is a command that was killed, or another user's. */
const MOST_SPANS = 100;

/** What a writer added to a ledger. */
export interface Added {
  readonly project: string;
  readonly at: string;
  /** Where its lines begin. */
  readonly from: number;
  /** The end of the ledger behind them. */
  readonly head: LedgerHead;
  readonly isCarriedOut: boolean;
}

/** The head to keep after lines were added. `isFound`: whether the ledger still has the head that was kept before. */
export function nextHead(kept: KeptHead | undefined, isFound: boolean, added: Added): KeptHead {
  const { at, from, head, isCarriedOut, project } = added;
  const known = kept !== undefined && isFound ? kept.bytes : 0;
  const unknown = { from: Math.min(known, from), to: isCarriedOut ? from : head.bytes };
  // What was noted of this very change before it was carried out.
  const open = isCarriedOut ? spansBefore(from, kept?.open ?? []) : (kept?.open ?? []);
  const before = isFound ? open : [];
  const foreign = known > 0 ? [...(kept?.foreign ?? []), { from: known, to: from }] : [];
  const missed =
    kept === undefined || isFound
      ? (kept?.missed ?? null)
      : (kept.missed ?? { bytes: kept.bytes, digest: kept.digest, at });
  return {
    project,
    ...head,
    at,
    open: spansTogether([...before, unknown]),
    foreign: spansTogether(foreign),
    missed,
  };
}

function spansBefore(end: number, spans: readonly Span[]): readonly Span[] {
  return spans.map(({ from, to }) => ({ from, to: Math.min(to, end) }));
}

/** Spans in order, without empty ones, those that touch as one. */
function spansTogether(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (span.from >= span.to) continue;
    if (last === undefined || last.to < span.from) joined.push(span);
    else joined.splice(-1, 1, { from: last.from, to: Math.max(last.to, span.to) });
  }
  const excess = joined.length - MOST_SPANS;
  if (excess <= 0) return joined;
  const [first, ...rest] = joined.slice(excess);
  const oldest = { from: joined[0]?.from ?? 0, to: first?.to ?? 0 };
  return [oldest, ...rest];
}

/** Whether the change of a line, by where it ends, is known to have been carried out. */
export function isCarriedOut(kept: KeptHead | undefined, end: number): boolean {
  if (kept === undefined || kept.missed !== null || end > kept.bytes) return false;
  return kept.open.every(({ from, to }) => end <= from || end > to);
}

/** Whether a line, by where it ends, is known to have been added by something that keeps no head here. */
export function isAddedElsewhere(kept: KeptHead | undefined, end: number): boolean {
  if (kept === undefined || kept.missed !== null) return false;
  return end > kept.bytes || kept.foreign.some(({ from, to }) => end > from && end <= to);
}

/** Reads a kept head; undefined where it is none. */
export function readKeptHead(value: unknown): KeptHead | undefined {
  if (!isObject(value)) return undefined;
  const { at, foreign, missed, open, project } = value;
  const head = readHead(value);
  if (head === undefined || typeof at !== 'string' || typeof project !== 'string') return undefined;
  const lost = isObject(missed) ? readHead(missed) : undefined;
  const lostAt = isObject(missed) && typeof missed['at'] === 'string' ? missed['at'] : at;
  return {
    project,
    ...head,
    at,
    open: readSpans(open),
    foreign: readSpans(foreign),
    missed: lost === undefined ? null : { ...lost, at: lostAt },
  };
}

function readHead({ bytes, digest }: { readonly [key: string]: unknown }): LedgerHead | undefined {
  return typeof bytes === 'number' && typeof digest === 'string' ? { bytes, digest } : undefined;
}

function readSpans(value: unknown): readonly Span[] {
  return Array.isArray(value) ? value.flatMap((span) => readSpan(span) ?? []) : [];
}

function readSpan(value: unknown): Span | undefined {
  if (!isObject(value)) return undefined;
  const { from, to } = value;
  return typeof from === 'number' && typeof to === 'number' ? { from, to } : undefined;
}
