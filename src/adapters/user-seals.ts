import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../domain/system-error.ts';
import type { Seals } from '../ports.ts';

const KEY_FILE = 'trust.key';
const KEY_BYTES = 32;

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']);

/** What an error's code is where the file of the key holds none. */
export const NO_KEY = 'EBADKEY';

/** Where the key of a user lies. */
export function keyFile(folder: string): string {
  return join(folder, KEY_FILE);
}

/**
 * Seals by a key in the user's own folder, which is made when it is first needed. Throws an error with
 * the system's code where the key can neither be read nor made.
 */
export function createUserSeals(folder: string): Seals {
  let key: Buffer | undefined;
  const sealOf = (text: string): string => {
    key ??= readKey(folder);
    return createHmac('sha256', key).update(text).digest('hex');
  };
  return {
    seal: sealOf,
    isSealed(text, seal) {
      const expected = Buffer.from(sealOf(text));
      const given = Buffer.from(seal);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function readKey(folder: string): Buffer {
  const path = keyFile(folder);
  return keyIn(path) ?? makeKey(folder, path);
}

/** The key that is there; one that is too short to be a whole key is none, and is an error. */
function keyIn(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, 'latin1').trim(), 'hex');
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  throw Object.assign(new Error(`${path} holds no key`), { code: NO_KEY });
}

/** Whole or not at all, and the same one for all who make it at once. */
function makeKey(folder: string, path: string): Buffer {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, path);
  } catch (error) {
    // Some file systems know no hard links: then it may be half written for a moment.
    if (NO_LINKS.has(errorCode(error))) renameSync(draft, path);
    else if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = keyIn(path);
  if (key === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
  return key;
}
