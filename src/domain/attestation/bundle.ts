import { type CompletionPromise, criteriaOf } from '../promise/promise.ts';
import { holdsStatement, type KnownKey, readEnvelope, type Signed, signedBy } from './envelope.ts';
import { type Predicate, readPredicate } from './predicate.ts';
import type { AttestedProof, AttestedRecord } from './record.ts';
import type { Sha256 } from './resource.ts';
import { readStatement, type Subject } from './statement.ts';

/** Largest bundle that is read, in bytes. */
export const LARGEST_BUNDLE = 32 * 1024 * 1024;

/** Most lines of one bundle. */
export const MOST_LINES = 20_000;

/** A statement of a bundle, and who signed it. */
export interface SignedStatement {
  /** The number of its line, from 1. */
  readonly line: number;
  readonly signed: Signed;
  readonly subjects: readonly Subject[];
  readonly predicate: Predicate;
}

/** A line that is no statement: left aside as the format asks for it, and named. */
export interface IgnoredLine {
  readonly line: number;
  readonly reason: string;
}

/** An envelope that would be one of the suite's own, and does not fit together. */
export interface BrokenLine extends IgnoredLine {
  readonly signed: Signed;
}

/** A promise that came along, put together of its statements. */
export interface AttestedPromise {
  readonly id: string;
  /** The SHA-256 of its record. */
  readonly sha256: string;
  /** The promise with the proofs that came along; without owner, waivers and seals. */
  readonly promise: CompletionPromise;
  readonly record: AttestedRecord;
  /** By the ids of their criteria. */
  readonly proofs: ReadonlyMap<string, AttestedProof>;
  /** The statements that it was put together of. */
  readonly statements: readonly SignedStatement[];
}

/** Something that a bundle lacks, or has too much of: a line was taken out, added or exchanged. */
export interface BundleGap {
  readonly promise: string;
  readonly what: 'no-record' | 'no-proof' | 'no-verification' | 'not-listed' | 'several-records';
  /** The criterion that it is about; empty where it is about all of the promise. */
  readonly ac_id: string;
  /** The line that shows it. */
  readonly line: number;
}

export interface Bundle {
  readonly statements: readonly SignedStatement[];
  readonly ignored: readonly IgnoredLine[];
  readonly broken: readonly BrokenLine[];
  readonly promises: readonly AttestedPromise[];
  readonly gaps: readonly BundleGap[];
}

/** What reading a bundle needs to know. */
interface BundleReader {
  readonly sha256: Sha256;
  /** The keys that signatures are held against. */
  readonly keys: readonly KnownKey[];
}

type BundleReading =
  | { readonly ok: true; readonly bundle: Bundle }
  | { readonly ok: false; readonly reason: string };

/** Reads a bundle: JSON lines of envelopes, or one document over several lines as Sigstore's tools write it. Fails where it is too large, or holds no line at all. */
export function readBundle(bytes: Uint8Array, reader: BundleReader): BundleReading {
  if (bytes.length > LARGEST_BUNDLE) {
    return { ok: false, reason: `it is larger than ${LARGEST_BUNDLE >> 20} MB` };
  }
  const lines = isOneDocument(bytes) ? [{ line: 1, bytes }] : linesOf(bytes);
  if (lines.length > MOST_LINES)
    return { ok: false, reason: `it has more than ${MOST_LINES} lines` };
  if (lines.length === 0) return { ok: false, reason: 'it is empty' };
  const statements: SignedStatement[] = [];
  const ignored: IgnoredLine[] = [];
  const broken: BrokenLine[] = [];
  for (const { bytes: content, line } of lines) {
    const read = readLine(content, reader);
    if ('predicate' in read) statements.push({ line, ...read });
    else if (read.signed === undefined) ignored.push({ line, reason: read.reason });
    else broken.push({ line, reason: read.reason, signed: read.signed });
  }
  return { ok: true, bundle: { statements, ignored, broken, ...assembled(statements) } };
}

const NEWLINE = 0x0a;
const OPENING_BRACE = 0x7b;

/** Whether the first line is an opening brace alone, which is no line of JSON lines. */
function isOneDocument(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, Math.max(0, bytes.indexOf(NEWLINE)));
  const [brace, ...more] = first.filter((byte) => !isBlank(byte));
  return brace === OPENING_BRACE && more.length === 0;
}

