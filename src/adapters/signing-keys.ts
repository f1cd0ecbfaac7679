import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { join } from 'node:path';
import type { KnownKey, Signer } from '../domain/attestation/envelope.ts';
import { errorOf, NO_DEADLINE, readBounded } from './bounded-files.ts';
import { makePrivateFileOnce } from './private-file.ts';

/** Largest file that is read as keys, in bytes. */
export const LARGEST_KEY_FILE = 64 * 1024;

/** A key that signs, and its public half as PEM (`SubjectPublicKeyInfo`). */
export interface SigningKey extends Signer {
  readonly publicPem: string;
}

/** A key, or what is wrong with it in words for a person. */
export type KeyReading<Key> =
  | { readonly ok: true; readonly key: Key }
  | { readonly ok: false; readonly reason: string };

const WANTED = 'an Ed25519 key as PEM (openssl genpkey -algorithm ed25519)';

/** The file of the user's own key. */
export function ownKeyFile(folder: string): string {
  return join(folder, 'attest.key');
}

/** Reads a private key. `passphrase`: for one that is encrypted; `variable`: where it is to be set. */
export function readSigningKey(
  pem: string,
  passphrase: string | undefined,
  variable: string,
): KeyReading<SigningKey> {
  const isEncrypted = /ENCRYPTED/.test(pem);
  if (isEncrypted && passphrase === undefined) {
    return { ok: false, reason: `it is encrypted: set its passphrase as ${variable}` };
  }
  if (/BEGIN OPENSSH PRIVATE KEY/.test(pem)) {
    return { ok: false, reason: `it is a key of OpenSSH: it must be ${WANTED}` };
  }
  try {
    const options = isEncrypted && passphrase !== undefined ? { passphrase } : {};
    return signingKeyOf(createPrivateKey({ key: pem, format: 'pem', ...options }));
  } catch {
    return {
      ok: false,
      reason: isEncrypted
        ? `it cannot be decrypted with the passphrase in ${variable}`
        : `it holds no private key: it must be ${WANTED}`,
    };
  }
}

function signingKeyOf(key: KeyObject): KeyReading<SigningKey> {
  const { asymmetricKeyType } = key;
  if (asymmetricKeyType !== 'ed25519') {
    return { ok: false, reason: `it is a key of type ${asymmetricKeyType}: it must be ${WANTED}` };
  }
  const open = createPublicKey(key);
  return {
    ok: true,
    key: {
      id: idOf(open),
      publicPem: open.export({ type: 'spki', format: 'pem' }).toString(),
      sign: (message) => sign(null, message, key),
    },
  };
}

function idOf(open: KeyObject): string {
  return createHash('sha256')
    .update(open.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

const PUBLIC_BLOCK = /-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g;

/** Reads the public keys of a file. `name`: where they come from. */
export function readPublicKeys(
  pem: string,
  whose: KnownKey['whose'],
  name: string,
): KeyReading<readonly KnownKey[]> {
  if (/BEGIN [A-Z ]*PRIVATE KEY/.test(pem)) {
    return { ok: false, reason: 'it holds a private key: name the public one of who signed' };
  }
  const blocks = pem.match(PUBLIC_BLOCK) ?? [];
  if (blocks.length === 0) return { ok: false, reason: 'it holds no public key as PEM' };
  const keys: KnownKey[] = [];
  for (const block of blocks) {
    const open = publicKeyIn(block);
    if (open?.asymmetricKeyType !== 'ed25519') {
      const type = open?.asymmetricKeyType ?? 'unknown';
      return { ok: false, reason: `it holds a key of type ${type}: only Ed25519 is known here` };
    }
    keys.push(knownKeyOf(open, whose, name));
  }
  return { ok: true, key: keys };
}

function publicKeyIn(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

function knownKeyOf(open: KeyObject, whose: KnownKey['whose'], name: string): KnownKey {
  return {
    id: idOf(open),
    whose,
    name,
    isSigned: (message, sig) => verify(null, message, open, sig),
  };
}

/**
 * The user's own key; undefined where there is none yet. Throws an error with the system's code where its file cannot
 * be read.
 */
export function readOwnKey(folder: string): KeyReading<SigningKey> | undefined {
  const limits = { mostBytes: LARGEST_KEY_FILE, leftMs: NO_DEADLINE, follow: true };
  const reading = readBounded(ownKeyFile(folder), limits);
  if (reading.found === 'nothing') return undefined;
  if (reading.found !== 'bytes') throw errorOf(reading);
  return readSigningKey(reading.bytes.toString('latin1'), undefined, '');
}

/** The same, made where there is none. Processes that make it at once get the same one. */
export function ownKey(folder: string): KeyReading<SigningKey> {
  const known = readOwnKey(folder);
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  makePrivateFileOnce(ownKeyFile(folder), pem);
  const made = readOwnKey(folder);
  if (made === undefined) {
    throw Object.assign(new Error('the key is gone'), { code: 'ENOENT' });
  }
  return made;
}
