import { chmodSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../domain/base/system-error.ts';
import { makeFolders } from './bounded-files.ts';

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']);

/**
 * Makes a file of the user's alone, whole or not at all, and the folders above it. Where there is one already, it
 * stays: processes that make it at once end with the same. Throws an error with the system's code.
 */
export function makePrivateFileOnce(path: string, text: string): void {
  makeFolders(dirname(path), 0o700);
  const draft = `${path}.${process.pid}.${process.getBuiltinModule('node:crypto').randomBytes(4).toString('hex')}`;
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, path);
  } catch (error) {
    // On a file system without hard links, the file may be half written for a moment.
    if (NO_LINKS.has(errorCode(error))) renameSync(draft, path);
    else if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
