import { readAttestKey } from '../../../adapters/environment.ts';
import {
  type KeyReading,
  LARGEST_KEY_FILE,
  ownKey,
  ownKeyFile,
  readOwnKey,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
} from '../../../adapters/signing-keys.ts';
import { userConfigurationFolder } from '../../../adapters/user-folder.ts';
import type { KnownKey } from '../../../domain/attestation/envelope.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import { errorCode } from '../../../domain/base/system-error.ts';
import { oneLine } from '../../../report/printable.ts';
import { textRead } from '../../../store/files/reading.ts';
import type { Suite } from '../../../suite.ts';

/** A key that signs, whose it is, and what its user should know of it. */
export interface ChosenKey {
  readonly key: SigningKey;
  readonly path: string;
  readonly isOwn: boolean;
  readonly notes: readonly string[];
}

const PASSPHRASE = 'CS_ATTEST_PASSPHRASE';

/** The key to sign with: the one that is named, by `--key` or `CS_ATTEST_KEY`, else the user's own. */
export function signingKey(named: string | undefined, suite: Suite): Result<ChosenKey> {
  const { passphrase, path } = readAttestKey();
  const given = named ?? path;
  return given === undefined ? chosenOwnKey(suite) : givenKey(given, passphrase, suite);
}

function givenKey(path: string, passphrase: string | undefined, suite: Suite): Result<ChosenKey> {
  const pem = keyText(path, suite);
  if (!pem.ok) return pem;
  const reading = readSigningKey(pem.value, passphrase, PASSPHRASE);
  if (!reading.ok) return failed({ kind: 'key-unusable', path, reason: reading.reason });
  return success({ key: reading.key, path, isOwn: false, notes: openNotes(path, suite) });
}

function keyText(path: string, { files }: Suite): Result<string> {
  const reading = textRead(files.readGiven(path, LARGEST_KEY_FILE), LARGEST_KEY_FILE);
  if (reading.ok) return success(reading.text);
  return failed({ kind: 'key-unusable', path, reason: reading.reason });
}

/** The user's own key, made where there is none. */
function chosenOwnKey(suite: Suite): Result<ChosenKey> {
  const folder = userConfigurationFolder();
  const path = ownKeyFile(folder);
  const reading = ofOwnFile(path, () => ownKey(folder));
  if (!reading.ok) return reading;
  return success({ key: reading.value, path, isOwn: true, notes: openNotes(path, suite) });
}

function ofOwnFile(path: string, read: () => KeyReading<SigningKey>): Result<SigningKey> {
  try {
    const reading = read();
    if (reading.ok) return success(reading.key);
    const reason = `${reading.reason}; remove it to have a new one made, which others then have to trust anew`;
    return failed({ kind: 'key-unusable', path, reason });
  } catch (error) {
    const code = errorCode(error);
    return failed({ kind: 'file-system', action: 'use your key for signatures', path, code });
  }
}

/** What is read through a descriptor has no rights of its own. */
const DESCRIPTOR = /^\/dev\/(?:fd\/|stdin$)/;

/** Others than its user can read a key: the bits say nothing on Windows. */
function openNotes(path: string, { files }: Suite): readonly string[] {
  const rights = process.platform === 'win32' ? 0 : (files.rights(path) ?? 0);
  return (rights & 0o077) === 0 || DESCRIPTOR.test(path)
    ? []
    : [`Warning: other users can read the key ${oneLine(path)}: chmod 600`];
}

/** The keys that signatures are held against: those that are named, and the user's own where there is one. */
export function knownKeys(paths: readonly string[], suite: Suite): Result<readonly KnownKey[]> {
  const given: KnownKey[] = [];
  for (const path of paths) {
    const pem = keyText(path, suite);
    if (!pem.ok) return pem;
    const reading = readPublicKeys(pem.value, 'given', path);
    if (!reading.ok) return failed({ kind: 'key-unusable', path, reason: reading.reason });
    given.push(...reading.key);
  }
  const own = knownOwnKey();
  if (!own.ok) return own;
  const others = own.value.filter(({ id }) => !given.some((key) => key.id === id));
  return success([...given, ...others]);
}

function knownOwnKey(): Result<readonly KnownKey[]> {
  const folder = userConfigurationFolder();
  const path = ownKeyFile(folder);
  try {
    const reading = readOwnKey(folder);
    // A file that holds no key signs nothing: it is said where it is to sign.
    if (reading?.ok !== true) return success([]);
    const open = readPublicKeys(reading.key.publicPem, 'own', path);
    return success(open.ok ? open.key : []);
  } catch (error) {
    const code = errorCode(error);
    return failed({ kind: 'file-system', action: 'use your key for signatures', path, code });
  }
}
