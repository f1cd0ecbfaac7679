import { canonicalText } from '../base/canonical.ts';
import { isObject } from '../base/document.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { bytesOf, parseStrictly } from './strict-json.ts';

/** The SHA-256 of bytes, in lower-case hexadecimal. */
export type Sha256 = (content: Uint8Array) => string;

/** The media types of the documents that travel in statements. */
const MEDIA_TYPES = {
  checks: 'application/vnd.completion-promise.checks.v0.1+json',
  proof: 'application/vnd.completion-promise.proof.v0.1+json',
  record: 'application/vnd.completion-promise.record.v0.1+json',
} as const;

type DocumentName = keyof typeof MEDIA_TYPES;

/** A document that is referred to by the digest of its canonical JSON. */
export interface AttestedDocument {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** A value as a document. */
export function documentOf(value: unknown, sha256: Sha256): AttestedDocument {
  const bytes = bytesOf(canonicalText(value));
  return { sha256: sha256(bytes), bytes };
}

/** A resource descriptor that names a document, and holds it where it travels with the statement. */
export function descriptorOf(
  name: DocumentName,
  { bytes, sha256 }: AttestedDocument,
  where: 'inside' | 'elsewhere',
): object {
  const content = where === 'inside' ? { content: encodeBase64(bytes) } : {};
  return { name, mediaType: MEDIA_TYPES[name], digest: { sha256 }, ...content };
}

/** Whether a value is a resource descriptor of a document of that name. */
export function describes(value: unknown, name: DocumentName): boolean {
  return isObject(value) && value['mediaType'] === MEDIA_TYPES[name];
}

/** The digest by which a resource descriptor names a document of that name; undefined where it does not. */
export function digestIn(value: unknown, name: DocumentName): string | undefined {
  if (!isObject(value) || !describes(value, name) || !isObject(value['digest'])) return undefined;
  const { sha256 } = value['digest'];
  return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) ? sha256 : undefined;
}

export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

export function readingFault(reason: string): Reading<never> {
  return { ok: false, reason };
}

/** The document that a resource descriptor holds, if it is the one of its digest. */
export function contentIn(
  value: unknown,
  name: DocumentName,
  sha256: Sha256,
): Reading<{ readonly sha256: string; readonly document: unknown }> {
  const digest = digestIn(value, name);
  if (digest === undefined) return readingFault(`it names no ${name} by its digest`);
  const content = isObject(value) ? value['content'] : undefined;
  const bytes = typeof content === 'string' ? decodeBase64(content) : undefined;
  if (bytes === undefined) return readingFault(`its ${name} is not base64`);
  if (sha256(bytes) !== digest) return readingFault(`its ${name} is not the one of its digest`);
  const document = parseStrictly(bytes);
  return document.ok
    ? { ok: true, value: { sha256: digest, document: document.value } }
    : readingFault(`its ${name} is unreadable: ${document.reason}`);
}
