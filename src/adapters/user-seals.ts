import { join } from 'node:path';
import type { Seals } from '../ports.ts';
import { errorOf, NO_DEADLINE, readBounded } from './bounded-files.ts';
import { makePrivateFileOnce } from './private-file.ts';

const KEY_FILE = 'trust.key';
const KEY_BYTES = 32;
/** A larger file holds no key. */
const LARGEST_KEY_FILE = 1024;

/** The error's code where the key's file holds no key. */
export const NO_KEY = 'EBADKEY';

/** The file of the user's key. */
export function keyFile(folder: string): string {
  return join(folder, KEY_FILE);
}

/**
 * Seals with a key in the user's own folder, which is made when it is first needed. Throws an error with the
 * system's code where the key can neither be read nor made.
 */
export function createUserSeals(folder: string): Seals {
  let key: Buffer | undefined;
  const sealOf = (text: string): string => {
    key ??= readKey(folder);
    return process
      .getBuiltinModule('node:crypto')
      .createHmac('sha256', key)
      .update(text)
      .digest('hex');
  };
  return {
    seal: sealOf,
    isSealed(text, seal) {
      const expected = Buffer.from(sealOf(text));
      const given = Buffer.from(seal);
      return (
        given.length === expected.length &&
        process.getBuiltinModule('node:crypto').timingSafeEqual(given, expected)
      );
    },
  };
}

/**
 * Makes the user's key where there is none: the shells of some hosts may read the user's folders and write none of them.
 * What cannot be made is not missed before something is sealed.
 */
export function makeUserKey(folder: string): void {
  try {
    readKey(folder);
  } catch {
    // Its readers say what is wrong.
  }
}

function readKey(folder: string): Buffer {
  const path = keyFile(folder);
  return keyIn(path) ?? makeKey(path);
}

/** The existing key. Throws for a file that is too short to hold a whole key. */
function keyIn(path: string): Buffer | undefined {
  const limits = { mostBytes: LARGEST_KEY_FILE, leftMs: NO_DEADLINE, follow: true };
  const reading = readBounded(path, limits);
  if (reading.found === 'nothing') return undefined;
  const isKeyFile = reading.found === 'bytes' || reading.found === 'too-large';
  if (!isKeyFile) throw errorOf(reading);
  if (reading.found === 'bytes') {
    const key = Buffer.from(reading.bytes.toString('latin1').trim(), 'hex');
    if (key.length === KEY_BYTES) return key;
  }
  throw Object.assign(new Error(`${path} contains no key`), { code: NO_KEY });
}

/** Makes the key. Processes that make it at once get the same one. */
function makeKey(path: string): Buffer {
  makePrivateFileOnce(
    path,
    `${process.getBuiltinModule('node:crypto').randomBytes(KEY_BYTES).toString('hex')}\n`,
  );
  const key = keyIn(path);
  if (key === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
  return key;
}
