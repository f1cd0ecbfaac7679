import { isObject, isTexts } from '../base/document.ts';
import type { Redacted } from '../base/secrets.ts';
import {
  type CompletionPromise,
  type Criterion,
  checksOf,
  criteriaOf,
  type DeclaredCheck,
  isWaived,
  type Proof,
} from '../promise/promise.ts';
import { readPromise } from '../promise/promise-reading.ts';
import { evidenceDigest } from '../standing/answers.ts';
import { type Reading, readingFault } from './resource.ts';

/** Takes secrets out of what travels, and counts them. */
export interface Cleaner {
  text(text: string): string;
  /** The words of a command line. */
  words(words: readonly string[]): readonly string[];
  check(check: DeclaredCheck): DeclaredCheck;
  /** What was taken out so far. */
  redacted(): readonly Redacted[];
}

/** A proof as it travels: of which criterion, by which checks, and what the run showed. */
export interface AttestedProof {
  readonly promise: string;
  readonly criterion: { readonly id: string; readonly description: string };
  /** The criterion's own checks as they were declared; of a self-chosen run, the command that was chosen. */
  readonly checks: readonly DeclaredCheck[];
  readonly proof: Proof;
}

/** A promise as it travels, without its proofs: each of these has a statement of its own. */
export interface AttestedRecord {
  /** Without an owner, waivers, seals and proofs: these are worth nothing elsewhere. */
  readonly promise: CompletionPromise;
  /** The criteria that are proved, with the digest of the proof's document. */
  readonly proofs: readonly { readonly ac_id: string; readonly sha256: string }[];
  /** What validators answer for: a digest of each criterion with its evidence, as its own machine has them. */
  readonly evidence: readonly { readonly ac_id: string; readonly digest: string }[];
  /** What its file says that a person lifted. It lifts nothing elsewhere. */
  readonly waived: readonly {
    readonly ac_id: string;
    readonly at: string;
    readonly reason: string;
  }[];
  /** What was taken out of its texts, by kind. */
  readonly redacted: readonly Redacted[];
}

/** Keys of a proof that mean something on its own machine alone. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(['checkout', 'glance', 'last_change']);

/** A criterion's proof as it travels; undefined where it has none. */
export function attestedProof(
  id: string,
  criterion: Criterion,
  clean: Cleaner,
): AttestedProof | undefined {
  const { description, proof } = criterion;
  if (proof === undefined || proof === null) return undefined;
  const chosen = proof['check'];
  const checks =
    checksOf(criterion).length > 0 || !isCheck(chosen) ? checksOf(criterion) : [chosen];
  return {
    promise: id,
    criterion: { id: criterion.id, description: clean.text(description ?? '') },
    checks: checks.map(clean.check),
    proof: cleanProof(proof, clean),
  };
}

function isCheck(value: unknown): value is DeclaredCheck {
  return isObject(value) && typeof value['kind'] === 'string';
}

function cleanProof({ source, tree, ...keys }: Proof, clean: Cleaner): Proof {
  const kept = Object.entries(keys).filter(([key]) => !OF_THE_MACHINE.has(key));
  return {
    source,
    tree,
    ...Object.fromEntries(kept.map(([key, value]) => [key, cleanPart(key, value, clean)])),
  };
}

function cleanPart(key: string, value: unknown, clean: Cleaner): unknown {
  if (key === 'check' && isCheck(value)) return clean.check(value);
  if (key === 'argv' && isTexts(value)) return clean.words(value);
  return cleanValue(value, clean);
}

/** A value with every text in it cleaned. */
function cleanValue(value: unknown, clean: Cleaner): unknown {
  if (typeof value === 'string') return clean.text(value);
  if (Array.isArray(value)) return value.map((part) => cleanValue(part, clean));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, cleanPart(key, part, clean)]),
  );
}