/** The lines that are not blank, by their numbers. */
function linesOf(
  bytes: Uint8Array,
): readonly { readonly line: number; readonly bytes: Uint8Array }[] {
  const lines: { line: number; bytes: Uint8Array }[] = [];
  for (let from = 0, line = 1; from < bytes.length; line += 1) {
    const at = bytes.indexOf(NEWLINE, from);
    const end = at < 0 ? bytes.length : at;
    const content = bytes.subarray(from, end);
    if (!content.every(isBlank)) lines.push({ line, bytes: content });
    from = end + 1;
    if (lines.length > MOST_LINES) break;
  }
  return lines;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

type LineReading =
  | Omit<SignedStatement, 'line'>
  | { readonly reason: string; readonly signed: Signed | undefined };

/** The signature is looked at before the payload is read. */
function readLine(content: Uint8Array, { keys, sha256 }: BundleReader): LineReading {
  const reading = readEnvelope(content);
  if (!reading.ok) return { reason: `it is no envelope: ${reading.reason}`, signed: undefined };
  const { envelope } = reading;
  if (!holdsStatement(envelope)) {
    return { reason: 'its payload is no in-toto statement', signed: undefined };
  }
  const signed = signedBy(envelope, keys);
  const statement = readStatement(envelope.payload);
  if (!statement.ok) return { reason: statement.reason, signed };
  const predicate = readPredicate(statement.statement, sha256);
  if (!predicate.ok) return { reason: predicate.reason, signed };
  return { signed, subjects: statement.statement.subjects, predicate: predicate.value };
}

type Says<Kind extends Predicate['says']> = SignedStatement & {
  readonly predicate: Extract<Predicate, { readonly says: Kind }>;
};

function saying<Kind extends Predicate['says']>(
  statements: readonly SignedStatement[],
  kind: Kind,
): readonly Says<Kind>[] {
  return statements.filter((one): one is Says<Kind> => one.predicate.says === kind);
}

/** Puts promises together of their statements, and finds what does not belong together. */
function assembled(statements: readonly SignedStatement[]): Pick<Bundle, 'promises' | 'gaps'> {
  const records = distinctRecords(saying(statements, 'record'));
  const referring = [...saying(statements, 'test-result'), ...saying(statements, 'verification')];
  const known = new Set(records.map(({ predicate }) => predicate.sha256));
  const lost = referring.filter(({ predicate }) => !known.has(predicate.record));
  const gaps = records.flatMap((record) => gapsOf(record, statements));
  return {
    promises: records.map((record) => promiseOf(record, statements)),
    gaps: [
      ...lost.map(({ line, predicate }) => gapAt(predicate.promise, 'no-record', '', line)),
      ...severalOf(records),
      ...gaps,
    ].sort((a, b) => a.line - b.line),
  };
}

function gapAt(promise: string, what: BundleGap['what'], ac_id: string, line: number): BundleGap {
  return { promise, what, ac_id, line };
}

/** The same line twice says nothing new. */
function distinctRecords(records: readonly Says<'record'>[]): readonly Says<'record'>[] {
  return [...new Map(records.map((one) => [one.predicate.sha256, one])).values()];
}

/** Two records of one promise: an older state of it was added. */
function severalOf(records: readonly Says<'record'>[]): readonly BundleGap[] {
  const seen = new Set<string>();
  return records.flatMap(({ line, predicate: { promise } }) => {
    if (seen.has(promise)) return [gapAt(promise, 'several-records', '', line)];
    seen.add(promise);
    return [];
  });
}

function proofsFor(
  { predicate: { sha256 } }: Says<'record'>,
  statements: readonly SignedStatement[],
): readonly Says<'test-result'>[] {
  return saying(statements, 'test-result').filter(({ predicate }) => predicate.record === sha256);
}

function gapsOf(
  record: Says<'record'>,
  statements: readonly SignedStatement[],
): readonly BundleGap[] {
  const { attested, promise, sha256 } = record.predicate;
  const there = proofsFor(record, statements);
  const isListed = ({ predicate }: Says<'test-result'>): boolean =>
    attested.proofs.some(
      (one) => one.sha256 === predicate.sha256 && one.ac_id === predicate.attested.criterion.id,
    );
  const verified = saying(statements, 'verification').some(
    ({ predicate }) => predicate.record === sha256 && predicate.promise === promise,
  );
  return [
    ...attested.proofs
      .filter((one) => !there.some(({ predicate }) => predicate.sha256 === one.sha256))
      .map(({ ac_id }) => gapAt(promise, 'no-proof', ac_id, record.line)),
    ...there
      .filter((one) => one.predicate.promise !== promise || !isListed(one))
      .map(({ line, predicate }) =>
        gapAt(promise, 'not-listed', predicate.attested.criterion.id, line),
      ),
    ...(attested.promise.status === 'verified' && !verified
      ? [gapAt(promise, 'no-verification', '', record.line)]
      : []),
  ];
}

function promiseOf(
  record: Says<'record'>,
  statements: readonly SignedStatement[],
): AttestedPromise {
  const { attested, promise: id, sha256 } = record.predicate;
  const there = proofsFor(record, statements);
  const listed = attested.proofs.flatMap(({ ac_id, sha256: digest }) => {
    const found = there.find(
      ({ predicate }) =>
        predicate.sha256 === digest &&
        predicate.promise === id &&
        predicate.attested.criterion.id === ac_id,
    );
    return found === undefined ? [] : [[ac_id, found] as const];
  });
  const proofs = new Map(listed.map(([ac_id, { predicate }]) => [ac_id, predicate.attested]));
  const criteria = criteriaOf(attested.promise).map((criterion) => {
    const proof = proofs.get(criterion.id)?.proof;
    return proof === undefined ? criterion : { ...criterion, proof };
  });
  const verifications = saying(statements, 'verification').filter(
    ({ predicate }) => predicate.record === sha256,
  );
  return {
    id,
    sha256,
    promise: { ...attested.promise, acceptance_criteria: criteria },
    record: attested,
    proofs,
    statements: [record, ...listed.map(([, one]) => one), ...verifications],
  };
}
