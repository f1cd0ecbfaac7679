import { isObject } from '../base/document.ts';
import { LONGEST_LINE } from './ledger.ts';

/**
 * A person's act in a file: a criterion that was waived, a session that was ended. Anybody who can write the file can
 * write such a thing into it, so it counts only where it names its line in the ledger, and that line is of this act.
 * It is no proof of a person: who can write the file can write to the ledger too. It is more work, and it shows there.
 */

/** The line of the ledger by which a person's act is recorded. */
export interface ActEvent {
  /** Where the line begins, in bytes from the beginning of the ledger. */
  readonly offset: number;
  /** The digest of what the line says, by `actDigest`. */
  readonly digest: string;
}

/**
 * Why a person's act in a file does not count.
 * - `unnamed`: it names no line, as what was written by hand or by an earlier version.
 * - `no-line`: the ledger has no such line there, or cannot be read there.
 * - `other-act`: the line is about something else.
 * - `taken-back`: a later line takes it back.
 * - `not-inherited`: it is of another session, and no line says that this one goes on in the place of that.
 * - `too-far`: so much was added to the ledger since that a gate does not look whether it was taken back.
 */
export type ActFault = (typeof ACT_FAULTS)[number];

export const ACT_FAULTS = [
  'unnamed',
  'no-line',
  'other-act',
  'taken-back',
  'not-inherited',
  'too-far',
] as const;

/** What a line must say to be of an act: its event, each key with this value, and what else must hold of it. */
export interface ExpectedAct {
  readonly event: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly holds?: (said: Said) => boolean;
}

/** The line that stands at a position of the ledger, without its end; undefined where no whole line begins there. */
export type LineAt = (offset: number) => string | undefined;

/** What of a ledger is read for an act that can be taken back. */
export interface ActLedger {
  readonly lineAt: LineAt;
  /**
   * What the lines say that begin there or later and have this word, as far as they are lines of a ledger; undefined
   * where more was added since than is read.
   */
  readonly saidSince: (offset: number, word: string) => readonly Said[] | undefined;
}

/** What a line of the ledger says. */
export type Said = { readonly [key: string]: unknown };

/**
 * The digest of what a line says, without the digests of the files that the change writes: the act stands in one of
 * them, with this digest. Undefined where it is no line of the ledger. `sha256` takes a text as UTF-8.
 */
export function actDigest(line: string, sha256: (text: string) => string): string | undefined {
  const said = saidBy(line);
  return said === undefined ? undefined : digestOfSaid(said, sha256);
}

/** The same of a line that was read. */
export function digestOfSaid(said: Said, sha256: (text: string) => string): string {
  const kept = Object.entries(said).filter(([key]) => key !== 'file' && key !== 'also');
  return sha256(JSON.stringify(Object.fromEntries(kept)));
}

/** What a line says; undefined where it is not a ledger line. */
export function saidBy(line: string): Said | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Why an act does not count; undefined where it does. `named`: the event that the file names. */
export function actFault(
  named: unknown,
  expected: ExpectedAct,
  lineAt: LineAt,
  sha256: (text: string) => string,
): ActFault | undefined {
  const event = readActEvent(named);
  if (event === undefined) return 'unnamed';
  const line = lineAt(event.offset);
  if (line === undefined || line.length > LONGEST_LINE) return 'no-line';
  if (actDigest(line, sha256) !== event.digest) return 'no-line';
  const said = saidBy(line) ?? {};
  const isMeant =
    said['event'] === expected.event &&
    Object.entries(expected.keys).every(([key, value]) => said[key] === value) &&
    expected.holds?.(said) !== false;
  return isMeant ? undefined : 'other-act';
}

/** The place of an act's event as a file has it; undefined where it has none that can be read. */
export function readActEvent(value: unknown): ActEvent | undefined {
  if (!isObject(value)) return undefined;
  const { digest, offset } = value;
  const isPlace = typeof offset === 'number' && Number.isSafeInteger(offset) && offset >= 0;
  return isPlace && typeof digest === 'string' ? { offset, digest } : undefined;
}