/** A promise as it travels. `proofs`: the digests of the documents of its proofs that travel with it. */
export function attestedRecord(
  id: string,
  promise: CompletionPromise,
  proofs: AttestedRecord['proofs'],
  clean: Cleaner,
): AttestedRecord {
  const { created_at = null } = promise.ownership;
  const words = (text: string | null | undefined): string => clean.text(text ?? '');
  const criteria = criteriaOf(promise);
  return {
    promise: {
      id,
      status: promise.status,
      ownership: { owned_by: null, created_at },
      title: words(promise.title),
      summary: words(promise.summary),
      tier: promise.tier ?? null,
      acceptance_criteria: criteria.map((criterion) => ({
        id: criterion.id,
        status: criterion.status,
        description: words(criterion.description),
        evidence: words(criterion.evidence),
        evidence_type: criterion.evidence_type ?? null,
        met_at: criterion.met_at ?? null,
        tier: criterion.tier ?? null,
        checks: checksOf(criterion).map(clean.check),
      })),
    },
    proofs,
    evidence: criteria.map((one) => ({ ac_id: one.id, digest: evidenceDigest(one) })),
    waived: criteria.filter(isWaived).map((one) => ({
      ac_id: one.id,
      at: one.waived?.at ?? '',
      reason: words(one.waived?.reason),
    })),
    redacted: clean.redacted(),
  };
}

/** Reads a document as a proof that travelled. */
export function readAttestedProof(document: unknown): Reading<AttestedProof> {
  if (!isObject(document)) return readingFault('its proof is not an object');
  const { checks, criterion, promise, proof } = document;
  if (typeof promise !== 'string' || !isObject(criterion) || !isObject(proof)) {
    return readingFault('its proof does not say what it is of');
  }
  const { description = '', id } = criterion;
  const holder = {
    id: promise,
    status: 'attested',
    ownership: { owned_by: null },
    acceptance_criteria: [{ id, status: '', description, checks, proof }],
  };
  const reading = readPromise(holder);
  if (!reading.ok) return readingFault(reading.reason);
  const [read] = criteriaOf(reading.promise);
  if (!read?.proof) return readingFault('its proof is not one');
  return {
    ok: true,
    value: {
      promise,
      criterion: { id: read.id, description: read.description ?? '' },
      checks: checksOf(read),
      proof: read.proof,
    },
  };
}

/** Reads a document as a promise that travelled. What it says of owners, waivers and proofs is left aside. */
export function readAttestedRecord(document: unknown): Reading<AttestedRecord> {
  if (!isObject(document)) return readingFault('its record is not an object');
  const reading = readPromise(document['promise']);
  if (!reading.ok) return readingFault(`its record: ${reading.reason}`);
  const proofs = rowsOf(document['proofs'], ['ac_id', 'sha256']);
  const evidence = rowsOf(document['evidence'], ['ac_id', 'digest']);
  const waived = rowsOf(document['waived'], ['ac_id', 'at', 'reason']);
  const redacted = redactedIn(document['redacted']);
  if (!proofs || !evidence || !waived || !redacted) {
    return readingFault('its record has not the shape that it must have');
  }
  const { promise } = reading;
  const bare = criteriaOf(promise).map(({ proof: _, trust: __, waived: ___, ...kept }) => kept);
  return {
    ok: true,
    value: {
      promise: { ...promise, ownership: { owned_by: null }, acceptance_criteria: bare },
      proofs,
      evidence,
      waived,
      redacted,
    },
  };
}

/** A list of objects that have texts under all of these keys; undefined where the value is none. */
function rowsOf<Key extends string>(
  value: unknown,
  keys: readonly Key[],
): readonly { readonly [Name in Key]: string }[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const isRow = (row: unknown): row is { readonly [Name in Key]: string } =>
    isObject(row) && keys.every((key) => typeof row[key] === 'string');
  return value.every(isRow) ? value : undefined;
}

function redactedIn(value: unknown): readonly Redacted[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const isCount = (row: unknown): row is Redacted =>
    isObject(row) && typeof row['kind'] === 'string' && typeof row['count'] === 'number';
  return value.every(isCount) ? value : undefined;
}
