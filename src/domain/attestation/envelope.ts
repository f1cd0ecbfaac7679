import { canonicalText } from '../base/canonical.ts';
import { isObject } from '../base/document.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { bytesOf, parseStrictly } from './strict-json.ts';

/** The type of the payload of every envelope that holds an in-toto statement. */
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The same where it names the predicate: its consumers must not rely on that name. */
const STATEMENT_PAYLOAD = /^application\/vnd\.in-toto(?:\.[a-z0-9_-]+)?\+json$/;

/** Most signatures of one envelope: each costs a check by every known key. */
export const MOST_SIGNATURES = 20;

const LONGEST_PAYLOAD_TYPE = 200;
const LONGEST_KEY_ID = 200;

/** A DSSE envelope: bytes, what they are, and who signed both. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: Uint8Array;
  readonly signatures: readonly EnvelopeSignature[];
}

interface EnvelopeSignature {
  /** What the envelope says whose it is: a hint, which is not signed. Empty where it says nothing. */
  readonly keyid: string;
  readonly sig: Uint8Array;
}

type EnvelopeReading =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly reason: string };

/** The bytes that a signature is made over: DSSE's pre-authentication encoding, version 1. */
export function preAuthentication(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = bytesOf(payloadType);
  const head = bytesOf(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `);
  const all = new Uint8Array(head.length + payload.length);
  all.set(head);
  all.set(payload, head.length);
  return all;
}

/** Signs a statement: gives the line of its envelope, without a line end. */
export function envelopeLine(statement: object, signer: Signer): string {
  const payload = bytesOf(canonicalText(statement));
  const sig = signer.sign(preAuthentication(PAYLOAD_TYPE, payload));
  return canonicalText({
    payload: encodeBase64(payload),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: signer.id, sig: encodeBase64(sig) }],
  });
}

/** A key that signs. */
export interface Signer {
  /** The SHA-256 of its public key as DER (`SubjectPublicKeyInfo`), in hexadecimal. */
  readonly id: string;
  sign(message: Uint8Array): Uint8Array;
}

/** The type of a Sigstore bundle, whatever its version and spelling. */
const SIGSTORE = /^application\/vnd\.dev\.sigstore\.bundle\b/;

/** The envelope that a Sigstore bundle holds; any other value as it is. */
function unwrapped(value: unknown): unknown {
  const isSigstore =
    isObject(value) && typeof value['mediaType'] === 'string' && SIGSTORE.test(value['mediaType']);
  return isSigstore ? value['dsseEnvelope'] : value;
}

/** Reads a line of a bundle as an envelope, or as a Sigstore bundle with one in it. Keys that it does not know are left aside: they are not signed. */
export function readEnvelope(line: Uint8Array): EnvelopeReading {
  const document = parseStrictly(line);
  if (!document.ok) return document;
  const value = unwrapped(document.value);
  if (value !== document.value && !isObject(value)) {
    return fault('it is a Sigstore bundle without a `dsseEnvelope`');
  }
  if (!isObject(value)) return fault('it is not an object');
  const { payload, payloadType, signatures } = value;
  if (typeof payloadType !== 'string' || payloadType.length > LONGEST_PAYLOAD_TYPE) {
    return fault('`payloadType` is no short text');
  }
  const bytes = typeof payload === 'string' ? decodeBase64(payload) : undefined;
  if (bytes === undefined) return fault('`payload` is not base64');
  if (!Array.isArray(signatures)) return fault('`signatures` is not a list');
  if (signatures.length > MOST_SIGNATURES) {
    return fault(`it has more than ${MOST_SIGNATURES} signatures`);
  }
  const read = signatures.map(readSignature);
  const whole = read.filter((one) => one !== undefined);
  return whole.length === read.length
    ? { ok: true, envelope: { payloadType, payload: bytes, signatures: whole } }
    : fault('a signature is not one');
}

function readSignature(value: unknown): EnvelopeSignature | undefined {
  if (!isObject(value)) return undefined;
  const { keyid = '', sig } = value;
  const bytes = typeof sig === 'string' ? decodeBase64(sig) : undefined;
  const isNamed = typeof keyid === 'string' && keyid.length <= LONGEST_KEY_ID;
  return bytes === undefined || !isNamed ? undefined : { keyid, sig: bytes };
}

function fault(reason: string): EnvelopeReading {
  return { ok: false, reason };
}

/** Whether an envelope says that it holds an in-toto statement. */
export function holdsStatement({ payloadType }: Envelope): boolean {
  return STATEMENT_PAYLOAD.test(payloadType);
}

/** A key by which signatures are held. */
export interface KnownKey {
  /** As of a `Signer`. */
  readonly id: string;
  /** `given`: named by who verifies. `own`: the key of the user who verifies, which their agents use as well. */
  readonly whose: 'given' | 'own';
  /** Where it comes from, for people. */
  readonly name: string;
  isSigned(message: Uint8Array, sig: Uint8Array): boolean;
}

/**
 * Who signed an envelope.
 * - `known`: each of `by` did.
 * - `broken`: none of the known keys did, although a signature says that one of them did.
 * - `unknown`: only keys that are not known may have.
 */
export type Signed =
  | {
      readonly status: 'known';
      readonly by: readonly KnownKey[];
      /** Whether a signature holds under another name than its key's. */
      readonly isMisnamed: boolean;
    }
  | { readonly status: 'broken' | 'unknown'; readonly keyids: readonly string[] }
  | { readonly status: 'unsigned' };

/** Holds the signatures of an envelope against the known keys: each of them by each key, whatever it says whose it is. */
export function signedBy(envelope: Envelope, keys: readonly KnownKey[]): Signed {
  const { payload, payloadType, signatures } = envelope;
  if (signatures.length === 0) return { status: 'unsigned' };
  const message = preAuthentication(payloadType, payload);
  const held = signatures.flatMap(({ keyid, sig }) =>
    keys
      .filter((key) => key.isSigned(message, sig))
      .map((key) => ({ key, isMisnamed: keyid !== '' && keyid !== key.id })),
  );
  if (held.length > 0) {
    const by = keys.filter((key) => held.some((one) => one.key === key));
    return { status: 'known', by, isMisnamed: held.some(({ isMisnamed }) => isMisnamed) };
  }
  const keyids = signatures.map(({ keyid }) => keyid);
  const isClaimed = keys.some(({ id }) => keyids.includes(id));
  return { status: isClaimed ? 'broken' : 'unknown', keyids };
}
